"""What must not survive in an output, and the stores that know more of it than the document says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from incognote.detect.known import SHORTEST_BARE_NUMBER, STORED, Lookup, candidates
from incognote.document import Candidate, Document, Edit, Entity, Hit, Person, Vault
from incognote.names.search import name_forms
from incognote.resolve.spread import forms_of
from incognote.text.view import view
from incognote.verify import KnownValue


@dataclass(frozen=True)
class Stores:
    """Several vaults asked as one; the `Lookup` of a pipeline."""

    stores: tuple[Vault, ...]

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        """Which candidates are known, and as whom in each store."""
        asked = tuple(candidates)
        found: dict[Candidate, tuple[Hit, ...]] = {}
        for store in self.stores:
            for candidate, hits in store.find(asked).items():
                found[candidate] = found[candidate] + hits if candidate in found else hits
        return found

    def people(self, candidate: Candidate) -> Iterable[Person]:
        """Everybody whom `candidate` may mean, each once."""
        found: list[Person] = []
        for store in self.stores:
            for hit in store.find((candidate,)).get(candidate, ()):
                if (person := store.person(hit.code)) is not None and person not in found:
                    found.append(person)
        return found


def values(
    document: Document, entities: Sequence[Entity], edits: Sequence[Edit], lookup: Lookup, text: str
) -> list[KnownValue]:
    """What must not survive: all that was edited away, all that was given or stored of the patient, and
    whoever else the stores know by a string of the output `text`."""
    edited = {edit[:2] for edit in edits}
    found: dict[tuple[str, str], KnownValue] = {}
    for entity in entities:
        for span in entity.mentions:
            if span[:2] not in edited:
                continue
            key = span.label, document.text[span.start : span.end]
            if key not in found and forms_of(span, key[1]):
                found[key] = KnownValue(key[1], key[0])
        if entity.role == "subject":
            found |= _of_subject(entity.value.person, lookup)
    strangers = lookup.find(c for c in candidates(view(text)) if c.label == "NAME" or len(c.value) >= SHORTEST_BARE_NUMBER)
    for label, value in strangers:
        if (label, value) not in found and (label != "NAME" or name_forms(value)):
            found[label, value] = KnownValue(value, label, tied=False)
    return list(found.values())


def _of_subject(subject: Person, lookup: Lookup) -> dict[tuple[str, str], KnownValue]:
    found: dict[tuple[str, str], KnownValue] = {}
    for person in dict.fromkeys((subject, *_stored(subject, lookup))):
        # A patient called like a herb (何首烏) is masked by cue only: the herb's name must survive.
        found |= {("NAME", n): KnownValue(n, "NAME") for n in person.names if name_forms(n, is_vouched=True)}
        found |= {(n.label, n.value): KnownValue(n.value, n.label) for n in person.numbers if n.label in STORED}
    return found


def _stored(person: Person, lookup: Lookup) -> Iterator[Person]:
    for number in person.numbers:
        yield from lookup.people(Candidate(number.label, number.value))
