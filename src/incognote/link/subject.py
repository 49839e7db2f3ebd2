"""The patients of a text: where each one's segment begins and which header facts are theirs.

A paste may hold one patient or twelve. A new segment begins at a line that starts a header naming
somebody else than the header before it; a chart number mentioned in passing never cuts a note.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from incognote.document import Span
from incognote.names.compare import canonical, may_be_same

_BULLET: Final = re.compile(r"[\s\-*•·#>【\[(（\d.、)）]*")
_OTHER_KINDS: Final = frozenset({"relative", "other_patient", "third_party", "notifier", "alleged"})
_PERSONAL: Final = frozenset({"IDNO", "HEALTHPLAN"})


@dataclass(slots=True)
class Header:
    """One block of header fields: neighbouring lines that name one patient."""

    start: int
    last_line: int
    names: list[Span] = field(default_factory=list)
    numbers: list[Span] = field(default_factory=list)
    at_line_start: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """A patient's stretch of the text with the spans of the header that opened it."""

    start: int
    end: int
    names: tuple[Span, ...]
    numbers: tuple[Span, ...]


def line_starts(text: str) -> list[int]:
    """Offsets at which lines begin; CRLF, LF and lone CR end a line."""
    return [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", text))]


def segments(text: str, spans: Sequence[Span]) -> list[Segment]:
    """The patients' segments in order; empty where the text names no patient in a header."""
    starts = line_starts(text)
    headers = _headers(text, spans, starts)
    if not headers:
        return []
    opening = [headers[0]]
    for header in headers[1:]:
        if _opens_a_segment(text, header, opening[-1]):
            opening.append(header)
        else:
            _absorb(text, opening[-1], header)
    bounds = [0 if len(opening) == 1 else opening[0].start, *(h.start for h in opening[1:]), len(text)]
    return [
        Segment(bounds[i], bounds[i + 1], tuple(h.names), tuple(h.numbers)) for i, h in enumerate(opening)
    ]


def _headers(text: str, spans: Sequence[Span], starts: Sequence[int]) -> list[Header]:
    headers: list[Header] = []
    line = 0
    for span in spans:
        if not _is_header_field(span):
            continue
        while line + 1 < len(starts) and starts[line + 1] <= span.start:
            line += 1
        current = headers[-1] if headers else None
        if current is None or line > current.last_line + 1 or _contradicts(text, current, span):
            current = Header(starts[line], line)
            current.at_line_start = _is_at_line_start(text, starts[line], span.start)
            headers.append(current)
        current.last_line = line
        (current.names if span.label == "NAME" else current.numbers).append(span)
    return headers


def _is_header_field(span: Span) -> bool:
    if span.label == "MRN":
        return span.kind in {None, "patient"}
    return span.label == "NAME" and span.kind == "patient" and (
        "field" in span.source or span.source.startswith("known")
    )


def _is_at_line_start(text: str, line_start: int, at: int) -> bool:
    """Nothing but a bullet and a field label (`姓名：`, `MRN:`) stands before the value."""
    before = _BULLET.sub("", text[line_start:at], count=1).rstrip(" ：:=＃#")
    return len(before) <= 20 and not re.search(r"[。；;，,！!？?]", before)


def _contradicts(text: str, header: Header, span: Span) -> bool:
    """Whether `span` names somebody else than the fields collected in `header` so far."""
    surface = text[span.start : span.end]
    if span.label == "NAME":
        return any(not may_be_same(text[s.start : s.end], surface) for s in header.names) and not _same_script_gap(
            text, header, surface
        )
    return any(canonical(text[s.start : s.end]) != canonical(surface) for s in header.numbers)


def _same_script_gap(text: str, header: Header, surface: str) -> bool:
    """A Han and a Latin name in one header are two writings of one person until proved otherwise."""
    return all(text[s.start : s.end].isascii() != surface.isascii() for s in header.names)


def _opens_a_segment(text: str, header: Header, current: Header) -> bool:
    if not header.at_line_start:
        return False
    known = {canonical(text[s.start : s.end]) for s in current.numbers}
    numbers = {canonical(text[s.start : s.end]) for s in header.numbers}
    if known & numbers:
        return False
    is_other_name = bool(header.names and current.names) and not any(
        may_be_same(text[a.start : a.end], text[b.start : b.end]) for a in current.names for b in header.names
    )
    is_other_number = bool(known and numbers)
    if is_other_name:
        return is_other_number or not (known and not numbers)
    return is_other_number and bool(header.names or not current.names)


def _absorb(text: str, current: Header, header: Header) -> None:
    """A repeated header of the same patient adds what fits; a passing mention adds nothing."""
    for span in header.names:
        if not current.names or any(
            may_be_same(text[s.start : s.end], text[span.start : span.end]) for s in current.names
        ):
            current.names.append(span)
    if not current.numbers:
        current.numbers += header.numbers


def personal_numbers(text: str, segment: Segment, spans: Sequence[Span]) -> list[Span]:
    """IDNO and HEALTHPLAN spans of the patient: in the header's lines, with no other person before them."""
    if not segment.names and not segment.numbers:
        return []
    header_end = max(s.end for s in (*segment.names, *segment.numbers))
    last = text.find("\n", header_end)
    last = len(text) if last < 0 else last
    following = text.find("\n", last + 1)
    last = following if following >= 0 else len(text)
    found = []
    for index, span in enumerate(spans):
        if span.label in _PERSONAL and segment.start <= span.start <= min(last, segment.end):
            line_start = text.rfind("\n", 0, span.start) + 1
            before = [s for s in spans[:index] if s.start >= line_start and s.label in {"NAME", "DOCTOR"}]
            behind = next((s for s in spans[index + 1 : index + 2] if s.label == "NAME" and s.start - span.end <= 1), None)
            nearest = before[-1] if before else behind
            if nearest is None or not is_someone_else(text, nearest, segment):
                found.append(span)
    return found


def is_someone_else(text: str, span: Span, segment: Segment) -> bool:
    """Whether a person span is certainly not the segment's patient."""
    if span.label == "DOCTOR" or span.kind in _OTHER_KINDS:
        return True
    surface = text[span.start : span.end]
    return bool(segment.names) and not any(may_be_same(text[s.start : s.end], surface) for s in segment.names)
