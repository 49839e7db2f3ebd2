"""Which documents of a batch are reviewed, and which of them twice.

A plan is a union of draws: `all`, `findings` (every document with something to look at), `random:50`, `label:NAME`
or `label:NAME:20`. The same seed draws the same documents from the same batch.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from incognote.errors import UsageError
from incognote.labels import LABELS

ALL, FINDINGS, RANDOM, LABEL = "all", "findings", "random", "label"
_HELP: Final = "a sample is all, findings, random:N, label:LABEL or label:LABEL:N"


class Draw(NamedTuple):
    """One way of choosing; `most` None takes everything it applies to."""

    what: str
    label: str | None = None
    most: int | None = None

    def __repr__(self) -> str:
        return f"Draw({self.most})"

    def said(self) -> str:
        """The draw as somebody types it."""
        return ":".join(str(part) for part in self if part is not None)


class Plan(NamedTuple):
    """What is reviewed, and how many of it by two reviewers (None: all of it)."""

    draws: tuple[Draw, ...] = (Draw(ALL),)
    seed: int = 0
    twice: int | None = 0

    def __repr__(self) -> str:
        return f"Plan({len(self.draws)} draws, seed {self.seed}, twice {self.twice})"

    def said(self) -> str:
        """The draws as they are shown."""
        return " + ".join(draw.said() for draw in self.draws)


class Facts(NamedTuple):
    """What a plan asks of a document."""

    number: int
    key: tuple[int, ...]
    has_findings: bool
    labels: frozenset[str]

    def __repr__(self) -> str:
        return f"Facts({self.number}, {self.key})"


def plan(samples: Sequence[str], *, seed: int = 0, twice: int | None = 0) -> Plan:
    """The plan that the words mean.

    Raises:
        UsageError: a word that is none of ours, or a count that is none.

    >>> plan(["findings", "random:50", "label:NAME:20"]).said()
    'findings + random:50 + label:NAME:20'
    """
    return Plan(tuple(map(_draw, samples)) or (Draw(ALL),), seed, twice)


def _draw(sample: str) -> Draw:
    what, *rest = sample.split(":")
    match what, *rest:
        case ("all" | "findings"), :
            return Draw(what)
        case "random", count:
            return Draw(RANDOM, None, _count(count))
        case "label", label:
            return Draw(LABEL, _label(label))
        case "label", label, count:
            return Draw(LABEL, _label(label), _count(count))
    raise UsageError(_HELP)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise UsageError(_HELP)
    return int(text)


def _label(text: str) -> str:
    if text not in LABELS:
        raise UsageError(f"a sample names one of the labels {', '.join(LABELS)}")
    return text


def places(plan: Plan, batch: Iterable[Facts]) -> dict[int, tuple[int, int]]:
    """Number of each chosen document to its place in the queue, from 1, and how many reviews it wants."""
    documents = sorted(batch, key=lambda facts: facts.number)
    chosen: set[int] = set()
    for at, draw in enumerate(plan.draws):
        chosen |= _drawn(draw, documents, random.Random(f"{plan.seed}|{at}"))
    ordered = sorted((f for f in documents if f.number in chosen), key=lambda f: (tuple(-count for count in f.key), f.number))
    numbers = [facts.number for facts in ordered]
    size = len(numbers) if plan.twice is None else min(plan.twice, len(numbers))
    twice = set(random.Random(f"{plan.seed}|twice").sample(sorted(numbers), size))
    return {number: (place, 2 if number in twice else 1) for place, number in enumerate(numbers, 1)}


def _drawn(draw: Draw, documents: Sequence[Facts], chance: random.Random) -> set[int]:
    fits = [f.number for f in documents if _fits(draw, f)]
    if draw.most is None or draw.most >= len(fits):
        return set(fits)
    return set(chance.sample(fits, draw.most))


def _fits(draw: Draw, facts: Facts) -> bool:
    if draw.what == FINDINGS:
        return facts.has_findings
    return draw.what != LABEL or draw.label in facts.labels
