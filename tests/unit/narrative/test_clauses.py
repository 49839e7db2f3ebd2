"""Sentences and clauses: where they end, and what only looks like an end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.find import sentence_spans


def _sentences(text):
    return [text[start:end] for start, end in sentence_spans(clauses(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("失眠。食慾差。", ["失眠", "食慾差"]),
        ("Sad. Awake at four!", ["Sad", "Awake at four"]),
        ("一\n二", ["一", "二"]),
        ("想死嗎？沒有。", ["想死嗎", "沒有"]),
    ],
)
def test_a_stop_a_question_and_a_line_end_a_sentence(text, expected):
    assert _sentences(text) == expected


@pytest.mark.parametrize("text", ["Seen by Dr. Lin today", "2.5 mg at night", "e.g. headaches", "vs. panic disorder", "?depressive episode"])
def test_a_point_in_a_number_or_a_title_ends_nothing(text):
    assert len(_sentences(text)) == 1


def test_clauses_lie_within_the_text_in_order_and_overlap_nowhere():
    text = "失眠，食慾差（兩週）；想哭。\n\n— No voices, 1,500 mg — fine."
    found = clauses(text)
    assert all(text[c.start : c.end].strip() == text[c.start : c.end] for c in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_no_text_has_no_clause():
    assert clauses("") == () == clauses(" \n ")
