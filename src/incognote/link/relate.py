"""Spans -> people with roles: what takes the place of `link` where a profile asks for relations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from incognote.document import Document, Entity, Finding, Span
from incognote.labels import OUR_MARKS, PERSON_LABELS, roles
from incognote.link import dates
from incognote.link.ages import ages_beside, ages_by_rows, sexes_by_pronouns
from incognote.link.belongings import Dated, others
from incognote.link.layout import load_layout
from incognote.link.mentions import Found, apart, called, cued, family_end, is_name_cell, people_of
from incognote.link.parts import Structure
from incognote.link.relations import Draft, Related, numbered
from incognote.link.report_day import report_day
from incognote.link.role_words import hits, role_of
from incognote.link.settle import settle
from incognote.link.structure import read_structure
from incognote.link.told import give_claims, single, told_of
from incognote.text.script import Script, script_of

__all__ = ["Dated", "Doubt", "Linked", "linker", "relate"]

_NAME: Final = re.compile(
    r"[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?(?:,? ?\n?(?:(?:de|del|la|van|von|der|bin|al|el|le|da|dos|di|o)\b ?)*(?:(?<=[ \n])|(?<=-))[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?){0,4}"
    r"|[\u3400-\u9fff](?: ?[\u3400-\u9fff·‧・○〇]){1,11}"
)
FROM_TABLE: Final = "structure"


class Doubt(NamedTuple):
    """The people whom a mention may mean, nobody can say which; none where it means the whole family."""

    people: tuple[Related, ...]

    def __repr__(self) -> str:
        return f"Doubt({len(self.people)})"


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
    told = told_of(text, words, places, structure)
    give_claims(first, told)
    settle(first.drafts, single(first), text, places)
    beside: dict[int, set[str]] = {}
    for claim in told.claims:
        beside.setdefault(claim.mention, set()).add(claim.role)
    found = called(text, first, beside)
    give_claims(found, told)
    ages_by_rows(text, found, told.rows, spans)
    sexes_by_pronouns(text, found)
    born = ages_beside(text, found, spans)
    findings = _subjects(found, settle(found.drafts, single(found), text, places))
    table = numbered(found.drafts)
    entities, doubts = _people(text, found, table)
    rest = [born.get(s, s) for s in spans if s.label not in PERSON_LABELS]
    day, missing = report_day(document, rest, structure, script=script_of(text, default=default_script))
    entities += others(document, rest, found, table, day, len(entities), default_script)
    if not structure:
        missing = [*missing, Finding("structure_missing", "source", 0, 0, "warning")]
    return Linked(tuple(sorted([*rest, *found.spans])), tuple(entities), (*findings, *doubts, *missing))


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


def _subjects(found: Found, several: bool) -> list[Finding]:
    at = next((s.start for s in found.spans), 0)
    return [Finding("several_subjects", "source", at, at, "warning")] if several else []


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


def linker(layouts: Sequence[str]) -> Callable[[Document, tuple[Span, ...], Script], Linked]:
    """`relate` with the structure that `layouts` (names or files) find in a document."""
    read = [load_layout(name) for name in layouts]

    def run(document: Document, spans: tuple[Span, ...], script: Script) -> Linked:
        return relate(document, spans, read_structure(document.text, read), default_script=script)

    return run
