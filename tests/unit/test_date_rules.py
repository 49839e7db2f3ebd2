"""Dates, times and ages in hostile and odd texts."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.detect import rules
from incognote.document import Document

NAMES = ("date_numeric", "date_words", "date_english", "date_year", "date_special", "time_of_day", "age")
DETECT = rules.detector(rules.load(skip=set(rules.names()) - set(NAMES)))
HOSTILE = ("1.1.1.", "0912-", "王", "(", "1/", "1/1", "年", "1月", "May ", "2015 ", "12:30", "age ", "一", "生日|", "週一、", "DOB|\n1/2|", "00:", "at ")


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    def cost(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        begun = time.process_time()
        for _ in DETECT(Document("h", text)):
            pass
        return time.process_time() - begun

    small, large = min(cost(10_000) for _ in range(3)), min(cost(40_000) for _ in range(3))
    assert large < 1.0
    assert large < 12 * small + 0.05  # four times the text; a square law would be sixteen times the cost


@given(st.text(alphabet="0123456789/.-:年月日 歲MF生於(DOB)五May\n", max_size=60))
def test_spans_lie_inside_the_text_and_hold_something(text: str) -> None:
    for span in DETECT(Document("t", text)):
        assert 0 <= span.start < span.end <= len(text)
        assert span.label in {"DATE", "TIME", "AGE"}
        assert not text[span.start].isspace() and not text[span.end - 1].isspace()


def test_offsets_are_those_of_the_source_where_the_view_is_shorter() -> None:
    text = "看診日\u200b：１１３／０\u200b５／０２（四）回診"
    spans = [s for s in DETECT(Document("t", text)) if s.label == "DATE"]
    assert [text[s.start : s.end] for s in spans] == ["１１３／０\u200b５／０２（四）"]
    assert spans[0].kind == "visit"


def test_the_same_text_gives_the_same_spans_every_time() -> None:
    document = Document("t", "113/05/02(四) 回診，MMT 5/2，去年中秋，F/78，下午2點半")
    assert len({tuple(DETECT(document)) for _ in range(4)}) == 1
