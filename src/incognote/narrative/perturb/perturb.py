"""A graph of another life with the same illness: every circumstance changed, every clinical fact, day and edge as it was.

Each choice is a function of the seed, the node and the field, so the same seed gives the same life, and what happens to one fact
does not change what happens to another, save that two do not get the same circumstance.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from incognote.errors import UsageError
from incognote.narrative.graph import Graph, Node, Value
from incognote.narrative.perturb import age as ages
from incognote.narrative.perturb.change import ANCHOR, Change, Perturbed
from incognote.narrative.perturb.constraints import SAID, SAME, Naming, broken, circumstances, unchanged
from incognote.narrative.perturb.fits import Person, kin_in, sex_of
from incognote.narrative.perturb.life import DROP, Draw, Proposing, circumstance, no_proposal
from incognote.narrative.perturb.ontology import shape
from incognote.narrative.render.choose import number

AGE: Final = "age within band"
NAMES: Final = "surrogate"
SHIFT: Final = "calendar shift"
_YEARS: Final = 3
_WEEKS: Final = 8
_YEAR: Final = 364
"""Days; a whole number of weeks, so that the visit stays on its day of the week and in its season."""


def perturb(graph: Graph, *, seed: str, naming: Naming = unchanged, proposing: Proposing = no_proposal) -> Perturbed:
    """`graph` in another life, and what was changed: `Perturbed(graph, log)`, a pair; `log` has `Change(node, field, operator,
    before, after)`; `Perturbed.days` is by how many days dates of the text move.

    A field is changed to another value of its class, in the language of the graph; where the class is not known, where the old
    value is rare (data/rarities.tsv) or where nothing of the class fits age and sex, it is told one level up; where that is
    not possible either it is left out. Sex stays. `naming` replaces the identifiers in frozen words by surrogates; `proposing`
    gives further values (a language model's), which are taken first where they keep to all that the lists keep to. UsageError,
    naming node and rule, where the graph is none or a constraint would be broken. Give each person a seed of their own: the same
    seed draws the same job for all who have the same kind of job.

    >>> given = Graph("n", "en", (Node("f0", "Patient", {}, {"age": 34, "sex": "F", "occupation": "baker", "hobby": "knitting"}),))
    >>> other, log = perturb(given, seed="s")
    >>> sorted((change.node, change.field, change.operator) for change in log)  # doctest: +NORMALIZE_WHITESPACE
    [('day 0', 'date', 'calendar shift'), ('f0', 'age', 'age within band'), ('f0', 'hobby', 'swap within class'),
     ('f0', 'occupation', 'swap within class')]
    """
    log = [Change(ANCHOR, "date", SHIFT, 0, shift(graph, seed=seed))]
    person, delta = _person(graph, seed=seed)
    draw = Draw(seed, graph.script, tuple(shape(value) for value in circumstances(graph)), (), _needed(graph), proposing)
    nodes: list[Node] = []
    for node in graph.nodes:
        changes = [*_aged(node, delta), *_named(node, naming)]
        when = graph.when(node)
        whose = replace(person, age=ages.at(person.age, when.onset if when else None)) if node.kind != "Relative" else Person()
        for name in node.context:
            if name not in SAME:
                chosen = circumstance(node, name, whose, draw)
                changes.append(Change(node.id, name, chosen.operator, node.context[name], chosen.value))
                draw = replace(draw, taken=(*draw.taken, chosen.value))
        nodes.append(_changed(node, changes))
        log += changes
    after = replace(graph, nodes=tuple(nodes))
    if wrong := broken(graph, after, naming=naming):
        raise UsageError("; ".join(dict.fromkeys(wrong)))
    return Perturbed(after, tuple(log))


def shift(graph: Graph, *, seed: str) -> int:
    """By how many days the visit moves: whole weeks, one to three years back, give or take two months; never into the future."""
    drawn = number(seed, graph.id, SHIFT)
    return -(_YEAR * (1 + drawn % _YEARS) + 7 * (drawn // _YEARS % (2 * _WEEKS + 1) - _WEEKS))


def _person(graph: Graph, *, seed: str) -> tuple[Person, int]:
    """The patient as they will be, and by how many years they are older or younger."""
    for node in graph.nodes:
        if node.kind == "Patient":
            now, then = ages.years(node.context.get("age", "")), ages.another(graph, node, seed=seed)
            return Person(sex_of(node.context.get("sex", "")), then), (then or 0) - (now or 0)
    return Person(), 0


def _aged(node: Node, delta: int) -> list[Change]:
    """The patient's age, and that of a relative by as many years, so that they stay as far apart."""
    if "age" not in node.context:
        return []
    old = node.context["age"]
    now = ages.years(old)
    if now is None:
        return [Change(node.id, "age", DROP, old, "")]
    return [Change(node.id, "age", AGE, old, max(now + delta, 0))] if delta else []


def _named(node: Node, naming: Naming) -> list[Change]:
    told = ((name, str(value)) for name, value in node.clinical.items() if name in SAID)
    return [Change(node.id, name, NAMES, value, naming(value)) for name, value in told if naming(value) != value]


def _changed(node: Node, changes: list[Change]) -> Node:
    clinical: dict[str, Value] = dict(node.clinical)
    context: dict[str, Value] = dict(node.context)
    for change in changes:
        fields = clinical if change.operator == NAMES else context
        if change.after == "":
            del fields[change.field]
        else:
            fields[change.field] = change.after
    return replace(node, clinical=clinical, context=context)


def _needed(graph: Graph) -> frozenset[str]:
    """The relatives that frozen words name: they stay in the family."""
    said = [str(value) for node in graph.nodes for name, value in node.clinical.items() if name in SAID]
    return kin_in(*said) if said else frozenset()
