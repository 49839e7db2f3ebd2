"""From the text of a narrative to its graph: what `extract` finds, and what it says it did not cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from incognote.document import Script, Span
from incognote.narrative import lexicon
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.facts import facts, nodes
from incognote.narrative.extract.find import find
from incognote.narrative.extract.said import Said
from incognote.narrative.graph import Graph, Node


class Extraction(NamedTuple):
    """The graph, the stretches that sound clinical and that no node covers, and what was read clause by clause."""

    graph: Graph
    uncovered: tuple[tuple[int, int], ...]
    said: Said


def extract(text: str, *, script: Script, spans: Sequence[Span] = (), day_zero: date | None = None, note_id: str = "") -> Extraction:
    """The graph of `text`; `spans` are the identifiers that were found in it, `day_zero` the day of the visit."""
    folded, cut = lexicon.folded(text), clauses(text)
    found = find(text, folded, cut, spans=spans)
    patient = Node("f0", "Patient")
    bare = Said(text, folded, script, cut, (patient,), (), tuple(spans), day_zero)
    made, tellings = nodes(facts(text, folded, script, cut, found), bare.clause_at)
    said = replace(bare, nodes=(patient, *made), tellings=tuple(tellings))
    return Extraction(Graph(note_id, script, said.nodes), (), said)
