"""Reports with their gold relations, and what a pipeline made of each.

A report is a gold note, who is who in it (schemas/relations.schema.json) and, for each span, how it is written
(`form`) and which day it means (`value`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.document import Document, Edit, Result
from incognote.errors import FormatError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan, read_gold, read_rows
from incognote.lab.evaluate.predictions import Answer, Predicted
from incognote.labels import LABELS, roles
from incognote.pipeline import Pipeline

FULL: Final = "full"
"""The form of a span that the gold gives none: written as the registers or the person's papers have it."""
Place = tuple[int, int]
Progress = Callable[[int, int], None]


class Detail(NamedTuple):
    """How a gold span is written, and the day that a date means."""

    form: str
    value: date | None

    def __repr__(self) -> str:
        return "Detail()" if self.value is None else "Detail(of a day)"


class Known(NamedTuple):
    """A person of the gold table. `birth` is hidden: it is one."""

    entity: str
    role: str
    case_roles: frozenset[str]
    names: tuple[str, ...]
    sex: str | None
    birth: date | None

    def __repr__(self) -> str:
        return f"Known({len(self.names)} names)"


class Report(NamedTuple):
    """A gold note with its people, its day and the details of its spans by place."""

    note: GoldNote
    people: Mapping[str, Known]
    subjects: tuple[str, ...]
    day: date | None
    details: Mapping[Place, Detail]

    def __repr__(self) -> str:
        return f"Report({len(self.people)} people, {len(self.note.spans)} spans)"

    def detail(self, span: GoldSpan) -> Detail:
        return self.details.get((span.start, span.end), Detail(FULL, None))


class Scrubbed(NamedTuple):
    """What came of one report, and the processor seconds it took."""

    result: Result
    seconds: float

    def over(self, span: GoldSpan) -> Edit | None:
        """The edit that covers most of a gold span."""
        touching = [e for e in self.result.edits if e.start < span.end and span.start < e.end]
        return max(touching, key=lambda e: min(e.end, span.end) - max(e.start, span.start), default=None)


def read_reports(gold: Path, relations: Path) -> list[Report]:
    """The reports of `gold` with the tables of `relations`, one line each, told apart by id.

    Raises:
        FormatError: a report without a table, a table without a report, a role that `roles.tsv` lacks, a mention of
            somebody who is not in the table, a day that is none.
    """
    notes = read_gold(gold)
    tables = {row.get("id"): (number, row) for number, row in read_rows(relations)}
    details = {row["id"]: _details(row, number) for number, row in read_rows(gold)}
    if missing := [n.id for n in notes if n.id not in tables]:
        raise FormatError(f"{len(missing)} of {len(notes)} reports have no line in the relations file")
    if len(tables) > len(notes):
        raise FormatError(f"the relations file has {len(tables) - len(notes)} lines of reports that the gold has not")
    return [_report(note, *tables[note.id], details=details[note.id]) for note in notes]


def _report(note: GoldNote, number: int, row: Mapping[str, Any], *, details: Mapping[Place, Detail]) -> Report:
    try:
        people = {p["entity"]: _known(p) for p in row["people"]}
        subjects = tuple(row["subjects"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FormatError(f"line {number} of the relations: it needs `subjects` and `people` with `entity`, `role` and `names`") from None
    if any(p.role not in roles() for p in people.values()):
        raise FormatError(f"line {number} of the relations: a role that the table of roles does not have")
    if any(s.label in {"NAME", "DOCTOR"} and s.entity not in people for s in note.spans):
        raise FormatError(f"line {number} of the relations: the report names somebody who is not among its people")
    return Report(note, people, subjects, _day(row.get("report_day"), number), details)


def _known(row: Mapping[str, Any]) -> Known:
    birth = date.fromisoformat(row["birth"]) if row.get("birth") else None
    return Known(row["entity"], row["role"], frozenset(row.get("case_roles") or ()), tuple(row["names"]), row.get("sex"), birth)


def _details(row: Mapping[str, Any], number: int) -> dict[Place, Detail]:
    return {(s["start"], s["end"]): Detail(s.get("form") or FULL, _day(s.get("value"), number)) for s in row["spans"]}


def _day(value: object, number: int) -> date | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise FormatError(f"line {number}: a day is written as in 2026-11-30") from None


def scrub(pipeline: Pipeline, reports: Sequence[Report], *, progress: Progress | None = None) -> list[Scrubbed]:
    """Each report through `pipeline`, alone; one that fails has no edits, so all of it is missed."""
    told = []
    for at, report in enumerate(reports):
        start = time.process_time()
        result = pipeline.attempt(Document(report.note.id, report.note.text))
        told.append(Scrubbed(result, time.process_time() - start))
        if progress is not None:
            progress(at + 1, len(reports))
    return told


def answers(reports: Iterable[Report], scrubbed: Iterable[Scrubbed]) -> dict[str, Answer]:
    """The edits as predictions: what the output hides, under the label of its mark."""
    return {
        report.note.id: Answer(
            tuple(Predicted(e.start, e.end, e.label, report.note.text[e.start : e.end]) for e in of.result.edits if e.start < e.end and e.label in LABELS),
            is_valid=of.result.status != "failed" or bool(of.result.edits), failure="failed", seconds=of.seconds,
        )
        for report, of in zip(reports, scrubbed, strict=True)
    }  # fmt: skip
