"""A narrative as a graph: what is clinically true in it, which is frozen, and whose life it is, which may change.

The graph is the one noun of this package. `read` and `record` are its JSON (schemas/graph.schema.json), `problems`
says what no graph may be. Days count from day 0, the visit; no date is in it. Fields that hold words of the note are
hidden from reprs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final, NamedTuple

from incognote.document import Script
from incognote.errors import FormatError

VERSION: Final = 1
KINDS: Final = ("Patient", "Relative", "Diagnosis", "Symptom", "Treatment", "History", "LifeEvent", "VisitEvent")
EDGES: Final = ("supports_dx", "differential_of", "causes", "precedes", "overlaps", "treated_by", "response_to", "relative_of")
CLINICAL: Final = (
    "name", "code", "dose", "value", "side", "negated", "uncertain", "scale", "response", "severity", "risk",
    "situation", "thought", "emotion", "behaviour", "class",
)  # fmt: skip
CONTEXT: Final = ("age", "sex", "occupation", "education", "place", "institution", "hobby", "family", "event", "stressor")

_ENDS: Final[Mapping[str, tuple[str, ...]]] = {
    "supports_dx": ("Diagnosis",),
    "differential_of": ("Diagnosis",),
    "treated_by": ("Treatment",),
    "relative_of": ("Patient", "Relative"),
}
"""What an edge may lead to, where not to anything."""

Value = str | float | bool


class Duration(NamedTuple):
    """When something was: whole days from day 0, negative before it; `span` is how many days it lasted."""

    id: str
    onset: int | None = None
    offset: int | None = None
    span: int | None = None


class Edge(NamedTuple):
    source: str
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Node:
    """One fact. `clinical` is frozen, `context` may change; `spans` are where in the source text it was read."""

    id: str
    kind: str
    clinical: Mapping[str, Value] = field(default_factory=dict, repr=False)
    context: Mapping[str, Value] = field(default_factory=dict, repr=False)
    duration: str | None = None
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        """What it is called: a life event goes by its class."""
        return str(self.clinical.get("name") or self.clinical.get("class") or "")


@dataclass(frozen=True, slots=True)
class Graph:
    id: str = field(repr=False)
    script: Script
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    durations: tuple[Duration, ...] = ()

    def node(self, key: str) -> Node:
        """The node of that id; KeyError where there is none."""
        for node in self.nodes:
            if node.id == key:
                return node
        raise KeyError(key)

    def when(self, node: Node) -> Duration | None:
        return next((d for d in self.durations if d.id == node.duration), None)


def read(record: Mapping[str, Any]) -> Graph:
    """The graph of a JSON record; FormatError naming the node or edge where it is none.

    >>> read({"version": 1, "id": "n1", "script": "en", "edges": [], "durations": [],
    ...       "nodes": [{"id": "f1", "kind": "Symptom", "clinical": {"name": "insomnia"}, "context": {}}]})
    Graph(script='en', nodes=(Node(id='f1', kind='Symptom', duration=None, spans=()),), edges=(), durations=())
    """
    if record.get("version") != VERSION:
        raise FormatError(f"this graph is not of version {VERSION}")
    try:
        graph = Graph(
            str(record["id"]),
            record.get("script", "zh-TW"),
            tuple(_node(n) for n in record["nodes"]),
            tuple(Edge(str(e["source"]), str(e["kind"]), str(e["target"])) for e in record["edges"]),
            tuple(Duration(str(d["id"]), *(_days(d.get(name)) for name in ("onset", "offset", "span"))) for d in record["durations"]),
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise FormatError(f"a graph lacks a field or holds one of another type ({type(error).__name__})") from None
    if found := problems(graph):
        raise FormatError("; ".join(found))
    return graph


def record(graph: Graph) -> dict[str, Any]:
    """`graph` as JSON."""
    return {
        "version": VERSION,
        "id": graph.id,
        "script": graph.script,
        "nodes": [
            {
                "id": n.id, "kind": n.kind, "clinical": dict(n.clinical), "context": dict(n.context), "duration": n.duration,
                "spans": [list(span) for span in n.spans],
            }
            for n in graph.nodes
        ],
        "edges": [e._asdict() for e in graph.edges],
        "durations": [d._asdict() for d in graph.durations],
    }  # fmt: skip


def problems(graph: Graph) -> tuple[str, ...]:
    """Why `graph` is none, each naming its node, edge or duration by its id and quoting no field; empty if it is one."""
    return tuple(_problems(graph))


def _problems(graph: Graph) -> Iterator[str]:
    kinds = {node.id: node.kind for node in graph.nodes}
    durations = {d.id for d in graph.durations}
    if not graph.nodes:
        yield "a graph has no node"
    if len(kinds) < len(graph.nodes):
        yield "two nodes have one id"
    if len(durations) < len(graph.durations):
        yield "two durations have one id"
    for node in graph.nodes:
        yield from _of_node(node, durations)
    for edge in graph.edges:
        yield from _of_edge(edge, kinds)
    for d in graph.durations:
        if d.onset is not None and d.offset is not None and d.offset < d.onset:
            yield f"duration {d.id} ends before it begins"
        if d.span is not None and d.span < 0:
            yield f"duration {d.id} lasts less than nothing"
    if cycle := _cycle(graph.edges):
        yield f"precedes goes round in a circle: {' -> '.join(cycle)}"


def _of_node(node: Node, durations: set[str]) -> Iterator[str]:
    if node.kind not in KINDS:
        yield f"node {node.id} is of no known kind"
    for fields, names, what in ((node.clinical, CLINICAL, "clinical"), (node.context, CONTEXT, "context")):
        if unknown := sorted(set(fields) - set(names)):
            yield f"node {node.id} has unknown {what} fields: {', '.join(unknown)}"
    if node.duration is not None and node.duration not in durations:
        yield f"node {node.id} has a duration that is not there"
    if any(not 0 <= start < end for start, end in node.spans):
        yield f"node {node.id} has a span that is none"


def _of_edge(edge: Edge, kinds: Mapping[str, str]) -> Iterator[str]:
    named = f"edge {edge.source} {edge.kind} {edge.target}"
    if edge.kind not in EDGES:
        yield f"{named} is of no known kind"
    if missing := [end for end in (edge.source, edge.target) if end not in kinds]:
        yield f"{named} names a node that is not there: {missing[0]}"
    elif edge.source == edge.target:
        yield f"{named} leads to itself"
    elif kinds[edge.target] not in _ENDS.get(edge.kind, KINDS):
        yield f"{named} leads to a {kinds[edge.target]}"


def _cycle(edges: Sequence[Edge]) -> list[str]:
    before: dict[str, set[str]] = {}
    for edge in edges:
        if edge.kind == "precedes" and edge.source != edge.target:
            before.setdefault(edge.target, set()).add(edge.source)
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        return [str(key) for key in error.args[1]]
    return []


def _node(given: Mapping[str, Any]) -> Node:
    spans = tuple((int(start), int(end)) for start, end in given.get("spans", ()))
    duration = given.get("duration")
    return Node(str(given["id"]), str(given["kind"]), dict(given["clinical"]), dict(given["context"]), duration if duration is None else str(duration), spans)


def _days(given: object) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError
    return given
