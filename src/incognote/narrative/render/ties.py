"""What a fact has to do with those told before it, as words around its sentence: because of, for, on the basis of, which led to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from incognote.narrative.graph import Node
from incognote.narrative.render.sorts import is_drug, is_measure
from incognote.narrative.render.voice import Voice

_MOST: Final = 4
_BEHIND: Final = (("causes", "causing"), ("supports_dx", "supporting"), ("treated_by", "treated"))
_LED: Final = frozenset(("causes", "treated_by", "supports_dx"))


class Told(NamedTuple):
    """The facts told so far, and those of the sentence before."""

    keys: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()

    def and_then(self, *keys: str) -> Told:
        return Told(self.keys | frozenset(keys), frozenset(keys))


def lead(node: Node, voice: Voice, told: Told) -> str:
    """What stands before the sentence of `node`: what made it, what it is for, or what speaks for it."""
    edges = voice.graph.edges
    made = _known(voice, (e.source for e in edges if e.kind == "causes" and e.target == node.id), told)
    if made:
        return _filled(_because(made, voice, told), "cause", made, node, voice)
    treats = _known(voice, (e.source for e in edges if e.kind == "treated_by" and e.target == node.id), told)
    helps = _known(voice, (e.target for e in edges if e.kind == "response_to" and e.source == node.id), told)
    if treated := list({n.id: n for n in (*treats, *helps)}.values()):
        return _filled("for", "cause", treated, node, voice)
    return "" if voice.graph.when(node) is not None else _on_grounds(node, voice, told, "based", "cause")


def _on_grounds(node: Node, voice: Voice, told: Told, key: str, slot: str) -> str:
    """What speaks for a diagnosis: before it, or behind it where it has a day, which is not theirs."""
    grounds = _known(voice, (e.source for e in voice.graph.edges if e.kind == "supports_dx" and e.target == node.id), told)
    return _filled(key, slot, grounds, node, voice) if grounds else ""


def _because(made: list[Node], voice: Voice, told: Told) -> str:
    """The plan for a cause: an event is not named twice where it is plain which is meant."""
    if all(n.kind == "LifeEvent" for n in made):
        events = [n.id for n in voice.graph.nodes if n.kind == "LifeEvent" and n.id in told.keys]
        if {n.id for n in made} == told.last:
            return "hence"
        if len(events) == 1:
            return "that_event"
    if {n.id for n in made} == told.last and all(has_doses(n, voice) for n in made):
        return "on_this"
    return "on" if all(n.kind == "Treatment" and is_drug(n) for n in made) else "because"


def tail(node: Node, voice: Voice, told: Told) -> str:
    """What stands behind the sentence of `node`: what it made, or the diagnosis that it speaks for."""
    if node.kind == "Diagnosis" and voice.graph.when(node) is not None and (grounds := _on_grounds(node, voice, told, "grounds", "effect")):
        return grounds
    for kind, key in _BEHIND:
        targets = _known(voice, (e.target for e in voice.graph.edges if e.kind == kind and e.source == node.id), told)
        if targets and (kind != "treated_by" or not any(has_doses(n, voice) for n in targets)):
            return _filled(key, "effect", targets, node, voice)
    return ""


def has_doses(node: Node, voice: Voice) -> bool:
    """Whether another dose of the same treatment is told: by its name alone nobody knows which is meant."""
    return sum(n.kind == node.kind == "Treatment" and n.name == node.name for n in voice.graph.nodes) > 1


def sources(node: Node, voice: Voice, told: Told) -> tuple[tuple[str, ...], ...]:
    """The told facts that `node` is tied to: facts with the same may be told in one sentence."""
    edges = voice.graph.edges
    return (
        tuple(sorted(e.source for e in edges if e.target == node.id and e.source in told.keys and e.kind in _LED)),
        tuple(sorted(e.target for e in edges if e.source == node.id and e.target in told.keys and e.kind in ("causes", "supports_dx"))),
    )


def _known(voice: Voice, keys: Iterator[str], told: Told) -> list[Node]:
    """Those of `keys` that were told; what is not there, not certain, a relative's or a measure is not named again."""
    nodes = [voice.graph.node(key) for key in dict.fromkeys(keys) if key in told.keys]
    return [n for n in nodes if n.kind not in ("Patient", "Relative") and not is_measure(n) and not n.clinical.get("negated") and not n.clinical.get("uncertain")]


def _filled(key: str, slot: str, nodes: list[Node], node: Node, voice: Voice) -> str:
    names = list(dict.fromkeys(_again(voice.call(n), voice) for n in nodes[:_MOST]))
    text = voice.plan(key, node.id).format(**{slot: voice.listed(names, node.id)})
    return text + " " if voice.latin and slot == "cause" else text


def _again(name: str, voice: Voice) -> str:
    """A name as it is said the second time: "a workplace conflict" is "the workplace conflict"."""
    if not voice.latin:
        return name
    for article in ("a ", "an "):
        if name.startswith(article):
            return "the " + name.removeprefix(article)
    return name
