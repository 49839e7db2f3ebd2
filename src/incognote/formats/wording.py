"""The lines of a part of a Word file, from its tree of elements (ISO/IEC 29500-1): every run of text once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

CELL: Final = 300
"""Letters that a cell may have to stand in a row; a longer one, or one that holds a table, is lines of its own."""
_SIGNS: Final = {
    "tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "",
}  # fmt: skip
_PASSED: Final = frozenset(["pPr", "rPr", "tblPr", "tblGrid", "tcPr", "trPr", "sectPr", "instrText", "delInstrText", "sdtPr", "sdtEndPr", "tblPrEx"])
_DEEPEST: Final = 200


def blocks(root: Any) -> Iterator[str]:
    """Each paragraph and each row of a table as a line; a paragraph may hold line breaks of its own."""
    yield from _blocks(_children(root), 0)


def _blocks(elements: Iterable[Any], depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        raise ValueError
    for element in elements:
        kind = _kind(element)
        if kind == "p":
            boxes: list[Any] = []
            yield "".join(_text(element, boxes))
            for box in boxes:
                yield from _blocks(_children(box), depth + 1)
        elif kind == "tbl":
            yield from _table(element, depth + 1)
        elif kind not in _PASSED:
            yield from _blocks(_children(element), depth + 1)


def _kind(element: Any) -> str:
    """The local name of an element; a comment of XML has none."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _children(element: Any) -> list[Any]:
    """The children; of content that is there in two forms for new and old readers, the first."""
    found: list[Any] = []
    for child in element:
        if _kind(child) == "AlternateContent":
            found += list(child)[:1]
        else:
            found.append(child)
    return found


def _text(paragraph: Any, boxes: list[Any]) -> Iterator[str]:
    """The text of a paragraph; the text boxes in it are added to `boxes`."""
    waiting = _children(paragraph)[::-1]
    while waiting:
        element = waiting.pop()
        kind = _kind(element)
        if kind in {"t", "delText"}:
            yield element.text or ""
        elif kind in _SIGNS:
            yield _SIGNS[kind]
        elif kind == "sym":
            yield "\u25a1"  # a sign of a symbol font: a box to tick, mostly
        elif kind == "txbxContent":
            boxes.append(element)
        elif kind == "docPr":
            yield f" {alt} " if (alt := element.get("descr")) else ""
        elif kind not in _PASSED:
            waiting += _children(element)[::-1]


def _table(table: Any, depth: int) -> Iterator[str]:
    for row in _rows(table):
        cells = [(list(_blocks(_children(cell), depth)), _span(cell), _holds_table(cell)) for cell in _cells(row)]
        if any(holds or sum(map(len, lines)) > CELL for lines, _, holds in cells):
            yield from (line for lines, _, _ in cells for line in lines)
            continue
        texts = [(" ".join(" ".join(lines).split()), span) for lines, span, _ in cells]
        if sum(1 for text, _ in texts if text) <= 1 and len(texts) == 1:
            yield texts[0][0]
        else:
            yield "\t".join(text + "\t" * (span - 1) for text, span in texts)


def _rows(table: Any) -> Iterator[Any]:
    for child in _children(table):
        if _kind(child) == "tr":
            yield child
        elif _kind(child) not in _PASSED:  # a content control around rows
            yield from _rows(child)


def _cells(row: Any) -> Iterator[Any]:
    for child in _children(row):
        if _kind(child) == "tc":
            yield child
        elif _kind(child) not in _PASSED:
            yield from _cells(child)


def _span(cell: Any) -> int:
    """Columns of the grid that a cell takes."""
    settings = next((child for child in cell if _kind(child) == "tcPr"), ())  # not those of cells of a table within
    found = next((e.get(e.tag.replace("gridSpan", "val")) for e in settings if _kind(e) == "gridSpan"), None)
    return min(int(found), 63) if found and str(found).isdigit() else 1


def _holds_table(cell: Any) -> bool:
    return any(_kind(child) == "tbl" for child in _children(cell))
