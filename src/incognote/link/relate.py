"""Spans -> people with roles: what takes the place of `link` where a profile asks for relations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from incognote.document import Document, Entity, Finding, Span
from incognote.labels import OUR_MARKS, PERSON_LABELS, roles
from incognote.link import dates
from incognote.link.evidence import Claim, claims, is_label, labelled
from incognote.link.layout import load_layout
from incognote.link.mentions import Found, apart, called, cued, family_end, is_name_cell, people_of
from incognote.link.parts import Field, Row, Section, Structure
from incognote.link.relations import Draft, Related, numbered, settle, sex_of
from incognote.link.report_day import reading_of, report_day, weekday_of
from incognote.link.role_words import PLURAL, Hit, hits, role_of
from incognote.link.structure import read_structure
from incognote.names.compare import canonical
from incognote.text import calendar
from incognote.text.script import Script, script_of

_AGE: Final = re.compile(r"[\"”)]?[ \t]*[,(\[|¦\t:-]?[ \t]*(?:aged? |yr )?(\d{1,2})(/12|/52|m\b| months| mths)?(?![\d/.])(?: ?(?:歲|岁|y|yo|yrs|years|足歲))?(?=[ \t]*(?:[,;)\]|¦\t.\n:]|\Z|[a-zA-Z\u4e00-\u9fff]))")
_NAME: Final = re.compile(
    r"[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?(?:,? ?\n?(?:(?:de|del|la|van|von|der|bin|al|el|le|da|dos|di|o)\b ?)*(?:(?<=[ \n])|(?<=-))[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?){0,4}"
    r"|[\u3400-\u9fff](?: ?[\u3400-\u9fff·‧・○〇]){1,11}"
)
_PRONOUN: Final = re.compile(r"\b(?:he|she|his|her|him)\b", re.IGNORECASE)
_BARE_AGE: Final = re.compile(r"(?:abt|about|approx\.?|~|c\.)? ?(\d{1,2})(/12|/52|m\b| ?months| ?mths|個月)?(?![\d/.-])")
FROM_TABLE: Final = "structure"
_CASES: Final = frozenset({"notifier", "alleged"})
_NEAR: Final = 90
_CELLS: Final = re.compile(r"[ ,]?(?:\(?(?:dob|d\.o\.b\.?|born|b\.?)[ :]*|[,|¦\t;/\[(]|\.{2,}| {2,}|[ ,|¦\t;./-]+(?:[A-Za-z'’]{1,12}[ ,|¦\t;./-]+){1,3})[\s|¦,\t]*", re.IGNORECASE)
"""What stands between a name and a birth date in a row: signs and a cell of few words."""


class Doubt(NamedTuple):
    """The people whom a mention may mean, nobody can say which; none where it means the whole family."""

    people: tuple[Related, ...]

    def __repr__(self) -> str:
        return f"Doubt({len(self.people)})"


class Dated(NamedTuple):
    """What a DATE says, as `dates.Day`, and the day of the report it is counted from."""

    parts: calendar.DateValue | None
    day: date | None
    reading: calendar.Reading
    report: date | None

    def __repr__(self) -> str:
        return f"Dated({self.reading})"


class Linked(NamedTuple):
    """The spans with those that only the table of people gave away, their entities, and what a person should know."""

    spans: tuple[Span, ...]
    entities: tuple[Entity, ...]
    findings: tuple[Finding, ...]


def relate(document: Document, spans: Sequence[Span], structure: Structure, *, default_script: Script = "zh-TW") -> Linked:
    """Entities by person: `role` is the role's key, `value` a `Related` or a `Doubt`."""
    text = document.text
    words = hits(text)
    own = [m.span() for m in OUR_MARKS.finditer(text)] if "[" in text else []
    spans = [s for s in cued(text, words, _with_cells(text, spans, structure)) if not any(low < s.end and s.start < high for low, high in own)]
    first = people_of(text, spans, _given(document.known))
    places = [(s.start, s.end) for s in first.spans]
    told = _Told(words, text, places, structure)
    _claim(first, told)
    settle(first.drafts, _single(first), text, places)
    beside: dict[int, set[str]] = {}
    for claim in told.claims:
        beside.setdefault(claim.mention, set()).add(claim.role)
    found = called(text, first, beside)
    _claim(found, told)
    _from_rows(text, found, told.rows, spans)
    _pronouns(text, found)
    born = _ages(text, found, _single(found), spans)
    findings = _subjects(found, settle(found.drafts, _single(found), text, places))
    table = numbered(found.drafts)
    entities, doubts = _people(text, found, table)
    others = [born.get(s, s) for s in spans if s.label not in PERSON_LABELS]
    day, missing = report_day(document, others, structure, script=script_of(text, default=default_script))
    entities += _others(document, others, found, table, day, len(entities), default_script)
    if not structure:
        missing = [*missing, Finding("structure_missing", "source", 0, 0, "warning")]
    return Linked(tuple(sorted([*others, *found.spans])), tuple(entities), (*findings, *doubts, *missing))


