"""The words of charts and SmartArt in a Word file: titles, and what is kept of the values that were drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from incognote.formats.docx.package import Package
from incognote.formats.docx.pieces import Line, Piece, put_text
from incognote.formats.xml_ import kind_of, remove, writable

CHART: Final = "application/vnd.openxmlformats-officedocument.drawingml.chart"
SHAPES: Final = f"{CHART}shapes"
DATA: Final = "application/vnd.openxmlformats-officedocument.drawingml.diagramData"
DRAWN: Final = "application/vnd.ms-office.drawingml.diagramDrawing"
LAYOUT: Final = "application/vnd.openxmlformats-officedocument.drawingml.diagramLayout"
NO_WORDS: Final = (
    "application/vnd.openxmlformats-officedocument.drawingml.diagramStyle",
    "application/vnd.openxmlformats-officedocument.drawingml.diagramColors",
    "application/vnd.ms-office.chartstyle",
    "application/vnd.ms-office.chartcolorstyle",
)
"""How charts and SmartArt look."""
_CACHES: Final = frozenset(["strCache", "strLit", "numCache", "numLit", "multiLvlStrCache"])


def figures(package: Package) -> Iterator[Line]:
    """A line for each paragraph and for each row of values."""
    for part in package.of(CHART, SHAPES):
        yield from _chart(part.root)
    drawn: dict[tuple[str, ...], list[Any]] = {}
    for part in package.of(DRAWN):
        for paragraph in part.root.iter("{*}p"):
            drawn.setdefault(_runs(paragraph), []).append(paragraph)
    for part in package.of(DATA):
        for paragraph in part.root.iter("{*}p"):
            yield _paragraph(paragraph, drawn.pop(_runs(paragraph), []))
    for others in drawn.values():
        yield from (_paragraph(paragraph, []) for paragraph in others)


def _runs(paragraph: Any) -> tuple[str, ...]:
    return tuple(e.text or "" for e in paragraph.iter("{*}t"))


def _paragraph(paragraph: Any, drawn: list[Any]) -> Line:
    """The runs of a paragraph; those `drawn` say the same and are written with them."""
    others = [list(one.iter("{*}t")) for one in drawn]
    line: Line = []
    for number, element in enumerate(paragraph.iter("{*}t")):
        twins = {element: [of[number] for of in others]}
        line.append(Piece(element.text or "", partial(put_text, element, twins)))
    return line


def _chart(root: Any) -> Iterator[Line]:
    for element in root.iter():
        kind = kind_of(element)
        if kind == "p":
            yield _paragraph(element, [])
        elif kind in _CACHES:
            yield _values(element)
        elif kind == "v" and kind_of(element.getparent()) == "tx":
            yield [Piece(element.text or "", partial(_put_value, element))]
        elif kind == "f" and element.text and "!" in element.text:
            sheet = element.text.rpartition("!")[0].strip("'")
            if sheet.rstrip("0123456789") not in {"Sheet", "工作表", "Hoja", "Feuil", "Tabelle"}:
                yield [Piece(element.text, partial(_put_place, element))]


def _values(cache: Any) -> Line:
    line: Line = []
    for value in cache.iter("{*}v"):
        line += [Piece("\t")] if line else []
        line.append(Piece(value.text or "", partial(_put_value, value)))
    return line


def _put_value(value: Any, new: str) -> None:
    """A point whose number was taken away is no point of the chart."""
    if kind_of(next(value.iterancestors(), None)) == "pt" and next(value.iterancestors("{*}numCache", "{*}numLit"), None) is not None:
        remove(value.getparent())
    else:
        value.text = writable(new)


def _put_place(element: Any, new: str) -> None:
    del new
    element.text = "Sheet1!$A$1"
