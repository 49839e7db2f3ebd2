"""Codes and marks of ours that come back in an input: what is told of, what is left, what is edited after all."""

from __future__ import annotations

import pytest

from incognote import scrub
from incognote.document import Person
from incognote.resolve import allow
from incognote.vault.rehydrate import rehydrate
from incognote.verify import verify

WRITINGS = ["PT-0001", "PT 0001", "PT0001", "pt0001", "ＰＴ－０００１", "PT—0001", "PT_0001", "PT\u200b-0001", "РТ-0001"]


@pytest.mark.parametrize("writing", WRITINGS)
def test_every_writing_that_would_become_a_name_is_told_of(writing: str) -> None:
    people = {"PT-0001": Person(("王大明",))}
    text = f"今日做 {writing} 訓練"
    assert rehydrate(text, "PT", people.get).restored == ("PT-0001",)
    _, findings = allow.own_ranges(text, lambda code: False)
    assert [(f.kind, text[f.start : f.end]) for f in findings] == [("literal_code", writing)]
    assert "literal_code" in {f.kind for f in scrub(text).findings}


@pytest.mark.parametrize("text", ["PT 12 sec", "WBC 12500", "APTT 0001", "PT-001", "PT 1234a", "ICD-1000", "HL-0012", "大PT"])
def test_what_would_not_become_a_name_is_not_told_of(text: str) -> None:
    assert allow.own_ranges(text, lambda code: False) == ([], [])


def test_a_writing_of_another_is_ours_under_a_header_only() -> None:
    text = "[代號 ST-0001]\nST 0001 與 ST0002"
    own, findings = allow.own_ranges(text, lambda code: False)
    assert [text[low:high] for low, high in own] == ["[代號 ST-0001]", "ST 0001"]
    assert [text[f.start : f.end] for f in findings] == ["ST0002"]
    own, findings = allow.own_ranges("pt 0001", lambda code: code == "PT-0001")
    assert own == [] and [f.kind for f in findings] == ["literal_code"]


def test_a_code_is_read_against_the_codes_of_headers_and_not_within_them() -> None:
    _, findings = allow.own_ranges("[代號 PT-00010]\nPT-0001", lambda code: False)
    assert [f.kind for f in findings] == ["literal_code"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[Code PT-0001, age 97]\nHTN.", "[Code PT-0001, age 90+]\nHTN."),
        ("[代號 PT-0001，97歲]\n高血壓", "[代號 PT-0001，90歲以上]\n高血壓"),
        ("[代号 PT-0001，91岁]\n头晕", "[代号 PT-0001，90岁以上]\n头晕"),
        ("住民 [97歲] 男", "住民 [90歲以上] 男"),
        ("[Code PT-0001, age 89]\nHTN.", "[Code PT-0001, age 89]\nHTN."),
    ],
)
def test_an_exact_age_of_ninety_in_a_mark_of_ours_is_told_as_the_group(text: str, wanted: str) -> None:
    once = scrub(text)
    assert (once.status, once.text) == ("clean", wanted)
    assert scrub(wanted).text == wanted


def test_an_exact_age_of_ninety_in_a_mark_is_residue() -> None:
    assert [f.severity for f in verify("[Code PT-0001, age 97]", known=(), written=())] == ["residue"]
    assert verify("[Code PT-0001, age 90+] [53歲]", known=(), written=()) == ()


@pytest.mark.parametrize("text", ["PT\\-0001", "PT\n0001", "PT-\r\n0001", "PT\n-0001", "pt\u2013\n 0001", "ＰＴ＼－０００１"])
def test_a_broken_code_is_left_and_told_of(text: str) -> None:
    result = rehydrate(f"見 {text}。PT-0001", "PT", {"PT-0001": Person(("王大明",))}.get)
    assert result.text == f"見 {text}。王大明"
    assert (result.restored, result.unknown) == (("PT-0001",), ("PT-0001",))


@pytest.mark.parametrize("text", ["PT\n\n0001", "PT\n12 sec", "PT\\\n0001", "SPT\n0001", "PT --0001"])
def test_what_is_too_far_apart_is_no_broken_code(text: str) -> None:
    assert rehydrate(text, "PT", {}.get).unknown == ()
