"""What a text says, as far as it was read: its clauses, its facts and where each is told.

`read.extract` makes a `Said` and hands it to `when.durations(said) -> Mapping[str, Duration]` and to
`links.links(said, durations) -> tuple[Edge, ...]`; both find all they need here, by the ids of nodes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from incognote.document import Script, Span
from incognote.narrative.graph import Node


class Clause(NamedTuple):
    """A stretch between commas or brackets; `sentence` and `paragraph` are counted from 0 through the whole text."""

    start: int
    end: int
    sentence: int
    paragraph: int


class Telling(NamedTuple):
    """One place where a fact is told: the form that was met (`start`, `end`) and the clause it begins in."""

    node: str
    start: int
    end: int
    clause: int


@dataclass(frozen=True, slots=True)
class Said:
    """`folded` is the text as forms are compared, as long as `text`; `nodes` have no durations yet; `tellings` stand in the order
    of the text; `spans` are the document's (names, dates ...); `day_zero` is the day of the visit where the caller knows it."""

    text: str = field(repr=False)
    folded: str = field(repr=False)
    script: Script
    clauses: tuple[Clause, ...]
    nodes: tuple[Node, ...]
    tellings: tuple[Telling, ...]
    spans: tuple[Span, ...] = ()
    day_zero: date | None = field(default=None, repr=False)

    def clause_at(self, offset: int) -> int:
        """The index of the clause that `offset` lies in, or of the last before it."""
        return max(bisect_right(self.clauses, offset, key=lambda clause: clause.start) - 1, 0)

    def sentence(self, clause: int) -> tuple[int, int]:
        """The offsets of the sentence that the clause of that index belongs to."""
        number = self.clauses[clause].sentence
        own = [c for c in self.clauses if c.sentence == number]
        return own[0].start, own[-1].end

    def told(self, node: str) -> tuple[Telling, ...]:
        """Where the node of that id is told."""
        return tuple(telling for telling in self.tellings if telling.node == node)
