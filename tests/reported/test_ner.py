"""Reported: long texts, offsets that drift, and what a detector's failure does to the run."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Pipeline, Result

TODAY = date(2026, 11, 29)
CHUNKS = (384, 512, 1024, 8192)


def scrub(text: str) -> Result:
    return Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(Document("1", text))


@pytest.mark.parametrize(
    ("filler", "identifying", "values"),
    [
        ("病情平穩。", "姓名：王大明，電話0912345678，住台中市西屯區測試路一段100號。", ("王大明", "0912345678", "測試路一段100號")),
        ("病情平稳。", "患者张建国，手机13912345678，住广州市天河区体育西路12号。", ("张建国", "13912345678", "体育西路12号")),
        ("stable. ", "Pt Mary Wu, MRN 1234567, lives at 48 Oakfield Road. ", ("Mary", "1234567", "Oakfield")),
    ],
)
@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_lies_across_a_border_of_chunks_is_found(chunk: int, filler: str, identifying: str, values: tuple[str, ...]) -> None:
    for value in values:
        inside = identifying.index(value) + len(value) // 2
        for away in (-3, -1, 0, 1, 3):
            lead = (filler * (chunk // len(filler) + 1))[: chunk - inside + away]
            result = scrub(lead + identifying + filler * 20)
            assert result.status == "clean" and result.text is not None
            assert not [v for v in values if v in result.text]
            edits = [e for e in result.edits if e.start < e.end]
            assert all(one.end <= two.start for one, two in itertools.pairwise(edits))


@pytest.mark.parametrize(
    ("filler", "line"),
    [("無發燒，食慾佳，睡眠可。", "家屬：{}來訪。"), ("无发热，食欲佳，睡眠可。", "家属：{}来访。"), ("No fever, eats well. ", "Seen by Dr. {} today. ")],
)
def test_no_tail_of_a_long_note_stays_unread(filler: str, line: str) -> None:
    names = ["Ortiz", "Novak", "Kowalski", "Haruki", "Lindqvist", "Abebe"] if line.isascii() else ["王大明", "陳冠宇", "林雅婷", "黃淑惠", "張家豪", "吳佩珊"]
    text = "".join(filler * (500 // len(filler)) + line.format(names[n % len(names)]) for n in range(12))
    assert len(text) > 5_500
    result = scrub(text)
    assert result.text is not None
    assert not [name for name in names if name in result.text]
    assert len([e for e in result.edits if e.start < e.end and e.label in {"NAME", "DOCTOR"}]) == 12


PIECES = {
    "traditional": ["王大明", "姓名：", "　", "電話0912345678", "🙂", "https://a.example/王", "\n", "BP 120/80", "𠮷田", "①", "，", " "],
    "simplified": ["张伟", "患者", "　", "13912345678", "👩‍⚕️", "\r\n", "住院号20240877", "；", "\u200b", "㎎"],
    "english": ["Mary Wu", "Dr. ", "  ", "MRN 1234567", "ﬁ", "e\u0301", "\t", "2024/05/02", "'", "ı", "İ", "."],
}


@pytest.mark.parametrize("script", PIECES)
def test_spans_of_any_mixture_are_in_order_apart_and_inside_the_text(script: str) -> None:
    @settings(max_examples=120, deadline=None)
    @given(st.lists(st.sampled_from(PIECES[script]) | st.text(max_size=4), max_size=40))
    def holds(pieces: list[str]) -> None:
        text = "".join(pieces)
        spans, _ = PIPELINE.detect(Document("1", text))
        at = 0
        for span in spans:
            assert at <= span.start < span.end <= len(text)
            at = span.end

    holds()


PIPELINE = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
