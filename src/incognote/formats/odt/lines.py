"""The lines of a part of an ODT file, from its tree of elements (ISO/IEC 26300): every stretch of text once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from incognote.formats.docx.pieces import SOUNDS, Line, Piece, squeezed, text_of
from incognote.formats.xml_ import kind_of, writable

CELL: Final = 300
"""Letters that a cell may have to stand in a row; a longer one, or one that holds a table, is lines of its own."""
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
"""White space of the XML is one blank (ISO/IEC 26300, 6.1.2)."""
_PASSED: Final = frozenset(
    {
        "tracked-changes", "forms", "sequence-decls", "variable-decls", "user-field-decls", "dde-connection-decls", "table-source",
        "event-listeners", "automatic-styles", "font-face-decls", "scripts", "creator", "date", "date-string",
        "creator-initials", "sender-initials", "note-citation", "binary-data", "math",
    }
)  # fmt: skip
_SVG: Final = "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
_FIELDS: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_BEHIND: Final = frozenset(["note", "annotation", "text-box", "p", "h", "list", "table", "ruby-text"])
"""What stands within a paragraph and is read behind it."""
_DEEPEST: Final = 200
_MOST_BLANKS: Final = 64
_COLUMNS: Final = 63


def blocks(root: Any, depth: int = 0) -> Iterator[Line]:
    """Each paragraph and each row of a table as a line; a paragraph may hold line breaks of its own."""
    if depth > _DEEPEST:
        raise ValueError
    for element in root:
        kind = kind_of(element)
        if kind in {"p", "h"}:
            yield from _paragraph(element, depth)
        elif kind == "table":
            yield from _table(element, depth)
        elif not is_passed(element):
            yield from _words(element)
            yield from blocks(element, depth + 1)


def is_passed(element: Any) -> bool:
    """Whether an element is no text here; a chart's title, or a field that shows the file's, is."""
    kind = kind_of(element)
    if kind in {"title", "desc"}:
        return bool(element.tag.startswith(f"{{{_SVG}}}"))
    return kind in _PASSED and not (kind in {"date", "creator"} and element.tag.startswith(_FIELDS))


def _paragraph(element: Any, depth: int) -> Iterator[Line]:
    boxes: list[Any] = []
    yield list(_text(element, boxes, depth))
    for box in boxes:
        kind = kind_of(box)
        if kind == "ruby-text":
            if not SOUNDS.fullmatch("".join(box.itertext())):
                yield list(_text(box, [], depth + 1))
        elif kind in {"p", "h"}:
            yield from _paragraph(box, depth + 1)
        elif kind == "table":
            yield from _table(box, depth + 1)
        else:
            yield from blocks(box, depth + 1)


def _text(element: Any, boxes: list[Any], depth: int) -> Iterator[Piece]:
    if depth > _DEEPEST:
        raise ValueError
    yield from _node(element, "text")
    for child in element:
        kind = kind_of(child)
        if kind == "s":
            count = next((v for k, v in child.items() if kind_of(k) == "c"), "1")
            yield Piece(" " * min(int(count) if count.isdigit() else 1, _MOST_BLANKS), partial(_put_sign, child))
        elif kind in {"tab", "line-break"}:
            yield Piece("\t" if kind == "tab" else "\n", partial(_put_sign, child))
        elif kind in _BEHIND:
            boxes.append(child)
        elif not is_passed(child):
            yield from _alternatives(child)
            yield from _text(child, boxes, depth + 1)
        yield from _node(child, "tail")


def _alternatives(element: Any) -> Iterator[Piece]:
    """The words that stand for a picture or a drawing."""
    for words in element.iterchildren(f"{{{_SVG}}}title", f"{{{_SVG}}}desc"):
        yield from (Piece(" "), *_node(words, "text"), Piece(" "))


def _words(element: Any) -> Iterator[Line]:
    line = list(_alternatives(element))
    if text_of(line).strip():
        yield line


def _node(element: Any, place: str) -> Iterator[Piece]:
    if text := getattr(element, place):
        yield Piece(_BLANKS.sub(" ", text), partial(_put_node, element, place))


def _put_node(element: Any, place: str, new: str) -> None:
    """Of what is written with signs above, the signs go with it."""
    ruby = next(element.iterancestors("{*}ruby"), None)
    if ruby is not None and next(element.iterancestors("{*}ruby-text"), None) is None:
        for said in ruby.iter("{*}ruby-text"):
            said.text = ""
            for child in list(said):
                said.remove(child)
    setattr(element, place, " ".join(writable(new).split("\n")))


def _put_sign(element: Any, new: str) -> None:
    """Text in the place of blanks, a tab or a line break; what stands behind it stays where it is."""
    element.attrib.clear()
    element.tag = element.tag.replace(kind_of(element), "span")
    element.text = writable(new) or None


def _table(table: Any, depth: int) -> Iterator[Line]:
    yield from _words(table)
    for row in _within(table, "table-row"):
        cells = [cell for cell in row if kind_of(cell) in {"table-cell", "covered-table-cell"}]
        lines = [list(blocks(cell, depth + 1)) for cell in cells]
        holds = any(next(cell.iter("{*}table"), None) is not None for cell in cells)
        if holds or any(sum(len(text_of(line)) for line in of) > CELL for of in lines):
            yield from (line for of in lines for line in of)
            continue
        line: Line = []
        for number, (cell, of) in enumerate(zip(cells, lines, strict=True)):
            line += [Piece("\t")] if number else []
            line += squeezed(of)
            line += [Piece("\t" * (_repeated(cell) - 1))] if len(cells) > 1 else []
        yield line


def _within(element: Any, wanted: str) -> Iterator[Any]:
    for child in element:
        if kind_of(child) == wanted:
            yield child
        elif kind_of(child) in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from _within(child, wanted)


def _repeated(cell: Any) -> int:
    count = next((v for k, v in cell.items() if kind_of(k) == "number-columns-repeated"), "1")
    return min(int(count), _COLUMNS) if count.isdigit() and count != "0" else 1
