"""Windows read every piece, and end where sentences end."""

from __future__ import annotations

import doctest

from hypothesis import given
from hypothesis import strategies as st

from incognote.text import windows as module
from incognote.text.pieces import Piece
from incognote.text.windows import LONGEST, OVERLAP, kept, windows


def line(text: str) -> list[Piece]:
    return [Piece(0, at, at + 1) for at, c in enumerate(text) if not c.isspace()]


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@given(st.text("王。\n ", max_size=900))
def test_every_piece_is_kept_once_from_a_window_that_holds_it(text: str) -> None:
    pieces = line(text)
    ranges = windows(text, pieces)
    parts = kept(ranges)
    assert [p for start, end in parts for p in range(start, end)] == list(range(len(pieces)))
    for (start, end), (first, last) in zip(ranges, parts, strict=True):
        assert start <= first < last <= end <= start + LONGEST


def test_a_piece_has_half_an_overlap_around_it() -> None:
    pieces = line("王" * 1000)
    ranges = windows("王" * 1000, pieces)
    for (start, end), (first, last) in zip(ranges, kept(ranges), strict=True):
        assert first == 0 or first - start >= OVERLAP // 2
        assert last == 1000 or end - last >= OVERLAP // 2


def test_a_window_ends_behind_a_sentence_or_a_line_end_between_pieces() -> None:
    for mark in ("。", "\n"):
        text = "王" * 99 + mark + "李" * 99
        first, *_ = windows(text, line(text))
        assert first == (0, 100 if mark == "。" else 99)


def test_a_blank_text_has_no_window() -> None:
    assert windows(" \n", line(" \n")) == [] and kept([]) == []


def test_a_text_that_fills_one_window_has_one_and_a_piece_more_makes_two() -> None:
    for length, count in ((LONGEST - 1, 1), (LONGEST, 1), (LONGEST + 1, 2)):
        assert len(windows("王" * length, line("王" * length))) == count


def test_a_window_takes_the_last_sentence_that_it_holds_whole_and_none_of_its_first_half() -> None:
    def first_end(*marks: int) -> int:
        text = "".join("。" if at in marks else "王" for at in range(300))
        return windows(text, line(text))[0][1]

    assert first_end(90, LONGEST - 1) == LONGEST
    assert first_end(90, LONGEST) == 91
    assert first_end(LONGEST // 2 + 1) == LONGEST // 2 + 2
    assert first_end(LONGEST // 2) == LONGEST
