"""Spans -> entities. It groups and annotates; it never edits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple

from incognote.document import Document, Entity, Finding, Number, Person, Span
from incognote.labels import FACT_LABELS, PERSON_LABELS
from incognote.link import dates
from incognote.link.given import by_surname, contradicts
from incognote.link.subject import (
    HEADER_SOURCES,
    PERSONAL,
    Segment,
    is_someone_else,
    line_start_of,
    personal_numbers,
    segments,
)
from incognote.names.compare import canonical
from incognote.text import calendar
from incognote.text.partial_numbers import is_partial
from incognote.text.script import Script, script_of

_BABY_BEHIND: Final = re.compile(r"之[子女嬰婴][A-Za-z甲乙丙]?(?![A-Za-z])")
_BABY_BEFORE: Final = re.compile(r"(?:B/O|Baby of|B\.O\.)\s?\Z", re.IGNORECASE)


class Subject(NamedTuple):
    """The value of a subject entity: the person, the age the text states, the day of the note."""

    person: Person
    stated_age: int | None
    anchor: date | None

    def __repr__(self) -> str:
        return f"Subject({self.person}, stated_age={self.stated_age})"


class _Patients(NamedTuple):
    """The subjects' entities with the segments they came of; the days and the reading of dates so far."""

    entities: list[Entity]
    segments: list[Segment]
    days: dict[Span, dates.Day]
    reading: calendar.Reading
    anchor: date | None
    doubts: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        return f"_Patients({len(self.entities)})"


def link(
    document: Document, spans: Sequence[Span], *, default_script: Script = "zh-TW"
) -> tuple[tuple[Entity, ...], tuple[Finding, ...]]:
    """Entities of the document, whose `spans` stand in order. Role `subject`: its value is a `Subject` and its first mention (kind
    `segment`) spans the patient's stretch of the text; DATE entities have a `dates.Day`, AGE entities
    whole years."""
    text = document.text
    entities, found, days, reading, anchor, doubts = _patients(document, spans, default_script)
    taken = {span for entity in entities for span in entity.mentions}
    if loose := [s for s in spans if s.label == "DATE" and s not in days]:
        days |= dates.days_of(text, loose, reading, anchor)
    others = _others(text, [s for s in spans if s not in taken], days, len(entities))
    return (*entities, *others), (*doubts, *_findings(text, found, spans, taken))


def subjects(document: Document, spans: Sequence[Span], *, default_script: Script = "zh-TW") -> list[Subject]:
    """The patients alone, as `link` finds them: all that enrolling needs."""
    return [entity.value for entity in _patients(document, spans, default_script).entities]


def _patients(document: Document, spans: Sequence[Span], default_script: Script) -> _Patients:
    text = document.text
    reading = dates.reading_for(text, spans, script=script_of(text, default=default_script))
    given = dates.given_day(document.meta)
    found = segments(text, spans) or _given(document)
    starts = [s.start for s in spans]
    stretches = [spans[bisect_left(starts, part.start) : bisect_left(starts, part.end)] for part in found]
    anchors = [dates.anchor_of(text, inside, reading, given=given) for inside in stretches]
    overall = anchors[0] if anchors else dates.anchor_of(text, spans, reading, given=given)
    entities: list[Entity] = []
    days: dict[Span, dates.Day] = {}
    document, doubts = _checked(document, found, stretches)
    for segment, inside, anchor in zip(found, stretches, anchors, strict=True):
        days |= dates.days_of(text, inside, reading, anchor)
        entities.append(_subject_entity(document, len(entities), segment, inside, anchor, days))
    return _Patients(entities, found, days, reading, overall, doubts)


def _checked(
    document: Document, found: Sequence[Segment], stretches: Sequence[Sequence[Span]]
) -> tuple[Document, tuple[Finding, ...]]:
    """The document without the given facts where the header of its one patient says that they are another's."""
    if not document.known or len(found) != 1:
        return document, ()
    (segment,), (inside,) = found, stretches
    numbers = [*segment.numbers, *personal_numbers(document.text, segment, inside)]
    if not contradicts(document.text, segment, numbers, document.known):
        return document, ()
    at = min((span.start for span in (*segment.names, *numbers)), default=segment.start)
    return replace(document, known={}), (Finding("known_contradicted", "source", at, at, "warning"),)


def _given(document: Document) -> list[Segment]:
    """Facts given for the document make it one patient's, whatever the text says."""
    has_facts = document.known.get("name") or document.known.get("mrn") or document.known.get("idno")
    return [Segment(0, len(document.text), (), ())] if has_facts else []


def _surface(document: Document, span: Span) -> str:
    return document.text[span.start : span.end]


