"""A drawn life with a person's choices on top: what they keep, what they put in its place, what they tell more generally.

Choices are data, so a list of them can be undone by leaving the last one out. They touch circumstances alone; whoever has to change
what is clinical edits the graph (narrative/edit).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from incognote.errors import UsageError
from incognote.narrative.graph import CONTEXT, Graph, Node
from incognote.narrative.perturb.change import Change, Perturbed
from incognote.narrative.perturb.constraints import SAME
from incognote.narrative.perturb.life import UP
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.perturb.upward import kind_of, upward

How = Literal["keep", "put", "up", "leave_out"]
KEPT: Final = "kept by hand"
PUT: Final = "put by hand"
OUT: Final = "left out by hand"
LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """What becomes of one circumstance: `keep` it as it was read, `put` `value` in its place, tell its class one level `up`, or
    `leave_out`. Node and field may be anything until a graph has heard of them, so a repr shows neither."""

    node: str = dataclasses.field(repr=False)
    field: str = dataclasses.field(repr=False)
    how: How
    value: str = dataclasses.field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A `Perturbing`: another life is drawn, then `choices` are heeded, the last one for a field."""

    choices: Sequence[Choice] = ()

    def __call__(self, graph: Graph, *, seed: str) -> Perturbed:
        """UsageError naming node and field where a choice is for what the graph does not tell, or has no word one level up.

        >>> told = Graph("n", "en", (Node("f0", "Patient", {}, {"occupation": "baker", "hobby": "knitting"}),))
        >>> Chosen([Choice("f0", "hobby", "keep"), Choice("f0", "occupation", "leave_out")])(told, seed="s").graph.nodes[0].context
        {'hobby': 'knitting'}
        """
        drawn = perturb(graph, seed=seed)
        last = {(choice.node, choice.field): choice for choice in self.choices}
        for key, name in last:
            if key not in {node.id for node in graph.nodes} or name not in graph.node(key).context or name not in CONTEXT:
                raise UsageError(f"node {key} tells no {name}")
        changes = {key: _change(graph, graph.node(key[0]), choice) for key, choice in last.items()}
        nodes = tuple(_with(graph.node(node.id), node, [c for (key, _), c in changes.items() if key == node.id]) for node in drawn.graph.nodes)
        log = [change for change in drawn.log if (change.node, change.field) not in changes]
        return Perturbed(replace(drawn.graph, nodes=nodes), (*log, *changes.values()))


def _change(graph: Graph, node: Node, choice: Choice) -> Change:
    old = node.context[choice.field]
    if choice.how == "keep":
        return Change(node.id, choice.field, KEPT, old, old)
    if choice.how == "leave_out":
        return Change(node.id, choice.field, OUT, old, "")
    if choice.field in SAME:
        raise UsageError(f"node {node.id}: {choice.field} can be kept or left out, or is drawn")
    if choice.how == "up":
        general = upward(choice.field, kind_of(choice.field, str(old)), graph.script)
        if not general:
            raise UsageError(f"node {node.id}: there is no word for {choice.field} one level up")
        return Change(node.id, choice.field, UP, old, general[0])
    if not choice.value.strip() or not choice.value.strip().isprintable() or len(choice.value) > LONGEST:
        raise UsageError(f"node {node.id}: what is put in the place of {choice.field} is 1 to {LONGEST} characters on one line")
    return Change(node.id, choice.field, PUT, old, choice.value.strip())


def _with(read: Node, drawn: Node, changes: Sequence[Change]) -> Node:
    """`drawn` with the changes, its circumstances in the order they were read in."""
    told = {**drawn.context, **{change.field: change.after for change in changes}}
    return replace(drawn, context={name: told[name] for name in read.context if told.get(name, "") != ""})
