"""The patients of a text: where each one's segment begins and which header facts are theirs.

A paste may hold one patient or twelve. A new segment begins at a line that starts a header naming
somebody else than the header before it; a chart number mentioned in passing never cuts a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from incognote.document import Span
from incognote.link.headers import HEADER_SOURCES as HEADER_SOURCES
from incognote.link.headers import LINE_END, OTHER_KINDS, Header, headers, of
from incognote.link.headers import PERSONAL as PERSONAL
from incognote.link.headers import line_start_of as line_start_of
from incognote.names.compare import canonical, may_be_same

_OTHERS_CARD: Final = re.compile(
    r"[父母妻夫媽妈爸](?![\u4e00-\u9fff]{2}(?:號|号))|配偶|家屬|家属|家長|家长|監護|监护|聯絡|联系|兒子|儿子|女兒|女儿|醫師|医师|醫生|医生|護理|护士|法定|代理|"
    r"(?i:mother|father|wife|husband|spouse|guardian|contact|son\b|daughter|physician|provider|nurse)"
)
_FIELDS: Final = PERSONAL | {"AGE", "CASENO"}


@dataclass(frozen=True, slots=True)
class Segment:
    """A patient's stretch of the text with the spans of the header that opened it."""

    start: int
    end: int
    names: tuple[Span, ...]
    numbers: tuple[Span, ...]
    called: tuple[str, ...] = field(default=(), repr=False)
    """The writings of `names`, each once; a surname and a given name of two fields as one."""


def segments(text: str, spans: Sequence[Span]) -> list[Segment]:
    """The patients' segments in order; empty where the text names no patient."""
    opening = _openings(text, headers(text, spans), is_paste=False)
    if not opening:
        return _narrative(text, spans)
    if len(opening) > 1:  # in a paste of several, a name at a line's start opens a segment without a number too
        opening = _openings(text, headers(text, spans, is_paste=True), is_paste=True)
    bounds = [0 if len(opening) == 1 else opening[0].start, *(h.start for h in opening[1:]), len(text)]
    found = []
    for index, header in enumerate(opening):
        low, high = bounds[index], bounds[index + 1]
        names = tuple(header.names) or tuple(_called_patient(text, spans, low, high))
        found.append(Segment(low, high, names, tuple(header.numbers), tuple(header.called) or _writings(text, names)))
    return found


def _openings(text: str, blocks: Sequence[Header], *, is_paste: bool) -> list[Header]:
    """The headers that begin a patient's segment, each with what later headers of the same patient add."""
    opening = list(blocks[:1])
    for header in blocks[1:]:
        if _opens_a_segment(text, header, opening[-1], is_paste=is_paste):
            opening.append(header)
        else:
            _absorb(text, opening[-1], header)
    return opening


def _narrative(text: str, spans: Sequence[Span]) -> list[Segment]:
    names = tuple(_called_patient(text, spans, 0, len(text)))
    return [Segment(0, len(text), names, (), _writings(text, names))] if names else []


def _writings(text: str, names: Iterable[Span]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([text[name.start : name.end] for name in names]))


def _called_patient(text: str, spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """The names that a word like 病人 or Pt calls the patient, as far as they may be the first one's."""
    called = [s for s in spans if s.label == "NAME" and s.kind == "patient" and start <= s.start < end]
    return [s for s in called if may_be_same(of(text, called[0]), of(text, s))]


def _opens_a_segment(text: str, header: Header, current: Header, *, is_paste: bool) -> bool:
    if not header.is_at_line_start or header.start <= current.start:
        return False
    known, numbers = _values(text, current.numbers), _values(text, header.numbers)
    if known & numbers:
        return False
    is_other_name = bool(header.names and current.names) and not any(
        may_be_same(a, b) for a in current.called for b in header.called
    )
    if is_other_name:
        return is_paste or bool(numbers) or not known
    return bool(known and numbers) and bool(header.names or not current.names)


def _values(text: str, spans: Sequence[Span]) -> set[tuple[str, str]]:
    return {(s.label, canonical(of(text, s))) for s in spans}


def _absorb(text: str, current: Header, header: Header) -> None:
    """A repeated header of the same patient adds what fits; a passing mention adds nothing."""
    for span in header.names:
        if not current.names or any(may_be_same(name, of(text, span)) for name in current.called):
            current.names.append(span)
            current.called[of(text, span)] = None
    if not current.numbers:
        current.numbers += header.numbers


def personal_numbers(text: str, segment: Segment, spans: Sequence[Span]) -> list[Span]:
    """IDNO and HEALTHPLAN spans of the patient: up to the line after the header, behind no other person.

    The header goes on as long as the next line holds a number, a birth or visit date or an age.
    """
    opening = [*segment.names[:1], *segment.numbers]
    cards = [(index, span) for index, span in enumerate(spans) if span.label in {"IDNO", "HEALTHPLAN"}]
    if not opening or not cards:
        return []
    limit = _end_of_header(text, max(s.end for s in opening), segment, spans)
    found = []
    for index, span in cards:
        if not segment.start <= span.start <= limit:
            continue
        line_start = line_start_of(text, span.start)
        before = [s for s in spans[:index] if s.start >= line_start and s.label in {"NAME", "DOCTOR"}]
        behind = [s for s in spans[index + 1 : index + 2] if s.label == "NAME" and s.start - span.end <= 1]
        nearest = next(iter([*before[-1:], *behind]), None)
        label = text[max(line_start, before[-1].end if before else 0) : span.start]
        if (nearest is None or not is_someone_else(text, nearest, segment)) and not _OTHERS_CARD.search(label):
            found.append(span)
    return found


def _end_of_header(text: str, at: int, segment: Segment, spans: Sequence[Span]) -> int:
    limit = _line_after(text, at)
    for span in spans:
        if span.start > limit or span.start >= segment.end:
            break
        is_field = span.label in _FIELDS or (span.label == "DATE" and span.kind in {"dob", "visit"}) or (span.label == "NAME" and span.source == "rules/visit_head")
        if is_field and span.start >= segment.start and not (span.label == "NAME" and is_someone_else(text, span, segment)):
            limit = max(limit, _line_after(text, span.end))
    return min(limit, segment.end)


def _line_after(text: str, at: int) -> int:
    """The end of the line after the one that holds `at`."""
    ends = LINE_END.finditer(text, at)
    next(ends, None)
    second = next(ends, None)
    return second.start() if second else len(text)


def is_someone_else(text: str, span: Span, segment: Segment) -> bool:
    """Whether a person span is certainly not the segment's patient."""
    if span.label == "DOCTOR" or span.kind in OTHER_KINDS:
        return True
    if span.source == "known" and span.kind == "patient":
        return False
    surface = text[span.start : span.end]
    return bool(segment.called) and not any(may_be_same(name, surface) for name in segment.called)
