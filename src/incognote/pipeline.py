"""The chain: detect -> resolve -> link -> decide -> apply -> verify. It holds the order and nothing else."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from operator import itemgetter
from typing import Final, NamedTuple

from incognote.detect.context import layer
from incognote.detect.known import Lookup
from incognote.document import Document, Edit, Entity, Finding, Policy, Result, Script, Span, Status, Vault
from incognote.link import Subject, born, link, spoken, subjects
from incognote.names.search import is_clinical
from incognote.policy import decide
from incognote.resolve import allow, resolve
from incognote.text.edits import apply, carried
from incognote.values import Stores, values
from incognote.verify import ALL_PROBES, verify

Detector = Callable[[Document], Iterable[Span | Finding]]
Linked = tuple[tuple[Span, ...], tuple[Entity, ...], tuple[Finding, ...]]
Linker = Callable[[Document, tuple[Span, ...], Script], Linked]


class Told(NamedTuple):
    """A document's new text: the ranges of it that we wrote, the edits of the original that made it (None: it is told anew and no
    stretch of it is the original's), and what is to be said of it."""

    text: str
    written: tuple[tuple[int, int], ...]
    edits: tuple[Edit, ...] | None
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        return f"Told({len(self.edits or ())} edits, {len(self.findings)} findings)"

    def stays(self, ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Where ranges of the original lie in the text, as far as it is the original's."""
        return () if self.edits is None else carried(ranges, self.edits)


Teller = Callable[[Document, tuple[Span, ...], tuple[Edit, ...], Script], Told]


def by_edits(document: Document, spans: tuple[Span, ...], edits: tuple[Edit, ...], script: Script) -> Told:
    """The text with the edits applied, and nothing else changed."""
    return Told(*apply(document.text, edits), edits)
REMEMBERED = 5_000
"""Documents of a batch whose finds are kept between its passes; later ones are looked at again."""
AHEAD = 16
"""Documents of a batch that a detector is given before they come, if it can take many at once."""
DEGRADING = frozenset(
    {
        "detector_skipped", "rule_timeout", "subject_missing", "unowned_line", "second_name", "code_in_input",
        "known_contradicted", "conflict_birth", "conflict_name", "conflict_several", "doubtful_person", "several_subjects",
        "subject_doubtful", "subject_adult", "structure_missing", "report_day_missing", "other_script", "model_unread",
    }
)  # fmt: skip
"""Findings after which a person has to look: a detector did not look, or it is not sure whose a text is."""

BY_HAND: Final = "left_by_hand"
"""The finding that records what a person chose to leave readable."""
_KEEPING: Final = frozenset({"keep", "town"})
"""Operators that may leave a span as it is."""
_Key = tuple[str, str, str]


class _Seen(NamedTuple):
    """What was found in a document, and whose it is."""

    spans: tuple[Span, ...]
    findings: list[Finding]
    entities: tuple[Entity, ...]
    doubts: tuple[Finding, ...]


def by_subject(document: Document, spans: tuple[Span, ...], script: Script) -> Linked:
    """The spans as they are, the patients and whatever else is named."""
    return (spans, *link(document, spans, default_script=script))


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
    linker: Linker = by_subject
    teller: Teller = by_edits
    fingerprint: str = ""
    batch: Vault | None = field(default=None, repr=False)
    memory: dict[_Key, _Seen] | None = field(default=None, repr=False)

    def run(self, document: Document) -> Result:
        """One document through the chain."""
        if not document.text.strip():
            return Result(document.id, "empty", document.text, {}, (), (), (), self.fingerprint)
        spans, f1, entities, f2 = self._seen(document)
        edits, f3 = decide(document, entities, self.policy, self.vault, today=self.today)
        told = self.teller(document, spans, tuple(edits), self.policy.default_script)
        known = values(document, entities, edits, self.lookup, told.text)
        kept, chosen = told.stays(_kept(spans, self.policy, edits)), told.stays(_left(f2))
        f4 = verify(told.text, known=known, written=told.written, kept=kept, chosen=chosen, probes=self.probes)
        findings = (*f1, *f2, *f3, *told.findings, *f4, *self._expected(document, entities), *_unchanged(document, told.text, edits))
        return _result(self, document, spans, entities, told.edits or (), told.text, findings)

    def run_many(self, documents: Iterable[Document]) -> Iterator[Result]:
        """A batch: everybody is enrolled from all of it before its first document is processed."""
        batch = list(documents) if isinstance(documents, Iterator) else documents
        ready = self.enrol(batch)
        for document in batch:
            yield ready.attempt(document)

    def enrol(self, documents: Iterable[Document], *, heed: Callable[[str, date | None], None] | None = None) -> Pipeline:
        """A pipeline that knows everybody named in `documents`; codes and day 0 are given in their order.

        Two passes: who there is, then, with everybody known, whose note each one is. What detectors found
        is remembered for the first `REMEMBERED` documents, so a pass more costs little. `heed` hears the code
        and day 0 of everybody in the document that was asked for last.
        """
        steady = replace(self, detectors={name: remembering(d) for name, d in self.detectors.items()})
        everybody = self.scratch()
        ready = replace(steady, batch=everybody, memory={})
        for vault, look in ((everybody, steady._first_subjects), (self.vault, ready._subjects)):
            for document in documents if vault is self.vault else _ahead(documents, self.detectors.values()):
                try:
                    found = look(document)
                except Exception as error:  # it fails again, and is reported, when it is processed
                    _log(error)
                    continue
                for subject in found:
                    if subject.person.names or subject.person.numbers:
                        code = vault.assign(subject.person).code
                        zero = vault.day_zero(code, subject.anchor)
                        if heed is not None and vault is self.vault:
                            heed(code, zero)
        return ready

    def attempt(self, document: Document, *, raising: type[Exception] | tuple[()] = ()) -> Result:
        """`run`, with whatever goes wrong but `raising` turned into a failed result without its text: a batch goes on."""
        try:
            return self.run(document)
        except raising:
            raise
        except Exception as error:  # the place that owns a batch: a fault on one note costs that note alone
            _log(error)
            finding = Finding(f"error_{type(error).__name__}", "source", 0, 0, "failure")
            return Result(document.id, "failed", None, {}, (), (), (finding,), self.fingerprint)

    def detect(self, document: Document) -> tuple[tuple[Span, ...], list[Finding]]:
        """Every detector's spans, resolved; our own marks and clinical words are left alone."""
        spans, findings = self._claims(document, self.known(self.lookup))
        own, codes = self._own(document)
        spans, allowed = allow.allow(allow.without(spans, own), document.text, is_clinical)
        resolved = spoken(document, allow.without(resolve(spans, document, self.precedence), own))
        marked = born(document, resolved, default_script=self.policy.default_script)
        return self._with_context(allow.without(marked, own), findings, own), [*findings, *codes, *allowed]

    def _with_context(self, spans: Sequence[Span], findings: Sequence[Finding], own: list[allow.Range]) -> tuple[Span, ...]:
        """`spans` and, where the policy edits CONTEXT, what is marked as such and no other edit covers."""
        if self.policy.operators["CONTEXT"] == "keep":
            return tuple(spans)
        edited = [s for s in spans if self.policy.operator_for(s.label, s.kind) != "keep"]
        return tuple(sorted([*spans, *allow.without(layer(findings, edited), own)], key=itemgetter(0, 1)))

    def is_identifying(self, identifier: str) -> bool:
        """Whether an id or a file's name holds what identifies somebody. A model that is asked of notes reads no ids."""
        quick = {name: detector for name, detector in self.detectors.items() if not hasattr(detector, "ahead")}
        return bool(replace(self, detectors=quick).detect(Document("id", identifier))[0])

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
            spans, findings = self.detect(document)
            spans, entities, doubts = self.linker(document, spans, self.policy.default_script)
            seen = _Seen(spans, findings, entities, doubts)
            if self.memory is not None and len(self.memory) < REMEMBERED:
                self.memory[key] = seen
        return seen

    def _subjects(self, document: Document) -> list[Subject]:
        return [entity.value for entity in self._seen(document).entities if entity.role == "subject"]

    def _first_subjects(self, document: Document) -> list[Subject]:
        return subjects(document, self.first_look(document)[0], default_script=self.policy.default_script)

    def _claims(self, document: Document, *more: Detector) -> tuple[list[Span], list[Finding]]:
        found = [item for detector in (*self.detectors.values(), *more) for item in detector(document)]
        return [s for s in found if isinstance(s, Span)], [f for f in found if isinstance(f, Finding)]

    @property
    def lookup(self) -> Lookup:
        """Who is known: in the vault, and in the batch at hand."""
        return Stores((self.vault,) if self.batch is None else (self.vault, self.batch))

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


def _kept(spans: Iterable[Span], policy: Policy, edits: Iterable[Edit]) -> list[tuple[int, int]]:
    """What the policy keeps is no residue. Times and occupations are shapes of no probe."""
    edited = {edit[:2] for edit in edits}
    return [
        (span.start, span.end)
        for span in spans
        if span.label not in {"TIME", "PROFESSION", "CONTEXT"} and policy.operator_for(span.label, span.kind) in _KEEPING and span[:2] not in edited
    ]


def _left(findings: Iterable[Finding]) -> list[tuple[int, int]]:
    return [(finding.start, finding.end) for finding in findings if finding.kind == BY_HAND]


def _ahead(documents: Iterable[Document], detectors: Iterable[Detector]) -> Iterable[Document]:
    """The documents in order; a detector with a method `ahead` (one that asks a slow model) has read them before they come."""
    readers = [read for detector in detectors if (read := getattr(detector, "ahead", None)) is not None]
    return _read_ahead(iter(documents), readers) if readers else documents


def _read_ahead(documents: Iterator[Document], readers: Sequence[Callable[[Sequence[Document]], None]]) -> Iterator[Document]:
    while group := tuple(islice(documents, AHEAD)):
        for read in readers:
            try:
                read(group)
            except Exception as error:  # it fails again, and is reported, when each is processed
                _log(error)
        yield from group


def remembering(detector: Detector) -> Detector:
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
