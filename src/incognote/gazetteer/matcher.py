"""All words of all lists in one pass over a text (Aho-Corasick)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

import ahocorasick

Payload = TypeVar("Payload")


class Matcher(Generic[Payload]):
    """Finds every occurrence of every word; words and text are compared as given (fold them first).

    A word that begins or ends with an ASCII letter is found only where no ASCII letter continues it;
    digits may follow (`MRN12345678`), Chinese may stand on both sides. `\\b` would be wrong: it sees
    no border between 患者 and MRN.

    >>> matcher = Matcher([("mrn", 1), ("病歷號", 2), ("病歷號碼", 3)])
    >>> list(matcher.find("病患mrn:87 cmrn 病歷號碼"))
    [(2, 5, 1), (14, 17, 2), (14, 18, 3)]
    """

    def __init__(self, words: Iterable[tuple[str, Payload]]) -> None:
        automaton = ahocorasick.Automaton()
        for word, payload in words:
            guarded = word[0].isascii() and word[0].isalpha(), word[-1].isascii() and word[-1].isalpha()
            automaton.add_word(word, (len(word), *guarded, payload))
        if len(automaton):
            automaton.make_automaton()
        self._automaton = automaton

    def find(self, text: str) -> Iterator[tuple[int, int, Payload]]:
        """`(start, end, payload)` of every occurrence, by end, then by start from the right."""
        if not len(self._automaton):
            return
        length = len(text)
        for last, (size, guard_left, guard_right, payload) in self._automaton.iter(text):
            start, end = last - size + 1, last + 1
            if guard_left and start and text[start - 1].isascii() and text[start - 1].isalpha():
                continue
            if guard_right and end < length and text[end].isascii() and text[end].isalpha():
                continue
            yield start, end, payload
