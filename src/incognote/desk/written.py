"""Documents, results and corrections as the JSON that is sealed, and back.

Entities are left out: they are made again where a pipeline runs, and a review needs spans, edits and findings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from incognote.desk.correct import ACTIONS, Action, Correction, Range, spans_of
from incognote.document import Document, Edit, Finding, Result, Span
from incognote.errors import UsageError
from incognote.labels import LABELS, roles


class Stored(NamedTuple):
    """A document of a batch with the result it had when it was loaded."""

    document: Document
    result: Result


def write_stored(document: Document, result: Result) -> str:
    """Both as one text."""
    facts = {"id": document.id, "text": document.text, "known": document.known, "meta": document.meta}
    made = {
        "status": result.status,
        "text": result.text,
        "spans": sorted(spans_of(result)),
        "edits": result.edits,
        "findings": result.findings,
        "fingerprint": result.fingerprint,
    }
    return _json({"document": facts, "result": made})


def read_stored(text: str) -> Stored:
    """The inverse of `write_stored`; what was given may have lost its types (a day is a text)."""
    row = json.loads(text)
    facts, made = row["document"], row["result"]
    by_source: dict[str, list[Span]] = {}
    for span in read_spans(made["spans"]):
        by_source.setdefault(span.source, []).append(span)
    result = Result(
        facts["id"],
        made["status"],
        made["text"],
        {source: tuple(spans) for source, spans in by_source.items()},
        (),
        tuple(Edit(*edit) for edit in made["edits"]),
        tuple(Finding(*finding) for finding in made["findings"]),
        made["fingerprint"],
    )
    return Stored(Document(**facts), result)


def read_spans(rows: Iterable[Sequence[Any]]) -> list[Span]:
    """Spans of their JSON rows."""
    return [Span(*row) for row in rows]


def write_corrections(corrections: Iterable[Correction]) -> list[Mapping[str, Any]]:
    """Corrections as JSON objects."""
    return list(map(to_record, corrections))


def read_corrections(rows: Iterable[Mapping[str, Any]]) -> tuple[Correction, ...]:
    """The inverse of `write_corrections`."""
    return tuple(map(from_record, rows))


def to_record(correction: Correction) -> dict[str, Any]:
    """What JSON can hold of a correction; `from_record` reads it."""
    return {key: [list(r) for r in value] if isinstance(value, tuple) else value for key, value in correction._asdict().items()}


def from_record(record: Mapping[str, Any]) -> Correction:
    """A correction from `to_record`'s form; a `UsageError` where it is none."""
    try:
        masked, spared = (_ranges(record[key]) for key in ("masked", "spared"))
        action, label, kind, role = record["action"], record["label"], record["kind"], record.get("role")
        if action not in ACTIONS or not (label is None or label in LABELS) or not (kind is None or isinstance(kind, str)):
            raise ValueError
        if not (role is None or role in roles()):
            raise ValueError
        return Correction(cast(Action, action), masked, spared, label, kind, role, _ranges(record.get("named", ())))
    except (KeyError, TypeError, ValueError):
        raise UsageError("this is no correction: it has an action, masked, spared, label and kind") from None


def _ranges(rows: Iterable[Sequence[Any]]) -> tuple[Range, ...]:
    return tuple((int(low), int(high)) for low, high in rows)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
