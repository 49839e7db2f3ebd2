"""The matcher finds what a search word by word finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from incognote.gazetteer.loader import read_list
from incognote.gazetteer.matcher import Matcher

WORDS = st.text("病歷號碼mrn 1a", min_size=1, max_size=5).filter(str.strip)


def _letters(text: str, left: int, right: int) -> bool:
    return left >= 0 and right < len(text) and all(text[i].isascii() and text[i].isalpha() for i in (left, right))


@given(st.sets(WORDS, min_size=1, max_size=8), st.text("病歷號碼mrn 1a", max_size=40))
def test_every_occurrence_on_letter_borders_is_found_once(words: set[str], text: str) -> None:
    expected = sorted(
        (start, start + len(word))
        for word in words
        for start in range(len(text) - len(word) + 1)
        if text.startswith(word, start)
        and not _letters(text, start - 1, start)
        and not _letters(text, start + len(word) - 1, start + len(word))
    )
    found = [(start, end) for start, end, _ in Matcher((w, None) for w in words).find(text)]
    assert sorted(found) == expected
    assert found == sorted(found, key=lambda place: (place[0], -place[1]))


def test_the_comments_of_a_list_are_no_words() -> None:
    found = read_list("incognote.text", "common_han")
    assert found and not [word for word in found if word.startswith("#")]


def test_a_word_that_ends_with_a_letter_ends_where_letters_end() -> None:
    found = Matcher([("x ray", 1), ("號a", 2)])
    assert found.find("x rays 號ab") == []
    assert found.find("x ray 號a1") == [(0, 5, 1), (6, 8, 2)]
