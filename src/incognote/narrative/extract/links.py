"""Which fact belongs to which: what made what, what speaks for a diagnosis, what was given for what.

Each pair of facts whose kinds an edge can join is weighed by what `pairs` says of it, with the weights of data/link_weights.tsv, which
scripts/fit_links.py fits on gold graphs. An edge is drawn where the sum passes 0. What words state to be the cause is one whatever the weights say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import inf
from typing import Final, NamedTuple

from incognote.errors import ConfigError
from incognote.narrative.extract.pairs import Scene, diagnosis, features, scene
from incognote.narrative.extract.said import Said
from incognote.narrative.extract.stated import stated
from incognote.narrative.graph import Duration, Edge, Node

ENDS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "causes": (frozenset(("LifeEvent", "Treatment", "Symptom", "History", "VisitEvent", "Diagnosis")), frozenset(("Symptom", "History", "LifeEvent", "Diagnosis", "Relative"))),
    "supports_dx": (frozenset(("Symptom", "VisitEvent", "History")), frozenset(("Diagnosis",))),
    "differential_of": (frozenset(("Diagnosis",)), frozenset(("Diagnosis",))),
    "treated_by": (frozenset(("Symptom", "History", "Diagnosis")), frozenset(("Treatment",))),
    "response_to": (frozenset(("Treatment",)), frozenset(("Symptom",))),
    "precedes": (frozenset(("LifeEvent", "Symptom", "History", "Treatment")), frozenset(("Symptom", "LifeEvent", "Diagnosis"))),
    "overlaps": (frozenset(("Symptom",)), frozenset(("Symptom",))),
}  # fmt: skip
"""What each kind of edge may join here."""


RIVALS: Final[Mapping[str, float]] = {"causes": 0.5, "treated_by": 0.0, "response_to": 0.0}
"""How much less than the best source of its target an edge may weigh."""
APART: Final = 60
"""How many facts may be told between two that an edge joins; a longer text is more than one story."""
Told = dict[tuple[str, str], frozenset[str]]
"""What is said of a pair of nodes, by their ids."""


class Weighed(NamedTuple):
    edge: Edge
    weight: float


def links(said: Said, durations: Mapping[str, Duration]) -> tuple[Edge, ...]:
    """The edges between the nodes of `said`, by kind; what precedes what goes in no circle."""
    at = scene(said, durations)
    told: Told = {}
    said_so = [Weighed(edge, inf) for edge in stated(said)]
    kept = [one for kind in ENDS for one in _kept(at, kind, told, said_so if kind == "causes" else [])]
    patient = next((n.id for n in said.nodes if n.kind == "Patient"), None)
    family = () if patient is None else tuple(Edge(n.id, "relative_of", patient) for n in said.nodes if n.kind == "Relative" and not n.clinical.get("negated"))
    return tuple(dict.fromkeys((*(one.edge for one in kept), *family)))


def candidates(at: Scene, kind: str, told: Told) -> Iterator[tuple[Node, Node, frozenset[str]]]:
    """Every pair that an edge of that kind could join, with what is said of it; `told` keeps that for other kinds."""
    sources, targets = ENDS[kind]
    main = diagnosis(at)
    for target in at.said.nodes:
        if target.kind not in targets or target.id not in at.order or _is_out(kind, target):
            continue
        for source in at.said.nodes:
            if source.kind in sources and source.id != target.id and source.id in at.order and not _is_none(kind, source, target) and abs(at.order[source.id] - at.order[target.id]) <= APART:
                pair = source.id, target.id
                if pair not in told:
                    told[pair] = frozenset((*features(at, source, target), "main" if main is not None and main.id == target.id else "not main"))
                yield source, target, told[pair]


def _is_out(kind: str, target: Node) -> bool:
    return bool(target.clinical.get("negated")) or (kind == "differential_of" and bool(target.clinical.get("uncertain")))


def _kept(at: Scene, kind: str, told: Told, said_so: Sequence[Weighed]) -> list[Weighed]:
    found = [*said_so, *(Weighed(Edge(s.id, kind, t.id), _weight(kind, f"{s.kind}>{t.kind}", of)) for s, t, of in candidates(at, kind, told))]
    kept: list[Weighed] = []
    for one in without_rivals(kind, found):
        if one.weight > 0 and not _goes_round(one.edge, kept):
            kept.append(one)
    return kept


def _is_none(kind: str, source: Node, target: Node) -> bool:
    """A finding is no cause of an illness, and what is denied is only a diagnosis that was thought of."""
    if kind == "differential_of":
        return False
    return bool(source.clinical.get("negated")) or (kind == "causes" and source.kind == "VisitEvent" and target.kind != "Symptom")


def _weight(kind: str, ends: str, told: frozenset[str]) -> float:
    weights = _between(kind, ends)
    return weights["always"] + sum(weights[one] for one in weights.keys() & told)


def without_rivals(kind: str, found: Sequence[Weighed]) -> list[Weighed]:
    """By weight, without those that another source of the same target outweighs by too much."""
    best: dict[str, float] = {}
    for one in found:
        best[one.edge.target] = max(best.get(one.edge.target, one.weight), one.weight)
    most = RIVALS.get(kind)
    return sorted((one for one in found if most is None or one.weight == best[one.edge.target] or best[one.edge.target] - one.weight <= most), key=lambda w: (-w.weight, w.edge))


def _goes_round(edge: Edge, kept: list[Weighed]) -> bool:
    """Whether the edge would lead back to where it comes from."""
    reached, open_ends = {edge.target}, [edge.target]
    while open_ends:
        here = open_ends.pop()
        for one in kept:
            if one.edge.source == here and one.edge.target not in reached:
                reached.add(one.edge.target)
                open_ends.append(one.edge.target)
    return edge.source in reached


@cache
def _between(kind: str, ends: str) -> Mapping[str, float]:
    """The weight of each feature between nodes of two kinds: what it weighs everywhere and what it weighs more there."""
    weights = _weights().get(kind, {})
    plain = {name for name in weights if ">" not in name} | {name.removeprefix(f"{ends} ") for name in weights if name.startswith(f"{ends} ")} | {"always"}
    return {name: weights.get(name, 0.0) + weights.get(f"{ends} {name}", 0.0) for name in plain}


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    table: dict[str, dict[str, float]] = {}
    text = files("incognote.narrative").joinpath("data", "link_weights.tsv").read_text("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != 3:
                raise ConfigError(f"narrative/data/link_weights.tsv line {number}: not a kind, a feature and a weight")
            table.setdefault(columns[0], {})[columns[1]] = float(columns[2])
    return table
