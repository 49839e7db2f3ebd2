"""What is left alone although a detector covered it; every such decision is recorded as a finding.

Two kinds: our own marks and codes (scrubbing twice is scrubbing once), and exact clinical strings that
nothing vouches for. An allowed string is a whole span, never a token inside one: `May Will Tan` is not
saved by `May`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from incognote.document import Finding, Span
from incognote.labels import OUR_MARKS, PERSON_LABELS, exact_old_age
from incognote.resolve.overlap import READERS, VOUCHED
from incognote.text.codes import find_codes

_SERIAL: Final = re.compile(r"-\d{4,}(?![A-Za-z0-9])")
_REFERENCE: Final = re.compile(r"&#(?:\d{2,6}|1[01]\d{5}|[xX][0-9A-Fa-f]{2,6});")
_PREFIX: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,8}\Z")
_STANDARDS: Final = ("ICD-", "HL-")
"""Names of standards with a number (ICD-1000, HL-0012) are written like codes and mean nobody: not worth a finding."""
COARSE: Final = {"year": "year", "month": "generalise"}
"""Groups of `OUR_MARKS` that any note may hold, and the operator that writes each."""
_SURE_READER: Final = 0.75
"""From this score on, the tagger may hold a clinical word for a name: 安心說住進來之後比較安心."""
Range = tuple[int, int]


def own_ranges(
    text: str,
    is_own_code: Callable[[str], bool],
    *,
    prefixes: Iterable[str] = ("PT",),
    operators: Collection[str] = COARSE.values(),
) -> tuple[list[Range], list[Finding]]:
    """Ranges of our marks and codes in `text`, and a finding for each code that is not ours.

    A code is ours if the vault knows it in this project or our header stands above it. One that is not written
    as we write it (`pt 0001`, `PT0001`, full width) is ours under a header only: `pt 1234567` may be a patient's
    number. It is told of all the same, since `rehydrate` would make a name of it; which `prefixes` it may have
    is known of the project's own and of those in headers. An age above the oldest that is told is no part of
    our mark, whoever wrote it: it is edited like any other. A year or month in brackets is a mark of ours only
    where one of the policy's `operators` writes such marks; elsewhere it is what the note says.
    """
    marks = list(_marks(text, operators)) if "[" in text else []
    places = [m.span() for m in marks]
    shown = {m[0][low:high] for m in marks if m["header"] for low, high in _codes(m[0])}
    findings = []
    ends = [high for _, high in places]
    ours = [piece for m in marks for piece in _without_old_age(m)]
    strict = dict.fromkeys(_codes(text))
    for start, end in strict:
        code = text[start:end]
        at = bisect_right(ends, start)
        if at < len(places) and places[at][0] <= start:
            continue
        if code in shown or is_own_code(code):
            ours.append((start, end))
        elif not code.startswith(_STANDARDS):
            findings.append(Finding("literal_code", "source", start, end, "info"))
    for prefix in {*prefixes, *(code.partition("-")[0] for code in shown)}:
        for start, end, code in find_codes(text, prefix):
            if (start, end) in strict:
                continue
            if code in shown:
                ours.append((start, end))
            else:
                findings.append(Finding("literal_code", "source", start, end, "info"))
    return sorted(ours), sorted(findings, key=lambda finding: finding.start)


def _marks(text: str, operators: Collection[str]) -> Iterator[re.Match[str]]:
    told = {group for group, operator in COARSE.items() if operator not in operators}
    return (m for m in OUR_MARKS.finditer(text) if m.lastgroup not in told)


def _without_old_age(found: re.Match[str]) -> list[Range]:
    """The range of a mark of ours, in two where an exact age stands in it that may not be told."""
    age = exact_old_age(found[0])
    if age is None:
        return [found.span()]
    return [(found.start(), found.start() + age.start), (found.start() + age.end, found.end())]


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
    """Spans without those whose whole text is a clinical string and for which nothing vouches.

    A numeric reference of HTML (`&#38515;`) is one character: its digits are no number, and no span cuts it.
    """
    kept, findings = [], []
    references = [m.span() for m in _REFERENCE.finditer(text)] if "&#" in text else []
    for span in _uncut(spans, references) if references else spans:
        start, end, label, _, source, score = span
        is_digits = references and any(low < start and end < high for low, high in _near(references, span))
        is_open = label in PERSON_LABELS or source in READERS
        if is_digits or (score < _sure(source) and is_open and is_clinical(text[start:end])):
            findings.append(Finding("allowed", "source", start, end, "info"))
        else:
            kept.append(span)
    return kept, findings


def _sure(source: str) -> float:
    """The score from which on a span stands though it is a clinical word: the tagger has read the sentence."""
    return _SURE_READER if source == "tagger" else VOUCHED


def _near(references: Sequence[Range], span: Span) -> Sequence[Range]:
    """The references that a span touches; they stand in order and apart."""
    first = bisect_right(references, span.start, key=itemgetter(1))
    return references[first : bisect_left(references, span.end, first, key=itemgetter(0))]


def _uncut(spans: Iterable[Span], references: Sequence[Range]) -> Iterator[Span]:
    """`spans` grown over the references that they would cut; those within one stay as they are."""
    for span in spans:
        near = _near(references, span)
        if near and not (len(near) == 1 and near[0][0] < span.start and span.end < near[0][1]):
            span = span._replace(start=min(span.start, near[0][0]), end=max(span.end, near[-1][1]))
        yield span
