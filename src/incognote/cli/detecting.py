"""The work behind `detect`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, BinaryIO

from incognote.cli import choosing, inputs
from incognote.cli.main import FAILED, OK
from incognote.cli.own_rules import own_rules
from incognote.cli.progress import watched
from incognote.cli.tally import say
from incognote.config import make_pipeline
from incognote.detect.llm_choice import UNREAD
from incognote.document import Document, Result, Span
from incognote.errors import IncognoteError, UsageError
from incognote.formats import jsonl, naming
from incognote.formats.source import Unread
from incognote.pipeline import Pipeline


def detect(options: argparse.Namespace, out: BinaryIO) -> int:
    """Run the verb; the exit code is 1 if an item could not be read or a detector failed on it."""
    batch = inputs.batch(options)
    if len(batch.inputs) > 1 and not options.jsonl:
        raise UsageError("several inputs need --jsonl")
    if options.layout:
        raise UsageError("detect prints spans, which no layout changes: --layout goes with detect --structure, or with scrub")
    pipeline = watched(make_pipeline(choosing.profile(options), site_rules=own_rules(options.rules), tagger=options.tagger))
    is_json = options.jsonl or not batch.is_single
    code, number = OK, 0
    for entry in batch.inputs:
        for item in batch.items(entry):
            number += 1
            spans, complaint = _spans(pipeline, item)
            if complaint is not None:
                say(f"input {entry.source.number}: {complaint}")
                code = FAILED
            identifier = _safe_id(pipeline, item, spans or (), number)
            text = item.text if isinstance(item, Document) and options.with_text else None
            out.write(jsonl.line(_record(identifier, spans, text)) if is_json else _lines(spans or (), text))
    return code


def _spans(pipeline: Pipeline, item: Document | Unread) -> tuple[Sequence[Span] | None, str | None]:
    if isinstance(item, Unread):
        return None, item.reason
    try:
        spans, findings = pipeline.detect(item)
    except IncognoteError as error:
        return None, str(error)
    failures = sorted({finding.kind for finding in findings if finding.severity == "failure" or finding.kind == UNREAD})
    return spans, f"not everything was evaluated ({', '.join(failures)})" if failures else None


def _safe_id(pipeline: Pipeline, item: Document | Unread, spans: Sequence[Span], number: int) -> str:
    if isinstance(item, Unread):
        return f"item-{number:04d}"
    found = Result(item.id, "clean", None, {"all": tuple(spans)}, (), (), (), "")
    return naming.safe_id(item, found, number, is_identifying=pipeline.is_identifying)


def _record(identifier: str, spans: Sequence[Span] | None, text: str | None) -> dict[str, Any]:
    """`spans` is null where the item failed: an empty list would say that it was read."""
    if spans is None:
        return {"version": jsonl.VERSION, "id": identifier, "spans": None}
    rows: list[dict[str, Any]] = []
    for span in spans:
        row = span._asdict() | {"score": round(span.score, 3)}
        rows.append(row | ({} if text is None else {"text": text[span.start : span.end]}))
    return {"version": jsonl.VERSION, "id": identifier, "spans": rows}


def _lines(spans: Sequence[Span], text: str | None) -> bytes:
    """One span a line, tab-separated; line breaks inside a span's text are written as blanks."""
    lines = []
    for span in spans:
        cells = [str(span.start), str(span.end), span.label, span.kind or "-", span.source, f"{span.score:.2f}"]
        if text is not None:
            cells.append(" ".join(text[span.start : span.end].split()))
        lines.append("\t".join(cells) + "\n")
    return "".join(lines).encode("utf-8", "replace")
