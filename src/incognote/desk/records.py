"""Results as other programs read them: the records of the JSON Lines, with every place in UTF-16 units too.

`start` and `end` count code points, as everywhere; `start_utf16` and `end_utf16` what JavaScript and Java count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from incognote.document import Document, Finding, Result, Span
from incognote.formats import jsonl, naming
from incognote.pipeline import Pipeline
from incognote.text.edits import apply
from incognote.text.utf16 import to_utf16


def scrubbed(document: Document, result: Result) -> dict[str, Any]:
    """What came of a document; edits lie in its text, a finding in the text that its `where` names."""
    record = jsonl.record(result)
    source = to_utf16(document.text)
    output = to_utf16(apply(document.text, result.edits)[0])
    for edit in record["edits"]:
        edit |= _units(edit, source)
    for finding in record["findings"]:
        finding |= _units(finding, source if finding["where"] == "source" else output)
    return record


def detected(document: Document, spans: Iterable[Span], findings: Iterable[Finding], *, with_text: bool) -> dict[str, Any]:
    """What was found in a document; the words themselves only `with_text`."""
    units = to_utf16(document.text)
    rows = []
    for span in spans:
        row = span._asdict() | {"score": round(span.score, 3)}
        row |= _units(row, units) | ({"text": document.text[span.start : span.end]} if with_text else {})
        rows.append(row)
    told = [finding._asdict() for finding in findings]
    return {"version": jsonl.VERSION, "id": document.id, "spans": rows, "findings": [row | _units(row, units) for row in told]}


def verified(text: str, findings: Iterable[Finding]) -> dict[str, Any]:
    """What was found in an output."""
    units = to_utf16(text)
    rows = [finding._asdict() for finding in findings]
    is_grave = any(row["severity"] in {"residue", "failure"} for row in rows)
    status = "residue" if is_grave else "clean" if text.strip() else "empty"
    return {"version": jsonl.VERSION, "status": status, "findings": [row | _units(row, units) for row in rows]}


def safe_id(pipeline: Pipeline, document: Document, result: Result, number: int = 1) -> str:
    """The document's id for an answer: its own, if nothing in it or in the file tells that it is a person's."""
    return naming.safe_id(document, result, number, is_identifying=pipeline.is_identifying)


def _units(row: dict[str, Any], units: Callable[[int], int]) -> dict[str, int]:
    return {"start_utf16": units(row["start"]), "end_utf16": units(row["end"])}
