"""XLSX: tables of notes as in CSV, every other sheet as a text, and what the workbook says beside its cells as one more.

Writing puts the results back into the same rows and columns: formats of numbers, formulas (without the values they
had), merged cells and widths stay. Drawings, charts, pictures, pivot tables, threaded comments, macros and links to
other workbooks are not written; `Document.meta` of the last text says so. Only `openpyxl` is used, and only here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from incognote.document import Document, Result
from incognote.errors import FormatError
from incognote.formats.columns import (
    BY_NAME,
    Columns,
    are_withheld,
    documents,
    id_of_row,
    identifier_of,
    kept_of,
    known_of,
)
from incognote.formats.laid import Laid, replacing
from incognote.formats.naming import code_of
from incognote.formats.source import LEFT_OUT, LONGEST, Item, Source, Unread
from incognote.formats.xlsx.book import FAULTS, Book, open_book, require
from incognote.formats.xlsx.cells import blank, is_damaged, is_formula, lay, put, settle
from incognote.formats.xlsx.formulas import Renames
from incognote.formats.xlsx.parts import clear_parts, lay_parts
from incognote.formats.xlsx.save import save
from incognote.formats.xlsx.sheets import Sheet, lay_person, lay_rows, sheets_of


def read(source: Source, *, encoding: str | None = None, columns: Columns = BY_NAME) -> Iterator[Item]:
    """The Documents of a workbook, sheet by sheet, and last the one of its other parts; `encoding` means nothing."""
    del encoding
    require()
    try:
        book = open_book(source.read())
        sheets = sheets_of(book, columns)
        yield from _items(source.number, book, sheets)
    except FormatError as error:
        yield Unread(str(source.number), str(error).removeprefix(f"input {source.number}: "))


def _items(number: int, book: Book, sheets: list[Sheet]) -> Iterator[Item]:
    is_one = sum(sheet.choice is not None for sheet in sheets) == 1
    for sheet in sheets:
        if sheet.choice is None:
            yield from _text(f"{number}.{sheet.number}", lay_rows(sheet, list(sheet.rows)), {})
            continue
        yield from _text(f"{number}.{sheet.number}", lay_rows(sheet, list(sheet.above())), {})
        for row in sheet.body():
            name = str(row) if is_one else f"{sheet.number}.{row}"
            yield from _row(sheet, row, name)
    told = [*book.left_out, *_damage(sheets)]
    yield from _text(f"{number}.0", lay_parts(book, Renames()), {LEFT_OUT: ", ".join(told)} if told else {})


def _text(name: str, laid: Laid, meta: dict[str, Any]) -> Iterator[Item]:
    text = laid.text
    if len(text) > LONGEST:
        yield Unread(name, "one sheet, or what stands beside the sheets, is longer than 32 MB: split it")
    elif text.strip() or meta:
        yield Document(name, text or "\n", {}, meta)


def _row(sheet: Sheet, row: int, name: str) -> Iterator[Document]:
    choice, cells = sheet.choice, sheet.cells(row)
    if choice is None:
        return
    if choice.text:
        yield from documents(choice, cells, name)
    else:
        yield Document(identifier_of(choice, cells, name), lay_person(sheet, row).text, known_of(choice, cells), kept_of(choice, cells))


def _damage(sheets: list[Sheet]) -> Iterator[str]:
    count = sum(is_damaged(cell) for sheet in sheets for row in sheet.rows.values() for cell in row)
    if count:
        yield f"{count} number{'s' * (count > 1)} of more than 15 digits as they were typed: the spreadsheet has rounded them"


def write(
    results: Iterable[Result],
    target: BinaryIO,
    source: Source,
    *,
    encoding: str | None = None,
    columns: Columns = BY_NAME,
) -> int:
    """The workbook with its texts scrubbed; the number of columns of tables that were blanked.

    `results` are those of `read(source)` in order, one for each Unread too. A withheld text leaves its cells empty,
    and where it is that of the other parts, they are gone; for what cannot be read nothing is written.
    """
    del encoding
    require()
    upcoming = iter(results)
    try:
        book = open_book(source.read())
        sheets = sheets_of(book, columns)
    except FormatError:
        deque(upcoming, maxlen=0)
        return 0
    renames = Renames()
    beside, damage = lay_parts(book, renames), list(_damage(sheets))  # before any cell is another
    for sheet in sheets:
        _write_sheet(sheet, upcoming)
        for cell in (cell for row in sheet.rows.values() for cell in row):
            if cell.data_type == "f" and not is_formula(cell):  # it asks a workbook that is not linked any more
                settle(cell, sheet.value_of(cell))
    if beside.text.strip() or book.left_out or damage:
        _write_parts(book, beside, renames, next(upcoming))
    blanked = sum(_blank_headings(sheet) for sheet in sheets)
    renames.follow(book.model)
    try:
        save(book.model, target)
    except FAULTS:
        raise FormatError(f"input {source.number}: the workbook cannot be written again") from None
    return blanked


def _write_sheet(sheet: Sheet, upcoming: Iterator[Result]) -> None:
    _write_text(sheet, list(sheet.rows if sheet.choice is None else sheet.above()), upcoming)
    if sheet.choice is not None:
        for row in sheet.body():
            _write_row(sheet, row, [next(upcoming) for _ in sheet.choice.text or (0,)])


def _write_text(sheet: Sheet, rows: list[int], upcoming: Iterator[Result]) -> None:
    laid = lay_rows(sheet, rows)
    if not laid.text.strip():
        return
    result = next(upcoming)
    if result.text is None or len(laid.text) > LONGEST:
        for row in rows:
            for cell in sheet.rows[row]:
                blank(cell)
        return
    laid.apply(replacing(result.edits))


def _write_row(sheet: Sheet, row: int, of_row: list[Result]) -> None:
    choice = sheet.choice
    if choice is None:
        return
    by_column = {cell.column - 1: cell for cell in sheet.rows[row]}
    texts = dict(zip(choice.text, of_row, strict=False))
    keeps = () if are_withheld(of_row) else choice.keep
    for place, cell in by_column.items():
        if place in texts:
            _write_note(sheet, cell, texts[place])
        elif place in choice.coded:
            code = code_of(of_row[0])
            blank(cell)
            put(cell, code or "")
        elif place == choice.id:
            if sheet.text(cell) != id_of_row(choice, of_row):
                put(cell, id_of_row(choice, of_row))
        elif place not in keeps:
            blank(cell)


def _write_note(sheet: Sheet, cell: Any, result: Result) -> None:
    if result.text is None:
        blank(cell)
    elif cell.data_type == "f" and is_formula(cell):
        return
    elif isinstance(cell.value, list):
        laid = Laid()
        lay(laid, cell)
        laid.apply(result.edits)
    elif sheet.text(cell) != result.text:
        put(cell, result.text)


def _write_parts(book: Book, laid: Laid, renames: Renames, result: Result) -> None:
    if result.text is None or len(laid.text) > LONGEST:
        clear_parts(book, renames)
    else:
        laid.apply(replacing(result.edits))


def _blank_headings(sheet: Sheet) -> int:
    """Headings of columns that are not written say nothing any more, and may say too much; how many there were."""
    choice = sheet.choice
    if choice is None:
        return 0
    gone = [cell for cell in sheet.rows[sheet.header] if cell.value is not None and cell.column - 1 not in choice.written]
    for cell in gone:
        blank(cell)
    return len(gone)