def _subject_entity(
    document: Document,
    number: int,
    segment: Segment,
    inside: Sequence[Span],
    anchor: date | None,
    days: dict[Span, dates.Day],
) -> Entity:
    text = document.text
    own_names = frozenset(segment.names)
    names = [s for s in inside if s.label == "NAME" and own_names and (s in own_names or not is_someone_else(text, s, segment))]
    if not document.known:  # somebody whom other facts name
        names = [s for s in names if s.source != "known"]
    if not names and segment.end - segment.start == len(text):
        names = by_surname(text, inside, document.known)
    personal = personal_numbers(text, segment, inside)
    own = {canonical(_surface(document, s)) for s in segment.numbers}
    numbers = [s for s in inside if s.label in PERSONAL and canonical(_surface(document, s)) in own]
    birth = _birth(text, segment, inside, days)
    person = _person(document, segment, [*numbers, *personal], birth, is_only=segment.end - segment.start == len(text))
    ages = (s for i, s in enumerate(inside) if s.label == "AGE" and not _is_relatives(text, i, inside))
    age = next((calendar.years_of(_surface(document, s)) for s in ages), None)
    bounds = Span(segment.start, segment.end, "NAME", "segment", "link", 1.0)
    mentions = (bounds, *sorted({*names, *numbers, *personal}, key=itemgetter(0)))
    return Entity(number, "NAME", mentions, "subject", Subject(person, age, anchor))


def _birth(text: str, segment: Segment, inside: Sequence[Span], days: dict[Span, dates.Day]) -> dates.Day | None:
    """The first birth date that stands behind no other person on its line."""
    for index, span in enumerate(inside):
        if span.label == "DATE" and span.kind == "dob":
            person = _person_before(text, index, inside)
            if person is None or not is_someone_else(text, person, segment):
                return days.get(span)
    return None


def _is_relatives(text: str, index: int, inside: Sequence[Span]) -> bool:
    """Whether the nearest person before an age, on its line, is somebody's relative."""
    person = _person_before(text, index, inside)
    return person is not None and person.kind not in {None, "patient"}


def _person_before(text: str, index: int, inside: Sequence[Span]) -> Span | None:
    """The nearest person before the span at `index`, on its line."""
    line_start = line_start_of(text, inside[index].start)
    for at in range(index - 1, -1, -1):
        if inside[at].start < line_start:
            return None
        if inside[at].label in PERSON_LABELS:
            return inside[at]
    return None


def _person(
    document: Document, segment: Segment, numbers: Sequence[Span], birth: dates.Day | None, *, is_only: bool
) -> Person:
    surfaces = {s: document.text[s.start : s.end] for s in segment.names}
    called = frozenset(segment.called)
    names = dict.fromkeys(_called(document.text, s) for s, surface in surfaces.items() if surface in called)
    written = frozenset(surfaces.values())
    names |= dict.fromkeys(name for name in segment.called if name not in written)
    values = {Number(s.label, _surface(document, s)): None for s in numbers}
    day = birth.day if birth else None
    known = document.known if is_only else {}
    if known:
        names |= dict.fromkeys(str(n) for n in (known.get("name"), *(known.get("aliases") or ())) if n)
        values |= {
            Number(label, str(known[key])): None
            for key, label in FACT_LABELS.items()
            if label in PERSONAL and known.get(key)
        }
        day = dates.given_day({"date": known.get("birth")}) or day
    if names and day is None and all(is_partial(number.label, number.value) for number in values):
        # A name alone, or with the end of a number, never links two notes, so the note itself is the only evidence: the same note again is
        # the same person, another note with this name is another, and so is another segment of this one.
        evidence = f"{segment.start}\n{document.text}".encode("utf-8", "surrogatepass")
        values[Number("NOTE", sha256(evidence).hexdigest())] = None
    return Person(tuple(names), tuple(values), day)


def _called(text: str, span: Span) -> str:
    """A name as it stands; a baby is told from its mother and its twin by what its name is followed or led by."""
    behind = _BABY_BEHIND.match(text, span.end)
    before = _BABY_BEFORE.search(text, max(0, span.start - 6), span.start)
    return (before[0] if before else "") + text[span.start : span.end] + (behind[0] if behind else "")


def _others(text: str, spans: Sequence[Span], days: dict[Span, dates.Day], first_id: int) -> list[Entity]:
    """One entity for each distinct value; spans that say the same thing are its mentions."""
    groups: dict[tuple[object, ...], list[Span]] = {}
    for span in spans:
        start, end, label, kind, _, _ = span
        key: tuple[object, ...] = label, canonical(text[start:end])
        if label == "DATE":
            day = days.get(span)
            key = (*key, kind) if day is None else (*key, kind, day.day)
        if (group := groups.get(key)) is None:
            groups[key] = [span]
        else:
            group.append(span)
    entities = []
    for number, mentions in enumerate(groups.values(), first_id):
        head = mentions[0]
        value: object = None
        if head.label == "DATE":
            value = days.get(head)
        elif head.label == "AGE":
            value = calendar.years_of(text[head.start : head.end])
        entities.append(Entity(number, head.label, tuple(mentions), head.kind, value))
    return entities


def _findings(text: str, found: Sequence[Segment], spans: Sequence[Span], taken: set[Span]) -> tuple[Finding, ...]:
    """A line before the first of several patients belongs to nobody; a header field that names somebody else
    than the segment's patient may be a second patient, or one number given to two people."""
    findings = []
    if len(found) > 1 and text[: found[0].start].strip():
        findings.append(Finding("unowned_line", "source", 0, found[0].start, "warning"))
    for span in spans:
        if span.label == "NAME" and span.kind == "patient" and span.source in HEADER_SOURCES and span not in taken:
            findings.append(Finding("second_name", "source", span.start, span.end, "warning"))
    return tuple(findings)
