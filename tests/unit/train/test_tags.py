"""Tags and spans turn into each other."""

from __future__ import annotations

import doctest

from hypothesis import given
from hypothesis import strategies as st

from incognote.labels import LABELS
from incognote.text import tags
from incognote.text.pieces import Piece
from incognote.text.tags import CLASSES, TAGS, allowed, begin, spans_of, tag_ids


def line(length: int) -> list[Piece]:
    return [Piece(0, at, at + 1) for at in range(length)]


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(tags).failed == 0


def test_the_classes_are_those_of_the_label_table() -> None:
    assert set(CLASSES) == {row.training for row in LABELS.values() if row.training}
    assert len(TAGS) == 29 and TAGS[1 + 2 * 3] == "B-LOCATION" and TAGS[2 + 2 * 3] == "I-LOCATION"


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4), st.sampled_from(CLASSES)), max_size=8))
def test_spans_come_back_from_their_tags(runs: list[tuple[int, int, str]]) -> None:
    spans, at = [], 0
    for gap, length, name in runs:
        spans.append((at + gap, at + gap + length, name))
        at += gap + length
    found = tag_ids(line(at + 1), spans)
    assert spans_of(found, line(at + 1)) == spans
    assert all(allowed()[a][b] for a, b in zip([0, *found], found, strict=False))


def test_a_piece_partly_inside_a_span_is_inside() -> None:
    pieces = [Piece(0, 0, 4), Piece(0, 4, 6), Piece(0, 7, 9)]
    assert tag_ids(pieces, [(2, 5, "ID")]) == [begin("ID"), begin("ID") + 1, 0]
    assert tag_ids(pieces, [(2, 5, "ID"), (5, 8, "NAME")]) == [begin("ID"), begin("ID") + 1, begin("NAME")]


def test_a_span_over_blanks_alone_has_no_tag() -> None:
    assert tag_ids([Piece(0, 0, 1), Piece(0, 3, 4)], [(1, 3, "NAME")]) == [0, 0]


def test_an_inside_may_follow_only_its_own_kind() -> None:
    for a, row in enumerate(allowed()):
        for b, may in enumerate(row):
            assert may == (not TAGS[b].startswith("I") or TAGS[a][1:] == TAGS[b][1:])


def test_a_stray_inside_still_is_a_span() -> None:
    assert spans_of([begin("DATE") + 1, begin("TIME") + 1], line(2)) == [(0, 1, "DATE"), (1, 2, "TIME")]
