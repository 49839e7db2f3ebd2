"""What a page shows of a result: the original and the output side by side, row by row, and what a person should know.

A row is a line of the original with what became of it; lines that one edit spans are one row, so that both sides
stay in step without any reckoning on the page. All places are code points of the original.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter, itemgetter
from typing import Final, Literal, NamedTuple

from incognote.desk.correct import spans_of
from incognote.desk.survivors import Survivor, counted, survivors
from incognote.document import Document, Edit, Finding, Result, Severity, Span, Status
from incognote.text.edits import apply

Family = Literal["rules", "lists", "known", "tagger", "spread", "site", "review", "link"]
_LINE: Final = re.compile(r"\r\n|\n|\r")
_SHOWN: Final[tuple[Severity, ...]] = ("failure", "residue", "warning")


class Mark(NamedTuple):
    """One span: who found it and what became of it; `entity` joins what means the same; `flag` is the gravest finding."""

    start: int
    end: int
    label: str
    kind: str | None
    source: str
    score: float
    operator: str
    replacement: str | None
    entity: int
    flag: Severity | None = None

    @property
    def family(self) -> str:
        """Who found it, in one word; of `spread/rules/x` it is `spread`."""
        return self.source.partition("/")[0]

    @property
    def finder(self) -> str:
        """The rule or list at the root of it, where there is one: `name_han_role`."""
        parts = self.source.split("/")
        return "" if len(parts) == 1 else parts[-1]

    def __repr__(self) -> str:
        return f"Mark({self.start}, {self.end}, {self.label}, {self.operator})"


class Piece(NamedTuple):
    """A stretch of a row: plain, of the mark with this number, or flagged by a finding."""

    text: str
    mark: int | None = None
    flag: Severity | None = None

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters, mark={self.mark}, flag={self.flag})"


class Row(NamedTuple):
    """Lines from `start` on: the original, whose pieces add up to the text there, and the output."""

    start: int
    original: tuple[Piece, ...]
    output: tuple[Piece, ...]

    def __repr__(self) -> str:
        return f"Row({self.start})"


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
    flags = _flags(findings)
    marks = _marks(result, flags)
    is_shown = result.status not in {"failed", "empty"}
    edited = [mark for mark in marks if mark.replacement is not None]
    return View(
        result.status,
        output if result.status != "failed" else None,
        tuple(_rows(document.text, marks, result.edits, flags)) if is_shown else (),
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


def _flags(findings: Iterable[Finding]) -> list[tuple[int, int, Severity]]:
    """What of the original to flag, in order and apart, the gravest first to choose its place."""
    kept: list[tuple[int, int, Severity]] = []
    for severity in _SHOWN:
        for f in sorted((f for f in findings if f.severity == severity and f.start < f.end), key=lambda f: f.start - f.end):
            index = bisect_left(kept, f.end, key=itemgetter(0))
            if not (index and kept[index - 1][1] > f.start):
                kept.insert(index, (f.start, f.end, severity))
    return kept


def _marks(result: Result, flags: Sequence[tuple[int, int, Severity]]) -> tuple[Mark, ...]:
    """Spans with their edits; an edit that no span stands behind (of a linker's own) is a mark too."""
    edits = {edit[:2]: edit for edit in result.edits if edit.start < edit.end}
    entities = {m[:2]: entity.id for entity in result.entities for m in entity.mentions if m.kind != "segment"}
    spans = {span[:2]: span for span in spans_of(result)}
    for edit in edits.values():
        spans.setdefault(edit[:2], Span(edit.start, edit.end, edit.label, edit.kind, "link", 1.0))
    found: list[Mark] = []
    for place, span in sorted(spans.items()):
        if found and span.start < found[-1].end:
            continue
        edit_ = edits.get(place)
        label, kind = (span.label, span.kind) if edit_ is None else (edit_.label, edit_.kind)
        operator, replacement = ("keep", None) if edit_ is None else (edit_.operator, edit_.replacement)
        joined, flag = entities.get(place, -1), _flag_of(flags, *place)
        found.append(Mark(*place, label, kind, span.source, span.score, operator, replacement, joined, flag))
    return tuple(found)


def _flag_of(flags: Sequence[tuple[int, int, Severity]], start: int, end: int) -> Severity | None:
    index = bisect_left(flags, end, key=itemgetter(0)) - 1
    return flags[index][2] if index >= 0 and flags[index][1] > start else None


def _rows(text: str, marks: Sequence[Mark], edits: Sequence[Edit], flags: Sequence[tuple[int, int, Severity]]) -> Iterator[Row]:
    headers = sorted((e for e in edits if e.start == e.end), key=attrgetter("start"))
    by_start = [mark.start for mark in marks]
    for start, end in _lines(text, marks):
        first, last = bisect_left(by_start, start), bisect_left(by_start, end)
        inside = list(enumerate(marks[first:last], first))
        above = [e for e in headers if start <= e.start < end or (e.start == end == len(text))]
        shown = _without_line_end(text, start, end)
        original = tuple(_pieces(text, start, shown, inside, flags))
        yield Row(start, original, tuple(_output(text, (start, shown), inside, flags, above)))


def _lines(text: str, marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """Ranges of whole lines with their ends; a line end inside a mark ends no row."""
    starts = [mark.start for mark in marks]
    begin = 0
    for end in (m.end() for m in _LINE.finditer(text)):
        index = bisect_left(starts, end) - 1
        if index >= 0 and marks[index].end > end:
            continue
        yield begin, end
        begin = end
    if begin < len(text) or not text:
        yield begin, len(text)


def _without_line_end(text: str, start: int, end: int) -> int:
    if text.endswith("\r\n", start, end):
        return end - 2
    return end - 1 if end > start and text[end - 1] in "\r\n" else end


def _pieces(
    text: str, start: int, end: int, inside: Iterable[tuple[int, Mark]], flags: Sequence[tuple[int, int, Severity]]
) -> Iterator[Piece]:
    position = start
    for number, mark in inside:
        yield from _plain(text, position, mark.start, flags)
        yield Piece(text[mark.start : min(mark.end, end)], number, mark.flag)
        position = mark.end
    yield from _plain(text, position, end, flags)


def _output(
    text: str,
    at: tuple[int, int],
    inside: Iterable[tuple[int, Mark]],
    flags: Sequence[tuple[int, int, Severity]],
    above: Sequence[Edit],
) -> Iterator[Piece]:
    """The output of a row: plain stretches, what was written, and the header lines that were put in."""
    position, end = at
    waiting = list(above)

    def headers(upto: int) -> Iterator[Piece]:
        nonlocal position
        while waiting and waiting[0].start <= upto:
            edit = waiting.pop(0)
            yield from _plain(text, position, edit.start, flags)
            yield Piece(edit.replacement, -1)
            position = max(position, edit.start)

    for number, mark in inside:
        yield from headers(mark.start)
        yield from _plain(text, position, mark.start, flags)
        kept = text[mark.start : min(mark.end, end)]
        yield Piece(kept if mark.replacement is None else mark.replacement, number, mark.flag)
        position = mark.end
    yield from headers(len(text))
    yield from _plain(text, position, end, flags)


def _plain(text: str, start: int, end: int, flags: Sequence[tuple[int, int, Severity]]) -> Iterator[Piece]:
    """Text without marks, cut where a finding begins and ends."""
    index = bisect_right(flags, start, key=itemgetter(1))
    while start < end:
        low, high, severity = flags[index] if index < len(flags) else (end, end, None)
        if low > start:
            yield Piece(text[start : min(low, end)])
            start = min(low, end)
        if start < min(high, end):
            yield Piece(text[start : min(high, end)], None, severity)
            start = min(high, end)
        index += 1


def _notes(document: Document, findings: Iterable[Finding]) -> tuple[Note, ...]:
    """The findings, the gravest first; of one kind about one text there is one note."""
    groups: dict[tuple[str, Severity, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.kind, finding.severity, document.text[finding.start : finding.end]), []).append(finding)
    rank = {severity: at for at, severity in enumerate((*_SHOWN, "info"))}
    notes = [Note(kind, severity, *min(f[2:4] for f in group), surface, len(group)) for (kind, severity, surface), group in groups.items()]
    return tuple(sorted(notes, key=lambda note: (rank[note.severity], note.start)))
