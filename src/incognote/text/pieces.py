"""Text in pieces for a small encoder: every Han character is one piece, a Latin word is cut into known parts.

Every piece knows its offsets: they are never rebuilt from tokens. Words are cut by the most likely parts (Unigram
scores, Viterbi), each word once and remembered. A character that no piece knows is `unknown`, alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.text.view import fold

_TOKEN: Final = re.compile(r"[A-Za-z]{1,64}|\s+|.", re.DOTALL)
_START: Final = "\u2581"
"""The sign that a piece begins a word (a space stood before it)."""
_LONGEST: Final = 16


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

    def cut(self, text: str) -> Iterator[Piece]:
        """The pieces of `text` in order; blanks are none, but the word behind a blank knows of it."""
        folded = fold_each(text)
        spaced = True
        for token in _TOKEN.finditer(folded):
            first = token[0][0]
            if first.isspace():
                spaced = True
                continue
            if first.isascii() and first.isalpha():
                for found, start, end in self._cut(token[0], spaced):
                    yield Piece(found, token.start() + start, token.start() + end)
            else:
                yield Piece(self._one(first, spaced), token.start(), token.end())
            spaced = False

    def _one(self, character: str, spaced: bool) -> int:
        found = self._of.get(_START + character) if spaced else None
        found = found or self._of.get(character) or self._of.get(_START + character)
        return found[0] if found else self.unknown

    def _cut_word(self, word: str, spaced: bool) -> tuple[tuple[int, int, int], ...]:
        """(id, start, end) of the most likely parts of a Latin word."""
        text = _START + word if spaced else word
        shift = 1 if spaced else 0
        best: list[tuple[float, int, int]] = [(0.0, 0, -1)] + [(-1e9, 0, -1)] * len(text)
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - _LONGEST), end):
                found = self._of.get(text[start:end])
                score = found[1] if found else (-30.0 if end - start == 1 else None)
                if score is not None and best[start][0] + score > best[end][0]:
                    best[end] = (best[start][0] + score, start, found[0] if found else self.unknown)
        parts = []
        end = len(text)
        while end > 0:
            _, start, piece = best[end]
            if end > shift:  # the sign of a word's start alone stands for nothing of the text
                parts.append((piece, max(0, start - shift), end - shift))
            end = start
        return tuple(reversed(parts))


def fold_each(text: str) -> str:
    """`text` with each character folded on its own (full width to half width), so that no offset moves."""
    if text.isascii():
        return text
    return "".join(_folded(c) for c in text)


@lru_cache(maxsize=8192)
def _folded(character: str) -> str:
    folded = fold(character)
    return folded if len(folded) == 1 else character
