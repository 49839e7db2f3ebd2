"""What is left alone although a detector covered it; every such decision is recorded as a finding.

Two kinds: our own marks and codes (scrubbing twice is scrubbing once), and exact clinical strings that
nothing vouches for. An allowed string is a whole span, never a token inside one: `May Will Tan` is not
saved by `May`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from incognote.document import Finding, Span
from incognote.labels import OUR_MARKS, PERSON_LABELS
from incognote.resolve.overlap import VOUCHED

_SERIAL: Final = re.compile(r"-\d{4,}(?![A-Za-z0-9])")
_PREFIX: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,8}\Z")
Range = tuple[int, int]


def own_ranges(text: str, is_own_code: Callable[[str], bool]) -> tuple[list[Range], list[Finding]]:
    """Ranges of our marks and codes in `text`, and a finding for each code that is not ours.

    A code is ours if the vault knows it in this project or our header stands above it.
    """
    marks = [(m.start(), m.end()) for m in OUR_MARKS.finditer(text)] if "[" in text else []
    headers = [text[m.start() : m.end()] for m in OUR_MARKS.finditer(text) if m["header"]] if marks else []
    findings = []
    shown, ends = "\n".join(headers), [high for _, high in marks]
    ours = list(marks)
    for start, end in _codes(text):
        code = text[start:end]
        at = bisect_right(ends, start)
        if at < len(marks) and marks[at][0] <= start:
            continue
        if code in shown or is_own_code(code):
            ours.append((start, end))
        elif not code.startswith(("ICD-", "HL-")):
            findings.append(Finding("literal_code", "source", start, end, "info"))
    return sorted(ours), findings


def _codes(text: str) -> Iterator[Range]:
    """One to eight capitals, a dash, four digits or more, found by the dash, which is the rarest."""
    for serial in _SERIAL.finditer(text):
        prefix = _PREFIX.search(text, max(0, serial.start() - 9), serial.start())
        if prefix:
            yield prefix.start(), serial.end()


def without(spans: Iterable[Span], ranges: Collection[Range]) -> list[Span]:
    """`spans` less what lies in `ranges`."""
    if not ranges:
        return list(spans)
    ranges = _apart(ranges)
    kept = []
    starts, ends = [low for low, _ in ranges], [high for _, high in ranges]
    for span in spans:
        pieces = [(span.start, span.end)]
        first = bisect_right(ends, span.start)
        for low, high in ranges[first : bisect_left(starts, span.end, first)]:
            pieces = [
                piece
                for start, end in pieces
                for piece in ((start, min(end, low)), (max(start, high), end))
                if piece[0] < piece[1]
            ]
        kept += [span._replace(start=start, end=end) for start, end in pieces]
    return kept


def _apart(ranges: Iterable[Range]) -> list[Range]:
    """`ranges` in order, those that touch one another as one."""
    merged: list[Range] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return merged


def allow(
    spans: Iterable[Span], text: str, is_clinical: Callable[[str], bool]
) -> tuple[list[Span], list[Finding]]:
    """Spans without those whose whole text is a clinical string and for which nothing vouches."""
    kept, findings = [], []
    for span in spans:
        if span.score < VOUCHED and span.label in PERSON_LABELS and is_clinical(text[span.start : span.end]):
            findings.append(Finding("allowed", "source", span.start, span.end, "info"))
        else:
            kept.append(span)
    return kept, findings