def _given(known: Mapping[str, Any]) -> list[Draft]:
    """The people given from outside, with the roles that are given for them."""
    drafts = []
    everybody = [{**known, "role": "child"}] if known.get("name") else []
    for person in (*everybody, *(known.get("people") or ())):
        names = [str(n) for n in (person.get("name"), *(person.get("aliases") or ())) if n]
        if not names:
            continue
        role = str(person.get("role") or person.get("relation") or "").strip().lower().replace(" ", "_").replace("-", "_")
        draft = Draft(names, given_role=role if role in roles() else _read(str(person.get("role") or person.get("relation") or "")))
        draft.birth = dates.given_day({"date": person.get("birth")})
        draft.case_roles |= {c for c in ("alleged", "notifier") if c in (person.get("case_roles") or ())}
        drafts.append(draft)
    return drafts


def _read(word: str) -> str:
    return role_of(word) or ""


def _with_cells(text: str, spans: Sequence[Span], structure: Structure) -> list[Span]:
    """`spans` with the cells of names as one name each, whatever detectors saw in them."""
    cells: list[Span] = []
    for table in structure.tables:
        for row in table.rows:
            for cell in row.cells:
                name = _NAME.match(text, cell.start, cell.end) if cell.column == "name" else None
                if name and is_name_cell(name[0]):
                    cells.append(Span(cell.start, name.end(), "NAME", None, FROM_TABLE, 0.95))
    if not cells:
        return list(spans)
    cells.sort()
    starts = [c.start for c in cells]
    kept = [s for s in spans if not ((at := bisect_left(starts, s.end) - 1) >= 0 and cells[at].end > s.start and s.label not in {"DATE", "PHONE"})]
    return apart([*kept, *cells])


class _Told:
    """What the words of a report say of the names at `places`, read once."""

    def __init__(self, words: Sequence[Hit], text: str, places: Sequence[tuple[int, int]], structure: Structure) -> None:
        rows = [(row.cells[0].start, row.cells[-1].end) for t in structure.tables for row in t.rows if any(c.column == "role" for c in row.cells)]
        self.claims = (*claims(text, places, words, sorted(rows)), *_cells(text, places, structure), *_fields(text, places, structure))
        cased = [h for h in words if h.role in _CASES and is_label(text, h)]
        self.labelled = [(h.role, labelled(text, places, h)[: None if h.role == "alleged" else 1]) for h in cased]
        self.labelled += _sections(places, structure)
        self.rows = _rows(text, places, structure)


def _single(found: Found) -> list[int]:
    """The one person of each mention, -1 where there is none or a doubt."""
    return [mine[0] if len(mine) == 1 else -1 for mine in found.whose]


def _claim(found: Found, told: _Told) -> None:
    """Gives the people what is said of them, anew."""
    single = _single(found)
    for draft in found.drafts:
        draft.claims.clear()
    for claim in told.claims:
        if single[claim.mention] < 0:
            continue
        draft = found.drafts[single[claim.mention]]
        if claim.role not in _CASES:
            draft.claims.append(claim)
        elif claim.cost <= 1.4:
            draft.case_roles.add(claim.role)
    for role, mentions in told.labelled:
        for at in mentions:
            if single[at] >= 0:
                found.drafts[single[at]].case_roles.add(role)


def _subjects(found: Found, several: bool) -> list[Finding]:
    at = next((s.start for s in found.spans), 0)
    return [Finding("several_subjects", "source", at, at, "warning")] if several else []


def _rows(text: str, places: Sequence[tuple[int, int]], structure: Structure) -> dict[int, Row]:
    """The row that each mention in a name's cell heads."""
    starts = [start for start, _ in places]
    found: dict[int, Row] = {}
    for table in structure.tables:
        for row in table.rows:
            named = [at for c in row.cells if c.column == "name" for at in range(bisect_left(starts, c.start), bisect_left(starts, c.end))]
            if not named:
                named = list(range(bisect_left(starts, row.cells[0].start), bisect_left(starts, row.cells[-1].end)))
                is_list = any(c.column == "role" and PLURAL.search(text[c.start : c.end].strip(" .:")) for c in row.cells)
                named = named if is_list else named[:1]
                found |= dict.fromkeys(named, row)
            else:
                found[named[0]] = row
    return found


