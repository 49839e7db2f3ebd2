"""Sheets of a workbook: which are tables of notes or lists of people, and where their rows are.

A sheet with a heading of notes is a table, as in CSV. One with headings of people alone, and values of theirs below,
is a list of people. Every other sheet is a text of its own. Hidden sheets, rows and columns are sheets, rows and
columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from incognote.errors import UsageError
from incognote.formats.columns import Choice, Columns, choose
from incognote.formats.known import fact_of
from incognote.formats.laid import Laid
from incognote.formats.xlsx.book import Book
from incognote.formats.xlsx.cells import lay, text_of

_SOON: Final = 20
"""Rows in which headings are looked for, below titles and such."""
_HEADING: Final = 40
"""Characters that a heading may have."""
_WIDEST: Final = 64
"""Tabs that stand for a gap in a row at the most."""
_NUMBERED: Final = frozenset({"mrn", "idno", "birth", "phone", "healthplan"})


class Sheet(NamedTuple):
    """`number` counts from 1; `choice` is None for a sheet that is no table; `header` and `rows` are places in it."""

    number: int
    model: Any
    cached: Any
    rows: dict[int, list[Any]]
    header: int
    headings: list[str]
    choice: Choice | None

    def __repr__(self) -> str:
        return f"Sheet({self.number}, {len(self.rows)} rows)"

    def text(self, cell: Any) -> str:
        return text_of(cell, self.value_of(cell))

    def value_of(self, cell: Any) -> Any:
        """What a formula gave last."""
        if self.cached is None or cell.data_type != "f":
            return None
        found = self.cached._cells.get((cell.row, cell.column))
        return found.value if found is not None else None

    def cells(self, row: int) -> list[str]:
        """The texts of a row below its headings."""
        texts = {cell.column: self.text(cell) for cell in self.rows[row]}
        return [texts.get(column, "") for column in range(1, len(self.headings) + 1)]

    def body(self) -> Iterator[int]:
        """The rows of a table that have something in them."""
        for row in self.rows:
            if row > self.header and any(cell.value not in (None, "") and cell.column <= len(self.headings) for cell in self.rows[row]):
                yield row

    def above(self) -> Iterator[int]:
        yield from (row for row in self.rows if row < self.header)


def sheets_of(book: Book, columns: Columns) -> list[Sheet]:
    """All sheets in order; UsageError where a column that is named is in none of them."""
    found = []
    for number, model in enumerate(book.model.worksheets, 1):
        cached = book.cached[model.title] if book.cached is not None else None
        rows: dict[int, list[Any]] = {}
        for (row, _), cell in sorted(model._cells.items()):
            if cell.value is not None or cell.comment is not None:
                rows.setdefault(row, []).append(cell)
        found.append(_with_header(Sheet(number, model, cached, rows, 0, [], None), columns))
    headings = {heading.strip() for sheet in found for heading in sheet.headings}
    for names, option in ((columns.text, "--text-column"), ((columns.id,) if columns.id else (), "--id-column"), (columns.keep, "--keep-column")):
        if any(name.strip() not in headings for name in names):
            raise UsageError(f"{option} names no column of the workbook")
    return found


def _with_header(sheet: Sheet, columns: Columns) -> Sheet:
    for row in list(sheet.rows)[:_SOON]:
        cells = [cell for cell in sheet.rows[row] if cell.value is not None]
        if not cells or any(cell.data_type != "s" or len(sheet.text(cell)) > _HEADING for cell in cells):
            continue
        texts = {cell.column: sheet.text(cell) for cell in cells}
        headings = [texts.get(column, "") for column in range(1, max(texts) + 1)]
        choice = choose(headings, _those_in(headings, columns))
        below = [other for other in sheet.rows if other > row]
        if below and (choice.text if not columns.text else set(columns.text) & set(headings)) and not _has_value(headings):
            return sheet._replace(header=row, headings=headings, choice=choice)
        if choice.facts and not columns.text and _is_list(sheet, choice, headings, below):
            return sheet._replace(header=row, headings=headings, choice=choice)
    return sheet


def _has_value(headings: Sequence[str]) -> bool:
    """Whether a value stands beside its heading: 姓名, 王大明, 病歷號, 0012345 is a form, not a header."""
    return any(any(sign.isdigit() for sign in text) and fact_of(before) is not None for before, text in pairwise(headings))


def _those_in(headings: Sequence[str], columns: Columns) -> Columns:
    """The columns that are named, as far as they are in this sheet."""
    here = {heading.strip() for heading in headings}
    return Columns(
        tuple(name for name in columns.text if name.strip() in here),
        columns.id if columns.id and columns.id.strip() in here else None,
        tuple(name for name in columns.keep if name.strip() in here),
    )


def _is_list(sheet: Sheet, choice: Choice, headings: Sequence[str], below: Sequence[int]) -> bool:
    """Whether people stand below their headings: the only column there is, or one with numbers below."""
    if not below or not choice.coded or _has_value(headings):
        return False
    values = sheet._replace(headings=list(headings)).cells(below[0])
    if any(fact_of(values[i]) is not None for i, _ in choice.facts):
        return False
    is_only = len(choice.facts) == sum(map(bool, headings))
    return is_only or any(fact in _NUMBERED and any(map(str.isdigit, values[i])) for i, fact in choice.facts)


def lay_rows(sheet: Sheet, rows: Sequence[int]) -> Laid:
    """Rows as lines: cells joined by tabs, one line end where rows are empty between."""
    laid, last = Laid(), 0
    left = min((cell.column for row in rows for cell in sheet.rows[row]), default=1)
    for row in rows:
        if last:
            laid.joint("\n\n" if row > last + 1 else "\n")
        last, at = row, left
        for cell in sheet.rows[row]:
            laid.joint("\t" * min(cell.column - at, _WIDEST))
            at = cell.column
            lay(laid, cell, sheet.value_of(cell))
    if last:
        laid.joint("\n")
    return laid


def lay_person(sheet: Sheet, row: int) -> Laid:
    """What a list says of one person: heading and value, as in a header of a note. Nothing of it is put back."""
    laid = Laid()
    cells = sheet.cells(row)
    for place, _ in sheet.choice.facts if sheet.choice is not None else ():
        if cells[place].strip():
            laid.joint(("\t" if laid.size else "") + f"{sheet.headings[place].strip()}：")
            laid.add(cells[place].strip(), None)
    laid.joint("\n")
    return laid
