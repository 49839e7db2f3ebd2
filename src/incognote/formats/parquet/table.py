"""A Parquet file, opened: its columns, its rows a few at a time, and what it says of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, BinaryIO, Final, NamedTuple

from incognote.errors import FormatError, UsageError
from incognote.formats.columns import Choice, Columns, choose, need_notes
from incognote.formats.laid import Laid
from incognote.formats.source import LONGEST, Source
from incognote.text.decode import decode

_ROWS: Final = 8192
"""Rows that are in memory at once, fewer where they are long."""
_BYTES: Final = 32 * 1024 * 1024
_SCHEMAS: Final = frozenset({b"ARROW:schema", b"org.apache.spark.version", b"org.apache.spark.sql.parquet.row.metadata", b"org.apache.spark.legacyDateTime"})
"""Metadata that say of columns what the columns say."""
_MIDNIGHT: Final = re.compile(r"(?<=\d\d-\d\d) 00:00:00[.0]*Z?\Z")
_EXACT: Final = 1e15
"""Numbers up to here stand in a column of floats because a number was missing in it: 12345.0 is 12345."""


class Table(NamedTuple):
    file: Any
    schema: Any
    choice: Choice

    def __repr__(self) -> str:
        return f"Table({len(self.schema)} columns)"


def require() -> None:
    if find_spec("pyarrow") is None:
        raise UsageError("reading Parquet needs one more package: pip install 'incognote[tables]'")


def open_table(source: Source, stream: BinaryIO, columns: Columns) -> Table:
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
    table = Table(file, schema, need_notes(choose(names, columns)))
    _check_columns(table, source.number)
    try:
        for batch in batches(table):
            batch.validate(full=True)
    except (pyarrow.ArrowException, OSError, OverflowError):
        raise FormatError(f"input {source.number}: the Parquet file is damaged or cut off") from None
    return table


def _check_columns(table: Table, number: int) -> None:
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
        return lists and is_text(kind.value_type)
    return not types.is_nested(kind)


def _is_notes(kind: Any) -> bool:
    from pyarrow import types

    inner = kind.value_type if types.is_dictionary(kind) or types.is_nested(kind) else kind
    return is_text(inner) or bool((types.is_binary(kind) or types.is_large_binary(kind)) or types.is_null(kind))


def is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _wanted(table: Table) -> list[int]:
    choice = table.choice
    return sorted({*choice.written, *(i for i, _ in choice.facts)})


def batches(table: Table, *, group: int | None = None) -> Iterator[Any]:
    names = [table.schema.field(i).name for i in _wanted(table)]
    groups = range(table.file.metadata.num_row_groups) if group is None else [group]
    for each in groups:
        told = table.file.metadata.row_group(each)
        size = max(1, min(_ROWS, _BYTES * max(told.num_rows, 1) // max(told.total_byte_size, 1)))
        yield from table.file.iter_batches(batch_size=size, row_groups=[each], columns=names)


def rows_of(table: Table, batch: Any) -> Iterator[list[Any]]:
    """The rows of a batch as wide as the table; columns that are not wanted are None, days and times are text."""
    from pyarrow import string, types

    values: list[Any] = [None] * len(table.schema)
    columns = {i: batch.column(table.schema.field(i).name) for i in _wanted(table)}
    columns = {i: column.cast(string()) if types.is_temporal(column.type) else column for i, column in columns.items()}
    for at in range(batch.num_rows):
        for i, column in columns.items():
            values[i] = column[at].as_py()
        yield list(values)


def shown(value: Any) -> str:
    """A cell of an identity, of an id or one that is kept."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ";".join(map(shown, value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
    return str(int(value)) if is_whole else _MIDNIGHT.sub("", str(value))


def lay(value: Any, encoding: str | None) -> Laid:
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


def told_by(table: Table) -> str:
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
