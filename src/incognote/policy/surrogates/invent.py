"""The surrogates of one document: whose key each value is drawn from, and a next draw where one collides."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from incognote.document import Candidate, Document, Entity, Script, Span, Vault
from incognote.labels import INSTITUTION_LABELS, NUMBER_LABELS, PERSON_LABELS
from incognote.names.compare import canonical
from incognote.names.search import every_form, squeeze
from incognote.names.tables import to_base
from incognote.policy.surrogates import contacts, han, numbers, places
from incognote.policy.surrogates.people import Persona, Somebody, cohort_of, everybody, sex_said, subject_of
from incognote.policy.surrogates.stream import Stream

OPERATOR: Final = "surrogate"
_TRIES: Final = 40
_NUMBERED: Final = re.compile(r"(?:[A-Za-z0-9]*\d[A-Za-z0-9]*)|(?<![A-Za-z])[A-Za-z]{1,2}(?![A-Za-z])")
"""What tells one room from another: `ward 4`, `Bed B`; the words stay."""
_LEFT: Final = frozenset({"DATE", "TIME", "AGE", "PROFESSION", "CONTEXT"})
"""Labels that other operators answer for."""
Ranges = Mapping[tuple[int, int], str]


class Patient(NamedTuple):
    """A segment's patient: the code, where the segment lies, and the shift of its dates in days."""

    entity: Entity
    code: str
    shift: int | None

    def __repr__(self) -> str:
        return f"Patient(shifted={self.shift is not None})"


def replacements(document: Document, entities: Sequence[Entity], patients: Sequence[Patient], vault: Vault, *, script: Script, wanted: Callable[[Span], bool]) -> Ranges:
    """What to write for each span that is `wanted`; a span for which nothing free was found is left out."""
    return dict(_Page(document, entities, patients, vault, script).all(wanted))


def _facts(known: Any) -> Iterator[str]:
    """Every string among the facts that are given for a document."""
    if isinstance(known, str):
        yield known
    elif isinstance(known, Mapping):
        for value in known.values():
            yield from _facts(value)
    elif isinstance(known, Iterable):
        for value in known:
            yield from _facts(value)


