"""All words of all lists in one pass over a text.

A word is looked up by its first two characters, which say how long the words are that begin so, and then as a
whole: cost does not grow with the number of words, and a dictionary is all it takes. (An Aho-Corasick
automaton with a child list for each node took three times as long on Chinese, whose root has thousands
of children; `docs/decisions/0002-cues-in-one-pass.md`.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import add, itemgetter
from string import ascii_letters
from typing import Final, Generic, TypeVar

Payload = TypeVar("Payload")


class Matcher(Generic[Payload]):
    """Finds every occurrence of every word; words and text are compared as given (fold them first).

    A word that begins or ends with an ASCII letter is found only where no ASCII letter continues it;
    digits may follow (`MRN12345678`), Chinese may stand on both sides. `\\b` would be wrong: it sees
    no border between 患者 and MRN.

    >>> matcher = Matcher([("mrn", 1), ("病歷號", 2), ("病歷號碼", 3), ("歲", 4)])
    >>> list(matcher.find("病患mrn:87 cmrn 病歷號碼 8歲"))
    [(2, 5, 1), (14, 18, 3), (14, 17, 2), (20, 21, 4)]
    """

    def __init__(self, words: Iterable[tuple[str, Payload]]) -> None:
        self._words: dict[str, Payload] = dict(words)
        lengths: dict[str, set[int]] = {}
        for word in self._words:
            if len(word) > 1:
                lengths.setdefault(word[:2], set()).add(len(word))
        self._lengths = {head: tuple(sorted(sizes, reverse=True)) for head, sizes in lengths.items()}
        single = "".join(sorted(re.escape(word) for word in self._words if len(word) == 1))
        self._single = re.compile(f"[{single}]") if single else None

    def __len__(self) -> int:
        return len(self._words)

    def find(self, text: str) -> list[tuple[int, int, Payload]]:
        """`(start, end, payload)` of every occurrence, by start, the longest first."""
        words, length = self._words, len(text)
        sizes_at = map(self._lengths.get, map(add, text, text[1:]))
        places = [(start, sizes) for start, sizes in enumerate(sizes_at) if sizes]
        if self._single is not None:
            singles = [(match.start(), _ONE) for match in self._single.finditer(text)]
            places = sorted(places + singles, key=_BY_START) if singles else places
        found: list[tuple[int, int, Payload]] = []
        for start, sizes in places:
            if text[start] in _LETTERS and start and text[start - 1] in _LETTERS:
                continue
            for size in sizes:
                end = start + size
                word = text[start:end]
                if word in words and end <= length and not (end < length and text[end] in _LETTERS and word[-1] in _LETTERS):
                    found.append((start, end, words[word]))
        return found


_ONE: Final[tuple[int, ...]] = (1,)
_BY_START: Final = itemgetter(0)  # stable: a single character comes behind the longer words of its place
_LETTERS: Final = frozenset(ascii_letters)
