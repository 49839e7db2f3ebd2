"""How well a graph was read: facts, times and edges against gold, with intervals over narratives.

A fact is right if its kind, its name (synonyms folded by the lexicon), negation and uncertainty are; each gold fact is met
once. Times are asked for where a right fact has them in gold: onset, offset and span all exact; one that is told where gold
has none is invented. An edge is right if it joins the
facts that its gold ends were met by. Patients are no facts; they count as ends of edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from incognote.lab.evaluate.intervals import Counts, Estimate, by_group, resampled, share, spread
from incognote.narrative.graph import Edge, Graph, Node
from incognote.narrative.lexicon import canonical

Fact = tuple[str, str, bool, bool]
Row = tuple[int, int, int]
"""What is right, read, and in gold."""
ALL: Final = "all"


def fact(node: Node) -> Fact:
    """What makes two nodes the same fact."""
    return node.kind, canonical(node.name), bool(node.clinical.get("negated")), bool(node.clinical.get("uncertain"))


def met(gold: Graph, read: Graph, *, alike: Callable[[Node], object] = fact) -> dict[str, str]:
    """Gold node -> the node it was met by: same fact, the same time first; Patients meet in their order."""
    left: dict[object, list[Node]] = {}
    for node in read.nodes:
        left.setdefault("Patient" if node.kind == "Patient" else alike(node), []).append(node)
    pairs: dict[str, str] = {}
    for node in gold.nodes:
        candidates = left.get("Patient" if node.kind == "Patient" else alike(node))
        if candidates:
            when = _time(gold, node)
            best = min(candidates, key=lambda c: _time(read, c) != when)
            candidates.remove(best)
            pairs[node.id] = best.id
    return pairs


def scores(pairs: Sequence[tuple[Graph, Graph]], groups: Sequence[str] | None = None) -> dict[str, Estimate]:
    """F1 of facts (all and by kind), share of exact times, F1 of edges (all and by kind), over (gold, read) graphs.

    `groups` names what is resampled together (the family of a narrative); without it each narrative is its own.
    """
    rows = [dict(_counts(gold, read)) for gold, read in pairs]
    names = sorted({name for row in rows for name in row})
    told: dict[str, Estimate] = {}
    for name in names:
        counts = np.array([row.get(name, (0, 0, 0)) for row in rows], dtype=np.float64)
        grouped = counts if groups is None else by_group(counts, groups)
        told[name] = share(grouped[:, :2]) if name.startswith("time") else f1(grouped)
    return told


def f1(counts: Counts) -> Estimate:
    """From rows of (right, read, gold)."""
    whole = counts.sum(axis=0)
    if not whole[1] + whole[2]:
        return Estimate(0.0, 0.0, 1.0, 0)
    drawn = resampled(counts)
    drawn = drawn[drawn[:, 1] + drawn[:, 2] > 0]
    value = 2 * whole[0] / (whole[1] + whole[2])
    return spread(float(value), 2 * drawn[:, 0] / (drawn[:, 1] + drawn[:, 2]), units=len(counts), of=int(whole[2]))


def _counts(gold: Graph, read: Graph) -> Iterable[tuple[str, Row]]:
    pairs = met(gold, read)
    kinds = {n.id: n.kind for n in (*read.nodes, *gold.nodes)}
    facts = {key for key in pairs if gold.node(key).kind != "Patient"}
    for kind in (ALL, *sorted({n.kind for n in (*gold.nodes, *read.nodes)} - {"Patient"})):
        yield f"facts {kind}", (sum(kind in (ALL, kinds[key]) for key in facts), _facts_of(read, kind), _facts_of(gold, kind))
    timed = [n for n in gold.nodes if n.id in facts and n.duration is not None]
    yield "times exact", (sum(_time(gold, n) == _time(read, read.node(pairs[n.id])) for n in timed), len(timed), len(timed))
    untimed = [n for n in gold.nodes if n.id in facts and n.duration is None]
    yield "times invented", (sum(_time(read, read.node(pairs[n.id])) is not None for n in untimed), len(untimed), len(untimed))
    said = {(e.source, e.kind, e.target) for e in read.edges}
    told = [e for e in gold.edges if (pairs.get(e.source), e.kind, pairs.get(e.target)) in said]
    for kind in (ALL, *sorted({e.kind for e in (*gold.edges, *read.edges)})):
        yield f"edges {kind}", (_edges_of(told, kind), _edges_of(read.edges, kind), _edges_of(gold.edges, kind))


def _facts_of(graph: Graph, kind: str) -> int:
    return sum(n.kind != "Patient" and kind in (ALL, n.kind) for n in graph.nodes)


def _edges_of(edges: Iterable[Edge], kind: str) -> int:
    return sum(kind in (ALL, e.kind) for e in edges)


def _time(graph: Graph, node: Node) -> tuple[int | None, ...] | None:
    when = graph.when(node)
    return None if when is None else when[1:]
