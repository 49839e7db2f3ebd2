"""The chain: detect -> resolve -> link -> decide -> apply -> verify. It holds the order and nothing else."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from operator import itemgetter
from typing import NamedTuple

from incognote.detect.known import SHORTEST_BARE_NUMBER, STORED, Lookup, candidates
from incognote.document import (
    Candidate,
    Document,
    Edit,
    Entity,
    Finding,
    Hit,
    Person,
    Policy,
    Result,
    Span,
    Status,
    Vault,
)
from incognote.link import link
from incognote.names.search import is_clinical, name_forms
from incognote.policy import decide
from incognote.resolve import allow, resolve
from incognote.resolve.spread import forms_of
from incognote.text.edits import apply, carried
from incognote.text.view import view
from incognote.verify import ALL_PROBES, KnownValue, verify

Detector = Callable[[Document], Iterable[Span | Finding]]
REMEMBERED = 5_000
"""Documents of a batch whose finds are kept between its passes; later ones are looked at again."""
DEGRADING = frozenset(
    {
        "detector_skipped", "rule_timeout", "subject_missing", "unowned_line", "second_name", "code_in_input",
        "conflict_birth", "conflict_name", "conflict_several",
    }
)  # fmt: skip
"""Findings after which a person has to look: a detector did not look, or it is not sure whose a text is."""


_Key = tuple[str, str, str]


class _Seen(NamedTuple):
    """What was found in a document, and whose it is."""

    spans: tuple[Span, ...]
    findings: list[Finding]
    entities: tuple[Entity, ...]
    doubts: tuple[Finding, ...]


@dataclass(frozen=True)
class Pipeline:
    """One profile, ready to run. `scratch` makes the store a batch is enrolled into before it is processed."""

    policy: Policy
    detectors: Mapping[str, Detector]
    known: Callable[[Lookup], Detector]
    precedence: Mapping[str, int]
    vault: Vault
    scratch: Callable[[], Vault]
    today: date
    probes: frozenset[str] = ALL_PROBES
    keep_residue: bool = False
    fingerprint: str = ""
    batch: Vault | None = field(default=None, repr=False)
    memory: dict[_Key, _Seen] | None = field(default=None, repr=False)

    def run(self, document: Document) -> Result:
        """One document through the chain."""
        if not document.text.strip():
            return Result(document.id, "empty", document.text, {}, (), (), (), self.fingerprint)
        spans, f1, entities, f2 = self._seen(document)
        edits, f3 = decide(document, entities, self.policy, self.vault, today=self.today)
        text, written = apply(document.text, edits)
        known = values(document, entities, edits, self.lookup, text)
        kept = carried(_kept(spans, self.policy), edits)
        f4 = verify(text, known=known, written=written, kept=kept, probes=self.probes)
        findings = (*f1, *f2, *f3, *f4, *self._expected(document, entities), *_unchanged(document, text, edits))
        return _result(self, document, spans, entities, edits, text, findings)

    def run_many(self, documents: Iterable[Document]) -> Iterator[Result]:
        """A batch: everybody is enrolled from all of it before its first document is processed."""
        batch = list(documents) if isinstance(documents, Iterator) else documents
        ready = self.enrol(batch)
        for document in batch:
            yield ready.attempt(document)

    def enrol(self, documents: Iterable[Document]) -> Pipeline:
        """A pipeline that knows everybody named in `documents`; codes and day 0 are given in their order.

        Two passes: who there is, then, with everybody known, whose note each one is. What detectors found
        is remembered for the first `REMEMBERED` documents, so a pass more costs little.
        """
        steady = replace(self, detectors={name: _remembering(d) for name, d in self.detectors.items()})
        everybody = self.scratch()
        ready = replace(steady, batch=everybody, memory={})
        for vault, look in ((everybody, steady._first_seen), (self.vault, ready._seen)):
            for document in documents:
                try:
                    entities = look(document).entities
                except Exception as error:  # it fails again, and is reported, when it is processed
                    _log(error)
                    continue
                for entity in entities:
                    if entity.role == "subject" and (entity.value.person.names or entity.value.person.numbers):
                        vault.day_zero(vault.assign(entity.value.person).code, entity.value.anchor)
        return ready

    def attempt(self, document: Document) -> Result:
        """`run`, with whatever goes wrong turned into a failed result without its text: a batch goes on."""
        try:
            return self.run(document)
        except Exception as error:  # the place that owns a batch: a fault on one note costs that note alone
            _log(error)
            finding = Finding(f"error_{type(error).__name__}", "source", 0, 0, "failure")
            return Result(document.id, "failed", None, {}, (), (), (finding,), self.fingerprint)

    def detect(self, document: Document) -> tuple[tuple[Span, ...], list[Finding]]:
        """Every detector's spans, resolved; our own marks and clinical words are left alone."""
        spans, findings = self._claims(document, self.known(self.lookup))
        own, codes = self._own(document)
        spans, allowed = allow.allow(allow.without(spans, own), document.text, is_clinical)
        resolved = resolve(spans, document, self.precedence)
        return tuple(allow.without(resolved, own)), [*findings, *codes, *allowed]

    def first_look(self, document: Document) -> tuple[tuple[Span, ...], list[Finding]]:
        """What `link` needs to see who a document is about, before anybody is known: nothing is spread."""
        spans, findings = self._claims(document)
        own, _ = self._own(document)
        return resolve(allow.without(spans, own), document, self.precedence, is_spread=False), findings

    def _own(self, document: Document) -> tuple[list[allow.Range], list[Finding]]:
        return allow.own_ranges(document.text, self.vault.has_code, operators=self.policy.operators.values())

    def _seen(self, document: Document) -> _Seen:
        """What `detect` and `link` make of a document; the first documents of a batch are looked at once."""
        key = document.id, document.text, repr(document.known) + repr(document.meta)
        seen = self.memory.get(key) if self.memory is not None else None
        if seen is None:
            seen = self._linked(document, *self.detect(document))
            if self.memory is not None and len(self.memory) < REMEMBERED:
                self.memory[key] = seen
        return seen

    def _first_seen(self, document: Document) -> _Seen:
        return self._linked(document, *self.first_look(document))

    def _linked(self, document: Document, spans: tuple[Span, ...], findings: list[Finding]) -> _Seen:
        return _Seen(spans, findings, *link(document, spans, default_script=self.policy.default_script))

    def _claims(self, document: Document, *more: Detector) -> tuple[list[Span], list[Finding]]:
        spans: list[Span] = []
        findings: list[Finding] = []
        for detector in (*self.detectors.values(), *more):
            for item in detector(document):
                if isinstance(item, Span):
                    spans.append(item)
                else:
                    findings.append(item)
        return spans, findings

    @property
    def lookup(self) -> Lookup:
        """Who is known: in the vault, and in the batch at hand."""
        return _Stores(tuple(v for v in (self.vault, self.batch) if v is not None))

    def _expected(self, document: Document, entities: Sequence[Entity]) -> list[Finding]:
        facts = {fact for fact, value in document.known.items() if value} - {"people"}
        is_expected = self.policy.subject == "required" or bool(facts)
        if is_expected and not any(e.role == "subject" and len(e.mentions) > 1 for e in entities):
            return [Finding("subject_missing", "source", 0, 0, "warning")]
        return []


