"""Enrolment with the looking done elsewhere: workers look, this process alone gives codes, in the order of the inputs.

What comes of it is what `Pipeline.enrol` does: it looks at a document when everybody before it is enrolled. Workers
look earlier. So they say what they asked the stores for, and a document that asked for something that an earlier
one changed is looked at again, here and now. That is rare: nearly all that anybody is found by is in the batch's own
store, which is complete before the second look.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Literal

from incognote.batch.enrol import following
from incognote.batch.settled import Heard
from incognote.batch.unit import Unit, documents
from incognote.batch.work import Task, with_facts
from incognote.detect.known import STORED
from incognote.document import Candidate, Document, Person, Vault
from incognote.link import Subject, subjects
from incognote.pipeline import Pipeline
from incognote.vault import identity

Verb = Literal["first", "second"]
_KEY: Final = "I"
"""An unsigned integer of four bytes; two keys that meet in one cost a second look and no more."""


@dataclass(frozen=True)
class Look:
    """Who is the subject of a document, and digests of all that the stores were asked for; nothing where looking failed."""

    subjects: tuple[Subject, ...] = field(default=(), repr=False)
    asked: bytes = field(default=b"", repr=False)


Seen = tuple[int, Look, Callable[[], Document | None]]
"""The input of a document, what was seen in it, and how it is fetched."""


def documents_of(task: Task) -> Iterator[Document]:
    """The documents of a task with what is known of them; what cannot be read is passed over, it is reported later."""
    if task.document is not None:
        yield task.document
    elif task.read is not None:
        items = iter(task.read())
        while (item := following(items)) is not None:
            if isinstance(item, Document):
                yield with_facts(item, task.known)


def first_look(pipeline: Pipeline, document: Document) -> Look:
    """Whom a document is about before anybody is known."""
    try:
        spans, _ = pipeline.first_look(document)
        return Look(tuple(subjects(document, spans, default_script=pipeline.policy.default_script)))
    except Exception:  # the place that owns a look: it fails again, and is reported, when it is done
        return Look()


def second_look(pipeline: Pipeline, document: Document) -> Look:
    """The same when the batch is known."""
    heard = Heard(pipeline.vault)
    hearing = replace(pipeline, vault=heard)
    try:
        spans, _ = hearing.detect(document)
        _, entities, _ = hearing.linker(document, spans, hearing.policy.default_script)
        found = tuple(entity.value for entity in entities if entity.role == "subject")
    except Exception:  # as above
        return Look()
    return Look(found, array(_KEY, sorted(map(_digest, heard.asked))).tobytes())


def looks(pipeline: Pipeline, verb: Verb, task: Task) -> list[Look]:
    """What a worker sees in the documents of a task."""
    look = first_look if verb == "first" else second_look
    return [look(pipeline, document) for document in documents_of(task)]


def tasks_of(units: Iterable[Unit]) -> Iterator[Task]:
    """Files to be read by workers, and the documents of whatever holds many."""
    for unit in units:
        if unit.kind == "file":
            yield Task(0, unit.number, read=unit.read, known=unit.known, path=unit.paths[0])
            continue
        items = documents(unit)
        while (document := following(items)) is not None:
            yield Task(0, unit.number, document=document)


def document_at(task: Task, place: int) -> Document | None:
    """One of the documents of a task."""
    return next((document for at, document in enumerate(documents_of(task)) if at == place), None)


class Enrolment:
    """Gives codes and days in the order in which it is told of documents: all first looks, then all second ones."""

    def __init__(self, pipeline: Pipeline, *, heed: Callable[[str, date | None], None] | None = None) -> None:
        self.everybody = pipeline.scratch()
        self.ready = replace(pipeline, batch=self.everybody)
        self.again = 0
        """Documents that were looked at twice."""
        self._heed = heed
        self._changed: set[int] = set()

    def first(self, look: Look) -> None:
        """The next document's first look."""
        for subject in _enrollable(look):
            self.everybody.day_zero(self.everybody.assign(subject.person).code, subject.anchor)

    def second(self, look: Look, document: Callable[[], Document | None]) -> None:
        """The next document's second look; `document` fetches it where it has to be looked at again."""
        if self._changed and not self._changed.isdisjoint(array(_KEY, look.asked)):
            found = document()
            look = second_look(self.ready, found) if found is not None else look
            self.again += 1
        vault = self.ready.vault
        for subject in _enrollable(look):
            is_held = _holds(vault, subject.person)
            given = vault.assign(subject.person)
            zero = vault.day_zero(given.code, subject.anchor)
            if self._heed is not None:
                self._heed(given.code, zero)
            if given.is_new:
                self._changed.add(_digest(given.code))
            if not is_held and (person := vault.person(given.code)) is not None and not _answers(self.everybody, person):
                self._changed |= {_digest(row.find) for row in identity.rows_of(person, 0) if row.label != identity.NAMESAKE}


def _enrollable(look: Look) -> Iterator[Subject]:
    return (subject for subject in look.subjects if subject.person.names or subject.person.numbers)


def _holds(vault: Vault, person: Person) -> bool:
    """Whether somebody has all of this already, so that enrolling changes no answer."""
    asked = [Candidate(number.label, number.value) for number in person.numbers[:1]] or [Candidate("NAME", person.names[0])]
    return any(_covers(vault.person(code), person) for code in _codes(vault, asked))


def _answers(store: Vault, person: Person) -> bool:
    """Whether `store` alone would answer every question for this person in the same way."""
    asked = [Candidate(number.label, number.value) for number in person.numbers]
    for hits in store.find(asked).values():
        if len({hit.label for hit in hits if hit.label in STORED}) > 1:  # the first that is asked decides the label
            return False
    asked = asked[:1] or [Candidate("NAME", name) for name in person.names[:1]]
    return any(_covers(store.person(code), person) for code in _codes(store, asked))


def _codes(store: Vault, asked: Iterable[Candidate]) -> set[str]:
    return {hit.code for hits in store.find(asked).values() for hit in hits}


def _covers(held: Person | None, person: Person) -> bool:
    return held is not None and set(person.names) <= set(held.names) and set(person.numbers) <= set(held.numbers)


def _digest(key: str) -> int:
    return zlib.crc32(key.encode("utf-8", "surrogatepass"))
