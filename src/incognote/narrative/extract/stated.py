"""What a text says made what, by the words that say so and the way they point: 因失業而失眠, "nausea, brought on by the sertraline".

A word joins the facts that stand next to it in its sentence, with those that are listed with them. What is denied makes nothing and is
made by nothing; "after" and 後 tie only what comes of an event, or is known to come of a drug.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from incognote.narrative.extract.said import Said, Telling
from incognote.narrative.extract.ties import tied
from incognote.narrative.graph import Edge, Node
from incognote.narrative.lexicon import canonical
from incognote.narrative.wordings import Word, any_of, longest

_GROUPS: Final = ("none", "from", "after", "behind", "makes", "then")
_SOURCES: Final = frozenset(("LifeEvent", "Treatment", "Symptom", "History", "Diagnosis"))
_TARGETS: Final = frozenset(("Symptom", "LifeEvent", "History", "Diagnosis"))
_MAKES_ILLNESS: Final = frozenset(("LifeEvent", "Treatment", "History"))
"""What makes a diagnosis; a complaint only leads to its being made."""
_REACH: Final = 48
_WINDOW: Final = 160
_LETTERS: Final = 3
"""A Han character says as much as three letters."""
_LISTED: Final = re.compile(r"(?:[\s、,，/和及与跟并]|以及|甚至|也|(?<![a-z])(?:and|or|then|even|with|his|her|a|an|the|to|of|some|being|having|became|was|she|he)(?![a-z]))*")
_NOT: Final = re.compile(r"(?:[不没未非无]|没有|(?<![a-z])(?:not|never|nothing|n[o']t)) ?(?:been |be |to )?$")
_BEGINS: Final = re.compile(r"(?:^|[，,：:（(—]|(?<![a-z])(?:and|but|that|which)|而且|并|但)\s*(?:在|是|就|又|都|主要|则|ever|largely|mainly|partly)?\s*$")
_SOMEBODY: Final = re.compile(r"[a-z一-鿿]{2}.{0,60}(?:[他她]|(?<![a-z])(?:he|she|they|i)(?![a-z]))")
"""Behind "because of the worry she" it is what the clause tells that was made, and what made it was not read."""
_RIGHT_BEHIND: Final = 2


def stated(said: Said) -> tuple[Edge, ...]:
    """The causes that the words of a text state."""
    nodes = {node.id: node for node in said.nodes}
    told = [t for t in said.tellings if nodes[t.node].kind in _SOURCES | _TARGETS]
    edges: dict[Edge, None] = {}
    earlier: list[Telling] = []
    for first, last in _sentences(said):
        here = told[bisect_left(told, first, key=lambda t: t.start) : bisect_left(told, last, key=lambda t: t.start)]
        for word in _words(said.folded, first, last, here):
            for source, target in _joined(said, word, here, earlier, nodes, first):
                if _may(nodes[source.node], nodes[target.node], word.group):
                    edges[Edge(source.node, "causes", target.node)] = None
        earlier = here
    return tuple(edge for edge in edges if Edge(edge.target, edge.kind, edge.source) not in edges)


def _sentences(said: Said) -> Iterator[tuple[int, int]]:
    clauses = said.clauses
    for number, clause in enumerate(clauses):
        if not number or clauses[number - 1].sentence != clause.sentence:
            last = number
            while last + 1 < len(clauses) and clauses[last + 1].sentence == clause.sentence:
                last += 1
            yield clause.start, clauses[last].end


def _words(folded: str, first: int, last: int, here: Sequence[Telling]) -> Iterator[Word]:
    """The words of cause in a sentence that are no part of a fact, of those at one place the longest."""
    for word in longest(_causes(), folded, first, last):
        if word.group != "none" and not any(t.start < word.end and word.start < t.end for t in _around(here, word)) and not _NOT.search(folded[max(first, word.start - 12) : word.start]):
            yield word


@cache
def _causes() -> dict[str, re.Pattern[str]]:
    return {group: re.compile(any_of("causes", group)) for group in _GROUPS}


def _joined(said: Said, word: Word, here: Sequence[Telling], earlier: Sequence[Telling], nodes: dict[str, Node], first: int) -> Iterator[tuple[Telling, Telling]]:
    """Source and target of what a word joins."""
    around = _around(here, word)
    before = [t for t in around if t.end <= word.start and _near(said.folded, t.end, word.start)]
    behind = [t for t in around if t.start >= word.end]
    close = behind if behind and _near(said.folded, word.end, behind[0].start) else []
    if close and word.group != "makes" and _SOMEBODY.search(said.folded, word.end, close[0].start):
        return
    if word.group == "then":
        if before and word.start - before[-1].end <= _RIGHT_BEHIND and close:
            yield from ((before[-1], target) for target in _list(said, close))
    elif word.group == "behind":
        yield from ((before[-1], target) for target in _list(said, before[-2::-1]) if len(before) > 1)
    elif word.group == "makes":
        sources = before or [t for t in earlier if nodes[t.node].kind == "LifeEvent"][-1:]
        yield from ((sources[-1], target) for target in _list(said, close) if sources)
    elif close:
        sources = list(_list(said, close))
        rest = [t for t in close if t.start >= sources[-1].end]
        opens = _BEGINS.search(said.folded[first : word.start]) is not None or not before
        if opens and rest and _near(said.folded, sources[-1].end, rest[0].start) and not any(nodes[t.node].kind == "Treatment" for t in rest[:1]):
            yield from ((source, target) for source in sources for target in _list(said, rest))
        else:
            yield from ((source, target) for source in sources[:2] for target in _list(said, before[::-1]))


def _around(here: Sequence[Telling], word: Word) -> Sequence[Telling]:
    """The tellings of a sentence that a word may reach, with all that is listed with them."""
    return here[bisect_left(here, word.start - _WINDOW, key=lambda t: t.start) : bisect_left(here, word.end + _WINDOW, key=lambda t: t.start)]


def _near(folded: str, start: int, end: int) -> bool:
    return end - start <= _REACH and sum(_LETTERS if sign > "一" else 1 for sign in folded[start:end]) <= _REACH


def _list(said: Said, some: Sequence[Telling]) -> Iterator[Telling]:
    """The first of some tellings, which stand in one direction, and those that are listed with it."""
    for number, one in enumerate(some):
        if number:
            low, high = (some[number - 1], one) if some[number - 1].start < one.start else (one, some[number - 1])
            if not _LISTED.fullmatch(said.folded[low.end : max(low.end, high.start)]):
                return
        yield one


def _may(source: Node, target: Node, group: str) -> bool:
    if source.id == target.id or source.clinical.get("negated") or target.clinical.get("negated"):
        return False
    if source.kind not in _SOURCES or target.kind not in _TARGETS or (target.kind == "Diagnosis" and source.kind not in _MAKES_ILLNESS):
        return False
    if group in ("after", "then") and source.kind != "LifeEvent":
        return source.kind == "Treatment" and tied("effect", canonical(source.name), canonical(target.name))
    return True
