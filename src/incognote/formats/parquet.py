"""Parquet: tables of notes by name or option as in CSV, row group by row group, so that memory does not grow with the file.

A column of notes is text, a dictionary of texts, bytes that are text, or a list of texts, which is one document of as
many lines. What goes out has the same rows in groups that are no larger; columns that are kept have the same types;
columns that are left out, statistics, and what the file says of itself (key-value metadata, that of pandas too) are not
written. Only `pyarrow` is used, and only here.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any, BinaryIO, Final, NamedTuple

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError, UsageError
from incognote.formats.columns import (
    BY_NAME,
    Choice,
    Columns,
    are_withheld,
    choose,
    id_of_row,
    identifier_of,
    kept_of,
    known_of,
    need_notes,
)
from incognote.formats.laid import Laid
from incognote.formats.naming import code_of
from incognote.formats.source import LONGEST, Item, Source, Unread, too_long
from incognote.text.decode import decode

_ROWS: Final = 8192
"""Rows that are in memory at once, fewer where they are long."""
_BYTES: Final = 32 * 1024 * 1024
_SCHEMAS: Final = frozenset({b"ARROW:schema", b"org.apache.spark.version", b"org.apache.spark.sql.parquet.row.metadata", b"org.apache.spark.legacyDateTime"})
"""Metadata that say of columns what the columns say."""
_MIDNIGHT: Final = re.compile(r"(?<=\d\d-\d\d) 00:00:00[.0]*Z?\Z")
_EXACT: Final = 1e15
"""Numbers up to here stand in a column of floats because a number was missing in it: 12345.0 is 12345."""


class _Table(NamedTuple):
    file: Any
    schema: Any
    choice: Choice

    def __repr__(self) -> str:
        return f"_Table({len(self.schema)} columns)"


def read(source: Source, *, encoding: str | None = None, columns: Columns = BY_NAME) -> Iterator[Item]:
    """A Document for each cell of notes, row by row, and last one of what the file says of itself, if it says more
    than what its columns are. `encoding` is that of columns of bytes."""
    _require()
    with source.open() as stream:
        try:
            table = _table(source, stream, columns)
        except FormatError as error:
            yield Unread(str(source.number), str(error).removeprefix(f"input {source.number}: "))
            return
        place = 0
        for batch in _batches(table):
            for row in _rows(table, batch):
                place += 1
                yield from _items(table.choice, row, place, source.number, encoding)
    told = _told(table)
    if told:
        yield Document(f"{source.number}.0", told, {}, {})


def _require() -> None:
    if find_spec("pyarrow") is None:
        raise UsageError("reading Parquet needs one more package: pip install 'incognote[parquet]'")


def _table(source: Source, stream: BinaryIO, columns: Columns) -> _Table:
    import pyarrow
    from pyarrow import parquet

    inner = stream if stream.seekable() else pyarrow.BufferReader(source.read(longest=8 * LONGEST))
    try:
        file = parquet.ParquetFile(inner)
    except (pyarrow.ArrowException, OSError, ValueError):
        raise FormatError(f"input {source.number}: this is not a Parquet file, or it is damaged or encrypted") from None
    schema = file.schema_arrow
    names = [field.name for field in schema]
    if len(set(names)) < len(names):
        raise FormatError(f"input {source.number}: two columns have one name: give them names of their own")
    table = _Table(file, schema, need_notes(choose(names, columns)))
    _check_columns(table, source.number)
    try:
        for batch in _batches(table):
            batch.validate(full=True)
    except (pyarrow.ArrowException, OSError, OverflowError):
        raise FormatError(f"input {source.number}: the Parquet file is damaged or cut off") from None
    return table


def _check_columns(table: _Table, number: int) -> None:
    """FormatError names a column that cannot be read as it is asked for."""
    choice = table.choice
    lists = {*choice.text, *(i for i, _ in choice.facts)} - {*choice.keep}
    for place in _wanted(table):
        field = table.schema.field(place)
        if not _is_flat(field.type, lists=place in lists):
            raise FormatError(f"input {number}: column {place + 1} ('{field.name.strip()}') is nested: name other columns, or flatten it")
        if place in choice.text and not _is_notes(field.type):
            raise FormatError(f"input {number}: column {place + 1} ('{field.name.strip()}') holds no text: name other columns")


def _is_flat(kind: Any, *, lists: bool) -> bool:
    from pyarrow import types

    if types.is_list(kind) or types.is_large_list(kind):
        return lists and _is_text(kind.value_type)
    return not types.is_nested(kind)


def _is_notes(kind: Any) -> bool:
    from pyarrow import types

    inner = kind.value_type if types.is_dictionary(kind) or types.is_nested(kind) else kind
    return _is_text(inner) or bool((types.is_binary(kind) or types.is_large_binary(kind)) or types.is_null(kind))


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _wanted(table: _Table) -> list[int]:
    choice = table.choice
    return sorted({*choice.written, *(i for i, _ in choice.facts)})


def _batches(table: _Table, *, group: int | None = None) -> Iterator[Any]:
    names = [table.schema.field(i).name for i in _wanted(table)]
    groups = range(table.file.metadata.num_row_groups) if group is None else [group]
    for each in groups:
        told = table.file.metadata.row_group(each)
        size = max(1, min(_ROWS, _BYTES * max(told.num_rows, 1) // max(told.total_byte_size, 1)))
        yield from table.file.iter_batches(batch_size=size, row_groups=[each], columns=names)


def _rows(table: _Table, batch: Any) -> Iterator[list[Any]]:
    """The rows of a batch as wide as the table; columns that are not wanted are None, days and times are text."""
    from pyarrow import string, types

    values: list[Any] = [None] * len(table.schema)
    columns = {i: batch.column(table.schema.field(i).name) for i in _wanted(table)}
    columns = {i: column.cast(string()) if types.is_temporal(column.type) else column for i, column in columns.items()}
    for at in range(batch.num_rows):
        for i, column in columns.items():
            values[i] = column[at].as_py()
        yield list(values)


def _items(choice: Choice, row: list[Any], place: int, number: int, encoding: str | None) -> Iterator[Item]:
    cells = [_shown(value) for value in row]
    known, meta = known_of(choice, cells), kept_of(choice, cells)
    identifier = identifier_of(choice, cells, str(place))
    for position, column in enumerate(choice.text, 1):
        name = identifier + (f".{position}" if len(choice.text) > 1 else "")
        try:
            text = _lay(row[column], encoding).text
        except DecodeError as error:
            yield Unread(f"{number}:{place}", f"row {place}: {error}")
            continue
        yield Unread(f"{number}:{place}", f"row {place}: {too_long()}") if len(text) > LONGEST else Document(name, text, known, meta)


def _shown(value: Any) -> str:
    """A cell of an identity, of an id or one that is kept."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ";".join(map(_shown, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
    return str(int(value)) if is_whole else _MIDNIGHT.sub("", str(value))


