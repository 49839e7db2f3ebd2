"""Lists of people to enroll: CSV or JSON Lines, checked as a whole before the first is stored."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

from incognote.document import Number, Person
from incognote.errors import FormatError
from incognote.formats import source
from incognote.formats.known import check, fact_of, from_cells
from incognote.labels import FACT_LABELS, NUMBER_LABELS
from incognote.text import calendar
from incognote.text.decode import decode
from incognote.vault.identity import NOTE

_LABELS: Final = NUMBER_LABELS | {"PHONE", "EMAIL", NOTE}
_SEXES: Final[Mapping[str, Literal["M", "F"]]] = {
    "m": "M", "male": "M", "男": "M", "f": "F", "female": "F", "女": "F",
}  # fmt: skip
_UNKNOWN: Final = frozenset(
    {"", "-", "--", "?", "na", "n/a", "nil", "none", "null", "nan", "unknown", "unk", "missing", "不詳", "不详", "不明", "未知", "無", "无", "未填", "未提供", "不清楚"}
)
_EXTRA: Final = ("version", "code", "numbers")


def read_people(path: str, *, form: str | None, encoding: str | None) -> list[Person]:
    """Everybody in the list; FormatError names the first row that does not read, never what is in it."""
    origin = source.from_stream(sys.stdin.buffer, 1) if path == "-" else source.from_path(Path(path), 1)
    text = decode(origin.read(), encoding=encoding).text
    is_lines = form == "jsonl" or (form is None and path.lower().endswith((".jsonl", ".ndjson")))
    rows = _json_rows(text) if is_lines else _csv_rows(text)
    return [_person(facts, number) for number, facts in rows]


def _csv_rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = csv.reader(io.StringIO(text, newline=""))
    header = next(rows, [])
    facts = [fact_of(column.strip()) for column in header]
    issuer = next((i for i, column in enumerate(header) if column.strip().lower() == "issuer"), None)
    if not any(facts):
        raise FormatError("the list needs a header line with some of name, mrn, idno, birth, sex, aliases")
    for number, row in enumerate(rows, 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise FormatError(
                f"row {number}: {len(row)} cells under {len(header)} headings: quote cells that hold commas"
            )
        cells = [(fact, row[i]) for i, fact in enumerate(facts) if fact is not None]
        known = from_cells(cell for cell in cells if cell[0] != "birth")
        known |= {fact: cell.strip() for fact, cell in cells if fact == "birth"}  # read strictly below
        yield number, known if issuer is None else known | {"issuer": row[issuer].strip()}


def _json_rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise FormatError(f"line {number}: no JSON object: write one a line")
        extra = {key: row.pop(key) for key in (*_EXTRA, "issuer") if key in row}
        birth = row.pop("birth", None)
        try:
            facts = check(row)
        except FormatError as error:
            raise FormatError(f"line {number}: {error}") from None
        yield number, facts | extra | {"birth": None if birth is None else str(birth)}


def _person(facts: Mapping[str, Any], row: int) -> Person:
    names = [name for name in (facts.get("name"), *facts.get("aliases", ())) if name]
    issuer = str(facts.get("issuer") or "")
    numbers = [
        Number(label, str(facts[fact]), issuer if label == "MRN" else "")
        for fact, label in FACT_LABELS.items()
        if label in _LABELS and facts.get(fact)
    ]
    numbers += _listed(facts.get("numbers", ()), row)
    if not names and not numbers:
        raise FormatError(f"row {row}: neither a name nor a number: take the row out")
    return Person(
        tuple(dict.fromkeys(names)),
        tuple(numbers),
        _birth(facts.get("birth"), row),
        _sex(facts.get("sex"), row),
    )


def _listed(numbers: Any, row: int) -> Iterator[Number]:
    """Numbers as `vault export` writes them."""
    try:
        for number in numbers:
            label, value, issuer = number["label"], number["value"], number.get("issuer", "")
            if label not in _LABELS or not isinstance(value, str) or not isinstance(issuer, str):
                raise TypeError
            yield Number(label, value, issuer)
    except (TypeError, KeyError, AttributeError):
        raise FormatError(f"row {row}: numbers are objects with label, value and issuer") from None


def _birth(text: str | None, row: int) -> date | None:
    """A full birth date; nothing, words that say so, and a year alone mean that it is not known."""
    if not text or text.strip().lower() in _UNKNOWN:
        return None
    value = calendar.value_of(text, calendar.reading_of((text,), script="zh-TW"), before=date.today())
    if value is None:
        raise FormatError(f"row {row}: the birth date cannot be read: write it as YYYY-MM-DD")
    return calendar.day_of(value, None)


def _sex(text: str | None, row: int) -> Literal["M", "F"] | None:
    if not text:
        return None
    if text.strip().lower() not in _SEXES:
        raise FormatError(f"row {row}: sex is M or F, or empty")
    return _SEXES[text.strip().lower()]
