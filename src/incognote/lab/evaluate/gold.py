"""Gold files: our JSON Lines (schemas/gold.schema.json) and the article's format, checked line by line."""

from __future__ import annotations

import gzip
import json
import lzma
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError
from incognote.lab.lines import open_lines
from incognote.labels import LABELS

ANY: Final[frozenset[str]] = frozenset()
"""For `labels`: whatever the file says (clinical strings, other schemes)."""


class GoldSpan(NamedTuple):
    """A span of the truth; `entity` and `kind` where the file has them."""

    start: int
    end: int
    label: str
    kind: str | None = None
    entity: str | None = None

    def __repr__(self) -> str:
        return f"GoldSpan({self.start}, {self.end})"


class GoldNote(NamedTuple):
    """A note with its truth. `people` maps an entity to its row of the gold file (role, origin, rarity ...)."""

    id: str
    text: str
    spans: tuple[GoldSpan, ...]
    meta: Mapping[str, Any]
    people: Mapping[str, Mapping[str, Any]]

    def __repr__(self) -> str:
        return f"GoldNote({len(self.text)} characters, {len(self.spans)} spans)"


def read_gold(path: Path, *, labels: Iterable[str] | None = None) -> list[GoldNote]:
    """All notes of `path` (.jsonl, .jsonl.gz, .jsonl.xz).

    `labels` are the names that a span may have; by default our 33.

    Raises:
        FormatError: names the line whose offsets, label, text or id are wrong, or that the file has no note.
    """
    allowed = frozenset(LABELS if labels is None else labels)
    notes: list[GoldNote] = []
    seen: set[str] = set()
    for number, row in read_rows(path):
        note = _note(row, number, allowed)
        if note.id in seen:
            raise FormatError(f"line {number}: its id was used before")
        seen.add(note.id)
        notes.append(note)
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
    given = row.get("spans", row.get("phi"))
    if not isinstance(given, list):
        raise FormatError(f"line {number}: it needs `spans` (or `phi`, as the article writes it)")
    spans = tuple(sorted(_span(item, text, number, allowed) for item in given))
    for before, after in pairwise(spans):
        if after.start < before.end:
            raise FormatError(f"line {number}: the spans at {before.start} and {after.start} overlap")
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
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text)):
        raise FormatError(f"line {number}: offsets outside the text")
    if isinstance(item.get("text"), str) and item["text"] != text[start:end]:
        raise FormatError(f"line {number}: the span at {start} is not the text it says")
    return GoldSpan(start, end, label, item.get("kind") or item.get("attr"), item.get("entity"))
