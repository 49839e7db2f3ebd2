"""Parquet: tables of notes by name or option as in CSV, row group by row group, so that memory does not grow with the file.

A column of notes is text, a dictionary of texts, bytes that are text, or a list of texts, which is one document of as
many lines. What goes out has the same rows in groups that are no larger; columns that are kept have the same types;
columns that are left out, statistics, and what the file says of itself (key-value metadata, that of pandas too) are not
written. Only `pyarrow` is used, here and in the file beside this one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError
from incognote.formats.columns import (
    BY_NAME,
    Choice,
    Columns,
    are_withheld,
    id_of_row,
    identifier_of,
    kept_of,
    known_of,
)
from incognote.formats.naming import code_of
from incognote.formats.parquet.table import (
    Table,
    batches,
    is_text,
    lay,
    open_table,
    require,
    rows_of,
    shown,
    told_by,
)
from incognote.formats.source import LONGEST, Item, Source, Unread, too_long


def read(source: Source, *, encoding: str | None = None, columns: Columns = BY_NAME) -> Iterator[Item]:
    """A Document for each cell of notes, row by row, and last one of what the file says of itself, if it says more
    than what its columns are. `encoding` is that of columns of bytes."""
    require()
    with source.open() as stream:
        try:
            table = open_table(source, stream, columns)
        except FormatError as error:
            yield Unread(str(source.number), str(error).removeprefix(f"input {source.number}: "))
            return
        place = 0
        for batch in batches(table):
            for row in rows_of(table, batch):
                place += 1
                yield from _items(table.choice, row, place, source.number, encoding)
    told = told_by(table)
    if told:
        yield Document(f"{source.number}.0", told, {}, {})


def _items(choice: Choice, row: list[Any], place: int, number: int, encoding: str | None) -> Iterator[Item]:
    cells = [shown(value) for value in row]
    known, meta = known_of(choice, cells), kept_of(choice, cells)
    identifier = identifier_of(choice, cells, str(place))
    for position, column in enumerate(choice.text, 1):
        name = identifier + (f".{position}" if len(choice.text) > 1 else "")
        try:
            text = lay(row[column], encoding).text
        except DecodeError as error:
            yield Unread(f"{number}:{place}", f"row {place}: {error}")
            continue
        yield Unread(f"{number}:{place}", f"row {place}: {too_long()}") if len(text) > LONGEST else Document(name, text, known, meta)


def write(
    results: Iterable[Result],
    target: BinaryIO,
    source: Source,
    *,
    encoding: str | None = None,
    columns: Columns = BY_NAME,
) -> int:
    """The table with its notes scrubbed; the number of columns that were left out.

    `results` are those of `read(source)` in order, one for each Unread too. A withheld text leaves its cell null;
    for what cannot be read nothing is written.
    """
    require()
    from pyarrow import parquet

    upcoming = iter(results)
    with source.open() as stream:
        try:
            table = open_table(source, stream, columns)
        except FormatError:
            deque(upcoming, maxlen=0)
            return 0
        schema = _schema(table)
        with parquet.ParquetWriter(target, schema, write_statistics=False, compression="zstd") as writer:
            for group in range(table.file.metadata.num_row_groups):
                for batch in batches(table, group=group):
                    writer.write_table(_anew(table, schema, batch, upcoming, encoding))
    if told_by(table):
        next(upcoming, None)
    return len(table.schema) - len(schema)


def _schema(table: Table) -> Any:
    """The columns that are written, without what is said of them; a code is text whatever the number was."""
    import pyarrow

    choice = table.choice
    text = {*choice.coded, *(() if choice.id is None else (choice.id,))}
    fields = []
    for place in choice.written:
        field = table.schema.field(place)
        kind = field.type if place not in text or is_text(field.type) else pyarrow.string()
        fields.append(pyarrow.field(field.name, _bare(kind), nullable=True))
    return pyarrow.schema(fields)


def _bare(kind: Any) -> Any:
    """A type without metadata of its own: a list has some on its elements."""
    import pyarrow
    from pyarrow import types

    if types.is_list(kind):
        return pyarrow.list_(kind.value_type)
    return pyarrow.large_list(kind.value_type) if types.is_large_list(kind) else kind


def _anew(table: Table, schema: Any, batch: Any, upcoming: Iterator[Result], encoding: str | None) -> Any:
    """A batch as it is written."""
    import pyarrow
    from pyarrow import compute

    choice = table.choice
    written = choice.written
    made: dict[int, list[Any]] = {place: [] for place in written if place not in choice.keep}
    withheld: list[bool] = []
    for row in rows_of(table, batch):
        of_row = [next(upcoming) for _ in choice.text]
        withheld.append(are_withheld(of_row))
        for place, value in _cells(choice, row, of_row, encoding).items():
            made[place].append(value)
    arrays = []
    for place, field in zip(written, schema, strict=True):
        if place in made:
            arrays.append(_array(made[place], field.type))
        else:
            kept = batch.column(field.name)
            arrays.append(compute.if_else(pyarrow.array(withheld), pyarrow.scalar(None, field.type), kept) if any(withheld) else kept)
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def _array(values: list[Any], kind: Any) -> Any:
    import pyarrow
    from pyarrow import types

    return pyarrow.array(values, pyarrow.string()).cast(kind) if types.is_dictionary(kind) else pyarrow.array(values, kind)


def _cells(choice: Choice, row: list[Any], of_row: Sequence[Result], encoding: str | None) -> dict[int, Any]:
    cells: dict[int, Any] = dict.fromkeys(choice.coded, code_of(of_row[0]) or "")
    if choice.id is not None:
        cells[choice.id] = id_of_row(choice, of_row)
    for column, result in zip(choice.text, of_row, strict=True):
        cells[column] = _note(row[column], result, encoding)
    return {place: value for place, value in cells.items() if place not in choice.keep}


def _note(value: Any, result: Result, encoding: str | None) -> Any:
    if result.text is None or value is None:
        return None
    if isinstance(value, list):
        lay(value, encoding).apply(result.edits)
        return value
    return result.text.encode("utf-8") if isinstance(value, bytes) else result.text
