"""What a page shows of a result: its rows, and what a person should know. All places are code points of the original."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from incognote.desk.marks import SHOWN, Mark, flagged, marked
from incognote.desk.rows import Row, rows_of
from incognote.desk.survivors import Survivor, counted, survivors
from incognote.document import Document, Edit, Finding, Result, Severity, Status
from incognote.text.edits import apply


class Note(NamedTuple):
    """A finding with its place in the original, wherever it was made; `times` says how often its like occurs."""

    kind: str
    severity: Severity
    start: int
    end: int
    surface: str
    times: int = 1

    def __repr__(self) -> str:
        return f"Note({self.kind}, {self.severity}, {self.start}, {self.end})"


@dataclass(frozen=True, slots=True)
class View:
    """All that a page draws. `output` is None where nothing may be shown (failed)."""

    status: Status
    output: str | None = field(repr=False)
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...]
    notes: tuple[Note, ...]
    labels: tuple[tuple[str, int], ...] = field(repr=False)
    sources: tuple[tuple[str, int], ...] = field(repr=False)
    survivors: tuple[tuple[str, int, Survivor], ...] = field(repr=False)
    people: int = 0

    @property
    def edited(self) -> int:
        """How many spans were replaced."""
        return sum(mark.replacement is not None for mark in self.marks)

    def count(self, severity: Severity) -> int:
        return sum(note.times for note in self.notes if note.severity == severity)


def view(document: Document, result: Result) -> View:
    """`result` must hold its text: the pipeline is to be asked with `keep_residue`."""
    output, written = apply(document.text, result.edits)
    places = _Places(tuple(sorted(result.edits, key=itemgetter(0, 1))), written)
    findings = [_placed(finding, places) for finding in result.findings]
    flags = flagged(findings)
    marks = marked(result, flags)
    is_shown = result.status not in {"failed", "empty"}
    edited = [mark for mark in marks if mark.replacement is not None]
    return View(
        result.status,
        output if result.status != "failed" else None,
        tuple(rows_of(document.text, marks, result.edits, flags)) if is_shown else (),
        marks,
        _notes(document, findings),
        tuple(Counter(mark.label for mark in edited).most_common()),
        tuple(Counter(mark.family for mark in edited).most_common()),
        tuple(counted(document, survivors(document, result))) if is_shown else (),
        sum(entity.role == "subject" for entity in result.entities),
    )


class _Places(NamedTuple):
    """The edits in order, with the ranges of the output that they wrote: the way back to the original."""

    edits: tuple[Edit, ...]
    written: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"_Places({len(self.edits)})"

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Where `[start, end)` of the output came from; what was written stands for all that it replaced."""
        low, high = self._at(start, is_end=False), self._at(end, is_end=True)
        return low, max(low, high)

    def _at(self, at: int, *, is_end: bool) -> int:
        index = bisect_left(self.written, at, key=itemgetter(0)) - 1 if is_end else bisect_right(self.written, at, key=itemgetter(0)) - 1
        if index < 0:
            return at
        edit, (low, high) = self.edits[index], self.written[index]
        if low < at < high or (at == low and not is_end and low < high):
            return edit.end if is_end else edit.start
        return edit.end + at - high


def _placed(finding: Finding, places: _Places) -> Finding:
    if finding.where == "source":
        return finding
    start, end = places.source(finding.start, finding.end)
    return finding._replace(start=start, end=end)


def _notes(document: Document, findings: Iterable[Finding]) -> tuple[Note, ...]:
    """The findings, the gravest first; of one kind about one text there is one note."""
    groups: dict[tuple[str, Severity, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.kind, finding.severity, document.text[finding.start : finding.end]), []).append(finding)
    rank = {severity: at for at, severity in enumerate((*SHOWN, "info"))}
    notes = [Note(kind, severity, *min(f[2:4] for f in group), surface, len(group)) for (kind, severity, surface), group in groups.items()]
    return tuple(sorted(notes, key=lambda note: (rank[note.severity], note.start)))
