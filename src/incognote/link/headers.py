"""The header blocks of a text: neighbouring lines of fields that name one patient, and what counts as a field."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
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
LINE_END: Final = re.compile(r"\r\n|\n|\r")
_IN_PASSING: Final = re.compile(r"(?:與|与|和|跟|同|及|另|隔壁|[鄰邻]床|他床|[別别]床|[誤误]|with\b|and\b|vs\b|not\b)", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"\s*(?:#\s*)?\d{1,3}\s*[.、)）]?\s+\Z|\s*\d{1,3}[.、)）]\Z")
_IN_BRACKET: Final = re.compile(r"\s?[(（][^()（）\r\n。;；]*\Z")
_NAME_FIELD: Final = re.compile(
    r"(?<![A-Za-z\u4e00-\u9fff])(?:(?P<given>(?:first|given|fore|christian)[ -]?names?(?:\(s\)|/s)?|名)|(?P<surname>(?:last|family)[ -]?name|surname|姓))(?: ?[(（][^()（）\n]{1,12}[)）])?[ \t]{0,3}[:：=|\t][ \t|]{0,3}\Z", re.IGNORECASE
)
_OTHER: Final = {"given": "surname", "surname": "given"}
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
    pieces: dict[str, Span] = field(default_factory=dict, repr=False)
    """The given name and the surname, where each stands in a field of its own."""
    said: dict[str, str] = field(default_factory=dict, repr=False)
    """The number of each label: one that says another opens a header of its own."""


def line_starts(text: str) -> list[int]:
    """Offsets at which lines begin; CRLF, LF and lone CR end a line."""
    return [0, *[m.end() for m in LINE_END.finditer(text)]]


def line_start_of(text: str, at: int) -> int:
    """Where the line that holds `at` begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def headers(text: str, spans: Sequence[Span], *, is_paste: bool = False) -> list[Header]:
    starts = line_starts(text)
    found: list[Header] = []
    line = 0
    more = _name_lines(text, spans, starts)
    if is_paste:
        more |= _listed_names(text, spans, starts)
    for span in _fields(text, spans, more):
        while line + 1 < len(starts) and starts[line + 1] <= span.start:
            line += 1
        current = found[-1] if found else None
        if current is None or line > current.last_line + 1 or _contradicts(text, current, span):
            current = Header(starts[line], line, _is_at_line_start(text, starts[line], span.start))
            found.append(current)
        current.last_line = line
        if span.label == "NAME":
            _call(text, current, span)
        else:
            current.numbers.append(span)
            current.said[span.label] = canonical(of(text, span))
    return found


def _call(text: str, header: Header, span: Span) -> None:
    """Adds a name to `header`; a surname and a given name of two fields are called by the whole name."""
    header.names.append(span)
    kind = field_of(text, span)
    other = header.pieces.get(_OTHER[kind]) if kind else None
    if kind:
        header.pieces[kind] = span
    whole = joined(text, header.pieces) if other else None
    if other is None or whole is None:
        header.called[of(text, span)] = None
    else:
        header.called.pop(of(text, other), None)
        header.called[whole] = None


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
    surface = of(text, span)
    if span.label == "NAME":
        if span.source == "known":  # the facts given for a document are one patient's: 王曉明, called 阿明
            return False
        kind = field_of(text, span) if header.pieces else None
        if kind and kind in header.pieces:
            return not may_be_same(of(text, header.pieces[kind]), surface)
        if kind and joined(text, {**header.pieces, kind: span}):
            return False
        # A Han and a Latin name in one header are two writings of one person until proved otherwise.
        for name in header.called:
            is_cut = name[0] == surface[0] and min(len(name), len(surface)) == 1  # 白＊ above 白芍
            if not is_cut and not may_be_same(name, surface) and name.isascii() == surface.isascii():
                return True
        return False
    return header.said.get(span.label, canonical(surface)) != canonical(surface)


def joined(text: str, pieces: Mapping[str, Span]) -> str | None:
    """The whole name of a given name and a surname that stand in fields of their own; None where one is missing or in another script.

    >>> text = "First name: Rosalind\\nSurname: Quimby"
    >>> spans = (Span(12, 20, "NAME", "patient", "rules/x", 0.9), Span(30, 36, "NAME", "patient", "rules/x", 0.9))
    >>> joined(text, {str(field_of(text, span)): span for span in spans})
    'Rosalind Quimby'
    """
    if len(pieces) < 2:
        return None
    given, surname = of(text, pieces["given"]), of(text, pieces["surname"])
    if is_han(given) != is_han(surname):
        return None
    return surname + given if is_han(given) else f"{given} {surname}"


def is_han(name: str) -> bool:
    return "\u3400" <= name[0] <= "\u9fff"


def field_of(text: str, span: Span) -> str | None:
    """`given` or `surname` where the label before a name says that it is but that, else None."""
    label = _NAME_FIELD.search(text, max(0, span.start - 28), span.start)
    return label.lastgroup if label else None


def of(text: str, span: Span) -> str:
    return text[span.start : span.end]
