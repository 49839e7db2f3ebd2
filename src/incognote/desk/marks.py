"""What is drawn into a text: a mark for each span with what became of it, and a flag where a finding stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from incognote.desk.correct import spans_of
from incognote.document import Finding, Result, Severity, Span

SHOWN: Final[tuple[Severity, ...]] = ("failure", "residue", "warning")
"""What is flagged, the gravest first."""
Flag = tuple[int, int, Severity]


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


def flagged(findings: Iterable[Finding]) -> list[Flag]:
    """What of the original to flag, in order and apart, the gravest first to choose its place."""
    kept: list[Flag] = []
    for severity in SHOWN:
        for f in sorted((f for f in findings if f.severity == severity and f.start < f.end), key=lambda f: f.start - f.end):
            index = bisect_left(kept, f.end, key=itemgetter(0))
            if not (index and kept[index - 1][1] > f.start):
                kept.insert(index, (f.start, f.end, severity))
    return kept


def marked(result: Result, flags: Sequence[Flag]) -> tuple[Mark, ...]:
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


def _flag_of(flags: Sequence[Flag], start: int, end: int) -> Severity | None:
    index = bisect_left(flags, end, key=itemgetter(0)) - 1
    return flags[index][2] if index >= 0 and flags[index][1] > start else None
