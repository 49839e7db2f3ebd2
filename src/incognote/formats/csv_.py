"""Tables: one or more columns hold notes, others say who they are about.

The header decides: text columns by option or by name (text, note, 病歷內容 ...), identity columns (name,
mrn, 姓名 ...) become the document's `known`. Out come the same rows: text columns scrubbed, the id column
with safe ids, name and chart-number columns with the patient's code. Every other column may hold
anything, so it is left out unless named to be kept. Cells are quoted as RFC 4180 says and nothing is put
before `=`, `+`, `-` or `@`: `+3 edema` is a finding, not a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError, UsageError
from incognote.formats import known as facts
from incognote.formats.naming import code_of
from incognote.formats.source import LONGEST, Item, Source, Unread
from incognote.text.decode import decode

_LARGEST: Final = 8 * LONGEST
KEPT: Final = "kept"
"""Where `Document.meta` has the cells that are copied as they stand: somebody must look at them too."""
KEPT_CELL: Final = "kept_cell"
"""The finding that one of them holds a person. Where the text is withheld for it, so are they."""
ID_COLUMNS: Final = frozenset({"id", "noteid", "documentid", "docid", "recordid", "序號", "序号", "編號", "编号"})


class Columns(NamedTuple):
    """Columns by heading: of notes, of ids, and those copied as they stand."""

    text: tuple[str, ...] = ()
    id: str | None = None
    keep: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "Columns(...)"


BY_NAME: Final = Columns()
"""No column named: the headings tell."""


class _Table(NamedTuple):
    header: list[str]
    rows: list[list[str]]
    text: list[int]
    id: int | None
    facts: list[tuple[int, str]]
    keep: list[int]
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
        where = f"{source.number}:{number}"
        if not row:
            continue
        if len(row) != len(table.header):
            yield Unread(where, f"row {number}: {len(row)} cells under {len(table.header)} headings")
            continue
        known = facts.from_cells((fact, row[i]) for i, fact in table.facts)
        meta = {KEPT: [row[i] for i in table.keep]} if table.keep else {}
        identifier = row[table.id] if table.id is not None and row[table.id].strip() else str(number)
        for position, column in enumerate(table.text, 1):
            suffix = f".{position}" if len(table.text) > 1 else ""
            yield Document(identifier + suffix, row[column], known, meta)


def _table(source: Source, encoding: str | None, columns: Columns) -> _Table:
    decoded = decode(source.read(longest=_LARGEST), encoding=encoding)
    text = decoded.text
    first = re.match(r"[^\r\n]*", text)
    delimiter = max(",\t;", key=(first[0] if first else "").count)
    csv.field_size_limit(LONGEST)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise FormatError(f"input {source.number}: this is not a CSV table") from None
    while rows and not rows[0]:
        del rows[0]
    if not rows:
        raise FormatError(f"input {source.number}: the table is empty")
    header = rows.pop(0)
    found_end = re.search(r"\r\n|\n|\r", text)
    text_columns = [_place(header, name, "--text-column") for name in columns.text] or _likely(header, facts.TEXT_COLUMNS)
    if not text_columns:
        raise UsageError("no column of the table is known to hold notes: name it with --text-column")
    id_column = _place(header, columns.id, "--id-column") if columns.id else next(iter(_likely(header, ID_COLUMNS)), None)
    return _Table(
        header,
        rows,
        text_columns,
        id_column,
        [(i, fact) for i, name in enumerate(header) if i not in text_columns and (fact := facts.fact_of(name))],
        [_place(header, name, "--keep-column") for name in columns.keep],
        delimiter,
        found_end[0] if found_end else "\r\n",
        decoded.encoding == "utf-8-sig",
    )


def _likely(header: list[str], names: frozenset[str]) -> list[int]:
    return [i for i, name in enumerate(header) if re.sub(r"[\s_-]+", "", name).lower() in names]


def _place(header: list[str], name: str, option: str) -> int:
    try:
        return [column.strip() for column in header].index(name.strip())
    except ValueError:
        raise UsageError(f"{option} names no column of the table") from None


def _kept(table: _Table) -> list[int]:
    codes = {i for i, fact in table.facts if fact in {"name", "mrn"}}
    wanted = {*table.text, *table.keep, *codes} | ({table.id} if table.id is not None else set())
    return sorted(wanted)


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
    kept = _kept(table)
    coded = {i for i, fact in table.facts if fact in {"name", "mrn"} and i not in {*table.keep, *table.text, table.id}}
    out = io.TextIOWrapper(target, encoding="utf-8-sig" if table.has_mark else "utf-8", newline="", write_through=True)
    writer = csv.writer(out, delimiter=table.delimiter, lineterminator=table.line_end)
    writer.writerow([table.header[i] for i in kept])
    upcoming = iter(results)
    for row in table.rows:
        if not row:
            out.write(table.line_end)
            continue
        if len(row) != len(table.header):
            next(upcoming)
            writer.writerow(["" for _ in kept])
            continue
        cells = _cells(table, row, [next(upcoming) for _ in table.text], coded)
        writer.writerow([cells[i] for i in kept])
    out.detach()
    return len(table.header) - len(kept)


def _cells(table: _Table, row: list[str], of_row: list[Result], coded: set[int]) -> dict[int, str]:
    """What stands in the columns of a row that are written."""
    is_withheld = any(f.kind == KEPT_CELL and r.text is None for r in of_row for f in r.findings)
    cells = {i: "" if is_withheld else row[i] for i in table.keep} | dict.fromkeys(coded, code_of(of_row[0]) or "")
    cells |= {column: result.text or "" for column, result in zip(table.text, of_row, strict=True)}
    if table.id is not None:
        cells[table.id] = of_row[0].id.removesuffix(".1") if len(table.text) > 1 else of_row[0].id
    return cells
