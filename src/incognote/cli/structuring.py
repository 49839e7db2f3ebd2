"""The work behind `detect --structure`: what is read of a report's layout, by position."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, BinaryIO

from incognote.cli import inputs
from incognote.cli.main import DEGRADED, FAILED, OK
from incognote.cli.tally import say
from incognote.config import load_profile
from incognote.document import Document
from incognote.errors import UsageError
from incognote.formats import jsonl
from incognote.formats.source import LEFT_OUT
from incognote.link.layout import Layout, built_in, load_layout
from incognote.link.structure import Structure, read_structure


def structure(options: argparse.Namespace, out: BinaryIO) -> int:
    """Run it; the exit code is 1 if an item could not be read, 3 if one has no structure."""
    batch = inputs.batch(options)
    if len(batch.inputs) > 1 and not options.jsonl:
        raise UsageError("several inputs need --jsonl")
    layouts = _layouts(options)
    is_json = options.jsonl or not batch.is_single
    codes, number = {OK}, 0
    for entry in batch.inputs:
        for item in batch.items(entry):
            number += 1
            identifier = f"item-{number:04d}"
            if not isinstance(item, Document):
                say(f"input {entry.source.number}: {item.reason}")
                codes.add(FAILED)
                out.write(jsonl.line({"version": jsonl.VERSION, "id": identifier, "structure": None}) if is_json else b"")
                continue
            if LEFT_OUT in item.meta:
                say(f"input {entry.source.number}: not read: {item.meta[LEFT_OUT]}")
            found = read_structure(item.text, layouts)
            if not found:
                say(f"item {number}: no section, table or field was found")
                codes.add(DEGRADED)
            text = item.text if options.with_text else None
            out.write(jsonl.line(_record(identifier, found, text)) if is_json else _lines(found, text))
    return next(code for code in (FAILED, DEGRADED, OK) if code in codes)


def _layouts(options: argparse.Namespace) -> tuple[Layout, ...]:
    named = dict.fromkeys((*options.layout, *load_profile(options.profile).layouts))
    return tuple(load_layout(name) for name in named) or built_in()


def _record(identifier: str, found: Structure, text: str | None) -> dict[str, Any]:
    def place(part: Any, **more: Any) -> dict[str, Any]:
        row = {"start": part.start, "end": part.end, **more}
        return row if text is None else row | {"text": text[part.start : part.end]}

    return {
        "version": jsonl.VERSION,
        "id": identifier,
        "structure": {
            "sections": [{"kind": s.kind, "start": s.start, "end": s.end} for s in found.sections],
            "tables": [
                {"kind": t.kind, "start": t.start, "end": t.end, "rows": [[place(c, column=c.column) for c in row.cells] for row in t.rows]}
                for t in found.tables
            ],
            "fields": [place(f, kind=f.kind) for f in found.fields],
        },
    }


def _lines(found: Structure, text: str | None) -> bytes:
    """A part a line, tab-separated: section, table, row, cell or field; start; end; kind or column; text if asked for."""
    return "".join("\t".join(cells) + "\n" for cells in _rows(found, text)).encode("utf-8", "replace")


def _rows(found: Structure, text: str | None) -> Iterator[list[str]]:
    def row(what: str, start: int, end: int, kind: str, *, shows: bool = True) -> list[str]:
        cells = [what, str(start), str(end), kind]
        return cells if text is None or not shows else [*cells, " ".join(text[start:end].split())]

    for section in found.sections:
        yield row("section", section.start, section.end, section.kind, shows=False)
    for table in found.tables:
        yield row("table", table.start, table.end, table.kind, shows=False)
        for number, person in enumerate(table.rows, 1):
            for cell in person.cells:
                yield row(f"row {number}", cell.start, cell.end, cell.column)
    for field in found.fields:
        yield row("field", field.start, field.end, field.kind)