def _log(error: Exception) -> None:
    """Where it happened, for whoever listens at level DEBUG: neither message nor value, they may quote the note."""
    frames = (f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__))
    logging.getLogger(__name__).debug("%s\n  %s", type(error).__name__, "\n  ".join(frames))


def _kept(spans: Iterable[Span], policy: Policy) -> list[tuple[int, int]]:
    """What the policy keeps is no residue. Times and occupations are shapes of no probe."""
    return [
        (span.start, span.end)
        for span in spans
        if span.label not in {"TIME", "PROFESSION", "CONTEXT"} and policy.operator_for(span.label, span.kind) == "keep"
    ]


def _remembering(detector: Detector) -> Detector:
    """`detector`, with its finds in the first documents kept: they depend on the text alone."""
    seen: dict[str, tuple[Span | Finding, ...]] = {}

    def detect(document: Document) -> Iterable[Span | Finding]:
        found = seen.get(document.text)
        if found is None:
            found = tuple(detector(document))
            if len(seen) < REMEMBERED:
                seen[document.text] = found
        return found

    return detect


@dataclass(frozen=True)
class _Stores:
    """Several vaults asked as one."""

    stores: tuple[Vault, ...]

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        asked = tuple(candidates)
        if len(self.stores) == 1:
            return self.stores[0].find(asked)
        found: dict[Candidate, tuple[Hit, ...]] = {}
        for store in self.stores:
            for candidate, hits in store.find(asked).items():
                found[candidate] = (*found.get(candidate, ()), *hits)
        return found

    def people(self, candidate: Candidate) -> Iterable[Person]:
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
    edited = {(e.start, e.end) for e in edits}
    found: dict[tuple[str, str], KnownValue] = {}
    for entity in entities:
        for span in entity.mentions:
            surface = document.text[span.start : span.end]
            if (span.start, span.end) in edited and forms_of(span, surface):
                found[(span.label, surface)] = KnownValue(surface, span.label)
        if entity.role == "subject":
            for person in (entity.value.person, *_stored(entity.value.person, lookup)):
                # A patient called like a herb (何首烏) is masked by cue only: the herb's name must survive.
                found |= {("NAME", n): KnownValue(n, "NAME") for n in person.names if name_forms(n, is_vouched=True)}
                found |= {(n.label, n.value): KnownValue(n.value, n.label) for n in person.numbers if n.label in STORED}
    strangers = lookup.find(c for c in candidates(view(text)) if c.label == "NAME" or len(c.value) >= SHORTEST_BARE_NUMBER)
    for candidate in strangers:
        if candidate.label == "NAME" and not name_forms(candidate.value):
            continue
        found.setdefault((candidate.label, candidate.value), KnownValue(candidate.value, candidate.label, tied=False))
    return list(found.values())