class _Page:
    """One document while its surrogates are made."""

    def __init__(self, document: Document, entities: Sequence[Entity], patients: Sequence[Patient], vault: Vault, script: Script) -> None:
        self.text, self.vault, self.script = document.text, vault, script
        self.spans = sorted({span for e in entities for span in (e.mentions[1:] if e.role == "subject" else e.mentions)})
        self.patients = sorted(patients, key=lambda p: p.entity.mentions[0].start)
        self.starts = [p.entity.mentions[0].start for p in self.patients]
        self.alone = "text|" + hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
        self.traditional = script == "zh-TW" or (script == "en" and document.text.translate(to_base()) != document.text)
        self.region = "cn" if script == "zh-CN" else "tw"
        self.real = self._real(document)
        self.used: dict[str, str] = {}
        self.personas: dict[str, Persona] = {}

    def _real(self, document: Document) -> frozenset[str]:
        """Squeezed forms of everything that is told of real people and places here: none may stand in a surrogate."""
        found: set[str] = set()
        for span in self.spans:
            if span.label not in _LEFT | {"ROOM"}:
                surface = self.text[span.start : span.end]
                found |= {squeeze(surface), *(every_form(surface) if span.label in PERSON_LABELS else ())}
        for fact in _facts(document.known):
            found |= {squeeze(fact), *every_form(fact)}
        for patient in self.patients:
            for name in patient.entity.value.person.names:
                found |= {squeeze(name), *every_form(name)}
        return frozenset(form for form in found if len(form) >= 4 or (len(form) >= 2 and not form.isascii()))

    def all(self, wanted: Callable[[Span], bool]) -> Iterator[tuple[tuple[int, int], str]]:
        asked = [span for span in self.spans if span.label not in _LEFT and wanted(span)]
        people = [span for span in asked if span.label in PERSON_LABELS]
        for (start, end), made in (*self._people(people), *((span[:2], self._value(span)) for span in asked if span.label not in PERSON_LABELS)):
            if made:
                yield (start, end), made

    def _patient(self, at: int) -> Patient | None:
        index = bisect_right(self.starts, at) - 1
        return self.patients[index] if index >= 0 and at < self.patients[index].entity.mentions[0].end else None

    def _stream(self, *what: object) -> Stream:
        return Stream(self.vault.draw("|".join(map(str, what))))

    def _people(self, spans: Sequence[Span]) -> Iterator[tuple[tuple[int, int], str | None]]:
        surface = {span: self.text[span.start : span.end] for span in spans}
        subjects = [self._subject(patient, surface) for patient in self.patients]
        found = everybody([(span, surface[span]) for span in spans], subjects)
        own = {id(who) for who, _ in subjects}
        made: dict[int, dict[Span, str]] = {}
        for first in sorted(found, key=lambda s: (id(found[s]) not in own, s.start)):
            who = found[first]
            if id(who) not in made:
                mentions = [span for span in spans if found.get(span) is who]
                made[id(who)] = self._persona(who, mentions, surface, found, own)
            if first in surface:
                yield first[:2], made[id(who)].get(first)

    def _subject(self, patient: Patient, surface: Mapping[Span, str]) -> tuple[Somebody, frozenset[Span]]:
        value, entity = patient.entity.value, patient.entity
        who = subject_of(patient.code, value.person, self.vault.person(patient.code))
        bounds = entity.mentions[0]
        own = frozenset(span for span in entity.mentions[1:] if span in surface)
        who.surfaces += [surface[span] for span in sorted(own)]
        who.sex = who.sex or sex_said(self.text[bounds.start : bounds.end])
        if value.person.birth is not None:
            who.cohort = cohort_of(value.person.birth.year)
        elif value.stated_age is not None and value.anchor is not None:
            who.cohort = cohort_of(value.anchor.year - value.stated_age)
        return who, own

    def _persona(self, who: Somebody, mentions: Sequence[Span], surface: Mapping[Span, str], found: Mapping[Span, Somebody], own: set[int]) -> dict[Span, str]:
        """The mentions of one person, from the first draw of which none collides."""
        who.id = who.id or self._known_code(who) or "name|" + canonical(who.best)
        family = None
        if who.kind in ("relative", "notifier", "alleged"):
            patient = self._patient(mentions[0].start) if mentions else None
            family = self.personas.get(patient.code) if patient else None
        for attempt in range(_TRIES):
            persona = Persona(who, lambda part, n=attempt: self._stream(who.id, part, n), traditional=self.traditional, region=self.region, family=family)  # type: ignore[misc]
            written = {span: persona.mention(surface[span]) for span in mentions}
            if all(self._is_free(span.label, new, surface[span], who.id) for span, new in written.items()):
                self.used |= {squeeze(new): who.id for new in written.values()}
                self.personas[who.id] = persona
                return written
        return {}

    def _known_code(self, who: Somebody) -> str:
        """The code of the one person whom the vault knows by this name."""
        best = who.best
        hits = self.vault.find([Candidate("NAME", best)]).get(Candidate("NAME", best), ()) if len(best) > 2 else ()
        codes = {hit.code for hit in hits}
        return codes.pop() if len(codes) == 1 else ""

    def _value(self, span: Span) -> str | None:
        surface = self.text[span.start : span.end]
        patient = self._patient(span.start)
        scope = patient.code if patient else self.alone
        whose = f"{scope}|{span.label}|{canonical(surface)}"
        for attempt in range(_TRIES):
            made = self._drawn(self._stream(whose, attempt), span.label, surface, patient)
            if self._is_free(span.label, made, surface, whose):
                self.used[squeeze(made)] = whose
                return made
        return None

    def _drawn(self, stream: Stream, label: str, surface: str, patient: Patient | None) -> str:
        traditional = self.traditional
        if label == "PHONE":
            return numbers.phone(stream, surface, script=self.script)
        if label == "EMAIL":
            return contacts.email(stream, surface)
        if label == "URL":
            return contacts.url(stream, surface)
        if label == "IPADDR":
            return contacts.ip(stream, surface)
        if label in ("SOCIAL", "USERNAME"):
            return contacts.handle(stream, surface) if han.HAN.search(surface) is None else places.institution(stream, surface, traditional=traditional)
        if label == "ADDRESS":
            return places.address(stream, surface, traditional=traditional, script=self.script)
        if label == "LOCATION":
            return places.location(stream, surface, traditional=traditional)
        if label in INSTITUTION_LABELS:
            return places.institution(stream, surface, traditional=traditional)
        if label in NUMBER_LABELS:
            sex, birth = self._of(patient, label, surface)
            made = numbers.number(stream, label, surface, sex=sex, birth=birth)
            return places.renamed_number(stream, made, traditional=traditional)
        if label == "ROOM":
            return _NUMBERED.sub(lambda found: numbers.shaped(stream, found[0]), surface)
        return numbers.shaped(stream, surface)

    def _of(self, patient: Patient | None, label: str, surface: str) -> tuple[str | None, str | None]:
        """The sex and the shifted birth date of the patient whose number this is; None for anybody else's."""
        if patient is None or label != "IDNO" or surface not in {n.value for n in patient.entity.value.person.numbers}:
            return None, None
        birth: date | None = patient.entity.value.person.birth
        moved = birth + timedelta(days=patient.shift) if birth and patient.shift else None
        return patient.entity.value.person.sex, f"{moved:%Y%m%d}" if moved else None

    def _is_free(self, label: str, made: str, surface: str, whose: str) -> bool:
        """Whether a draw says nothing real: no value of this document, of its facts or of the vault, and nobody else's."""
        form = squeeze(made)
        if not form or made == surface or self.used.get(form, whose) != whose:
            return len(surface) == 1 and made != surface and bool(form)
        if any(real in form for real in self.real):
            return False
        candidates = [Candidate("NAME" if label in PERSON_LABELS else label, made)]
        return len(form) < 2 or not self.vault.find(candidates)

