"""Who is who in a document, as a person checks it, and what they say instead: a relation corrected is a fact given.

Only profiles that link people by their relations know more of somebody than the subject and the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from incognote.desk.correct import Correction, Range, spans_of
from incognote.desk.queue import DOUBTS
from incognote.document import Document, Entity, Result, Script
from incognote.errors import UsageError
from incognote.labels import PERSON_LABELS, SCRIPTS, roles
from incognote.link.given_people import role_named

_NAMES: Final = 4
"""Ways of writing somebody that are shown."""


class Somebody(NamedTuple):
    """One person of a document: the ways they are written, the key of their role, what stands in the output, the first place, how
    often they are named, and whether the chain was not sure of them."""

    names: tuple[str, ...]
    role: str
    becomes: str
    start: int
    end: int
    times: int
    is_doubtful: bool

    def __repr__(self) -> str:
        return f"Somebody({self.role}, {self.times} mentions, doubtful={self.is_doubtful})"

    def said(self, script: Script) -> str:
        """The role in words."""
        known = roles().get(self.role)
        return self.role if known is None else known.marks[SCRIPTS.index(script)]


def people(document: Document, result: Result) -> tuple[Somebody, ...]:
    """The people whose role is told, those in doubt first, else in the order of the text."""
    text, replaced = document.text, {edit.start: edit.replacement for edit in result.edits}
    in_doubt = bytearray(len(text))  # by character: a paste may hold thousands of people and as many doubts
    for finding in result.findings:
        if finding.kind in DOUBTS and finding.where == "source" and finding.start < finding.end:
            in_doubt[finding.start : finding.end] = b"\1" * (min(finding.end, len(text)) - finding.start)
    found = []
    for entity in result.entities:
        if not _is_person(entity) or entity.role not in roles():
            continue
        names = tuple(dict.fromkeys(text[m.start : m.end] for m in entity.mentions))[:_NAMES]
        first = entity.mentions[0]
        doubtful = any(1 in in_doubt[m.start : m.end] for m in entity.mentions)
        becomes = next((replaced[m.start] for m in entity.mentions if m.start in replaced), "")
        found.append(Somebody(names, entity.role or "", becomes, first.start, first.end, len(entity.mentions), doubtful))
    return tuple(sorted(found, key=lambda one: (not one.is_doubtful, one.start)))


def relate(document: Document, result: Result, at: Range, role: str) -> Correction:
    """Say who the person named at `at` is. `role` is a key of the table of roles or a word that reports use; UsageError where it
    is neither, or where nobody is named there."""
    key = role_named(role)
    if key is None:
        raise UsageError("there is no such role")
    for entity in result.entities:
        if _is_person(entity) and any(m.start < at[1] and at[0] < m.end for m in entity.mentions):
            return Correction("relate", role=key, named=tuple(m[:2] for m in entity.mentions))
    if any(s.start < at[1] and at[0] < s.end and s.label in PERSON_LABELS for s in spans_of(result)):
        return Correction("relate", role=key, named=(at,))
    raise UsageError("nobody is named there")


def told(document: Document, corrections: Sequence[Correction]) -> Document:
    """`document` with what corrections say of its people among the facts given for it; the last word on a name holds."""
    given: dict[str, dict[str, object]] = {}
    for correction in corrections:
        names = list(dict.fromkeys(document.text[start:end] for start, end in correction.named))
        if correction.role and names:
            names.sort(key=len, reverse=True)
            given = {name: facts for name, facts in given.items() if name not in names}
            given[names[0]] = {"name": names[0], "aliases": names[1:], "role": correction.role}
    if not given:
        return document
    others = [one for one in document.known.get("people") or () if one.get("name") not in given]
    return replace(document, known={**document.known, "people": [*others, *given.values()]})


def _is_person(entity: Entity) -> bool:
    return entity.label in PERSON_LABELS and bool(entity.mentions)