def _stored(person: Person, lookup: Lookup) -> Iterator[Person]:
    for number in person.numbers:
        yield from lookup.people(Candidate(number.label, number.value))


def _unchanged(document: Document, text: str, edits: Sequence[Edit]) -> list[Finding]:
    """Something was to be edited and the output equals the input: the worst failure, so said loudly."""
    if edits and text == document.text:
        return [Finding("nothing_changed", "output", 0, len(text), "failure")]
    return []


def status_of(findings: Iterable[Finding]) -> Status:
    """The one place where a status is computed."""
    severities = set()
    is_degraded = False
    for finding in findings:
        severities.add(finding.severity)
        is_degraded = is_degraded or finding.kind in DEGRADING
    if "failure" in severities:
        return "failed"
    if "residue" in severities:
        return "residue"
    return "degraded" if is_degraded else "clean"


def _result(
    pipeline: Pipeline,
    document: Document,
    spans: Sequence[Span],
    entities: tuple[Entity, ...],
    edits: Sequence[Edit],
    text: str,
    findings: tuple[Finding, ...],
) -> Result:
    status = status_of(findings)
    is_withheld = status in {"residue", "failed"} and not pipeline.keep_residue
    by_source: dict[str, list[Span]] = {}
    for span in spans:
        by_source.setdefault(span.source, []).append(span)
    return Result(
        document.id,
        status,
        None if is_withheld else text,
        {source: tuple(found) for source, found in by_source.items()},
        entities,
        tuple(sorted(edits, key=itemgetter(0, 1))),
        findings,
        pipeline.fingerprint,
    )
