"""The patients of a text: where each one's segment begins and which header facts are theirs.

A paste may hold one patient or twelve. A new segment begins at a line that starts a header naming
somebody else than the header before it; a chart number mentioned in passing never cuts a note.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from incognote.document import Span
from incognote.names.compare import canonical, may_be_same

OTHER_KINDS: Final = frozenset({"relative", "other_patient", "third_party", "notifier", "alleged"})
PERSONAL: Final = frozenset({"MRN", "IDNO", "HEALTHPLAN"})
HEADER_SOURCES: Final = frozenset({"rules/name_han_field", "rules/name_latin_field", "rules/visit_head"})
"""The rules that read header fields; a site rule's name never decides who the patient is."""
_NAMING_SOURCES: Final = HEADER_SOURCES | {"known", "stored"}
_BULLET: Final = re.compile(r"[\s\-*•·#>【\[(（\d.、)）]*")
_SENTENCE_END: Final = re.compile(r"[。；;！!？?]|[.,，]\s?\S")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_IN_PASSING: Final = re.compile(r"(?:與|与|和|跟|同|及|另|隔壁|[鄰邻]床|他床|[別别]床|[誤误]|with\b|and\b|vs\b|not\b)", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"\s*(?:#\s*)?\d{1,3}\s*[.、)）]?\s+\Z|\s*\d{1,3}[.、)）]\Z")
_IN_BRACKET: Final = re.compile(r"\s?[(（][^()（）\r\n。;；]*\Z")
_OTHERS_CARD: Final = re.compile(
    r"[父母妻夫媽妈爸](?![\u4e00-\u9fff]{2}(?:號|号))|配偶|家屬|家属|家長|家长|監護|监护|聯絡|联系|兒子|儿子|女兒|女儿|醫師|医师|醫生|医生|護理|护士|法定|代理|"
    r"(?i:mother|father|wife|husband|spouse|guardian|contact|son\b|daughter|physician|provider|nurse)"
)
_VOUCHED: Final = 0.8
"""From this score on a label stands before a number; one without may be that of the doctor it stands beside."""
LONGEST_NAME_LINE: Final = 60
"""Characters of a line that may be a patient's name line (陳志遠 45歲 男) above the line of the number."""


@dataclass(slots=True)
class Header:
    """One block of header fields: neighbouring lines that name one patient."""

    start: int
    last_line: int
    is_at_line_start: bool
    names: list[Span] = field(default_factory=list)
    numbers: list[Span] = field(default_factory=list)
    called: dict[str, None] = field(default_factory=dict, repr=False)
    """The writings of `names`, each once: a name may stand in a header a thousand times."""
    said: dict[str, str] = field(default_factory=dict, repr=False)
    """The number of each label: one that says another opens a header of its own."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A patient's stretch of the text with the spans of the header that opened it."""

    start: int
    end: int
    names: tuple[Span, ...]
    numbers: tuple[Span, ...]
    called: tuple[str, ...] = field(default=(), repr=False)
    """The writings of `names`, each once."""


def line_starts(text: str) -> list[int]:
    """Offsets at which lines begin; CRLF, LF and lone CR end a line."""
    return [0, *[m.end() for m in _LINE_END.finditer(text)]]


def line_start_of(text: str, at: int) -> int:
    """Where the line that holds `at` begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def segments(text: str, spans: Sequence[Span]) -> list[Segment]:
    """The patients' segments in order; empty where the text names no patient."""
    opening = _openings(text, _headers(text, spans), is_paste=False)
    if not opening:
        return _narrative(text, spans)
    if len(opening) > 1:  # in a paste of several, a name at a line's start opens a segment without a number too
        opening = _openings(text, _headers(text, spans, is_paste=True), is_paste=True)
    bounds = [0 if len(opening) == 1 else opening[0].start, *(h.start for h in opening[1:]), len(text)]
    found = []
    for index, header in enumerate(opening):
        low, high = bounds[index], bounds[index + 1]
        names = tuple(header.names) or tuple(_called_patient(text, spans, low, high))
        found.append(Segment(low, high, names, tuple(header.numbers), _writings(text, names)))
    return found


def _openings(text: str, headers: Sequence[Header], *, is_paste: bool) -> list[Header]:
    """The headers that begin a patient's segment, each with what later headers of the same patient add."""
    opening = list(headers[:1])
    for header in headers[1:]:
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
    return [s for s in called if may_be_same(_of(text, called[0]), _of(text, s))]


def _headers(text: str, spans: Sequence[Span], *, is_paste: bool = False) -> list[Header]:
    starts = line_starts(text)
    headers: list[Header] = []
    line = 0
    more = _name_lines(text, spans, starts)
    if is_paste:
        more |= _listed_names(text, spans, starts)
    for span in _fields(text, spans, more):
        while line + 1 < len(starts) and starts[line + 1] <= span.start:
            line += 1
        current = headers[-1] if headers else None
        if current is None or line > current.last_line + 1 or _contradicts(text, current, span):
            current = Header(starts[line], line, _is_at_line_start(text, starts[line], span.start))
            headers.append(current)
        current.last_line = line
        if span.label == "NAME":
            current.names.append(span)
            current.called[_of(text, span)] = None
        else:
            current.numbers.append(span)
            current.said[span.label] = canonical(_of(text, span))
    return headers


