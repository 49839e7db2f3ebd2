"""Gold files: our JSON Lines (schemas/gold.schema.json) and the article's format, checked line by line.

Folders of BRAT (`brat`) and of i2b2 (`i2b2`) are gold too.
"""

from __future__ import annotations

import gzip
import json
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from incognote.errors import FormatError
from incognote.lab.evaluate import brat, i2b2
from incognote.lab.evaluate.fields import check_line
from incognote.lab.evaluate.truth import ANY, GoldNote, GoldSpan, in_order
from incognote.lab.lines import open_lines
from incognote.labels import LABELS

__all__ = ["ANY", "GoldNote", "GoldSpan", "read_gold", "read_rows"]


def read_gold(path: Path, *, labels: Iterable[str] | None = None) -> list[GoldNote]:
    """All notes of `path`: .jsonl, .jsonl.gz, .jsonl.xz; a folder of BRAT or of i2b2, or one file of theirs.

    `labels` are the names that a span may have; by default our 33. A line that says its `version` is held to our schema, field by
    field; one that says none is another's, of which only what is read is looked at.

    Raises:
        FormatError: names the line, or the tag, whose offsets, label, text or id are wrong, or says that there is no note.
    """
    allowed = frozenset(LABELS if labels is None else labels)
    if (reader := _reader(path)) is not None:
        return _some(reader(path, allowed))
    notes: list[GoldNote] = []
    seen: set[str] = set()
    for number, row in read_rows(path):
        note = _note(row, number, allowed)
        if note.id in seen:
            raise FormatError(f"line {number}: its id was used before")
        seen.add(note.id)
        notes.append(note)
    return _some(notes)


def _reader(path: Path) -> Callable[[Path, frozenset[str]], list[GoldNote]] | None:
    """What reads gold that is no JSON Lines."""
    if path.is_dir():
        if any(path.rglob("*.ann")):
            return brat.read
        return i2b2.read
    return {".ann": brat.read, ".xml": i2b2.read}.get(path.suffix.lower())


def _some(notes: list[GoldNote]) -> list[GoldNote]:
    if not notes:
        raise FormatError("the gold file has no note")
    return notes


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of each line that is not blank.

    Raises:
        FormatError: a line that is no JSON object, or a file that is not UTF-8 or cannot be unpacked.
    """
    number = 0
    try:
        with open_lines(path) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _row(line, number)
    except UnicodeDecodeError:
        raise FormatError(f"after line {number}: not UTF-8") from None
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile, EOFError):
        raise FormatError(f"after line {number}: the file cannot be unpacked") from None


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        raise FormatError(f"line {number}: no JSON") from None
    if not isinstance(row, dict):
        raise FormatError(f"line {number}: no JSON object")
    return row


def _note(row: dict[str, Any], number: int, allowed: frozenset[str]) -> GoldNote:
    text, note_id = row.get("text"), row.get("id")
    if not isinstance(text, str) or not isinstance(note_id, str):
        raise FormatError(f"line {number}: it needs `id` and `text`")
    if "version" in row:
        check_line(row, f"line {number}")
    given = row.get("spans", row.get("phi"))
    if not isinstance(given, list):
        raise FormatError(f"line {number}: it needs `spans` (or `phi`, as the article writes it)")
    spans = in_order([_span(item, text, number, allowed) for item in given], f"line {number}")
    people = _people(row.get("people", []), number)
    meta = {k: v for k, v in row.items() if k not in ("id", "text", "spans", "phi", "people")}
    return GoldNote(note_id, text, spans, meta, people)


def _people(rows: Any, number: int) -> dict[str, Mapping[str, Any]]:
    if not isinstance(rows, list) or any(not isinstance(row, dict) or not isinstance(row.get("entity"), str) for row in rows):
        raise FormatError(f"line {number}: `people` is a list of objects with an `entity`")
    return {row["entity"]: row for row in rows}


def _span(item: Any, text: str, number: int, allowed: frozenset[str]) -> GoldSpan:
    try:
        start, end, label = item["start"], item["end"], item.get("label") or item["type"]
    except (TypeError, KeyError, AttributeError):
        raise FormatError(f"line {number}: a span needs start, end and label") from None
    if not isinstance(label, str) or (allowed and label not in allowed):
        raise FormatError(f"line {number}: unknown label; there are {', '.join(sorted(allowed)) or 'words only'}")
    if not (type(start) is int and type(end) is int and 0 <= start < end <= len(text)):
        raise FormatError(f"line {number}: offsets outside the text")
    if isinstance(item.get("text"), str) and item["text"] != text[start:end]:
        raise FormatError(f"line {number}: the span at {start} is not the text it says")
    return GoldSpan(start, end, label, item.get("kind") or item.get("attr"), item.get("entity"))
