"""Text in pieces for a small encoder: every Han character is one piece, a Latin word is cut into known parts.

Every piece knows its offsets: they are never rebuilt from tokens. Words are cut by the most likely parts (Unigram
scores, Viterbi), each word once and remembered. A character that no piece knows is `unknown`, alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import ascii_letters
from typing import Final, NamedTuple

from incognote.text.view import fold

_TOKEN: Final = re.compile(r"[A-Za-z]{1,64}|\S")
_START: Final = "\u2581"
"""The sign that a piece begins a word (a space stood before it)."""
_LONGEST: Final = 16
_LETTERS: Final = frozenset(ascii_letters)
_NO_WAY: Final = -1e9
_UNKNOWN_LETTER: Final = -30.0
"""What a letter that is no piece costs."""
_NEW: Final = tuple.__new__  # half the time of the constructor


class Piece(NamedTuple):
    """A piece of the text: its id and half-open offsets."""

    id: int
    start: int
    end: int


class Pieces:
    """A vocabulary: piece to (id, score). Frozen after making; safe to share among threads."""

    def __init__(self, vocabulary: Mapping[str, tuple[int, float]], *, unknown: int) -> None:
        self._of = dict(vocabulary)
        self.unknown = unknown
        self._cut = lru_cache(maxsize=16384)(self._cut_word)
        self._at = lru_cache(maxsize=16384)(self._one)

    def cut(self, text: str) -> Iterator[Piece]:
        """The pieces of `text` in order; blanks are none, but the word behind a blank knows of it."""
        last = -1
        for token in _TOKEN.finditer(fold_each(text)):
            value, start = token[0], token.start()
            spaced = start != last
            last = start + len(value)
            if value in _LETTERS or last - start > 1:
                for found, begin, end in self._cut(value, spaced):
                    yield _NEW(Piece, (found, start + begin, start + end))
            else:
                yield _NEW(Piece, (self._at(value, spaced), start, last))

    def _one(self, character: str, spaced: bool) -> int:
        found = self._of.get(_START + character) if spaced else None
        found = found or self._of.get(character) or self._of.get(_START + character)
        return found[0] if found else self.unknown

    def _cut_word(self, word: str, spaced: bool) -> tuple[tuple[int, int, int], ...]:
        """(id, start, end) of the most likely parts of a Latin word."""
        text = _START + word if spaced else word
        shift = 1 if spaced else 0
        known = self._of.get
        best: list[tuple[float, int, int]] = [(0.0, 0, -1)]
        for end in range(1, len(text) + 1):
            top = (_NO_WAY, 0, -1)
            for start in range(max(0, end - _LONGEST), end):
                found = known(text[start:end])
                if found is not None:
                    score = best[start][0] + found[1]
                    if score > top[0]:
                        top = (score, start, found[0])
            if (score := best[end - 1][0] + _UNKNOWN_LETTER) > top[0] and text[end - 1] not in self._of:
                top = (score, end - 1, self.unknown)
            best.append(top)
        parts = []
        end = len(text)
        while end > 0:
            _, start, piece = best[end]
            if end > shift:  # the sign of a word's start alone stands for nothing of the text
                parts.append((piece, max(0, start - shift), end - shift))
            end = start
        return tuple(reversed(parts))


class _Each(dict[int, str]):
    """A table for `str.translate` that folds a character when it first comes, and remembers it."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = fold(character)
        self[code] = found = folded if len(folded) == 1 else character
        return found


_EACH: Final = _Each()


def fold_each(text: str) -> str:
    """`text` with each character folded on its own (full width to half width), so that no offset moves."""
    return text if text.isascii() else text.translate(_EACH)
