"""A PDF made anew from a scrubbed text: the pages, paragraphs, tables and headings of the one it came from, and no byte of it.

A black box over a name leaves the name where it was, so nothing is laid over anything: the text is drawn on empty
sheets. Only `reportlab` is used. The same text makes the same bytes.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from incognote.document import Edit
from incognote.formats.pdf.fonts import Fonts, Run
from incognote.text.script import script_of

if TYPE_CHECKING:
    from incognote.formats.pdf.format import Reading

_A4: Final = (595.28, 841.89)
_LEAST, _MOST = 360.0, 1300.0
"""Sides of a sheet in points that are kept; a page of another size is set on A4."""
_MARGIN: Final = 50.0
_SIZE: Final = 10.0
_LEADING: Final = 1.4
_SMALLEST: Final = 6.5
"""Height of letters below which a table is not made smaller to fit."""
_HEADING: Final = 1.15
"""How much higher than most letters those of a heading are, at the least, and they are drawn at most twice as high."""
_GAP: Final = 18.0
"""Points between two columns; less reads as one word."""
_STOP: Final = 72.0
"""Points from one stop to the next where a row is too wide for columns."""


class Line(NamedTuple):
    """A line of text and how high its letters are, compared with most."""

    text: str
    scale: float = 1.0

    def __repr__(self) -> str:
        return f"Line({len(self.text)} characters, {self.scale})"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on a page of the source; it may need several pages."""

    lines: tuple[Line, ...] = field(repr=False)
    shape: tuple[float, float] = _A4


def sheets(reading: Reading, text: str, edits: Sequence[Edit]) -> list[Sheet]:
    """The scrubbed `text` as pages; what describes the file only has none."""
    ordered = sorted(edits, key=lambda edit: edit[:2])
    shapes = {page.number: _shape(page.shape) for page in reading.pages}
    found: dict[int, list[Line]] = {page.number: [] for page in reading.pages}
    heights = _heights(reading)
    at = 0
    for block in reading.blocks:
        begin = at + len(block.joint)
        at = begin + len(block.text)
        if block.page is None:
            continue
        start, end = _moved(begin, ordered) if begin else 0, _moved(at, ordered, is_end=True)
        lines = found.setdefault(block.page, [])
        if lines:
            lines.append(Line(""))
        marks = [(_moved(begin + offset, ordered), scale) for offset, scale in heights.get(block.page, ())]
        lines += _lines(text[start:end].rstrip("\n"), start, marks)
    return [Sheet(tuple(lines), shapes.get(number, _A4)) for number, lines in sorted(found.items(), key=lambda entry: (entry[0] == 0, entry[0]))]


def _moved(offset: int, edits: Sequence[Edit], *, is_end: bool = False) -> int:
    """Where an offset of the original lies in the scrubbed text; inside an edit, behind what replaces it."""
    shift = 0
    for edit in edits:
        if edit.start > offset or (edit.start == offset and not is_end):
            break
        shift += len(edit.replacement) - (min(edit.end, offset) - edit.start)
    return offset + shift


def _shape(shape: tuple[float, float]) -> tuple[float, float]:
    return shape if all(_LEAST <= side <= _MOST for side in shape) else _A4


def _heights(reading: Reading) -> dict[int, list[tuple[int, float]]]:
    """Page -> where in its text letters begin that are higher than most of the file's, or of that height again."""
    weights: Counter[float] = Counter()
    for page in reading.pages:
        ends = [*(offset for offset, _ in page.sizes[1:]), len(page.text)]
        for (offset, size), end in zip(page.sizes, ends, strict=False):
            weights[round(size, 1)] += end - offset
    if not weights:
        return {}
    usual = weights.most_common(1)[0][0]
    return {page.number: [(offset, _scale(size / usual)) for offset, size in page.sizes] for page in reading.pages}


def _scale(share: float) -> float:
    return min(2.0, round(share, 2)) if share >= _HEADING else 1.0


