"""Families drawn in words: a genogram's squares and circles, two households side by side, children under a heading.

A square is male, a circle female; who stands below the line is a child. Nothing is read where no such word stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.evidence import Claim
from incognote.link.role_words import Hit

Places = Sequence[tuple[int, int]]
DRAWN: Final = "drawn"
"""`Hit.of` of children in a genogram, which are drawn from the oldest to the youngest."""
_SHAPE: Final = re.compile(r"(?<![A-Za-z])(square|circle|triangle)s?(?![A-Za-z])", re.IGNORECASE)
_BELOW: Final = re.compile(r"(?<![A-Za-z])(?:below|beneath|underneath|under them|next row|second row)(?![A-Za-z])", re.IGNORECASE)
_ELSE: Final = re.compile(r"dotted|broken line|(?<![A-Za-z])outside|carer|partner|grand|aunt|uncle", re.IGNORECASE)
_SEX: Final = {"square": ("boy", "father"), "circle": ("girl", "mother")}
_KEY: Final = re.compile(r"^[ \t*•-]*([A-Z]{1,2}\d?) ?= ?(?=[A-Z])", re.MULTILINE)
_TO_FATHER: Final = re.compile(r"\s?(?:\([^()\n]{0,20}\))? ?(?:->|→) ?(?:(?:putative|natural|bio|biological) )?(?:father|fa|dad):? ?", re.IGNORECASE)
_COST: Final = 0.6


def drawn(text: str, places: Places) -> Iterator[Claim]:
    """What a genogram told in words says of the names at `places`: parents above, children below."""
    shapes = list(_SHAPE.finditer(text)) if "quare" in text and "ircle" in text else []
    if len(shapes) < 2:
        return
    starts = [start for start, _ in places]
    end = text.find("\n\n", shapes[0].start())
    end = len(text) if end < 0 else end
    below = _BELOW.search(text, shapes[0].start(), end)
    if below is None:
        return
    for number, shape in enumerate(shapes):
        if shape.start() >= end:
            return
        until = shapes[number + 1].start() if number + 1 < len(shapes) else end
        at = bisect_left(starts, shape.end())
        if at >= len(places) or starts[at] >= until or shape[1].lower() not in _SEX or _ELSE.search(text, shape.end(), starts[at]):
            continue
        child, parent = _SEX[shape[1].lower()]
        role, word = ("child", child) if shape.start() > below.start() else (parent, parent)
        yield Claim(at, role, _COST, Hit(shape.start(), shape.end(), role, word, DRAWN if role == "child" else ""))


def letters(text: str) -> frozenset[str]:
    """The letters that a key gives to speakers: what stands beside them is no role.

    >>> sorted(letters("M = Cheryl Murphy, mother\\nN = Donna McInnes"))
    ['M', 'N']
    """
    return frozenset(found[1] for found in _KEY.finditer(text)) if "=" in text else frozenset()


def fathers(text: str, places: Places) -> dict[int, int]:
    """By arrows, whose father is who: `child X -> father Y`, as indices of the names."""
    found: dict[int, int] = {}
    if "->" not in text and "→" not in text:
        return found
    for at in range(len(places) - 1):
        gap = text[places[at][1] : places[at + 1][0]]
        if len(gap) < 48 and _TO_FATHER.fullmatch(gap):
            found[at] = at + 1
    return found
