"""Quick bounds on how far a name can beat words: most candidates are dropped before they are weighed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.names.lexicon import UNSEEN_GIVEN, UNSEEN_WORD, based, tables

ONE_CHARACTER: Final = -1.0
TWO_CHARACTERS: Final = -0.05
DOUBLE_LEAST: Final = -2.8
"""Rarer surnames make no double one, unless something vouches for the name."""


class _Odds(NamedTuple):
    """How much likelier each character is in a name than alone: as surname, first and last given character."""

    surname: dict[str, float]
    first: dict[str, float]
    last: dict[str, float]


@cache
def _odds() -> _Odds:
    table = tables()
    get = table.words.get
    return _Odds(
        {char: share - get(char, UNSEEN_WORD) for char, share in table.surnames.items()},
        {char: shares[0] - get(char, UNSEEN_WORD) + TWO_CHARACTERS for char, shares in table.given.items()},
        {char: shares[1] - get(char, UNSEEN_WORD) for char, shares in table.given.items()},
    )


def hopeful(text: str, start: int, prior: float) -> bool:
    """Whether `name_at` may find a name of one surname character at `start`: a quick bound, never too low.

    >>> hopeful("王小明說", 0, -1), hopeful("高的是", 0, -1)
    (True, False)
    """
    return bound(based(text)[start : start + 3]) + prior > 0


def crossing(base: str, start: int) -> float:
    """How much dearer words become if the word that ends behind `start` is cut before it: 升|高, 血|壓.

    Nothing where another word may end before `start`, so it is never too high for the likeliest reading.
    """
    if not start:
        return 0.0
    get = tables().words.get
    joint = get(base[start - 1 : start + 1])
    if joint is None or base[start - 2 : start] in tables().words or base[start - 3 : start] in tables().words:
        return 0.0
    return max(0.0, joint - get(base[start - 1], UNSEEN_WORD) - get(base[start], UNSEEN_WORD))


@lru_cache(maxsize=16384)
def bound(base: str) -> float:
    """The most by which a name that begins with `base` (one to three base characters) can beat words.

    Kept, since the same phrases begin with a surname in note after note.
    """
    odds = _odds()
    pair = base[:2]
    if pair in tables().compound:
        return 99.0
    family = odds.surname.get(base[0])
    if family is None or len(pair) < 2:
        return -99.0
    surnames = tables().surnames
    if surnames.get(pair[1], -9.0) > DOUBLE_LEAST and surnames[pair[0]] > DOUBLE_LEAST:  # 王黃阿滿
        return 99.0
    get = tables().words.get
    plain = get(pair[0], UNSEEN_WORD) + get(pair[1], UNSEEN_WORD)
    family -= max(0.0, get(pair, -99.0) - plain)
    unseen = UNSEEN_GIVEN - get(pair[1], UNSEEN_WORD)
    third = base[2:]
    last = odds.last.get(third, UNSEEN_GIVEN - get(third, UNSEEN_WORD))
    return family + max(ONE_CHARACTER + odds.last.get(pair[1], unseen), odds.first.get(pair[1], unseen) + last)
