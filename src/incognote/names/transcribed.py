"""How much likelier a stretch of Han text writes the sounds of a foreign or indigenous name than words.

Weighed like `likelihood.py`: a weight for each character that such names use, against the best reading as words.

>>> transcribed_margin("病人烏麗南卡夫說", 2, 7) > 2 > transcribed_margin("病人大里多山可說", 2, 7)
True
"""

from __future__ import annotations

from functools import cache
from typing import Final

from incognote.names.likelihood import around, based, words_cost
from incognote.names.tables import rows, to_base, variants

WEIGHTS: Final = {"strong": -2.2, "weak": -2.9}


@cache
def letters() -> dict[str, float]:
    """Base character -> the logarithm of its share in names that are written by sound."""
    table: dict[str, float] = {}
    for kind, listed in rows("transcription"):
        for char in listed.translate(to_base()):
            table.setdefault(char, WEIGHTS[kind])
    return table


@cache
def letter_class() -> frozenset[str]:
    """The characters of `letters` in all their writings."""
    return frozenset({form for char in letters() for form in char + variants().get(char, "")})


def transcribed_margin(text: str, start: int, end: int) -> float:
    """The logarithm of how much likelier `text[start:end]` is written by sound than in words."""
    base = based(text)
    left, right = around(base, start, end)
    weight = sum(letters().get(char, -6.0) for char in base[start:end])
    return words_cost(base[left:start]) + weight + words_cost(base[end:right]) - words_cost(base[left:right])
