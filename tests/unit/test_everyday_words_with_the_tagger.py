"""What the default profile, its tagger included, leaves alone: grades, remedies, eponyms, chores and help lines."""

from __future__ import annotations

from datetime import date

import pytest

from case_files import CASES, Case, read_cases
from incognote import Document, Pipeline

pytest.importorskip("onnxruntime")
TOPICS = ("grades", "remedies", "eponyms_han", "chores", "help_lines", "studies", "street_drugs")


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))


@pytest.mark.parametrize("case", [case for topic in TOPICS for case in read_cases(CASES / "negative" / f"{topic}.txt")], ids=lambda c: c.where)
def test_the_default_profile_leaves_it_as_it_is_and_sees_no_residue(case: Case, pipeline: Pipeline) -> None:
    result = pipeline.run(Document("case", case.text))
    assert [(e.label, case.text[e.start : e.end]) for e in result.edits if e.end > e.start] == []
    assert result.status != "residue"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("同學佩蘭今日陪同來診", "佩蘭"),
        ("關美玲忘記關火", "關美玲"),
        ("患者承山，58歲，主訴胸悶", "承山"),
        ("導師張老師來電關心出席", "張"),
        ("Dr Weber reviewed the ankle", "Weber"),
        ("Mr Evans 2 days post op", "Evans"),
        ("外籍個案湯瑪斯骨折住院", "湯瑪斯"),
        ("took Molly to hospital", "Molly"),
        ("used Molly's inhaler", "Molly"),
        ("smokes with Charlie daily", "Charlie"),
        ("seen by McDonald 2017 in OPD", "McDonald"),
        ("KATHERINE rang the ward", "KATHERINE"),
        ("VISITED BY VICTORIA, HOPE AND A FRIEND", "VICTORIA, HOPE"),
        ("案母柯莎來訪", "柯莎"),
        ("艾森曼格來訪，家屬陪同", "艾森曼格"),
        ("Dr. Crohn saw pt; Crohn stable.", "Crohn"),
        ("陳林氏，92歲，案祖母", "陳林"),
    ],
)
def test_whoever_is_called_like_one_of_them_is_still_found(text: str, name: str, pipeline: Pipeline) -> None:
    at = text.index(name)
    edits = [e for e in pipeline.run(Document("case", text)).edits if e.end > e.start]
    assert all(any(e.start <= i < e.end for e in edits) for i in range(at, at + len(name)))
