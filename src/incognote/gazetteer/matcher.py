"""All words of all lists in one pass over a text.

A word is looked up by its first two characters, which say how long the words are that begin so, and then as a
whole; one in Latin letters by all letters and the first other character, since it begins where a run of
letters begins: cost does not grow with the number of words, and a dictionary is all it takes. (An Aho-Corasick
automaton with a child list for each node took three times as long on Chinese, whose root has thousands
of children; `docs/decisions/0002-cues-in-one-pass.md`.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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
        longer: dict[str, list[str]] = {}
        single = []
        for word in self._words:
            if run := _LATIN.match(word):
                led = latin.setdefault(run[0].lstrip(" "), [])
                if run.end() < len(word):
                    longer.setdefault(word[: run.end() + 1].lstrip(" "), []).append(word)
                elif word[0] == " ":
                    led.append(word)
            elif len(word) > 1:
                pairs.setdefault(word[:2], set()).add(len(word))
            else:
                single.append(word)
        self._pairs = {head: tuple(sorted(sizes, reverse=True)) for head, sizes in pairs.items()}
        self._latin = {run: tuple(sorted(found, key=_blank_and_long_first)) for run, found in latin.items()}
        self._longer = {head: tuple(sorted(found, key=_blank_and_long_first)) for head, found in longer.items()}
        self._single = re.compile(_class(single)) if single else None
        self._heads: tuple[re.Pattern[str], ...] = ()
        if len(pairs) >= _MANY:
            signs, others = _split(pairs)
            self._heads = tuple(re.compile(pattern) for pattern in (_each(signs), _all(others)) if pattern)

    def __len__(self) -> int:
        return len(self._words)

    def find(self, text: str) -> list[tuple[int, int, Payload]]:
        """`(start, end, payload)` of every occurrence, by start, the longest first."""
        words = self._words
        found = self._paired(text) if self._pairs else []
        if self._latin:
            found += self._spelt(text)
        if self._single is not None:
            found += [(match.start(), match.end(), words[match[0]]) for match in self._single.finditer(text)]
        found.sort(key=_BY_START)
        return found

    def _paired(self, text: str) -> list[tuple[int, int, Payload]]:
        """The words that begin with no Latin letter, by their first two characters."""
        words, pairs, length = self._words, self._pairs, len(text)
        if self._heads:
            starts = [start for heads in self._heads for match in heads.finditer(text) if text[(start := match.start()) : start + 2] in pairs]
        else:
            starts = [start for start, head in enumerate(map(add, text, text[1:])) if head in pairs]
        found = []
        for start in starts:
            for size in pairs[text[start : start + 2]]:
                end = start + size
                word = text[start:end]
                if word in words and end <= length and not _runs_on(text, end):
                    found.append((start, end, words[word]))
        return found

    def _spelt(self, text: str) -> list[tuple[int, int, Payload]]:
        """The words that begin with Latin letters, a blank before them perhaps: by all their first letters and the next sign."""
        words, latin, longer, startswith = self._words, self._latin, self._longer.get, text.startswith
        found = []
        for run in [run for run in _LETTERS.finditer(text) if run[0] in latin]:
            begin, end = run.span()
            for word in longer(text[begin : end + 1], ()) + latin[run[0]]:
                start = begin - (word[0] == " ")
                if start >= 0 and startswith(word, start) and not _runs_on(text, start + len(word)):
                    found.append((start, start + len(word), words[word]))
            if run[0] in words:
                found.append((begin, end, words[run[0]]))
        return found


_MANY: Final = 64
"""From this many beginnings on, a pattern of them is worth the milliseconds of compiling it."""
_LETTERS: Final = re.compile("[A-Za-z]+")
_LATIN: Final = re.compile(" ?[A-Za-z]+")
_ASCII: Final = frozenset(ascii_letters)
_BY_START: Final = itemgetter(0)  # stable: what begins at one place comes from one table, the longest first, single characters last


def _blank_and_long_first(word: str) -> tuple[bool, int]:
    return word[0] != " ", -len(word)


def _split(heads: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """First character -> all second ones: for signs, blanks and digits, then for what else there is."""
    seconds: dict[str, str] = {}
    for head in heads:
        seconds[head[0]] = seconds.get(head[0], "") + head[1]
    return {c: found for c, found in seconds.items() if c.isascii()}, {c: found for c, found in seconds.items() if not c.isascii()}


def _each(seconds: Mapping[str, str]) -> str:
    """First characters each before its own second ones: signs are few, and stand everywhere."""
    return "|".join(f"{re.escape(first)}(?={_class(found)})" for first, found in seconds.items())


def _all(seconds: Mapping[str, str]) -> str:
    """Any first character before any second one."""
    return f"{_class(seconds)}(?={_class(''.join(seconds.values()))})" if seconds else ""


def _class(characters: Iterable[str]) -> str:
    return f"[{''.join(sorted(map(re.escape, set(characters))))}]"


def _runs_on(text: str, end: int) -> bool:
    """Whether an ASCII letter continues a word that ends with one."""
    return text[end : end + 1] in _ASCII and text[end - 1] in _ASCII
