"""Which fact belongs to which: what made what, what speaks for a diagnosis, what was given for what."""

from __future__ import annotations

from collections.abc import Mapping

from incognote.narrative.extract.said import Said
from incognote.narrative.graph import Duration, Edge


def links(said: Said, durations: Mapping[str, Duration]) -> tuple[Edge, ...]:
    """The edges between the nodes of `said`."""
    patient = next((n.id for n in said.nodes if n.kind == "Patient"), None)
    if patient is None:
        return ()
    return tuple(Edge(n.id, "relative_of", patient) for n in said.nodes if n.kind == "Relative")
