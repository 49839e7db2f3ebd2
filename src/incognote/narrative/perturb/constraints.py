"""What a perturbation may not touch. `broken` compares two graphs and says, by node and rule, what was touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from incognote.narrative.graph import Graph, Node, problems
from incognote.narrative.perturb import age as ages
from incognote.narrative.perturb.ontology import shape, shares

SAME: Final = ("sex", "age")
"""Context that may stay: sex does, and an age where no other is possible."""
SAID: Final = ("situation", "thought", "emotion", "behaviour", "value")
"""Frozen fields that hold words of the note, in which a name may stand."""
_SPEAKING: Final = 2
Naming = Callable[[str], str]


def unchanged(words: str) -> str:
    return words


def broken(before: Graph, after: Graph, *, naming: Naming = unchanged) -> tuple[str, ...]:
    """Why `after` is not the same illness in another life; empty if it is. No message quotes a field.

    `naming` is how identifiers in frozen words were replaced.

    >>> one = Graph("n", "en", (Node("f0", "Patient", {}, {"place": "a port"}), Node("f1", "Treatment", {"name": "lithium", "dose": "600 mg"})))
    >>> two = Graph("n", "en", (Node("f0", "Patient", {}, {"place": "in the port"}), Node("f1", "Treatment", {"name": "lithium", "dose": "900 mg"})))
    >>> broken(one, two)
    ('node f1: clinical field dose is not what it was', 'node f0: a circumstance is left in place')
    """
    return (*problems(before), *_broken(before, after, naming))


def _broken(before: Graph, after: Graph, naming: Naming) -> Iterator[str]:
    yield from problems(after)
    if before.script != after.script:
        yield "the graph is of another script"
    if [node.id for node in before.nodes] != [node.id for node in after.nodes]:
        yield "nodes are others or in another order"
        return
    for one, two in zip(before.nodes, after.nodes, strict=True):
        yield from _frozen(one, two, naming)
    if before.edges != after.edges:
        changed = Counter(before.edges) - Counter(after.edges) + (Counter(after.edges) - Counter(before.edges))
        yield from (f"node {edge.source}: edge {edge.kind} is not what it was" for edge in sorted(changed))
        if not changed:
            yield "edges are in another order"
    yield from _timed(before, after)
    yield from _of_age(before, after)
    yield from _left(before, after)


def _frozen(one: Node, two: Node, naming: Naming) -> Iterator[str]:
    if one.kind != two.kind:
        yield f"node {one.id}: kind is not what it was"
    for name in sorted({*one.clinical, *two.clinical}):
        value = one.clinical.get(name)
        if two.clinical.get(name) != (naming(value) if isinstance(value, str) and name in SAID else value):
            yield f"node {one.id}: clinical field {name} is not what it was"
    for name in sorted(set(two.context) - set(one.context)):
        yield f"node {one.id}: context field {name} is new"
    if one.context.get("sex") != two.context.get("sex"):
        yield f"node {one.id}: sex is not what it was"
    if one.duration != two.duration:
        yield f"node {one.id}: it has another duration"


def _timed(before: Graph, after: Graph) -> Iterator[str]:
    owners = {node.duration: node.id for node in before.nodes if node.duration is not None}
    theirs = {duration.id: duration for duration in after.durations}
    if len(theirs) != len(before.durations):
        yield "durations are more or fewer"
    for duration in before.durations:
        if theirs.get(duration.id) != duration:
            yield f"node {owners.get(duration.id, duration.id)}: days are not what they were"


def _of_age(before: Graph, after: Graph) -> Iterator[str]:
    for one, two in zip(before.nodes, after.nodes, strict=True):
        now, then = (ages.years(node.context.get("age", "")) for node in (one, two))
        if one.kind == "Patient" and now is not None and then not in (None, now) and then not in ages.possible(before, now):
            yield f"node {one.id}: age crosses a band or an onset"


def _left(before: Graph, after: Graph) -> Iterator[str]:
    old = [shape(value) for value in circumstances(before)]
    for node in after.nodes:
        for name, value in node.context.items():
            if name not in SAME and isinstance(value, str) and any(shares(shape(value), one) for one in old):
                yield f"node {node.id}: a circumstance is left in {name}"


def circumstances(graph: Graph) -> tuple[str, ...]:
    """Every circumstance that `graph` tells in words."""
    told = (value for node in graph.nodes for name, value in node.context.items() if name not in SAME and isinstance(value, str))
    return tuple(dict.fromkeys(value for value in told if len(value.strip()) >= _SPEAKING))
