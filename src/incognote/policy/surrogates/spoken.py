"""Foreign and indigenous names in Han characters: chains of characters that follow each other in such names.

A chain never is a word of the list it learned from; where no chain of the length asked for is found, the
characters are drawn one by one.
"""

from __future__ import annotations

from functools import cache

from incognote.names.tables import rows
from incognote.names.transcribed import letter_class
from incognote.policy.surrogates.lists import base, words
from incognote.policy.surrogates.stream import Stream

_END = ""
_TRIES = 60


@cache
def _followers() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word in (*words("spoken"), *words("places_spoken")):
        for before, after in zip((_END, *word), (*word, _END), strict=True):
            found.setdefault(before, []).append(after)
    return {before: tuple(after) for before, after in found.items()}


@cache
def _listed() -> frozenset[str]:
    return frozenset((*words("spoken"), *words("places_spoken")))


@cache
def _by_size() -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for word in words("spoken"):
        found[len(word)] = (*found.get(len(word), ()), word)
    return found


def chain(stream: Stream, size: int) -> str:
    """A name of `size` characters written by sound, in traditional characters.

    >>> len(chain(Stream(b"k"), 4)), chain(Stream(b"k"), 3) == chain(Stream(b"k"), 3)
    (4, True)
    """
    follow = _followers()
    best = ""
    for _ in range(_TRIES):
        made, last = "", _END
        while len(made) <= size:
            last = stream.pick(follow[last])
            if last == _END:
                break
            made += last
        if len(made) == size and (made not in _listed() or size <= 2):
            return made
        best = max(best, made[:size], key=len)
    while len(best) < size:
        best += stream.pick(stream.pick(words("spoken")))
    return best


def is_spoken(text: str) -> bool:
    """Whether all characters, two or more, are such as write the sounds of other tongues."""
    return len(text) >= 2 and all(char in letter_class() for char in text)


@cache
def parts_of(people: str) -> tuple[str, ...]:
    """Parts that names of one people are made of, as the lists of `names/` have them."""
    return tuple(dict.fromkeys(word for kind, listed in rows("minority_names") if kind == people for word in listed.split() if len(word) > 1))


def minority(stream: Stream, text: str) -> str | None:
    """A name of the same people and length as `text`, from the parts of its names; None where it has none of them."""
    plain = base(text)
    for people in ("tibetan", "uyghur", "single"):
        parts = parts_of(people)
        if any(base(part) in plain for part in parts):
            sized = {n: [p for p in parts if len(p) == n] for n in range(2, len(plain) + 1)}
            made = ""
            while len(made) < len(plain):
                left = len(plain) - len(made)
                fitting = [n for n, found in sized.items() if found and n <= left and left - n != 1]
                if not fitting:
                    return made + chain(stream, left)
                made += stream.pick(sized[stream.pick(fitting)])
            return made
    return None
