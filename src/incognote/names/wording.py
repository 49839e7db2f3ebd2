"""How well words explain a stretch of Han text: the likeliest reading under a unigram model, as a logarithm."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from incognote.names.lexicon import UNSEEN_WORD, based, tables
from incognote.names.tables import to_base

AROUND: Final = 3
_HAN: Final = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]+")


def is_han(char: str) -> bool:
    """Whether `char` is an ideograph."""
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def left_of(text: str, start: int) -> int:
    """Where the up to three Han characters before `start` begin."""
    least = start - AROUND if start > AROUND else 0
    while start > least and ("\u3400" <= (char := text[start - 1]) <= "\u9fff" or is_han(char)):
        start -= 1
    return start


def right_of(text: str, end: int, most: int = AROUND) -> int:
    """Where the up to `most` Han characters from `end` on end."""
    found = _HAN.match(text, end, end + most)
    return found.end() if found else end


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` with up to three Han characters more on each side."""
    return left_of(text, start), right_of(text, end)


@lru_cache(maxsize=16384)
def words_cost(base: str) -> float:
    """The logarithm of the likeliest reading of `base` as words. Kept: what stands beside names repeats.

    >>> words_cost("高血压") > words_cost("血高压")
    True
    """
    return prefixes(base)[-1]


def prefixes(base: str) -> list[float]:
    """The cost of the likeliest reading of every prefix. Written out for one to four characters: it runs often."""
    get, tails = tables().words.get, _long_tails()
    best = [0.0]
    for end in range(1, len(base) + 1):
        top = best[end - 1] + get(base[end - 1], UNSEEN_WORD)
        if end > 1:
            pair = base[end - 2 : end]
            if (two := get(pair)) is not None and best[end - 2] + two > top:
                top = best[end - 2] + two
            if end > 2 and pair in tails:
                if (three := get(base[end - 3 : end])) is not None and best[end - 3] + three > top:
                    top = best[end - 3] + three
                if end > 3 and (four := get(base[end - 4 : end])) is not None and best[end - 4] + four > top:
                    top = best[end - 4] + four
        best.append(top)
    return best


@cache
def _long_tails() -> frozenset[str]:
    """The last two characters of words of three and four: most pairs end none, so longer words are seldom asked for."""
    return frozenset(word[-2:] for word in tables().words if len(word) > 2)


def strangeness(text: str) -> float:
    """Minus the cost a character of reading `text` as words: above 4 no words explain it.

    >>> strangeness("芷涵") > 4 > strangeness("發燒")
    True
    """
    return -words_cost(text.translate(to_base())) / len(text)


def stands_alone(text: str, at: int) -> bool:
    """Whether no word that ends at or crosses `at` from the left explains the character there better.

    >>> stands_alone("找王", 1), stands_alone("檢查", 1)
    (True, False)
    """
    base = based(text)
    left = left_of(base, at)
    costs = prefixes(base[left : at + 1])
    return costs[-1] <= costs[-2] + tables().words.get(base[at], UNSEEN_WORD) + 0.01
