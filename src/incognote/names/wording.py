"""How well words explain a stretch of Han text: the likeliest reading under a unigram model, as a logarithm."""

from __future__ import annotations

from typing import Final

from incognote.names.lexicon import UNSEEN_WORD, based, tables
from incognote.names.tables import to_base

AROUND: Final = 3


def is_han(char: str) -> bool:
    """Whether `char` is an ideograph."""
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` with up to three Han characters more on each side."""
    left, right = start, end
    while left > 0 and start - left < AROUND and is_han(text[left - 1]):
        left -= 1
    while right < len(text) and right - end < AROUND and is_han(text[right]):
        right += 1
    return left, right


def words_cost(base: str) -> float:
    """The logarithm of the likeliest reading of `base` as words.

    >>> words_cost("高血压") > words_cost("血高压")
    True
    """
    return prefixes(base)[-1]


def prefixes(base: str) -> list[float]:
    """The cost of the likeliest reading of every prefix."""
    get = tables().words.get
    best = [0.0]
    for end in range(1, len(base) + 1):
        top = best[end - 1] + get(base[end - 1], UNSEEN_WORD)
        for start in range(end - 2, max(end - 5, -1), -1):
            weight = get(base[start:end])
            if weight is not None and best[start] + weight > top:
                top = best[start] + weight
        best.append(top)
    return best


def suffixes(base: str) -> list[float]:
    """The cost of the likeliest reading of every suffix."""
    get = tables().words.get
    size = len(base)
    best = [0.0] * (size + 1)
    for start in range(size - 1, -1, -1):
        top = best[start + 1] + get(base[start], UNSEEN_WORD)
        for end in range(start + 2, min(start + 4, size) + 1):
            weight = get(base[start:end])
            if weight is not None and best[end] + weight > top:
                top = best[end] + weight
        best[start] = top
    return best


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
    left = at
    while left > 0 and at - left < AROUND and is_han(base[left - 1]):
        left -= 1
    costs = prefixes(base[left : at + 1])
    return costs[-1] <= costs[-2] + tables().words.get(base[at], UNSEEN_WORD) + 0.01
