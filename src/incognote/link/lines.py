"""The lines of a text as places: where the words of each begin and end."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Line(NamedTuple):
    """One line without blanks at its ends; `start == end` where it is blank."""

    start: int
    end: int

    @property
    def is_blank(self) -> bool:
        return self.start == self.end


def lines_of(text: str) -> list[Line]:
    r"""Each line of `text`.

    >>> lines_of("a \r\n\n b")
    [Line(start=0, end=1), Line(start=4, end=4), Line(start=6, end=7)]
    """
    found = []
    at = 0
    for end in _LINE_END.finditer(text):
        found.append(trimmed(text, at, end.start()))
        at = end.end()
    return [*found, trimmed(text, at, len(text))]


def trimmed(text: str, start: int, end: int) -> Line:
    """`[start, end)` without the blanks at its ends."""
    piece = text[start:end]
    bare = piece.strip()
    if not bare:
        return Line(start, start)
    lead = len(piece) - len(piece.lstrip())
    return Line(start + lead, start + lead + len(bare))
