"""A note in windows: all of it is read, nothing is larger than it may be, and what is short stands whole in one of them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.detect.llm_windows import LEAST, OVERLAP, halves, windows
from incognote.llm.tokens import most_tokens

TEXTS = st.text(alphabet=st.sampled_from("王a 1。\n,𠮷. "), max_size=600)


@given(TEXTS, st.integers(8, 200))
@settings(max_examples=150, deadline=None)
def test_every_character_that_is_no_blank_is_in_a_window(text: str, longest: int) -> None:
    found = windows(text, tokens=len, longest=longest, overlap=6)
    covered = set().union(*(range(*window) for window in found)) if found else set()
    assert all(at in covered for at, character in enumerate(text) if character.strip())
    assert all(end - start <= longest for start, end in found)
    assert [*found] == sorted(found)


@given(TEXTS.filter(lambda text: len(text) > 40), st.integers(0, 500))
@settings(max_examples=150, deadline=None)
def test_what_is_no_longer_than_the_overlap_stands_whole_in_one(text: str, at: int) -> None:
    start = at % (len(text) - 6)
    piece = text[start : start + 6]
    found = windows(text, tokens=len, longest=30, overlap=6)
    assert any(low <= start and start + 6 <= high for low, high in found) or not piece.strip() or len(piece.strip()) < 6


def test_a_usual_note_is_one_window() -> None:
    assert windows("病人王小明，頭痛兩日。\n" * 20, tokens=most_tokens) == ((0, 240),)


def test_a_window_ends_behind_a_line_or_sentence() -> None:
    text = "病人訴頭痛兩日。" * 50
    first = windows(text, tokens=len, longest=100)[0]
    assert first == (0, 96)


@pytest.mark.parametrize("text", ["", " \n\t", "\u3000"])
def test_a_text_of_blanks_has_none(text: str) -> None:
    assert windows(text, tokens=len) == ()


def test_a_text_whose_every_character_is_many_tokens_is_read_in_full() -> None:
    found = windows("𠮷" * 300, tokens=lambda text: 30 * len(text), longest=900)
    assert all(end - start <= 30 for start, end in found) and found[-1][1] == 300


def test_a_window_smaller_than_a_character_still_advances() -> None:
    assert windows("甲乙丙", tokens=lambda text: 9 * len(text), longest=4) == ((0, 1), (1, 2), (2, 3))


@pytest.mark.parametrize("text", ["王" * 200_000, "1.1.1." * 40_000, "a" * 200_000, "\n" * 100_000 + "王" * 100_000])
def test_windows_cost_linear_time(text: str) -> None:
    start = time.perf_counter()
    windows(text, tokens=most_tokens)
    assert time.perf_counter() - start < 3


def test_halves_hold_all_of_their_window_and_are_smaller() -> None:
    text = "病人訴頭痛兩日。\n" * 40
    first, second = halves(text, (10, 310))
    assert first[0] == 10 and second[1] == 310 and second[0] < first[1] and first[1] - second[0] <= OVERLAP
    assert max(first[1] - first[0], second[1] - second[0]) < 300
    assert halves(text, (0, LEAST - 1)) == ()
