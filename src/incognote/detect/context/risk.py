"""How much the marks of a document weigh together, and what they say in words.

A document is flagged by a finding `narrative_risk`: `info` where something may tell who it is, `warning` where colleagues would
probably know the person from the story alone (catalogue 7.7 Q3), so that a rewriting is the remedy and not a mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod
from typing import Final

from incognote.detect.context.signs import reasons
from incognote.document import Finding, Script, Span

FLAG: Final = "narrative_risk"
LOW, HIGH = 0.3, 0.5
"""From these scores on a document is flagged: for information, as a warning."""
_PREFIXES: Final = ("context_", "profession_")


def code_of(finding: Finding) -> str | None:
    """The reason's code of a mark; None for any other finding.

    >>> code_of(Finding("context_news", "source", 0, 4, "info")), code_of(Finding("context", "source", 0, 4, "info"))
    ('news', None)
    """
    for prefix in _PREFIXES:
        if finding.kind.startswith(prefix) and finding.kind.removeprefix(prefix) in reasons():
            return finding.kind.removeprefix(prefix)
    return None


def score(findings: Iterable[Finding]) -> float:
    """The weight of all marks, 0 to 1: each reason counts once, and reasons add up as independent chances do.

    >>> marks = [Finding("context_news", "source", 0, 4, "info"), Finding("context_office", "source", 6, 9, "info")]
    >>> round(score(marks), 2), score(marks[:1] * 3), score([])
    (0.7, 0.5, 0.0)
    """
    codes = sorted({code for finding in findings if (code := code_of(finding)) is not None})
    return round(1.0 - prod(1.0 - reasons()[code].weight for code in codes), 6)


def flag(marks: Sequence[Finding]) -> Iterator[Finding]:
    """The finding that flags the document, if its marks weigh enough."""
    total = score(marks)
    if total >= LOW:
        yield Finding(FLAG, "source", 0, 0, "warning" if total >= HIGH else "info")


def told(finding: Finding, *, script: Script = "en") -> str:
    """The reason of a mark in words, empty for any other finding.

    >>> told(Finding("context_office", "source", 0, 2, "info"), script="zh-TW")
    '這個職位只有一個人'
    """
    code = code_of(finding)
    return "" if code is None else reasons()[code].words[script]


def layer(findings: Iterable[Finding], spans: Sequence[Span]) -> list[Span]:
    """The CONTEXT marks as spans, without what other spans cover: for a profile that edits CONTEXT.

    >>> marks = [Finding("context_news", "source", 2, 9, "info")]
    >>> [s[:3] for s in layer(marks, [Span(4, 6, "NAME", None, "rules", 0.9)])]
    [(2, 4, 'CONTEXT'), (6, 9, 'CONTEXT')]
    """
    taken = sorted((span.start, span.end) for span in spans)
    marks = sorted((f.start, f.end, code) for f in findings if f.kind.startswith("context_") and (code := code_of(f)) is not None)
    free: list[Span] = []
    first = reached = 0
    for start, end, code in marks:
        at = max(start, reached)
        while first < len(taken) and taken[first][1] <= at:
            first += 1
        for low, high in islice(taken, first, None):
            if low >= end:
                break
            if at < low:
                free.append(Span(at, low, "CONTEXT", code, "context", 1.0))
            at = max(at, high)
        if at < end:
            free.append(Span(at, end, "CONTEXT", code, "context", 1.0))
        reached = max(reached, end)
    return free
