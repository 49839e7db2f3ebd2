"""Tables as text: one or more columns hold notes, others say who they are about (formats/columns).

Separated by commas, tabs or semicolons, whichever the header has most of; or as its first line says (`sep=;`, which
spreadsheets write). Cells are quoted as RFC 4180 says and nothing is put before `=`, `+`, `-` or `@`: `+3 edema` is a
finding, not a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from incognote.document import Result
from incognote.errors import DecodeError, FormatError
from incognote.formats.columns import (
    BY_NAME,
    ID_COLUMNS,
    KEPT,
    KEPT_CELL,
    Choice,
    Columns,
    cells,
    choose,
    documents,
    need_notes,
)
from incognote.formats.mixed import decode_table
from incognote.formats.source import LONGEST, Item, Source, Unread

__all__ = ["BY_NAME", "ID_COLUMNS", "KEPT", "KEPT_CELL", "Columns", "read", "write"]

_LARGEST: Final = 8 * LONGEST
_SAID: Final = re.compile(r"sep=([,;\t|])(\r\n|\n|\r)", re.IGNORECASE)
_HEAD: Final = 65_536
"""Characters in which the header line is looked for."""
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")


class _Table(NamedTuple):
    said: str
    header: list[str]
    rows: list[list[str]]
    choice: Choice
    delimiter: str
    line_end: str
    has_mark: bool

    def __repr__(self) -> str:
        return f"_Table({len(self.rows)} rows)"


def read(source: Source, *, encoding: str | None = None, columns: Columns = BY_NAME) -> Iterator[Item]:
    """A Document for each text cell, row by row; a row of another length is an Unread."""
    try:
        table = _table(source, encoding, columns)
    except (DecodeError, FormatError) as error:
        yield Unread(str(source.number), str(error).removeprefix(f"input {source.number}: "))
        return
    for number, row in enumerate(table.rows, 1):
        if not row:
            continue
        if len(row) != len(table.header):
            yield Unread(f"{source.number}:{number}", f"row {number}: {len(row)} cells under {len(table.header)} headings")
            continue
        yield from documents(table.choice, row, str(number))


def _table(source: Source, encoding: str | None, columns: Columns) -> _Table:
    decoded = decode_table(source.read(longest=_LARGEST), encoding=encoding)
    said = _SAID.match(decoded.text)
    text = decoded.text[said.end() :] if said else decoded.text
    delimiter = said[1] if said else _delimiter(text)
    rows = _rows(text, delimiter, source.number)
    while rows and not rows[0]:
        del rows[0]
    if not rows:
        raise FormatError(f"input {source.number}: the table is empty")
    header = rows.pop(0)
    found_end = re.search(r"\r\n|\n|\r", text)
    return _Table(
        said[0] if said else "",
        header,
        rows,
        need_notes(choose(header, columns)),
        delimiter,
        found_end[0] if found_end else "\r\n",
        decoded.encoding == "utf-8-sig",
    )


def _delimiter(text: str) -> str:
    """What the header line has most of, outside quotation marks."""
    bare = re.sub(r'"[^"]*"', "", text[:_HEAD].lstrip("\r\n"))
    first = re.match(r"[^\r\n]*", bare)
    return max(",\t;", key=(first[0] if first else "").count)


def _rows(text: str, delimiter: str, number: int) -> list[list[str]]:
    """The rows; FormatError where a quotation mark is never closed: all that follows would be one cell."""
    csv.field_size_limit(LONGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[list[str]] = []
    last = 0
    try:
        before = 0
        for row in reader:
            rows.append(row)
            last, before = before, reader.line_num
    except csv.Error:
        raise FormatError(f"input {number}: row {len(rows)}: this is not a CSV table, or a cell is longer than 32 MB") from None
    if reader.line_num > last + 1:  # the last row is of several lines: is that what was meant?
        lines = _LINE.findall(text)[last:]
        try:
            deque(csv.reader(lines, delimiter=delimiter, strict=True), maxlen=0)
        except csv.Error as error:
            if "end of data" in str(error):
                raise FormatError(f"input {number}: row {len(rows) - 1}: a quotation mark opens a cell and none closes it") from None
    return rows


def write(
    results: Iterable[Result],
    target: BinaryIO,
    source: Source,
    *,
    encoding: str | None = None,
    columns: Columns = BY_NAME,
) -> int:
    """The table with its notes scrubbed, in UTF-8 (with a mark if it came with one); the number of columns
    that were left out.

    `results` are those of `read(source)` in order, one for each Unread too. A withheld text leaves its
    cell empty; for what cannot be read nothing is written.
    """
    try:
        table = _table(source, encoding, columns)
    except (DecodeError, FormatError):
        deque(results, maxlen=0)
        return 0
    written = table.choice.written
    out = io.TextIOWrapper(target, encoding="utf-8-sig" if table.has_mark else "utf-8", newline="", write_through=True)
    out.write(table.said)
    writer = csv.writer(out, delimiter=table.delimiter, lineterminator=table.line_end)
    writer.writerow([table.header[i] for i in written])
    upcoming = iter(results)
    for row in table.rows:
        if not row:
            out.write(table.line_end)
            continue
        if len(row) != len(table.header):
            next(upcoming)
            writer.writerow(["" for _ in written])
            continue
        now = cells(table.choice, row, [next(upcoming) for _ in table.choice.text])
        writer.writerow([now[i] for i in written])
    out.detach()
    return len(table.header) - len(written)