def _lines(text: str, start: int, marks: Sequence[tuple[int, float]]) -> Iterator[Line]:
    """Lines of a page, each as high as the highest letters that begin in it."""
    offsets = [offset for offset, _ in marks]
    for line in text.split("\n"):
        low = max(0, bisect_right(offsets, start) - 1)
        high = bisect_right(offsets, start + len(line))
        here = [scale for offset, scale in marks[low:high] if offset >= start] or [1.0]
        yield Line(line, max(here))
        start += len(line) + 1


def draw(pages: Sequence[Sheet]) -> bytes:
    """The PDF."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=_A4, invariant=1, pageCompression=1)
    whole = "\n".join(line.text for sheet in pages for line in sheet.lines)
    pen = _Pen(canvas, Fonts(script_of(whole)))
    for sheet in pages:
        pen.begin(sheet.shape)
        for group in _groups(sheet.lines):
            pen.table(group) if "\t" in group[0].text else pen.line(group[0])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Rows below one another with as many cells are a table; any other line stands alone."""
    group: list[Line] = []
    for line in lines:
        cells = line.text.count("\t")
        if group and (not cells or cells != group[0].text.count("\t")):
            yield group
            group = []
        group.append(line)
        if not cells:
            yield group
            group = []
    if group:
        yield group


class _Pen:
    """Where on the page the next line goes."""

    def __init__(self, canvas: Any, fonts: Fonts) -> None:
        self._canvas, self._fonts = canvas, fonts
        self._y = 0.0
        self._shape = _A4

    def begin(self, shape: tuple[float, float]) -> None:
        self._shape = shape
        self._canvas.setPageSize(shape)
        self._y = shape[1] - _MARGIN

    @property
    def _room(self) -> float:
        return self._shape[0] - 2 * _MARGIN

    def line(self, line: Line) -> None:
        """A line, broken where it does not fit."""
        size = _SIZE * line.scale
        for runs in self._fonts.wrapped(line.text, size, self._room):
            self._down(size)
            self._show(runs, _MARGIN, size)

    def table(self, rows: Sequence[Line]) -> None:
        """Rows with cells under one another; where they do not fit, each row goes from stop to stop."""
        cells = [row.text.split("\t") for row in rows]
        size = _SIZE
        while size >= _SMALLEST:
            widths = [max(self._fonts.width(row[at], size) for row in cells) for at in range(len(cells[0]))]
            if sum(widths) + _GAP * (len(widths) - 1) <= self._room:
                self._columns(cells, widths, size)
                return
            size -= 0.5
        for row in cells:
            self._stops(row)

    def _columns(self, cells: Sequence[Sequence[str]], widths: Sequence[float], size: float) -> None:
        for row in cells:
            self._down(size)
            x = _MARGIN
            for text, width in zip(row, widths, strict=True):
                self._show(self._fonts.runs(text), x, size)
                x += width + _GAP

    def _stops(self, row: Sequence[str]) -> None:
        """A row whose cells stand behind one another; a cell that is too long goes on below where it began."""
        self._down(_SIZE)
        x = _MARGIN
        for text in row:
            left = self._room + _MARGIN - x
            if self._fonts.width(text, _SIZE) > left:
                self._down(_SIZE)
                x = _MARGIN
            parts = self._fonts.wrapped(text, _SIZE, self._room + _MARGIN - x)
            for number, runs in enumerate(parts):
                if number:
                    self._down(_SIZE)
                self._show(runs, x, _SIZE)
            x += _STOP * (1 + int((self._fonts.width_of(parts[-1], _SIZE) + _GAP) / _STOP))

    def _down(self, size: float) -> None:
        """To the next line, on a new page where there is none."""
        if self._y - _LEADING * size < _MARGIN:
            self._canvas.showPage()
            self._canvas.setPageSize(self._shape)
            self._y = self._shape[1] - _MARGIN
        self._y -= _LEADING * size

    def _show(self, runs: Sequence[Run], x: float, size: float) -> None:
        """Runs of letters, each in its own font, as one stretch of text."""
        if not runs:
            return
        stretch = self._canvas.beginText(x, self._y)
        for font, text in runs:
            stretch.setFont(font, size)
            stretch.textOut(text)
        self._canvas.drawText(stretch)
