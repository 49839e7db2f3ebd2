"""A text in windows that a tagger can read, with overlap, so that each piece is read with pieces on both sides.

A window ends behind the end of a sentence where there is one in its second half. In an overlap each piece takes
its tag from the window where it stands farther from an edge; every piece is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from incognote.text.pieces import Piece

LONGEST: Final = 126
"""Pieces of one window; with a begin and an end they are 128."""
OVERLAP: Final = 32
_ENDS: Final = frozenset("。！？!?；;\n")
Range = tuple[int, int]


def windows(text: str, pieces: Sequence[Piece], *, longest: int = LONGEST, overlap: int = OVERLAP) -> list[Range]:
    """Half-open ranges of pieces, in order; none for a text without a piece. `overlap` is below half of `longest`.

    >>> line = [Piece(0, at, at + 1) for at in range(10)]
    >>> windows("甲乙丙丁戊。己庚辛壬", line, longest=8, overlap=3)
    [(0, 6), (3, 10)]
    """
    found: list[Range] = []
    start = 0
    while start < len(pieces):
        end = _end(text, pieces, start, longest)
        found.append((start, end))
        if end == len(pieces):
            break
        start = end - overlap
    return found


def _end(text: str, pieces: Sequence[Piece], start: int, longest: int) -> int:
    """Where the window that starts at `start` ends: behind a sentence, else where it is full."""
    full = start + longest
    if full >= len(pieces):
        return len(pieces)
    for end in range(full, start + longest // 2 + 1, -1):
        if not _ENDS.isdisjoint(text[pieces[end - 1].start : pieces[end].start]):
            return end
    return full


def kept(ranges: Sequence[Range]) -> list[Range]:
    """For each window the range of pieces that take their tags from it: seams lie in the middle of overlaps.

    >>> kept([(0, 6), (3, 10)])
    [(0, 4), (4, 10)]
    """
    seams = [(before[1] + after[0]) // 2 for before, after in pairwise(ranges)]
    if not ranges:
        return []
    return list(pairwise([ranges[0][0], *seams, ranges[-1][1]]))
