"""Places in code points as places in UTF-16 units, which JavaScript, Java and .NET count in.

A character outside the Basic Multilingual Plane (an emoji, 𠮷) is one code point and two units.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Final

_WIDE: Final = re.compile("[\U00010000-\U0010ffff]")


def to_utf16(text: str) -> Callable[[int], int]:
    """What turns a place in `text`, 0 to its length, into one in UTF-16 units.

    >>> place = to_utf16("a😀b𠮷")
    >>> [place(i) for i in range(5)]
    [0, 1, 3, 4, 6]
    """
    wide = [found.start() for found in _WIDE.finditer(text)] if not text.isascii() else []
    if not wide:
        return _same
    return lambda place: place + bisect_left(wide, place)


def _same(place: int) -> int:
    return place