def _lay(value: Any, encoding: str | None) -> Laid:
    """A cell of notes; the elements of a list are lines, and are put back into the list."""
    laid = Laid()
    if isinstance(value, list):
        for at, element in enumerate(value):
            if at:
                laid.joint("\n")
            laid.add(_text(element, encoding), _into(value, at))
    else:
        laid.add(_text(value, encoding))
    return laid


def _into(elements: list[Any], at: int) -> Any:
    def put(new: str) -> None:
        elements[at] = new

    return put


def _text(value: Any, encoding: str | None) -> str:
    return decode(value, encoding=encoding).text if isinstance(value, bytes) else "" if value is None else str(value)


def _told(table: _Table) -> str:
    """What the file says of itself beside its columns, a line each."""
    lines: list[str] = []
    metadata = table.file.metadata.metadata or {}
    fields = [field.metadata or {} for field in table.schema]
    for key, value in ((key, value) for each in (metadata, *fields) for key, value in each.items()):
        if key not in _SCHEMAS and not key.startswith(b"PARQUET:"):
            lines += _of_pandas(value) if key == b"pandas" else [f"{key.decode('utf-8', 'replace')}：{value.decode('utf-8', 'replace')}"]
    return "\n".join([*lines, ""])


def _of_pandas(value: bytes) -> list[str]:
    """What pandas keeps beside columns: what somebody wrote to a table of theirs."""
    try:
        told = json.loads(value).get("attributes")
    except (ValueError, AttributeError):
        return [value.decode("utf-8", "replace")]
    return [json.dumps(told, ensure_ascii=False)] if told else []


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
    _require()
    from pyarrow import parquet

    upcoming = iter(results)
    with source.open() as stream:
        try:
            table = _table(source, stream, columns)
        except FormatError:
            deque(upcoming, maxlen=0)
            return 0
        schema = _schema(table)
        with parquet.ParquetWriter(target, schema, write_statistics=False, compression="zstd") as writer:
            for group in range(table.file.metadata.num_row_groups):
                for batch in _batches(table, group=group):
                    writer.write_table(_anew(table, schema, batch, upcoming, encoding))
    if _told(table):
        next(upcoming, None)
    return len(table.schema) - len(schema)


def _schema(table: _Table) -> Any:
    """The columns that are written, without what is said of them; a code is text whatever the number was."""
    import pyarrow

    choice = table.choice
    text = {*choice.coded, *(() if choice.id is None else (choice.id,))}
    fields = []
    for place in choice.written:
        field = table.schema.field(place)
        kind = field.type if place not in text or _is_text(field.type) else pyarrow.string()
        fields.append(pyarrow.field(field.name, _bare(kind), nullable=True))
    return pyarrow.schema(fields)


def _bare(kind: Any) -> Any:
    """A type without metadata of its own: a list has some on its elements."""
    import pyarrow
    from pyarrow import types

    if types.is_list(kind):
        return pyarrow.list_(kind.value_type)
    return pyarrow.large_list(kind.value_type) if types.is_large_list(kind) else kind


def _anew(table: _Table, schema: Any, batch: Any, upcoming: Iterator[Result], encoding: str | None) -> Any:
    """A batch as it is written."""
    import pyarrow
    from pyarrow import compute

    choice = table.choice
    written = choice.written
    made: dict[int, list[Any]] = {place: [] for place in written if place not in choice.keep}
    withheld: list[bool] = []
    for row in _rows(table, batch):
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
        _lay(value, encoding).apply(result.edits)
        return value
    return result.text.encode("utf-8") if isinstance(value, bytes) else result.text
