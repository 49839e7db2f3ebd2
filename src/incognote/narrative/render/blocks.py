"""Which facts of a paragraph are told together, and in what order: the person, what happened, what was found, what it is, what was done.

Facts of one kind that have the same time, the same ties and nothing of their own to add share a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from incognote.narrative.graph import Node
from incognote.narrative.render.choose import number
from incognote.narrative.render.sorts import is_measure
from incognote.narrative.render.ties import Told, has_doses, sources
from incognote.narrative.render.voice import Voice

_ORDER: Final = ("Patient", "story", "negated", "open", "VisitEvent", "History", "Relative", "Diagnosis", "Treatment", "made")
_MOST: Final = 4
_OWN: Final = frozenset(("side", "severity", "value", "scale", "risk", "situation", "thought", "emotion", "behaviour"))
_LISTED: Final = ("Symptom", "History")
_LEADING: Final = ("LifeEvent", "Treatment")
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
        made = [n for n in _makers(node, voice) if n.kind == "Treatment" and n.id in here]
        return ("Treatment" if any(has_doses(n, voice) for n in made) else "made") if made else "story"
    return "VisitEvent" if is_measure(node) else node.kind


def _rank(node: Node, voice: Voice) -> tuple[int, ...]:
    """What comes first: what is certain, what began earlier; what an event or one of several doses made comes right behind it."""
    certainty = bool(node.clinical.get("uncertain")) + 2 * bool(node.clinical.get("negated"))
    free = number(voice.seed, node.id, "order") % 1000 + (1000 if _OWN & node.clinical.keys() else 0)
    own = _onset(node, voice)
    if node.kind in _LEADING:
        return certainty, own, number(voice.seed, node.id), 0, own, free
    for maker in _makers(node, voice):
        if maker.kind == "LifeEvent" or has_doses(maker, voice):
            return certainty, _onset(maker, voice), number(voice.seed, maker.id), 1, own, free
    return certainty, own, 0, 2, own, free


def _onset(node: Node, voice: Voice) -> int:
    days = voice.graph.when(node)
    return days.onset if days is not None and days.onset is not None else _LATE


def _makers(node: Node, voice: Voice) -> list[Node]:
    """The events and treatments that made `node`."""
    made = (voice.graph.node(e.source) for e in voice.graph.edges if e.kind == "causes" and e.target == node.id)
    return [n for n in made if n.kind in _LEADING]


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
        (e.source == node.id and (e.kind in ("causes", "treated_by") or (e.kind == "supports_dx" and voice.graph.when(voice.graph.node(e.target)) is not None)))
        or (e.target == node.id and e.kind == "response_to")
        for e in voice.graph.edges
    )
