"""A text without the separators that names and numbers are broken up by, and the way back to its places.

`王 大\\n明`, `0912-345 678` and `O' Brien` are looked for as `王大明`, `0912345678`, `obrien`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from operator import add
from typing import Final

from incognote.text.view import View

SEPARATORS: Final = " \t\r\n-.()_,'’‧·・/"
WIDEST_GAP: Final = 4
"""Separators in a row that one name or number may hold: a line end with an indent, not a new paragraph."""
_IN_NUMBERS: Final = frozenset(" \t\r\n-.()_/")  # a comma or an apostrophe parts two numbers, not two names
_DROPPED: Final = frozenset(SEPARATORS)
_BREAKS: Final = frozenset("\t\r\n")
_SEPARATOR: Final = re.compile(f"[{re.escape(SEPARATORS)}]")


class Squeezed:
    """A view with its squeezed copy: `text` is `view.lower` without `SEPARATORS`, characters folded one to one."""

    __slots__ = ("_gaps", "_separators", "folded", "lower", "text")

    def __init__(self, view: View, text: str) -> None:
        self.folded, self.lower, self.text = view.text, view.lower, text
        self._separators: list[int] | None = None
        self._gaps: list[int] = []

    def find(self, form: str, *, is_number: bool, text: str = "") -> Iterator[tuple[int, int]]:
        """Folded ranges of a squeezed `form` on token borders; what lies between its parts is short.

        It is looked for in `text`, what `without` left of the squeezed text, if that is given.
        """
        searched = text or self.text
        at = searched.find(form)
        while at >= 0:
            place = self.standing(at, len(form), is_number=is_number)
            if place is not None:
                yield place
            at = searched.find(form, at + 1)

    def without(self, ranges: Iterable[tuple[int, int]]) -> str:
        """The squeezed text with the folded `ranges` (in order, apart) blanked out, of the same length."""
        separators = self._places()
        pieces: list[str] = []
        position = 0
        for start, end in ranges:
            low, high = start - bisect_left(separators, start), end - bisect_left(separators, end)
            pieces += (self.text[position:low], "\0" * (high - low))
            position = high
        return "".join([*pieces, self.text[position:]])

    def standing(self, at: int, size: int, *, is_number: bool) -> tuple[int, int] | None:
        """The folded range of `size` squeezed characters from `at`, if it is one token and no more."""
        start, end = self._place(at, size)
        if self._stands_alone(start, end) and (end - start == size or self._hangs_together(start, end, is_number)):
            return start, end
        return None

    def _place(self, at: int, size: int) -> tuple[int, int]:
        self._places()
        gaps, last = self._gaps, at + size - 1
        return at + bisect_right(gaps, at), last + bisect_right(gaps, last) + 1

    def _places(self) -> list[int]:
        """Where separators stand, and in `_gaps` at which squeezed place: as many as lie before one are to be added."""
        if self._separators is None:
            self._gaps = list(accumulate(map(len, _SEPARATOR.split(self.lower))))[:-1]
            self._separators = list(map(add, self._gaps, range(len(self._gaps))))
        return self._separators

    def _stands_alone(self, start: int, end: int) -> bool:
        text = self.lower
        if start and _is_token(text[start - 1]) and _is_token(text[start]):
            return False
        return not (end < len(text) and _is_token(text[end]) and _is_token(text[end - 1]))

    def _hangs_together(self, start: int, end: int, is_number: bool) -> bool:
        if is_number and self._is_column(start, end):
            return False
        gap = 0
        for c in self.lower[start:end]:
            if c not in _DROPPED:
                gap = 0
                continue
            gap += 1
            if gap > WIDEST_GAP or (is_number and c not in _IN_NUMBERS):
                return False
        return True


    def _is_column(self, start: int, end: int) -> bool:
        """Whether so many cells or lines make up a number that they are scores: 1 0 0 1 2 is no chart number."""
        breaks = sum(1 for one, other in pairwise(self.lower[start:end]) if one in _BREAKS and other not in _BREAKS)
        return breaks > 1 and 2 * breaks + 1 >= sum(map(str.isalnum, self.lower[start:end]))


def _is_token(character: str) -> bool:
    return character.isascii() and character.isalnum()
