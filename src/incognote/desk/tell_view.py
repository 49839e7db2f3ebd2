"""What a page shows of a narrative that is told anew: its facts beside both texts, and how true the new one is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple, get_args

from incognote.desk.telling import Telling
from incognote.document import Finding, Result, Script
from incognote.narrative.fidelity import Fidelity
from incognote.narrative.graph import KINDS, Duration, Edge, Node, Value
from incognote.narrative.perturb.chosen import How
from incognote.narrative.render.words import calls
from incognote.narrative.rewrite import Rewritten

_HIDDEN: Final = ("name", "class", "negated", "uncertain")
"""Clinical fields that stand in the head of a fact already."""

_NOTED: Final = ("residue", "failure", "warning")
_WORDS: Final = 24
"""Characters of the original that stand in the head of a fact."""


class Piece(NamedTuple):
    """A stretch of a text with the facts that are told in it."""

    text: str
    nodes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters, {self.nodes})"


class Circumstance(NamedTuple):
    """What may change: how it was read and how it is told, who changed it ("" where nobody did), and what a person may do."""

    field: str
    read: Value
    told: Value
    operator: str
    acts: tuple[How, ...]

    def __repr__(self) -> str:
        return f"Circumstance({self.field}, {self.operator})"


@dataclass(frozen=True, slots=True)
class Fact:
    """A node as it is shown, called as its story's language calls it ("" where it has no name), with the first of the original's
    words for it. `state` is `lost` or `changed` where it did not come back as it was."""

    node: Node
    name: str = field(repr=False)
    when: Duration | None
    state: str
    words: str = field(repr=False)
    frozen: tuple[tuple[str, Value], ...] = field(repr=False)
    life: tuple[Circumstance, ...] = field(repr=False)
    edges: tuple[tuple[str, str, str, str], ...] = field(repr=False)
    """What is said of it and another: the edge, the other's id, kind and name."""


@dataclass(frozen=True, slots=True)
class TellView:
    """`output` is empty where nothing may be shown."""

    original: tuple[Piece, ...] = field(repr=False)
    output: tuple[Piece, ...] = field(repr=False)
    kinds: tuple[tuple[str, tuple[Fact, ...]], ...] = field(repr=False)
    fidelity: Fidelity | None
    notes: tuple[tuple[Finding, str], ...] = field(repr=False)
    """What survived, failures and warnings, in that order, with the words they are about."""

    def count(self, kind: str) -> int:
        return sum(note.kind == kind for note, _ in self.notes)


def view(telling: Telling) -> TellView:
    """All that is drawn of `telling`, which must have been told."""
    result, one, text = telling.result, telling.told, telling.document.text
    found = sorted((f for f in result.findings if f.severity in _NOTED), key=lambda f: _NOTED.index(f.severity)) if result else ()
    notes = tuple((f, _words(f, text, result)) for f in found)
    if one is None:
        return TellView((Piece(text, ()),), (), (), None, notes)
    places = [(start, end, (node.id,)) for node in one.before.nodes for start, end in node.spans]
    output = shown(telling)
    return TellView(
        tuple(pieces(text, places)),
        tuple(pieces(output, one.said if output == one.text else ())),
        tuple(_by_kind(one, text)),
        one.fidelity,
        notes,
    )


def shown(telling: Telling) -> str:
    """The new text as far as it may be seen: a telling that failed may deny what is so."""
    result = telling.result
    return "" if result is None or result.status == "failed" else result.text or ""


