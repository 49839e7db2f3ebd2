"""Which facts of a paragraph are told together, and in what order: the person, what happened, what was found, what it is, what was done.

Facts of one kind that have the same time, the same ties and nothing of their own to add share a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from incognote.narrative.graph import Node
from incognote.narrative.render.choose import number
from incognote.narrative.render.sorts import is_measure
from incognote.narrative.render.ties import Told, sources
from incognote.narrative.render.voice import Voice

_ORDER: Final = ("Patient", "story", "negated", "open", "VisitEvent", "History", "Relative", "Diagnosis", "Treatment", "made")
_MOST: Final = 4
_OWN: Final = frozenset(("side", "severity", "value", "scale", "risk", "situation", "thought", "emotion", "behaviour"))
_LISTED: Final = ("Symptom", "History")
_LATE: Final = 1 << 30


def blocks(nodes: Sequence[Node], voice: Voice, told: Told) -> Iterator[tuple[Node, ...]]:
    """The facts of one paragraph, those of a sentence together; `told` is what the paragraphs before told."""
    here = {n.id for n in nodes}
    before = told
    ordered = sorted(nodes, key=lambda n: (_ORDER.index(_sort(n, voice, here)), *_rank(n, voice)))
    waiting: list[Node] = []
    for node in ordered:
        if waiting and (len(waiting) >= _MOST or _alike(waiting[0], voice, before) is None or _alike(waiting[0], voice, before) != _alike(node, voice, before)):
            yield tuple(waiting)
            before = before.and_then(*(n.id for n in waiting))
            waiting = []
        waiting.append(node)
    if waiting:
        yield tuple(waiting)


def _sort(node: Node, voice: Voice, here: Collection[str]) -> str:
    if node.kind in ("Symptom", "LifeEvent") and not is_measure(node):
        if node.clinical.get("negated"):
            return "negated"
        if node.clinical.get("uncertain"):
            return "open"
        kinds = {n.id: n.kind for n in voice.graph.nodes}
        made = any(e.kind == "causes" and e.target == node.id and e.source in here and kinds[e.source] == "Treatment" for e in voice.graph.edges)
        return "made" if made else "story"
    return "VisitEvent" if is_measure(node) else node.kind


def _rank(node: Node, voice: Voice) -> tuple[int, ...]:
    """What comes first: what is certain, what began earlier; what an event made comes right behind it."""
    days = voice.graph.when(node)
    onset = days.onset if days is not None and days.onset is not None else _LATE
    certainty = bool(node.clinical.get("uncertain")) + 2 * bool(node.clinical.get("negated"))
    free = number(voice.seed, node.id, "order") % 1000 + (1000 if _OWN & node.clinical.keys() else 0)
    if node.kind == "LifeEvent":
        return certainty, onset, number(node.id), 0, onset, free
    for edge in voice.graph.edges:
        if edge.kind == "causes" and edge.target == node.id and (made := voice.graph.node(edge.source)).kind == "LifeEvent":
            when = voice.graph.when(made)
            return certainty, when.onset if when is not None and when.onset is not None else _LATE, number(made.id), 1, onset, free
    return certainty, onset, 0, 2, onset, free


def _alike(node: Node, voice: Voice, told: Told) -> tuple[object, ...] | None:
    """What facts of one sentence have in common; None for one that stands alone."""
    if node.kind not in _LISTED or is_measure(node) or (_OWN & node.clinical.keys() and not node.clinical.get("negated")):
        return None
    days = voice.graph.when(node)
    if days is not None and _named_again(node, voice):
        return None
    time = None if days is None or node.clinical.get("negated") else days[1:]
    return node.kind, bool(node.clinical.get("negated")), bool(node.clinical.get("uncertain")), time, sources(node, voice, told)


def _named_again(node: Node, voice: Voice) -> bool:
    """Whether a later sentence will name `node`, maybe beside another time: then it stands alone with its own."""
    return any(
        (e.source == node.id and e.kind in ("causes", "treated_by")) or (e.target == node.id and e.kind == "response_to") for e in voice.graph.edges
    )
