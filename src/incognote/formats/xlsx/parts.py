"""What a workbook says beside its cells, laid down as one text: each thing a line, with the way back where it is kept.

Titles of sheets, comments and their authors, headers and footers, names, lists of allowed values, links, tables, texts
in formulas and number formats. Where one is a name that formulas use (a sheet, a defined name, a table), the
formulas follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from incognote.formats.laid import Laid, Put
from incognote.formats.xlsx.book import MARKS, USUAL, Book
from incognote.formats.xlsx.cells import hidden
from incognote.formats.xlsx.formulas import Renames, holders, literals

_QUOTED: Final = re.compile(r'"([^"]{2,})"')
_VALIDATION: Final = ("promptTitle", "prompt", "errorTitle", "error")
_PLACES: Final = ("left", "center", "right")
_HEADERS: Final = ("oddHeader", "evenHeader", "firstHeader", "oddFooter", "evenFooter", "firstFooter")


class _Lines:
    """Lines laid down so far, and whether the same stands there already."""

    def __init__(self) -> None:
        self.laid = Laid()
        self.seen: set[str] = set()

    def add(self, text: Any, put: Put | None, label: str = "") -> None:
        words = str(text or "").strip("\n")
        if words.strip() and not (USUAL.fullmatch(words) and put is None):
            self.laid.joint(label)
            self.laid.add(words, put)
            self.laid.joint("\n")
            self.seen.add(words.strip())


def lay_parts(book: Book, renames: Renames) -> Laid:
    """The text; puts change the model, and `renames` say what has to follow (`Renames.follow`)."""
    lines, model = _Lines(), book.model
    for sheet in model.worksheets:
        if not USUAL.fullmatch(sheet.title):
            lines.add(sheet.title, _to(renames.titles, sheet.title))
    for sheet in model.worksheets:
        _comments(lines, sheet)
        _headers(lines, sheet)
        _links(lines, sheet)
        _validations(lines, sheet)
        _formatting(lines, sheet)
        _tables(lines, sheet, renames)
    for place in (model, *model.worksheets):
        for name, defined in place.defined_names.items():
            if not name.startswith("_xlnm"):
                lines.add(name, _to(renames.names, name))
            for attribute in ("comment", "description", "customMenu", "help", "statusBar"):
                lines.add(getattr(defined, attribute), _attribute(defined, attribute))
    _styles(lines, model)
    for text in dict.fromkeys(text for holder in holders(model) for text in literals(holder.formula)):
        lines.add(text, _to(renames.literals, text))
    for line in book.lines:
        if MARKS.sub("", line).strip() not in lines.seen:
            lines.add(line, None)
    return lines.laid


def _to(renames: dict[str, str], old: str) -> Put:
    def put(new: str) -> None:
        renames[old] = hidden(new)

    return put


def _attribute(holder: Any, name: str) -> Put:
    def put(new: str) -> None:
        setattr(holder, name, hidden(new))

    return put


def _comments(lines: _Lines, sheet: Any) -> None:
    for _, cell in sorted(sheet._cells.items()):
        comment = getattr(cell, "comment", None)
        if comment is not None:
            label = "作者：" if not str(comment.author).isascii() else "Author: "
            lines.add(comment.author, _attribute(comment, "author"), label)
            lines.add(comment.text, _attribute(comment, "text"))


def _headers(lines: _Lines, sheet: Any) -> None:
    for name in _HEADERS:
        for place in _PLACES:
            part = getattr(getattr(sheet, name), place)
            lines.add(part.text, _attribute(part, "text"))


def _links(lines: _Lines, sheet: Any) -> None:
    """A link that is touched goes: half an address leads nowhere."""
    for _, cell in sorted(sheet._cells.items()):
        link = getattr(cell, "hyperlink", None)
        if link is not None:
            for text in (link.target, link.location, link.tooltip, link.display):
                lines.add(text, _unlink(cell))


def _unlink(cell: Any) -> Put:
    def put(new: str) -> None:
        del new
        cell.hyperlink = None

    return put


def _validations(lines: _Lines, sheet: Any) -> None:
    for validation in sheet.data_validations.dataValidation:
        for name in _VALIDATION:
            lines.add(getattr(validation, name), _attribute(validation, name))


def _formatting(lines: _Lines, sheet: Any) -> None:
    for formatting in sheet.conditional_formatting:
        for rule in formatting.rules:
            lines.add(rule.text, _attribute(rule, "text"))


def _tables(lines: _Lines, sheet: Any, renames: Renames) -> None:
    for table in sheet.tables.values():
        lines.add(table.displayName, _to(renames.tables, table.displayName))
        lines.add(table.comment, _attribute(table, "comment"))
        for column in table.tableColumns:
            lines.add(column.totalsRowLabel, _attribute(column, "totalsRowLabel"))


def _styles(lines: _Lines, model: Any) -> None:
    for style in model._named_styles:
        if not style.name.isascii() or style.builtinId is None:
            lines.add(style.name, _attribute(style, "name"))
    for at, number_format in enumerate(model._number_formats):
        for found in _QUOTED.finditer(number_format):
            lines.add(found[1], _in_format(model, at, found[1]))


def _in_format(model: Any, at: int, old: str) -> Put:
    def put(new: str) -> None:
        formats = list(model._number_formats)
        formats[at] = formats[at].replace(f'"{old}"', f'"{new.replace(chr(34), "")}"')
        _replace(model, formats)

    return put


def _replace(model: Any, formats: list[str]) -> None:
    """The list of formats anew: it must keep its order, cells point into it."""
    from openpyxl.utils.indexed_list import IndexedList

    seen: set[str] = set()
    for at in range(len(formats)):
        while formats[at] in seen:
            formats[at] += '""'
        seen.add(formats[at])
    model._number_formats = IndexedList(formats)


def clear_parts(book: Book, renames: Renames) -> None:
    """Everything that `lay_parts` lays down, gone: its text is withheld."""
    model = book.model
    for number, sheet in enumerate(model.worksheets, 1):
        renames.titles[sheet.title] = f"Sheet{number}"
        for cell in sheet._cells.values():
            if getattr(cell, "comment", None) is not None:
                cell.comment = None
            if getattr(cell, "hyperlink", None) is not None:
                cell.hyperlink = None
        for name in _HEADERS:
            for place in _PLACES:
                getattr(getattr(sheet, name), place).text = None
        sheet.data_validations.dataValidation = []
        sheet.conditional_formatting = type(sheet.conditional_formatting)()
        for table in sheet.tables.values():
            renames.tables[table.displayName] = "Table"
            table.comment = None
            for column in table.tableColumns:
                column.totalsRowLabel = None
    for place in (model, *model.worksheets):
        place.defined_names.clear()
    _clear_styles(model)
    renames.literals |= {text: "" for holder in holders(model) for text in literals(holder.formula)}


def _clear_styles(model: Any) -> None:
    for number, style in enumerate(model._named_styles):
        if style.builtinId is None:
            style.name = f"Style {number}"
    _replace(model, [_QUOTED.sub('""', each) for each in model._number_formats])


def each_cell(sheet: Any) -> Iterator[tuple[int, list[Any]]]:
    """Rows that have cells, in order, with their cells in order."""
    rows: dict[int, list[Any]] = {}
    for (row, _), cell in sorted(sheet._cells.items()):
        rows.setdefault(row, []).append(cell)
    yield from rows.items()
