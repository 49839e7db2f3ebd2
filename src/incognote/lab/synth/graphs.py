"""The gold graph of a narrative: what its skeleton declares, with the places that tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognote.lab.synth.skeleton import Fact, Skeleton
from incognote.lab.synth.vocabulary import CLINICAL, CONTEXT_FIELDS, TIMES

Telling = tuple[str, str | None, int, int]
"""(fact, context field or None, start, end): words of the text that tell it."""
VERSION = 1


def graph(skeleton: Skeleton, told: Sequence[Telling], *, note_id: str) -> dict[str, Any]:
    """The graph of a filled narrative (schemas/graph.schema.json); days count from the visit."""
    durations = []
    nodes = []
    for fact in skeleton.facts:
        times = {name: int(value) for name, value in fact.fields if name in TIMES}
        duration = f"t{fact.key[1:]}" if times else None
        if duration is not None:
            durations.append({"id": duration, **{name: times.get(name) for name in ("onset", "offset", "span")}})
        nodes.append(_node(fact, duration, told))
    edges = [{"source": source, "kind": kind, "target": target} for source, kind, target in skeleton.edges]
    return {"version": VERSION, "id": note_id, "script": skeleton.script, "nodes": nodes, "edges": edges, "durations": durations}


def _node(fact: Fact, duration: str | None, told: Sequence[Telling]) -> dict[str, Any]:
    clinical = {name: _value(value) for name, value in fact.fields if name in CLINICAL}
    context = {name: value for name, value in fact.fields if name in CONTEXT_FIELDS}
    spans = [[start, end] for key, field, start, end in told if key == fact.key and field is None]
    return {"id": fact.key, "kind": fact.kind, "clinical": clinical, "context": context, "duration": duration, "spans": spans}


def _value(told: str) -> str | bool:
    return {"yes": True, "no": False}.get(told, told)
