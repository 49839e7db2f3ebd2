"""Spans -> people with roles: what takes the place of `link` where a profile asks for relations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from incognote.document import Document, Entity, Finding, Span
from incognote.labels import OUR_MARKS, PERSON_LABELS, roles
from incognote.link.ages import ages_beside, ages_by_rows, ages_on, sexes_by_pronouns, stages_by_schools
from incognote.link.belongings import Dated, others
from incognote.link.declared import declared
from incognote.link.form_words import with_form_words
from incognote.link.given_people import given_people
from incognote.link.layout import load_layout
from incognote.link.listed import aged_lists, ages_of_lists, people_of_lists
from incognote.link.mentions import Found, called, cued, family_end, people_of
from incognote.link.name_cells import joined_names, labelled_names, put_together, with_cells
from incognote.link.own_rows import parted
from incognote.link.parts import Structure
from incognote.link.relations import Draft, Related, numbered
from incognote.link.report_day import report_day
from incognote.link.role_words import hits
from incognote.link.settle import settle
from incognote.link.short_han import people_called_otherwise
from incognote.link.side_by_side import side_by_side
from incognote.link.spotted import at_paragraphs
from incognote.link.spotted_han import cued_han
from incognote.link.structure import names_people, read_structure
from incognote.link.subject_child import Subjects
from incognote.link.told import give_claims, single, told_of
from incognote.link.views import VIEW
from incognote.text.script import Script, script_of

RIGHT_BESIDE: Final = 0.7
"""The cost of a claim whose word stands right beside the name, at most."""
_UNTOLD: Final = frozenset({"minor", "relative"})
"""What somebody is called of whom nothing exact is known."""
__all__ = ["Dated", "Doubt", "Linked", "linker", "relate"]


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
    spans = list(at_paragraphs(text, spans))
    words = with_form_words(text, hits(text), structure.roles)
    aged = [*aged_lists(text), *side_by_side(text)]
    joined = joined_names(text, structure)
    joined += [*labelled_names(text, spans, joined), *people_of_lists(text, spans, aged)]
    own = [m.span() for m in OUR_MARKS.finditer(text)] if "[" in text else []
    spans = [s for s in cued_han(text, words, cued(text, words, with_cells(text, spans, structure, joined))) if not any(low < s.end and s.start < high for low, high in own)]
    given = [*given_people(document.known), *people_called_otherwise(text, spans)]
    first = put_together(people_of(text, spans, [*given, *(Draft([whole.name]) for whole in joined)]), joined, len(given))
    places = [(s.start, s.end) for s in first.spans]
    told = told_of(text, words, places, structure, aged)
    first = parted(text, first, told, structure)
    give_claims(first, told)
    settle(first.drafts, single(first), text, places)
    beside: dict[int, set[str]] = {}
    for claim in told.claims:
        if claim.cost <= RIGHT_BESIDE and claim.of < 0 and claim.hit.of != VIEW:
            beside.setdefault(claim.mention, set()).add(claim.role)
    owners = {c.mention: c.of for c in told.claims if 0 <= c.of != c.mention}
    found = called(text, first, beside, owners)
    give_claims(found, told)
    ages_by_rows(text, found, told.rows, spans)
    ages_of_lists(found, aged)
    sexes_by_pronouns(text, found)
    stages_by_schools(text, found)
    born = ages_beside(text, found, spans)
    rest = declared(text, [born.get(s, s) for s in spans if s.label not in PERSON_LABELS], structure)
    day, missing = report_day(document, rest, structure, script=script_of(text, default=default_script))
    ages_on(day, found)
    findings = _subjects(found, settle(found.drafts, single(found), text, places))
    table = numbered(found.drafts)
    entities, doubts = _people(text, found, table)
    entities += others(document, rest, found, table, day, len(entities), default_script)
    if not names_people(structure) and not any(_is_kin(draft.role) for draft in found.drafts):
        missing = [*missing, Finding("structure_missing", "source", 0, 0, "warning")]
    return Linked(tuple(sorted([*rest, *found.spans])), tuple(entities), (*findings, *doubts, *missing))


def _is_kin(role: str) -> bool:
    return role in roles() and roles()[role].group == "kin" and role not in _UNTOLD


def _subjects(found: Found, subjects: Subjects) -> list[Finding]:
    at = next((s.start for s in found.spans), 0)
    several = [Finding("several_subjects", "source", at, at, "warning")] if subjects.called > 1 else []
    adult = [Finding("subject_adult", "source", at, at, "warning")] if subjects.is_adult else []
    return [*several, *adult, *([Finding("subject_doubtful", "source", at, at, "warning")] if subjects.is_doubtful and found.spans else [])]


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