def _cells(text: str, places: Sequence[tuple[int, int]], structure: Structure) -> list[Claim]:
    """What the rows of tables say: the role cell of a row goes with its name."""
    found = []
    for at, row in _rows(text, places, structure).items():
        for cell in row.cells:
            said = hits(text[cell.start : cell.end]) if cell.column == "role" else []
            kin = [h for h in said if h.role not in _CASES]
            found += [Claim(at, h.role, -0.6, h._replace(start=cell.start, end=cell.end)) for h in (*kin[:1], *(h for h in said if h.role in _CASES))]
    return found


def _fields(text: str, places: Sequence[tuple[int, int]], structure: Structure) -> list[Claim]:
    """What labels say: the first name behind "Mother:" is the mother."""
    starts = [start for start, _ in places]
    found = []
    for field in structure.fields:
        if field.kind in roles() and field.kind not in _CASES:
            at = bisect_left(starts, field.start)
            if at < len(places) and starts[at] < min(field.end, field.start + 12):
                word = text[max(0, field.start - 24) : field.start]
                found.append(Claim(at, field.kind, -0.2, Hit(field.start, field.start, field.kind, word)))
    return found


def _sections(places: Sequence[tuple[int, int]], structure: Structure) -> list[tuple[str, list[int]]]:
    """The people named in the fields and short sections of the alleged person and the notifier."""
    starts = [start for start, _ in places]
    found = []
    parts: tuple[Field | Section, ...] = (*structure.fields, *structure.sections)
    for part in parts:
        if part.kind in _CASES and part.end - part.start < 320:
            inside = list(range(bisect_left(starts, part.start), bisect_left(starts, part.end)))
            if part.kind == "notifier":
                inside = [at for at in inside[:1] if starts[at] - part.start < 60]
            found.append((part.kind, inside))
    return found


def _pronouns(text: str, found: Found) -> None:
    """The sex of people whom neither a word nor the name tells: by he and she behind them, up to the next person."""
    single = _single(found)
    counts: dict[int, int] = {}
    for index, span in enumerate(found.spans):
        at = single[index]
        if at < 0 or sex_of(found.drafts[at]):
            continue
        after = found.spans[index + 1].start if index + 1 < len(found.spans) else len(text)
        said = _PRONOUN.search(text, span.end, min(after, span.end + _NEAR))
        if said:
            counts[at] = counts.get(at, 0) + (1 if said[0].lower()[0] == "s" or said[0].lower() == "her" else -1)
    for at, count in counts.items():
        if count:
            found.drafts[at].sex = "F" if count > 0 else "M"


def _from_rows(text: str, found: Found, rows: Mapping[int, Row], spans: Sequence[Span]) -> None:
    """Birth date, age and sex as the cells of people's rows give them."""
    reading = reading_of(text, spans, script="en")
    single = _single(found)
    for at, row in rows.items():
        if single[at] < 0:
            continue
        draft = found.drafts[single[at]]
        for cell in row.cells:
            said = text[cell.start : cell.end].strip()
            if cell.column in {"dob", "age"}:
                draft.birth = draft.birth or calendar.day_of(calendar.value_of(said, reading), None)
                age = _BARE_AGE.match(said)
                if age and draft.age is None and not draft.birth:
                    draft.age = int(age[1]) / (12.0 if age[2] else 1.0)
            elif cell.column == "sex" and said[:1].upper() in {"M", "F"}:
                draft.sex = said[0].upper()
            elif cell.column == "sex" and said[:1] in {"男", "女"}:
                draft.sex = "M" if said[0] == "男" else "F"


def _ages(text: str, found: Found, single: Sequence[int], spans: Sequence[Span]) -> dict[Span, Span]:
    """Gives people their birth dates and ages: behind the name, before the next one on the line, or the only date
    before it there. The dates, as what they are now known to be."""
    days = [s for s in spans if s.label == "DATE" and s.kind in {"dob", None, "event"}]
    reading = reading_of(text, spans, script="en")
    starts = [s.start for s in days]
    born: dict[Span, Span] = {}
    for index, span in enumerate(found.spans):
        if single[index] < 0:
            continue
        draft = found.drafts[single[index]]
        for at in _dates_of(text, found.spans, index, days, starts):
            day = calendar.day_of(calendar.value_of(text[days[at].start : days[at].end], reading), None)
            if day is not None and draft.birth is None:
                draft.birth = day
                born[days[at]] = days[at]._replace(kind="dob")
        age = _AGE.match(text, span.end) if draft.age is None else None
        if age:
            draft.age = int(age[1]) / (12.0 if age[2] else 1.0)
    return born


