"""What a concept is apart from its kind, as the lists of the lexicon tell."""

from __future__ import annotations

from functools import cache

from incognote.narrative.graph import Node
from incognote.narrative.lexicon import Concept, canonical, concepts


@cache
def _known() -> dict[str, Concept]:
    return {concept.name: concept for concept in concepts()}


def of(node: Node) -> Concept | None:
    """The concept that a node is of."""
    return _known().get(canonical(node.name))


def is_drug(node: Node) -> bool:
    """Whether a treatment is swallowed or given, not held or trained."""
    concept = of(node)
    return concept.file == "drugs" if concept is not None else any(c.isdigit() for c in str(node.clinical.get("dose", "")))


def is_of_mind(node: Node) -> bool:
    """Whether only the person can say that it is not there."""
    concept = of(node)
    return concept is not None and concept.file == "symptoms_mind"


def is_measure(node: Node) -> bool:
    """Whether a fact is what a scale or a test gave, whatever its kind."""
    concept = of(node)
    return node.kind == "VisitEvent" or (concept is not None and concept.file == "scales")
