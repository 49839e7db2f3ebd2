"""Clinical strings that look like identifiers: which are found, and which of somebody's numbers are not."""

from __future__ import annotations

import time

import pytest

from incognote.lab.evaluate.clinical import clinical, clinical_of
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.predictions import Answer, Predicted
from incognote.lab.evaluate.utility import ALL, touched_by_kind


def found(text: str) -> list[tuple[str, str]]:
    return [(text[c.start : c.end], c.kind) for c in sorted(clinical(text))]


@pytest.mark.parametrize(
    ("text", "kind", "strings"),
    [
        ("Augmentin 500mg bid, 5 mg/kg/day", "dose", ["500mg", "5 mg/kg/day"]),
        ("insulin 10U, 生理食鹽水 1,000 ml", "dose", ["10U", "1,000 ml"]),
        ("GCS E4V5M6 轉為 E3VtM5", "score", ["E4V5M6", "E3VtM5"]),
        ("MMT 5/5, 4/5；Apgar 8/9", "score", ["MMT 5/5, 4/5", "Apgar 8/9"]),
        ("BP 120/80, HR 92, SpO2 98", "vital sign", ["BP 120/80", "HR 92", "SpO2 98"]),
        ("量得 120/80 mmHg", "vital sign", ["120/80"]),
        ("Hb 12.4, WBC 10,200, K 3.5", "lab value", ["Hb 12.4", "WBC 10,200", "K 3.5"]),
        ("左膝痛, Rt knee, Lt. hip, left lung, 双肺", "side", ["左", "Rt", "Lt.", "left", "双"]),
        ("G2P1, G3P2A1, GA 29+4", "gestation", ["G2P1", "G3P2A1", "GA 29+4"]),
        ("L4/5 HIVD, C3-4, T10/L2", "vertebra", ["L4/5", "C3-4", "T10/L2"]),
        ("E11.9, ICD-10 I10", "ICD code", ["E11.9", "ICD-10 I10"]),
    ],
)
def test_a_clinical_string_is_found(text: str, kind: str, strings: list[str]) -> None:
    assert [string for string, of in found(text) if of == kind] == strings


@pytest.mark.parametrize(
    "text",
    [
        "5/5 回診", "於5/2就診", "F/U 3/5", "2024/5/5", "113/05/02", "電話 0912-345-678", "A123456789", "M12345", "I10 床",
        "K 113-05-02", "左先生", "左轉中山路", "Right now", "S2-12345", "G6PD", "房 12", "BP 5/2", "T1 2024", "5a 病房",
    ],
)  # fmt: skip
def test_what_may_be_a_day_a_number_or_a_name_is_not_called_clinical(text: str) -> None:
    assert found(text) == []


def test_a_clinical_string_in_a_gold_span_is_not_protected() -> None:
    text = "病歷號 E11.9 與 E11.9"
    note = GoldNote("n", text, (GoldSpan(4, 9, "MRN"),), {}, {})
    assert [(c.start, c.end) for c in clinical_of([note])[0]] == [(12, 17)]


def test_a_mask_on_one_character_touches_the_string_and_kinds_are_told_apart() -> None:
    text = "Hb 12.4, 500mg"
    note = GoldNote("n", text, (), {}, {})
    answers = {"n": Answer((Predicted(3, 4, "DATE", "1"),))}
    told = touched_by_kind([note], answers, [[(k, c) for c in clinical_of([note])[0] for k in (ALL, c.kind)]])
    assert {kind: (row.value, row.of) for kind, row in told.items()} == {ALL: (0.5, 2), "dose": (0, 1), "lab value": (1, 1)}
    assert told["dose"].high > 0.5, "nothing touched of one is no certainty"


@pytest.mark.parametrize("hostile", ["1.1.1." * 8000, "5/5," * 20000, "MMT 5/5, " * 20000, "123," * 20000, "左" * 60000, "Hb " * 20000])
def test_hostile_text_is_read_quickly(hostile: str) -> None:
    start = time.process_time()
    list(clinical(hostile))
    assert time.process_time() - start < 2