def _name_lines(text: str, spans: Sequence[Span], starts: Sequence[int]) -> set[Span]:
    """Unlabelled names that stand alone at the head of the line above a number's line, or else below it."""
    numbers = [s for s in spans if s.label == "MRN" and s.kind in {None, "patient"}]
    if not numbers:
        return set()
    named = {_line_of(s.start, starts) for s in spans if s.label == "NAME" and s.kind in {None, "patient"}}
    lines = [(s, line) for s in numbers if (line := _line_of(s.start, starts)) not in named]
    bare = [line for s, line in lines if _is_at_line_start(text, starts[line], s.start)]
    if not bare:
        return set()
    heads = {at: s for s in spans if s.label == "NAME" and (at := _head_of(text, s, starts)) is not None}
    above = {heads[line - 1] for line in bare if line - 1 in heads}
    return above or {heads[line + 1] for line in bare if line + 1 in heads}


def _head_of(text: str, span: Span, starts: Sequence[int]) -> int | None:
    """The line that a patient-like name heads, if the line is short and no sentence."""
    if span.kind not in {None, "patient"}:
        return None
    line = _line_of(span.start, starts)
    end = starts[line + 1] if line + 1 < len(starts) else len(text)
    if _BULLET.sub("", text[starts[line] : span.start], count=1) or end - starts[line] > LONGEST_NAME_LINE:
        return None
    return None if re.search(r"[。；;！!？?：:]", text[span.end : end]) else line


def _listed_names(text: str, spans: Sequence[Span], starts: Sequence[int]) -> set[Span]:
    """Names behind a list number at the head of a line: `3. 周文彬 CKD` in a list of patients."""
    found = set()
    for span in spans:
        if span.label == "NAME" and span.kind in {None, "patient"}:
            before = text[starts[_line_of(span.start, starts)] : span.start]
            if _LIST_NUMBER.match(before):
                found.add(span)
    return found


def _line_of(at: int, starts: Sequence[int]) -> int:
    return bisect_right(starts, at) - 1


def _fields(text: str, spans: Sequence[Span], more: Collection[Span]) -> Iterator[Span]:
    """Spans that say who the patient is: labelled fields, a name and a number side by side, and `more`."""
    people = [s for s in spans if s.label == "NAME" or s.label in PERSONAL]
    staff = {s.end for s in spans if s.label == "DOCTOR"}
    touches = [False, *(_touch(text, one, other) for one, other in pairwise(people)), False]
    for index, span in enumerate(people):
        beside = people[index - 1 : index] if touches[index] else []
        if touches[index + 1]:
            beside = [*beside, people[index + 1]]
        if span.label == "NAME":
            is_field = span.kind == "patient" and span.source in _NAMING_SOURCES
            is_beside = span.kind in {None, "patient"} and any(s.label in PERSONAL for s in beside)
            if is_field or is_beside or span in more:
                yield span
        elif span.label == "MRN":
            is_staffs = span.score < _VOUCHED and any(span.start - gap in staff for gap in range(3))
            if not is_staffs and not any(s.kind in OTHER_KINDS for s in beside):
                yield span
        elif any(s.label == "NAME" and s.kind in {None, "patient"} for s in beside):
            yield span


def _touch(text: str, one: Span, other: Span) -> bool:
    """Side by side: nothing but signs between, or one opens a bracket behind the other: Eleanor (MRN 0098231)."""
    low, high = min(one.end, other.end), max(one.start, other.start)
    if high - low > 12:
        return False
    if high - low > 3:
        return _IN_BRACKET.match(text, low, high) is not None
    return not any(c.isalnum() or c in "\r\n" for c in text[low:high])


def _is_at_line_start(text: str, line_start: int, at: int) -> bool:
    """Nothing but a bullet and a field label (`姓名：`, `MRN:`) stands before the value."""
    before = _BULLET.sub("", text[line_start:at], count=1).rstrip(" ：:=＃#")
    return len(before) <= 24 and not _SENTENCE_END.search(before) and not _IN_PASSING.match(before)


def _contradicts(text: str, header: Header, span: Span) -> bool:
    """Whether `span` names somebody else than the fields collected in `header` so far."""
    surface = _of(text, span)
    if span.label == "NAME":
        if span.source == "known":  # the facts given for a document are one patient's: 王曉明, called 阿明
            return False
        # A Han and a Latin name in one header are two writings of one person until proved otherwise.
        for name in header.called:
            is_cut = name[0] == surface[0] and min(len(name), len(surface)) == 1  # 白＊ above 白芍
            if not is_cut and not may_be_same(name, surface) and name.isascii() == surface.isascii():
                return True
        return False
    return header.said.get(span.label, canonical(surface)) != canonical(surface)


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
    return {(s.label, canonical(_of(text, s))) for s in spans}


def _absorb(text: str, current: Header, header: Header) -> None:
    """A repeated header of the same patient adds what fits; a passing mention adds nothing."""
    for span in header.names:
        if not current.names or any(may_be_same(name, _of(text, span)) for name in current.called):
            current.names.append(span)
            current.called[_of(text, span)] = None
    if not current.numbers:
        current.numbers += header.numbers


def personal_numbers(text: str, segment: Segment, spans: Sequence[Span]) -> list[Span]:
    """IDNO and HEALTHPLAN spans of the patient: up to the line after the header, behind no other person.

    The header goes on as long as the next line holds a number or a birth date.
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
        is_field = span.label in PERSONAL or (span.label == "DATE" and span.kind == "dob") or (span.label == "NAME" and span.source == "rules/visit_head")
        if is_field and span.start >= segment.start and not (span.label == "NAME" and is_someone_else(text, span, segment)):
            limit = max(limit, _line_after(text, span.end))
    return min(limit, segment.end)


def _line_after(text: str, at: int) -> int:
    """The end of the line after the one that holds `at`."""
    ends = _LINE_END.finditer(text, at)
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


def _of(text: str, span: Span) -> str:
    return text[span.start : span.end]
