"""What the constraints of a perturbation are measured against: no change at all, and changes that nothing holds back.

These make false medicine on purpose. They stand in the laboratory, behind no command that writes a text for use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from incognote.narrative.graph import Duration, Graph, Node, Value
from incognote.narrative.lexicon import concepts
from incognote.narrative.perturb.change import ANCHOR, Change, Perturbed
from incognote.narrative.perturb.ontology import FILES, entries
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.render.choose import number, pick, shuffled

AT_RANDOM: Final = "without constraints"
_OF_FOUR: Final = 4
_KINDS: Final[Mapping[str, str]] = {"History": "Diagnosis", "Relative": "Diagnosis"}
_OTHERS: Final[Mapping[str, tuple[Value, ...]]] = {
    "severity": ("mild", "moderate", "severe", "catastrophic"), "response": ("none", "partial", "good", "worse"),
    "side": ("left", "right", "both"), "risk": ("low", "moderate", "high"), "sex": ("F", "M"), "age": tuple(range(6, 91)),
}  # fmt: skip
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_DAYS: Final = 400


def untouched(graph: Graph, *, seed: str) -> Perturbed:
    """The graph as it was read: what telling it anew hides by itself."""
    return Perturbed(graph, ())


def without_constraints(graph: Graph, *, seed: str) -> Perturbed:
    """Every circumstance becomes any other of its list, whatever class, age or sex; a frozen field becomes another one time in four.

    >>> patient = Node("f0", "Patient", {}, {"age": 9, "occupation": "pupil"})
    >>> sorted(change.field for change in without_constraints(Graph("n", "en", (patient,)), seed="s").log)
    ['age', 'occupation']
    """
    places = [(node, name) for node in graph.nodes for name in (*node.context, *node.clinical)]
    return _changed(graph, [at for at in places if at[1] in at[0].context or not number(seed, at[0].id, at[1]) % _OF_FOUR], seed)


def on_random_nodes(graph: Graph, *, seed: str, changing: Callable[..., Perturbed] = perturb) -> Perturbed:
    """As many changes as `changing` makes, each in any field of any node: what unconstrained rewriting does.

    >>> patient, fact = Node("f0", "Patient", {}, {"hobby": "knitting"}), Node("f1", "Symptom", {"name": "insomnia", "severity": "mild"})
    >>> len(on_random_nodes(Graph("n", "en", (patient, fact)), seed="s").log)
    1
    """
    most = sum(change.node != ANCHOR for change in changing(graph, seed=seed).log)
    places = [(node, name) for node in graph.nodes for name in (*node.context, *node.clinical)]
    return _changed(graph, shuffled(places, seed, "nodes")[:most], seed)


def _changed(graph: Graph, places: list[tuple[Node, str]], seed: str) -> Perturbed:
    nodes = {node.id: node for node in graph.nodes}
    days = {duration.id: duration for duration in graph.durations}
    log = []
    for old, name in places:
        node = nodes[old.id]
        before = old.context.get(name, old.clinical.get(name, ""))
        after = _another(graph, old, name, before, seed)
        if name in old.context:
            nodes[old.id] = replace(node, context={**node.context, name: after})
        else:
            nodes[old.id] = replace(node, clinical={**node.clinical, name: after})
        log.append(Change(old.id, name, AT_RANDOM, before, after))
        if name in old.clinical and old.duration in days and not number(seed, old.id, "days") % _OF_FOUR:
            days[old.duration] = _moved(days[old.duration], seed)
    return Perturbed(replace(graph, nodes=tuple(nodes.values()), durations=tuple(days.values())), tuple(log))


def _another(graph: Graph, node: Node, name: str, value: Value, seed: str) -> Value:
    """Any other value that a field of that name may have."""
    keys = (seed, node.id, name)
    if isinstance(value, bool):
        return not value
    if name in _OTHERS:
        return pick([other for other in _OTHERS[name] if other != value], *keys)
    if name in FILES:
        return pick([said for entry in entries(name) if (said := entry.in_script(graph.script)) != value], *keys)
    if name in ("name", "class"):
        return pick([other for other in _names(node.kind) if other != value], *keys)
    if found := _NUMBER.search(str(value)):
        return f"{str(value)[: found.start()]}{float(found[0]) * pick((0.25, 0.5, 2, 4), *keys):g}{str(value)[found.end() :]}"
    return pick([str(value), *(str(n.clinical[name]) for n in graph.nodes if name in n.clinical)], *keys)


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(concept.name for concept in concepts() if concept.kind == _KINDS.get(kind, kind)))


def _moved(duration: Duration, seed: str) -> Duration:
    by = number(seed, duration.id) % (2 * _DAYS) - _DAYS
    return duration._replace(**{end: day + by for end in ("onset", "offset") if (day := getattr(duration, end)) is not None})
