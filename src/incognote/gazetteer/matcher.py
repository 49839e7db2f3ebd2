"""All words of all lists in one pass over a text.

A word is looked up by its first two characters, which say how long the words are that begin so, and then as a
whole; one in Latin letters by all letters up to the first other character, since it begins where a run of
letters begins: cost does not grow with the number of words, and a dictionary is all it takes. (An Aho-Corasick
automaton with a child list for each node took three times as long on Chinese, whose root has thousands
of children; `docs/decisions/0002-cues-in-one-pass.md`.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
        pairs: dict[str, set[int]] = {}
        latin: dict[str, list[str]] = {}
        single = []
        for word in self._words:
            if run := _LATIN.match(word):
                latin.setdefault(run[0].lstrip(" "), []).append(word)
            elif len(word) > 1:
                pairs.setdefault(word[:2], set()).add(len(word))
            else:
                single.append(word)
        self._pairs = {head: tuple(sorted(sizes, reverse=True)) for head, sizes in pairs.items()}
        self._latin = {run: tuple(sorted(found, key=_blank_and_long_first)) for run, found in latin.items()}
        self._single = re.compile(_class(single)) if single else None
        self._heads: re.Pattern[str] | None = None
        if len(pairs) >= _MANY:
            first, second = (_class(head[at] for head in pairs) for at in (0, 1))
            self._heads = re.compile(f"{first}(?={second})")

    def __len__(self) -> int:
        return len(self._words)

    def find(self, text: str) -> list[tuple[int, int, Payload]]:
        """`(start, end, payload)` of every occurrence, by start, the longest first."""
        words = self._words
        found = [(start, end, words[text[start:end]]) for start, end in self._paired(text)] if self._pairs else []
        if self._latin:
            found += [(start, start + len(word), words[word]) for start, word in self._spelt(text)]
        if self._single is not None:
            found += [(match.start(), match.end(), words[match[0]]) for match in self._single.finditer(text)]
        found.sort(key=_BY_START)
        return found

    def _paired(self, text: str) -> Iterator[tuple[int, int]]:
        """Where words stand that begin with no Latin letter, by their first two characters."""
        words, pairs, length = self._words, self._pairs, len(text)
        if self._heads is not None:
            starts = [match.start() for match in self._heads.finditer(text)]
        else:
            starts = [start for start, head in enumerate(map(add, text, text[1:])) if head in pairs]
        for start in starts:
            for size in pairs.get(text[start : start + 2], ()):
                end = start + size
                if text[start:end] in words and end <= length and not _runs_on(text, end):
                    yield start, end

    def _spelt(self, text: str) -> Iterator[tuple[int, str]]:
        """Where words stand that begin with Latin letters, a blank before them perhaps: by all their first letters."""
        get, startswith = self._latin.get, text.startswith
        for run in _LETTERS.finditer(text):
            for word in get(run[0], ()):
                start = run.start() - (word[0] == " ")
                if start >= 0 and startswith(word, start) and not _runs_on(text, start + len(word)):
                    yield start, word


_MANY: Final = 64
"""From this many beginnings on, a pattern of them is worth the milliseconds of compiling it."""
_LETTERS: Final = re.compile("[A-Za-z]+")
_LATIN: Final = re.compile(" ?[A-Za-z]+")
_BY_START: Final = itemgetter(0)  # stable: what begins at one place comes from one table, the longest first, single characters last


def _blank_and_long_first(word: str) -> tuple[bool, int]:
    return word[0] != " ", -len(word)


def _class(characters: Iterable[str]) -> str:
    return f"[{''.join(sorted(map(re.escape, set(characters))))}]"


def _runs_on(text: str, end: int) -> bool:
    """Whether an ASCII letter continues a word that ends with one."""
    return end < len(text) and text[end] in ascii_letters and text[end - 1] in ascii_letters
