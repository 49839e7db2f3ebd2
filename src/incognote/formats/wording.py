"""The lines of a part of a Word file, from its tree of elements (ISO/IEC 29500-1): every run of text once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from incognote.formats.docx.pieces import (
    SOUNDS,
    Line,
    Piece,
    put_attribute,
    put_sign,
    put_text,
    squeezed,
    text_of,
)
from incognote.formats.xml_ import kind_of

CELL: Final = 300
"""Letters that a cell may have to stand in a row; a longer one, or one that holds a table, is lines of its own."""
TEXTS: Final = frozenset(["t", "delText"])
_SIGNS: Final = {
    "tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "",
    "sym": "\u25a1",  # a sign of a symbol font: a box to tick, mostly
}  # fmt: skip
_PASSED: Final = frozenset(["pPr", "rPr", "tblPr", "tblGrid", "tcPr", "trPr", "sectPr", "instrText", "delInstrText", "sdtPr", "sdtEndPr", "tblPrEx"])
_DEEPEST: Final = 200


class Twins(NamedTuple):
    """What stands twice for new and old readers: `of` an element the others; `passed` are branches that add nothing."""

    of: dict[Any, list[Any]]
    passed: set[Any]

    def __repr__(self) -> str:
        return f"Twins({len(self.of)})"


def blocks(root: Any) -> Iterator[Line]:
    """Each paragraph and each row of a table as a line; a paragraph may hold line breaks of its own."""
    twins = twins_of(root)
    yield from _blocks(_children(root, twins), twins, 0)


def twins_of(root: Any) -> Twins:
    """The second branches that say what the first one says, run by run."""
    found = Twins({}, set())
    for both in root.iter("{*}AlternateContent"):
        branches = list(both)
        first = list(_texts(branches[0])) if branches else []
        for other in branches[1:]:
            second = list(_texts(other))
            if [e.text or "" for e in first] == [e.text or "" for e in second]:
                found.passed.add(other)
                for one, twin in zip(first, second, strict=True):
                    found.of.setdefault(one, []).append(twin)
            elif "".join(e.text or "" for e in second) == "":
                found.passed.add(other)
    return found


def _texts(branch: Any) -> Iterator[Any]:
    """The runs of a branch, of branches within it those of the first."""
    waiting = [branch]
    while waiting:
        element = waiting.pop()
        if kind_of(element) in TEXTS:
            yield element
        waiting += (list(element)[:1] if kind_of(element) == "AlternateContent" else list(element))[::-1]


def _blocks(elements: Iterable[Any], twins: Twins, depth: int) -> Iterator[Line]:
    if depth > _DEEPEST:
        raise ValueError
    for element in elements:
        kind = kind_of(element)
        if kind == "p":
            boxes: list[Any] = []
            yield list(_text(element, boxes, twins))
            for box in boxes:
                if kind_of(box) == "rt":
                    yield _aloud(box, twins)
                else:
                    yield from _blocks(_children(box, twins), twins, depth + 1)
        elif kind == "tbl":
            yield from _table(element, twins, depth + 1)
        elif kind not in _PASSED:
            yield from _blocks(_children(element, twins), twins, depth + 1)


def _children(element: Any, twins: Twins) -> list[Any]:
    """The children; of content that is there in two forms for new and old readers, the first and what differs."""
    found: list[Any] = []
    for child in element:
        if kind_of(child) == "AlternateContent":
            found += [branch for branch in child if branch not in twins.passed]
        else:
            found.append(child)
    return found


def _text(paragraph: Any, boxes: list[Any], twins: Twins) -> Iterator[Piece]:
    """The text of a paragraph; the text boxes in it, and what is said above it, are added to `boxes`."""
    waiting = _children(paragraph, twins)[::-1]
    while waiting:
        element = waiting.pop()
        kind = kind_of(element)
        if kind in TEXTS:
            yield Piece(element.text or "", partial(put_text, element, twins.of))
        elif kind in _SIGNS:
            yield Piece(_SIGNS[kind], partial(put_sign, element))
        elif kind == "txbxContent":
            boxes.append(element)
        elif kind == "rt":
            if not SOUNDS.fullmatch(text_of(_aloud(element, twins))):
                boxes.append(element)
        elif kind == "docPr":
            yield from _alternative(element)
        elif kind not in _PASSED:
            waiting += _children(element, twins)[::-1]


def _aloud(element: Any, twins: Twins) -> Line:
    return [Piece(e.text or "", partial(put_text, e, twins.of)) for e in element.iter("{*}t")]


def _alternative(element: Any) -> Iterator[Piece]:
    """The words that stand for a picture."""
    for key in ("title", "descr"):
        if words := element.get(key):
            yield from (Piece(" "), Piece(words, partial(put_attribute, element, key)), Piece(" "))


def _table(table: Any, twins: Twins, depth: int) -> Iterator[Line]:
    for row in _within(table, "tr", twins):
        cells = list(_within(row, "tc", twins))
        lines = [list(_blocks(_children(cell, twins), twins, depth)) for cell in cells]
        if any(_holds_table(cell, twins) for cell in cells) or any(sum(len(text_of(line)) for line in of) > CELL for of in lines):
            yield from (line for of in lines for line in of)
            continue
        row_line: Line = []
        for number, (cell, of) in enumerate(zip(cells, lines, strict=True)):
            row_line += [Piece("\t")] if number else []
            row_line += squeezed(of)
            row_line += [Piece("\t" * (_span(cell) - 1))] if len(cells) > 1 else []
        yield row_line


def _within(element: Any, wanted: str, twins: Twins) -> Iterator[Any]:
    """The rows of a table or the cells of a row, also those in content controls."""
    for child in _children(element, twins):
        if kind_of(child) == wanted:
            yield child
        elif kind_of(child) not in _PASSED:
            yield from _within(child, wanted, twins)


def _span(cell: Any) -> int:
    """Columns of the grid that a cell takes."""
    settings = next((child for child in cell if kind_of(child) == "tcPr"), ())  # not those of cells of a table within
    found = next((e.get(e.tag.replace("gridSpan", "val")) for e in settings if kind_of(e) == "gridSpan"), None)
    return min(int(found), 63) if found and str(found).isdigit() else 1


def _holds_table(cell: Any, twins: Twins) -> bool:
    return any(kind_of(child) == "tbl" for child in _children(cell, twins))
