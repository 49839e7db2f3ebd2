"""A graph edited by hand: read back from its JSON, checked, and said by node what a person changed in it.

What a person changed counts, frozen or not: they know the patient. Only what no graph may be is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError
from incognote.narrative.extract.moment import YEAR
from incognote.narrative.graph import CLINICAL, CONTEXT, VERSION, Duration, Graph, Node, Value, read
from incognote.narrative.perturb.change import Change
from incognote.narrative.rewrite import Perturbing

BY_HAND: Final = "by hand"
_MOST: Final = 1_000_000
_OLDEST: Final = 130
_FIELDS: Final = {"clinical": CLINICAL, "context": CONTEXT}


class Edited(NamedTuple):
    """`log` says by node what was changed: a field, kind, days, an edge ("causes f2") or the node itself ("node")."""

    graph: Graph
    log: tuple[Change, ...]


def edited(graph: Graph, given: Mapping[str, Any]) -> Edited:
    """The graph that `given`, the edited JSON of `graph`, says, and what is other in it. Fields without a value are left out.

    FormatError naming the node or edge, never a value, where it is no graph: a circle, an edge to what is not there, an
    unknown kind or field; also where it is the graph of another text or script.

    >>> from incognote.narrative.graph import record
    >>> graph = Graph("n", "en", (Node("f1", "Treatment", {"name": "lithium", "dose": "600 mg"}),))
    >>> told = record(graph)
    >>> told["nodes"][0]["clinical"]["dose"] = "900 mg"
    >>> [(change.node, change.field) for change in edited(graph, told).log]
    [('f1', 'dose')]
    """
    after = graph_of(given)
    if after.id != graph.id or after.script != graph.script:
        raise FormatError("this is the graph of another text: its id or its script is not that of the first")
    if made := [node.id for node in after.nodes if node.spans and _places(graph, node.id) not in (node.spans, None)]:
        raise FormatError(f"node {made[0]}: where a fact was read cannot be edited")
    return Edited(after, tuple(_changes(graph, after)))


def graph_of(given: Mapping[str, Any]) -> Graph:
    """The graph that an edited JSON says, fields without a value left out; FormatError as by `edited`, whatever stands in it."""
    if given.get("version") == VERSION:  # of any other `read` says so
        _checked(given)
        given = {**given, "nodes": [_without_gaps(node) for node in given["nodes"]]}
    graph = read(given)
    if circle := _circle(graph):
        raise FormatError(f"causes goes round in a circle: {' -> '.join(circle)}")
    return graph


def by_hand(given: Mapping[str, Any]) -> Perturbing:
    """What tells the graph that a person made instead of drawing another life; FormatError as by `edited`."""

    def change(graph: Graph, *, seed: str) -> Edited:
        return edited(graph, given)

    return change


def _places(graph: Graph, key: str) -> tuple[tuple[int, int], ...] | None:
    return next((node.spans for node in graph.nodes if node.id == key), None)


def _checked(given: Mapping[str, Any]) -> None:
    """What `read` would only call a field of another type, by the node it is in; and names that are none, before it quotes one."""
    for name in ("nodes", "edges", "durations"):
        if not isinstance(given.get(name), Sequence) or isinstance(given[name], str):
            raise FormatError(f"the edited graph has no list of {name}")
    for number, node in enumerate(given["nodes"], 1):
        if not isinstance(node, Mapping) or not _is_plain(node.get("id")):
            raise FormatError(f"the {number}. node has no id, or one of no usual name")
        _check_node(node, node["id"])
    for number, edge in enumerate(given["edges"], 1):
        if not isinstance(edge, Mapping) or not all(_is_plain(edge.get(end)) for end in ("source", "kind", "target")):
            raise FormatError(f"the {number}. edge does not say from where, what and to where")
    for number, duration in enumerate(given["durations"], 1):
        if not isinstance(duration, Mapping) or not _is_plain(duration.get("id")):
            raise FormatError(f"the {number}. duration has no id, or one of no usual name")
        if any(not isinstance(duration.get(end), int | None) or isinstance(duration.get(end), bool) for end in Duration._fields[1:]):
            raise FormatError(f"duration {duration['id']}: days are whole numbers")
        if any(abs(duration.get(end) or 0) > _OLDEST * YEAR for end in Duration._fields[1:]):
            raise FormatError(f"duration {duration['id']} lies outside of any life")


def _check_node(node: Mapping[str, Any], key: str) -> None:
    if not isinstance(node.get("kind"), str):
        raise FormatError(f"node {key} has no kind")
    if not isinstance(node.get("duration"), str | None):
        raise FormatError(f"node {key} has a duration that is not there")
    for name, known in _FIELDS.items():
        fields = node.get(name)
        if not isinstance(fields, Mapping):
            raise FormatError(f"node {key} has no {name} fields")
        if bad := [field for field in fields if field not in known]:
            raise FormatError(f"node {key} has an unknown {name} field{f' {bad[0]}' if _is_plain(bad[0]) else ''}")
        if bad := [field for field, value in fields.items() if not isinstance(value, str | int | float | bool | None)]:
            raise FormatError(f"node {key}: field {bad[0]} is neither words nor a number")
        if bad := [field for field, value in fields.items() if isinstance(value, int | float) and not abs(value) < _MOST]:
            raise FormatError(f"node {key}: field {bad[0]} is no number that a life has")
    age = node["context"].get("age")
    if isinstance(age, int | float) and not 0 <= age < _OLDEST:
        raise FormatError(f"node {key}: age is no age")


def _circle(graph: Graph) -> list[str]:
    """The nodes of a circle of causes, if there is one: nothing makes itself."""
    made_by: dict[str, set[str]] = {}
    for edge in graph.edges:
        if edge.kind == "causes":
            made_by.setdefault(edge.target, set()).add(edge.source)
    try:
        TopologicalSorter(made_by).prepare()
    except CycleError as error:
        return [str(key) for key in error.args[1]]
    return []


def _is_plain(name: object) -> bool:
    """Whether it is an id or the name of a field: what is long or has other letters may be words of the note."""
    return isinstance(name, str) and len(name) <= 20 and name.isascii() and name.replace("_", "").replace("-", "").isalnum()


def _without_gaps(node: Mapping[str, Any]) -> dict[str, Any]:
    return {**node, **{name: {k: v for k, v in node[name].items() if v is not None and v != ""} for name in _FIELDS}}


def _changes(before: Graph, after: Graph) -> Iterator[Change]:
    old, new = ({node.id: node for node in graph.nodes} for graph in (before, after))
    for key in dict.fromkeys((*old, *new)):
        if key not in new:
            yield Change(key, "node", BY_HAND, old[key].name, "")
        elif key not in old:
            yield Change(key, "node", BY_HAND, "", new[key].name)
        else:
            yield from _of_node(old[key], new[key])
            for end, was, now in zip(Duration._fields[1:], _days(before, old[key]), _days(after, new[key]), strict=True):
                if was != now:
                    yield Change(key, end, BY_HAND, _told(was), _told(now))
    for edge in dict.fromkeys((*before.edges, *after.edges)):
        if (edge in before.edges) != (edge in after.edges):
            yield Change(edge.source, f"{edge.kind} {edge.target}", BY_HAND, edge in before.edges, edge in after.edges)


def _of_node(old: Node, new: Node) -> Iterator[Change]:
    if old.kind != new.kind:
        yield Change(old.id, "kind", BY_HAND, old.kind, new.kind)
    for was, now in ((old.clinical, new.clinical), (old.context, new.context)):
        for name in dict.fromkeys((*was, *now)):
            if was.get(name, "") != now.get(name, ""):
                yield Change(old.id, name, BY_HAND, was.get(name, ""), now.get(name, ""))


def _days(graph: Graph, node: Node) -> tuple[int | None, int | None, int | None]:
    when = graph.when(node)
    return (None, None, None) if when is None else (when.onset, when.offset, when.span)


def _told(days: int | None) -> Value:
    return "" if days is None else days
