"""The nouns: frozen values that every stage passes on.

Offsets are half-open code-point offsets into the original text, everywhere. A value that is
handed about freely (`Span`, `Edit`, `Finding`) holds no text of the note, so its repr can be
logged; a value that must hold text hides it from its repr.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, NamedTuple, Protocol

Script = Literal["zh-TW", "zh-CN", "en"]
Severity = Literal["info", "warning", "residue", "failure"]
Where = Literal["source", "output"]
Status = Literal["clean", "residue", "degraded", "failed", "empty"]


class Span(NamedTuple):
    """A stretch of the original text that a detector holds to be of `label`.

    `kind` is the catalogue's attribute (dob, visit, fax, patient, relative ...); `source` names who
    found it (`rules/<file>`, `known`, `lists`); `score` lies between 0 and 1.
    """

    start: int
    end: int
    label: str
    kind: str | None
    source: str
    score: float


class Edit(NamedTuple):
    """Replace `[start, end)` of the original text; `start == end` inserts."""

    start: int
    end: int
    replacement: str
    operator: str
    label: str
    kind: str | None


class Finding(NamedTuple):
    """Something a person should know; `start` and `end` lie in the text that `where` names."""

    kind: str
    where: Where
    start: int
    end: int
    severity: Severity


class Number(NamedTuple):
    """A number that belongs to a person: its label (MRN, IDNO, HEALTHPLAN ...) and who issued it."""

    label: str
    value: str
    issuer: str = ""

    def __repr__(self) -> str:
        return f"Number({self.label})"


class Person(NamedTuple):
    """What is known of one person: the first name is the one to show, the others are aliases."""

    names: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    birth: date | None = None
    sex: Literal["M", "F"] | None = None

    def __repr__(self) -> str:
        return f"Person({len(self.names)} names, {len(self.numbers)} numbers)"


@dataclass(frozen=True, slots=True)
class Document:
    """One text with the facts given for it: `known` as in the JSON Lines input, `meta` for the caller."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    known: Mapping[str, Any] = field(default_factory=dict, repr=False)
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Entity(NamedTuple):
    """Spans that mean one person, place, number or day. Its value is hidden: it may be a birth date."""

    id: int
    label: str
    mentions: tuple[Span, ...]
    role: str | None = None
    value: Any = None

    def __repr__(self) -> str:
        return f"Entity({self.id}, {self.label}, {len(self.mentions)} mentions, role={self.role})"


@dataclass(frozen=True, slots=True)
class Policy:
    """How each label is treated: `operators` maps a label, or `LABEL/kind`, to an operator's name."""

    name: str
    operators: Mapping[str, str]
    subject: Literal["required", "optional"] = "optional"
    default_script: Script = "zh-TW"

    def operator_for(self, label: str, kind: str | None) -> str:
        """The operator for a span: its kind's own if there is one, else its label's.

        Every label has one: `config` refuses a profile that leaves a label out.
        """
        if kind is not None:
            special = self.operators.get(f"{label}/{kind}")
            if special is not None:
                return special
        return self.operators[label]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one document. `text` is None where it is withheld (residue, failed)."""

    id: str = field(repr=False)
    status: Status
    text: str | None = field(repr=False)
    spans: Mapping[str, tuple[Span, ...]]
    entities: tuple[Entity, ...]
    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]
    fingerprint: str


class Candidate(NamedTuple):
    """A value to look up, as written in the text; the vault folds it to its canonical form."""

    label: str
    value: str

    def __repr__(self) -> str:
        return f"Candidate({self.label})"


class Hit(NamedTuple):
    """The vault knows a candidate: under which code, and as what (NAME, MRN, IDNO ...)."""

    code: str
    label: str


class Assignment(NamedTuple):
    """The answer to an enrolment: the person's code and what did not fit (`birth`, `name`, `several`)."""

    code: str
    is_new: bool
    conflicts: tuple[str, ...]


class Vault(Protocol):
    """The only store of identities; one object is one project domain. See `vault/`."""

    def assign(self, person: Person) -> Assignment:
        """Find or create the one code of `person`; safe under concurrent writers."""

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        """Which candidates are known in this project. Cost does not grow with the number of people."""

    def has_code(self, code: str) -> bool:
        """Whether this project issued `code`."""

    def person(self, code: str) -> Person | None:
        """What is stored under `code`: to verify outputs and to turn codes back."""

    def day_zero(self, code: str, day: date | None = None) -> date | None:
        """The person's day 0. The first `day` ever given stays; without one, only look."""

    def shift(self, code: str) -> int:
        """The person's secret shift in whole days, a multiple of seven, never zero."""

    def draw(self, what: str) -> bytes:
        """A secret digest of `what`, the same in this project for ever: what surrogates are drawn from."""