def _dates_of(text: str, people: Sequence[Span], index: int, days: Sequence[Span], starts: Sequence[int]) -> Iterator[int]:
    span = people[index]
    line = text.rfind("\n", 0, span.start) + 1
    after = people[index + 1].start if index + 1 < len(people) else len(text)
    stop = min(after, span.end + _NEAR)
    end = text.find("\n", span.end, stop)
    stop = end if end >= 0 else stop
    for at in range(bisect_left(starts, span.end), bisect_left(starts, stop)):
        if days[at].kind == "dob" or _CELLS.fullmatch(text, span.end, days[at].start):
            yield at
    if not index or people[index - 1].end <= line:
        for at in range(bisect_left(starts, line), bisect_left(starts, span.start)):
            if days[at].kind == "dob" or _CELLS.fullmatch(text, days[at].end, span.start):
                yield at


def _people(text: str, found: Found, table: Sequence[Related]) -> tuple[list[Entity], list[Finding]]:
    groups: dict[tuple[int, ...], list[Span]] = {}
    for span, mine in zip(found.spans, found.whose, strict=True):
        if not mine:
            span = span._replace(end=family_end(text, span.end))
        groups.setdefault(mine, []).append(span)
    entities, findings = [], []
    for number, (mine, mentions) in enumerate(groups.items()):
        value: object = Doubt(())
        role = "family"
        if len(mine) == 1:
            value, role = table[mine[0]], table[mine[0]].role
        elif mine:
            value, role = Doubt(tuple(table[n] for n in mine)), "doubt"
            findings += [Finding("doubtful_person", "source", s.start, s.end, "warning") for s in mentions]
        entities.append(Entity(number, "NAME", tuple(mentions), role, value))
    return entities, findings


def _others(
    document: Document, spans: Sequence[Span], found: Found, table: Sequence[Related], day: date | None, first: int, default_script: Script
) -> list[Entity]:
    """Dates with the day of the report, phones and addresses with their owner, everything else by value."""
    text = document.text
    reading = reading_of(text, spans, script=script_of(text, default=default_script))
    days = dates.days_of(text, spans, reading, day)
    groups: dict[tuple[object, ...], list[Span]] = {}
    values: dict[tuple[object, ...], object] = {}
    for span in spans:
        key: tuple[object, ...] = span.label, span.kind, canonical(text[span.start : span.end])
        value: object = None
        if span.label == "DATE":
            value = Dated(*days[span], day)
            if span.kind == "weekday":
                value = value._replace(day=weekday_of(text, span, day, reading))
                key = (*key, value.day)
        elif span.label == "AGE":
            value = calendar.years_of(text[span.start : span.end])
        elif span.label in {"PHONE", "ADDRESS", "EMAIL"}:
            value = _owner(text, span, found, table)
        if key not in groups or (values[key] is None and value is not None):
            values[key] = value
        groups.setdefault(key, []).append(span)
    return [Entity(n, str(key[0]), tuple(group), group[0].kind, values[key]) for n, (key, group) in enumerate(groups.items(), first)]


def _owner(text: str, span: Span, found: Found, table: Sequence[Related]) -> Related | None:
    """Whose a phone or an address is: of the one person named on its line, else of the nearest before it there."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    on_line = [(s, w) for s, w in zip(found.spans, found.whose, strict=True) if start <= s.start < end and len(w) == 1]
    before = [w for s, w in on_line if s.end <= span.start and not re.search(r"[.。;；]\s", text[s.end : span.start])]
    if before:
        return table[before[-1][0]]
    people = {w[0] for _, w in on_line}
    return table[people.pop()] if len(people) == 1 and end - start < 240 else None


def linker(layouts: Sequence[str]) -> Callable[[Document, tuple[Span, ...], Script], Linked]:
    """`relate` with the structure that `layouts` (names or files) find in a document."""
    read = [load_layout(name) for name in layouts]

    def run(document: Document, spans: tuple[Span, ...], script: Script) -> Linked:
        return relate(document, spans, read_structure(document.text, read), default_script=script)

    return run
