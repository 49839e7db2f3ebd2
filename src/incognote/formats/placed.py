"""Text that lies at places of a page, put into lines: what stands beside one another in a row is joined by a tab.

A page has no rows, only pieces with a place. They are kept in the order they were drawn in, so that
columns of a newspaper stay columns; a piece further right on the same line, or above it by a few lines,
is the next cell of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

_SAME_LINE: Final = 0.35
_GAP: Final = 1.4
_TALLEST: Final = 5
"""Lines a cell may have; what is taller is a column of the page."""
_WIDE: Final = 0x2E80
_NARROW: Final = frozenset(" iljtfrI.,;:'|!()[]-/")
_LONG: Final = 20
"""Letters' heights that a line is long, if it may have been broken at the margin."""
_CELLS: Final = re.compile(r"\||¦|  | / .* / ")
_BEGINS: Final = re.compile(r"[^\w\s\"'“‘(\[「（《]|\d{1,2}[.)] |[A-Z]{3,}|[^\s:：]{1,20}(?: [^\s:：]{1,20})?[:：]|[(（]?[一二三四五六七八九十\d]{1,2}[)）、]|[①-⑳【]")
"""How a line begins that is no rest of the one above: a sign, a number, capitals, a label."""


class Piece(NamedTuple):
    """`text` begins at `x`, `y` (points, y upwards) in letters `size` points high; `is_joined`: the writer of
    the page set it against the piece before it without a blank."""

    text: str
    x: float
    y: float
    size: float
    is_joined: bool = False

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters at {self.x:.0f}, {self.y:.0f})"

    @property
    def end(self) -> float:
        """Where it ends, by the usual width of letters: no font is asked."""
        return self.x + self.size * width(self.text)


def width(text: str) -> float:
    """The usual width of `text` in letters of height 1."""
    return sum(1.0 if ord(c) >= _WIDE else 0.27 if c in _NARROW else 0.68 if c.isupper() else 0.52 for c in text)


def compose(pieces: Sequence[Piece]) -> str:
    """The text of a page, every piece in it.

    >>> compose([Piece("Mother", 54, 700, 10), Piece("Maree", 150, 700, 10), Piece("Costa", 150, 688, 10)])
    'Mother\\tMaree Costa'
    """
    gap = 1.6 * _leading(pieces)
    margin = _margin(pieces)
    parts: list[str] = []
    row: list[tuple[int, Piece]] = []
    cell = 0.0
    for piece in pieces:
        if not row:
            joint = ""
        elif _is_same_line(row[-1][1], piece):
            joint = _beside(row[-1][1], piece)
        elif _is_next_cell(row, piece):
            joint = "\t"
            _close_up(parts, row, piece)
        elif "\t" in (parts[i - 1] for i, _ in row) and _goes_on(row, piece, cell):
            joint = " "
        else:
            joint = "\n\n" if abs(row[-1][1].y - piece.y) > gap else _joined(row[-1][1], piece, margin, is_row="\t" in (parts[i - 1] for i, _ in row))
        if joint in {"\t", "\n", "\n\n", ""} and not piece.is_joined:
            cell = piece.x
        if joint.startswith("\n") and not _may_be_a_cell(row, piece):
            row = []
        parts += [joint, piece.text]
        row = [*row[-2 * _TALLEST :], (len(parts) - 1, piece)]
    return "".join(parts)


def _margin(pieces: Sequence[Piece]) -> float:
    """Where long lines end; endless where there are too few of them to tell."""
    ends = sorted(piece.end for piece in pieces if width(piece.text) >= _LONG)
    return ends[len(ends) * 4 // 5] if len(ends) >= 3 else float("inf")


def _joined(last: Piece, piece: Piece, margin: float, *, is_row: bool) -> str:
    """What stands between two lines: nothing or a blank where the first was broken because a word did not fit.

    A name that a margin cuts in two is found when it is whole; a row, a label or a list keeps its lines.
    """
    if is_row or abs(last.x - piece.x) > 0.5 or width(last.text) < _LONG or _BEGINS.match(piece.text) or _CELLS.search(last.text):
        return "\n"
    is_han = ord(last.text[-1]) >= _WIDE and ord(piece.text[0]) >= _WIDE
    word = piece.text[0] if is_han else " " + piece.text.split(" ", 1)[0]
    if last.end + piece.size * width(word) < 0.98 * margin:
        return "\n"
    return "" if is_han else " "


def _leading(pieces: Sequence[Piece]) -> float:
    """The usual distance of two lines on the page."""
    steps = Counter(round(a.y - b.y, 1) for a, b in pairwise(pieces) if abs(a.x - b.x) < a.size)
    steps = Counter({step: n for step, n in steps.items() if step > 1})
    return steps.most_common(1)[0][0] if steps else 1.2 * max((p.size for p in pieces), default=10.0)


def _is_same_line(last: Piece, piece: Piece) -> bool:
    return abs(last.y - piece.y) <= _SAME_LINE * max(last.size, 1.0)


def _beside(last: Piece, piece: Piece) -> str:
    if piece.x < last.x:
        return "\t"
    if piece.x - last.end > _GAP * piece.size:
        return "\t"
    return "" if piece.is_joined else " "


def _may_be_a_cell(row: Sequence[tuple[int, Piece]], piece: Piece) -> bool:
    """Whether `piece`, a line below, may be the next line of the first cell of a row."""
    last = row[-1][1]
    return abs(last.x - piece.x) < piece.size and 0 < last.y - piece.y < 1.8 * piece.size and len(row) < _TALLEST


def _is_next_cell(row: Sequence[tuple[int, Piece]], piece: Piece) -> bool:
    """To the right of what was drawn last and a little above it."""
    last = row[-1][1]
    rise = piece.y - last.y
    return 0 < rise < 1.6 * _TALLEST * piece.size and piece.x > last.x + 2 * piece.size


def _close_up(parts: list[str], row: Sequence[tuple[int, Piece]], piece: Piece) -> None:
    """The lines of the cells so far are one row: line ends between them become blanks."""
    for (_, above), (index, below) in pairwise(row):
        if parts[index - 1] == "\n" and above.y <= piece.y + _SAME_LINE * piece.size and below.y < above.y:
            parts[index - 1] = " "


def _goes_on(row: Sequence[tuple[int, Piece]], piece: Piece, cell: float) -> bool:
    """The next line of a cell that is not the first of its row."""
    last, first = row[-1][1], row[0][1]
    is_below = 0 < last.y - piece.y < 1.8 * piece.size
    return is_below and abs(piece.x - cell) < piece.size and piece.x > first.x + 3 * piece.size