def pieces(text: str, places: Iterable[tuple[int, int, tuple[str, ...]]]) -> Iterator[Piece]:
    """`text` cut wherever a place begins or ends, each part with the nodes of all the places it lies in.

    >>> [tuple(piece) for piece in pieces("low mood", [(0, 3, ("f1",)), (0, 8, ("f2",))])]
    [('low', ('f1', 'f2')), (' mood', ('f2',))]
    """
    known = [(max(start, 0), min(end, len(text)), nodes) for start, end, nodes in places]
    known = [place for place in known if place[0] < place[1]]
    begin: dict[int, list[int]] = {}
    close: dict[int, list[int]] = {}
    for number, (start, end, _) in enumerate(known):
        begin.setdefault(start, []).append(number)
        close.setdefault(end, []).append(number)
    inside: set[int] = set()
    for start, end in pairwise(sorted({0, len(text), *begin, *close})):
        inside.difference_update(close.get(start, ()))
        inside.update(begin.get(start, ()))
        yield Piece(text[start:end], tuple(dict.fromkeys(node for number in sorted(inside) for node in known[number][2])))


@dataclass(frozen=True, slots=True)
class _ByNode:
    """What is asked of a retelling for each of its facts, by the id of a node: a long story has thousands."""

    read: Mapping[str, Node] = field(repr=False)
    named: Mapping[str, tuple[str, str]] = field(repr=False)
    """Kind and name."""
    edges: Mapping[str, list[Edge]] = field(repr=False)
    durations: Mapping[str, Duration] = field(repr=False)
    states: Mapping[str, str] = field(repr=False)
    operators: Mapping[tuple[str, str], str] = field(repr=False)

    def when(self, node: Node) -> Duration | None:
        return self.durations.get(node.duration or "")

    def onset(self, node: Node) -> tuple[bool, int]:
        """By what facts are put in order; those without a time come last."""
        when = self.when(node)
        onset = None if when is None else when.onset
        return onset is None, onset or 0


def _by_node(one: Rewritten) -> _ByNode:
    edges: dict[str, list[Edge]] = {}
    for edge in one.graph.edges:
        edges.setdefault(edge.source, []).append(edge)
    return _ByNode(
        {node.id: node for node in one.before.nodes},
        {node.id: (node.kind, _called(node, one.graph.script)) for node in one.graph.nodes},
        edges,
        {duration.id: duration for duration in one.graph.durations},
        {**dict.fromkeys(one.fidelity.lost, "lost"), **{name.split()[0]: "changed" for name in one.fidelity.changed}},
        {(change.node, change.field): change.operator for change in one.log},
    )


def _by_kind(one: Rewritten, text: str) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    """The facts of each kind that there are, the earliest first."""
    told = _by_node(one)
    for kind in KINDS:
        nodes = sorted((node for node in one.graph.nodes if node.kind == kind), key=told.onset)
        if nodes:
            yield kind, tuple(_fact(text, node, told) for node in nodes)


def _acts(name: str) -> tuple[How, ...]:
    """Sex stays as it is; an age is a number, with nothing more general to say of it."""
    return () if name == "sex" else ("keep", "leave_out") if name == "age" else get_args(How)


def _fact(text: str, node: Node, told: _ByNode) -> Fact:
    read = told.read[node.id].context if node.id in told.read else {}
    life = tuple(
        Circumstance(name, read.get(name, ""), node.context.get(name, ""), told.operators.get((node.id, name), ""), _acts(name) if name in read else ())
        for name in {**read, **node.context}
    )
    edges = tuple((edge.kind, edge.target, *told.named[edge.target]) for edge in told.edges.get(node.id, ()) if edge.target in told.named)
    _, name = told.named[node.id]
    words = "" if node.kind == "Patient" else next((text[start:end][:_WORDS] for start, end in node.spans), "")
    frozen = tuple((key, value) for key, value in node.clinical.items() if key not in _HIDDEN)
    return Fact(node, name, told.when(node), told.states.get(node.id, ""), "" if words == name else words, frozen, life, edges)


def _called(node: Node, script: Script) -> str:
    """What a node is called in a language; a concept that has no word there goes by its English one."""
    return calls(node.name, script, node.kind)[0] if node.name else ""


def _words(finding: Finding, text: str, result: Result | None) -> str:
    """The words that a finding is about, where it says which."""
    of = text if finding.where == "source" else (result.text or "") if result else ""
    return of[finding.start : finding.end]
