"""JSON Lines: `{"id", "text", "known"?, "meta"?}` in, results out, one a line, always UTF-8.

A line that cannot be read is one failed record; the next line is read all the same. A lone surrogate
(`\\udcb2`) is no character: it is read, and so written, as U+FFFD, which keeps every offset.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError
from incognote.formats import known as facts
from incognote.formats.source import LONGEST, Item, Source, Unread, reason, too_long
from incognote.text.decode import decode

VERSION: Final = 1
_KEYS: Final = frozenset({"id", "text", "known", "meta"})
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """A Document a line; blank lines are passed over but counted."""
    for number, line in enumerate(_lines(source), 1):
        where = f"{source.number}:{number}"
        if line is None:
            yield Unread(where, f"line {number}: {too_long()}")
        elif line.strip():
            try:
                yield _document(line, number, encoding)
            except (FormatError, DecodeError) as error:
                yield Unread(where, f"line {number}: {error}")


def _lines(source: Source) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, which is skipped without being kept."""
    with source.open() as stream:
        try:
            while line := stream.readline(LONGEST + 1):
                if len(line) <= LONGEST:
                    yield line
                    continue
                while line and not line.endswith(b"\n"):
                    line = stream.readline(1 << 20)
                yield None
        except OSError as error:
            raise FormatError(f"input {source.number}: {reason(error)}") from None


def _document(line: bytes, number: int, encoding: str | None) -> Document:
    text = decode(line, encoding=encoding).text
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError("this is not JSON") from None
    if not isinstance(row, dict):
        raise FormatError("this is not an object with id and text")
    if set(row) - _KEYS:
        raise FormatError(f"unknown key: the keys are {', '.join(sorted(_KEYS))}")
    row = _without_surrogates(row)
    identifier, body = row.get("id", str(number)), row.get("text")
    known, meta = ({} if row.get(key) is None else row[key] for key in ("known", "meta"))
    if isinstance(identifier, bool) or not isinstance(identifier, (str, int)):
        raise FormatError("'id' is neither text nor number")
    if not isinstance(body, str):
        raise FormatError("'text' is missing or no text")
    if not isinstance(meta, dict):
        raise FormatError("'meta' is not an object")
    return Document(str(identifier), body, facts.check(known), meta)


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


def record(result: Result) -> dict[str, Any]:
    """A result as it is written: `text` is the only field that may hold words of the note."""
    return {
        "version": VERSION,
        "id": result.id,
        "status": result.status,
        "text": result.text,
        "findings": [finding._asdict() for finding in result.findings],
        "edits": [
            {
                "start": edit.start,
                "end": edit.end,
                "label": edit.label,
                "kind": edit.kind,
                "operator": edit.operator,
                "replacement": edit.replacement,
            }
            for edit in result.edits
        ],
        "fingerprint": result.fingerprint,
    }


def line(value: dict[str, Any]) -> bytes:
    """One line of JSON; U+2028 and its like are escaped, for some readers break lines there."""
    text = json.dumps(_without_surrogates(value), ensure_ascii=False, separators=(", ", ": "))
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085").encode("utf-8") + b"\n"


def write(results: Iterable[Result], target: BinaryIO, source: Source | None = None) -> None:
    for result in results:
        target.write(line(record(result)))
