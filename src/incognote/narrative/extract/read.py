"""From the text of a narrative to its graph: what `extract` finds, and what it says it did not cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from incognote.document import Script, Span
from incognote.narrative import lexicon
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.context import fields
from incognote.narrative.extract.facts import facts, nodes
from incognote.narrative.extract.find import find, sentence_spans
from incognote.narrative.extract.implied import kept
from incognote.narrative.extract.links import links
from incognote.narrative.extract.said import Said
from incognote.narrative.extract.uncovered import uncovered
from incognote.narrative.extract.when import durations
from incognote.narrative.graph import Graph, Node


class Extraction(NamedTuple):
    """The graph, the stretches that sound clinical and that no node covers, and what was read clause by clause."""

    graph: Graph
    uncovered: tuple[tuple[int, int], ...]
    said: Said


def extract(text: str, *, script: Script, spans: Sequence[Span] = (), day_zero: date | None = None, note_id: str = "") -> Extraction:
    """The graph of `text`; `spans` are the identifiers that were found in it, `day_zero` the day of the visit."""
    folded, cut = lexicon.folded(text), clauses(text)
    found = kept(text, folded, sentence_spans(cut), find(text, folded, cut, spans=spans))
    patient = _patient(text, folded, spans)
    bare = Said(text, folded, script, cut, (patient,), (), tuple(spans), day_zero)
    made, tellings = nodes(facts(text, folded, script, cut, found, spans=spans), bare.clause_at)
    said = replace(bare, nodes=(patient, *made), tellings=tuple(tellings))
    times = durations(said)
    timed = tuple(replace(node, duration=times[node.id].id) if node.id in times else node for node in said.nodes)
    graph = Graph(note_id, script, timed, links(said, times), tuple(times.values()))
    places = [span for node in timed for span in node.spans]
    return Extraction(graph, uncovered(folded, sentence_spans(cut), places), said)


def _patient(text: str, folded: str, spans: Sequence[Span]) -> Node:
    told = fields(text, folded, spans)
    return Node("f0", "Patient", {}, {f.name: f.value for f in told}, None, tuple(sorted({(f.start, f.end) for f in told})))
