"""What can be said of two facts of a text: how near they are told, in what order, how far apart in time, by which words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from incognote.narrative.extract import cues
from incognote.narrative.extract.said import Said, Telling
from incognote.narrative.extract.ties import KINDS, tied
from incognote.narrative.graph import Duration, Node
from incognote.narrative.lexicon import canonical

_DAYS: Final = ((0, "same"), (3, "days"), (10, "week"), (45, "month"), (130, "months"), (400, "year"))
_HELPED: Final = frozenset(("good", "partial", "excellent", "full", "complete", "remission", "moderate", "some"))


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """A text with its facts, as pairs are looked at; `order` counts the facts by their first telling."""

    said: Said
    durations: Mapping[str, Duration]
    names: Mapping[str, str] = field(repr=False)
    tellings: Mapping[str, tuple[Telling, ...]]
    order: Mapping[str, int]
    kinds: Mapping[str, str]
    ties: Mapping[tuple[str, str], tuple[str, ...]]
    rivals: Mapping[tuple[str, str, str], tuple[str, ...]]
    as_source: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    as_target: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def onset(self, node: Node) -> int | None:
        when = self.durations.get(node.id)
        return None if when is None else when.onset


def scene(said: Said, durations: Mapping[str, Duration]) -> Scene:
    """What is looked up of a text for each of its pairs."""
    tellings = {node.id: said.told(node.id) for node in said.nodes}
    first = sorted((told[0].start, key) for key, told in tellings.items() if told)
    names = {n.id: canonical(n.name) for n in said.nodes}
    there = [n for n in said.nodes if tellings[n.id] and n.kind != "Patient"]
    ties: dict[tuple[str, str], tuple[str, ...]] = {}
    rivals: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for kind in KINDS:
        for source in there:
            for target in there:
                if source is not target and not target.clinical.get("negated") and tied(kind, names[source.id], names[target.id]):
                    ties[kind, source.id] = (*ties.get((kind, source.id), ()), target.id)
                    if not source.clinical.get("negated"):
                        key = kind, target.id, source.kind
                        rivals[key] = (*rivals.get(key, ()), source.id)
    order = {key: i for i, (_, key) in enumerate(first)}
    bare = Scene(said, durations, names, tellings, order, {n.id: n.kind for n in said.nodes}, ties, rivals)
    alone = {n.id: tuple(_alone(bare, n)) for n in there}
    return replace(
        bare,
        as_source={key: tuple(f"source {one}" for one in told) for key, told in alone.items()},
        as_target={n.id: tuple(f"target {one}" for one in (*alone[n.id], *_comments(bare, n))) for n in there},
    )


def features(scene: Scene, source: Node, target: Node) -> Iterator[str]:
    """What speaks for or against an edge from `source` to `target`, whatever its kind."""
    yield "pair"
    yield from _place(scene, source, target)
    yield from _time(scene, source, target)
    known = tuple(_known(scene, source, target))
    yield from known
    yield "known" if any(k.startswith("known") and not k.startswith("known back") for k in known) else "unknown"
    yield from scene.as_source[source.id]
    yield from scene.as_target[target.id]


def _alone(scene: Scene, node: Node) -> Iterator[str]:
    """What is said of a fact whatever the other is."""
    yield from (flag for flag in ("negated", "uncertain") if node.clinical.get(flag))
    if node.kind == "Treatment":
        response = str(node.clinical.get("response") or "")
        yield "helped" if response in _HELPED else "no help" if response else "response unknown"
    same = [n.id for n in scene.said.nodes if n.kind == node.kind and n.id in scene.order and n.id != node.id and not n.clinical.get("negated")]
    yield f"{_rank(scene, node.id, same)} of its kind"
    if len(scene.tellings[node.id]) > 1:
        yield "told again"


def _place(scene: Scene, source: Node, target: Node) -> Iterator[str]:
    ahead, behind, between = nearest(scene, source, target)
    if ahead is None or behind is None:
        return
    forward = ahead.node == source.id
    way = "forward" if forward else "backward"
    clauses = scene.said.clauses
    sentences = clauses[behind.clause].sentence - clauses[ahead.clause].sentence
    near = "clause" if ahead.clause == behind.clause else "sentence" if not sentences else "next" if sentences == 1 else "near" if sentences < 4 else "far"
    yield f"{way} {near}"
    yield f"between {min(between, 4)}"
    yield f"{way} between {min(between, 2)} {near if near in ('clause', 'sentence', 'next') else 'far'}"
    ranks = scene.order[target.id] - scene.order[source.id]
    yield f"rank {max(-3, min(ranks, 5))}"
    gap = max(behind.start - ahead.end, 0)
    yield "gap " + next((str(most) for most in (3, 12, 40, 100, 250) if gap <= most), "wide")
    before = [n.id for n in scene.said.nodes if n.kind == source.kind and scene.order.get(n.id, 99) < scene.order[target.id]]
    if before and max(before, key=scene.order.__getitem__) == source.id:
        yield "told last before"
    yield from _words(scene, ahead, behind, forward, near)


def nearest(scene: Scene, source: Node, target: Node) -> tuple[Telling | None, Telling | None, int]:
    """The two tellings that stand nearest, the first in the text first, and how many others stand between."""
    best: tuple[int, Telling, Telling] | None = None
    for one in scene.tellings[source.id]:
        for other in scene.tellings[target.id]:
            ahead, behind = sorted((one, other), key=lambda t: (t.start, t.end, t.node))
            gap = behind.start - ahead.end + (0 if one is ahead else 15)
            if best is None or gap < best[0]:
                best = (gap, ahead, behind)
    if best is None:
        return None, None, 0
    _, ahead, behind = best
    between = {t.node for t in scene.said.tellings if ahead.end <= t.start and t.end <= behind.start} - {source.id, target.id}
    return ahead, behind, len(between)


def _words(scene: Scene, ahead: Telling, behind: Telling, forward: bool, near: str) -> Iterator[str]:
    if near == "far":
        return
    text, clauses = scene.said.folded, scene.said.clauses
    way = "forward" if forward else "backward"
    gap = text[ahead.end : max(ahead.end, behind.start)] if near in ("clause", "sentence", "next") else ""
    inner = text[max(ahead.end, clauses[behind.clause].start) : max(behind.end, ahead.end)]
    tail = text[behind.end : min(_sentence_end(scene, behind) + (30 if near != "near" else 0), behind.end + 45)]
    for name, cue in (("leads", cues.FORWARD), ("because", cues.BACKWARD), ("then", cues.THEN)):
        if cue.search(gap):
            yield f"{way} {name} between {near}"
        if cue.search(inner):
            yield f"{way} {name} in clause"
    for name, cue in (("drug", cues.OF_DRUG), ("cause", cues.OF_CAUSE), ("because", cues.BACKWARD)):
        if cue.search(tail):
            yield f"{way} {name} after"
        if name != "because" and cue.search(inner):
            yield f"{way} {name} in clause"
    for name, cue in (("support", cues.SUPPORT), ("for", cues.FOR)):
        if cue.search(gap + inner):
            yield f"{way} {name} between {near}"
        if cue.search(tail):
            yield f"{way} {name} after {near}"


def _comments(scene: Scene, target: Node) -> Iterator[str]:
    """Whether the target is told with words of what made it, in any of its sentences."""
    for name, cue in (("cause", cues.OF_CAUSE), ("drug", cues.OF_DRUG)):
        for telling in scene.tellings[target.id]:
            end = min(max(_sentence_end(scene, telling), telling.end) + 20, telling.end + 60)
            if cue.search(scene.said.folded, scene.said.clauses[telling.clause].start, end):
                yield f"tells {name}"
                break


def _sentence_end(scene: Scene, telling: Telling) -> int:
    number = scene.said.clauses[telling.clause].sentence
    at = telling.clause
    while at + 1 < len(scene.said.clauses) and scene.said.clauses[at + 1].sentence == number:
        at += 1
    return scene.said.clauses[at].end


def _time(scene: Scene, source: Node, target: Node) -> Iterator[str]:
    first, second = scene.onset(source), scene.onset(target)
    if first is None or second is None:
        yield f"time {'no' if first is None else 'has'} {'no' if second is None else 'has'}"
        return
    days = second - first
    yield "time " + ("before" if days < 0 else next((name for most, name in _DAYS if days <= most), "years"))
    between = [n for n in scene.said.nodes if n.kind in ("LifeEvent", "Symptom", "Treatment") and (o := scene.onset(n)) is not None and first < o < second]
    yield f"time between {min(len(between), 3)}"
    if not any(n.kind == source.kind and n.id != source.id and (o := scene.onset(n)) is not None and first < o <= second for n in scene.said.nodes):
        yield "latest before"
    if not any(n.kind == target.kind and n.id != target.id and (o := scene.onset(n)) is not None and first <= o < second for n in scene.said.nodes):
        yield "first after"


def _known(scene: Scene, source: Node, target: Node) -> Iterator[str]:
    for kind in KINDS:
        if target.id in scene.ties.get((kind, source.id), ()):
            yield f"known {kind}"
            sources = [key for key in scene.rivals.get((kind, target.id, source.kind), ()) if key != source.id]
            yield f"source {_rank(scene, source.id, sources)} of {kind}"
            targets = [key for key in scene.ties[kind, source.id] if key != target.id and scene.kinds[key] == target.kind]
            yield f"target {_rank(scene, target.id, targets)} of {kind}"
        if source.id in scene.ties.get((kind, target.id), ()):
            yield f"known back {kind}"


def _rank(scene: Scene, mine: str, others: list[str]) -> str:
    """How many others are told before it."""
    before = sum(scene.order[key] < scene.order[mine] for key in others)
    return "only" if not others else f"{min(before, 3)}"


def diagnosis(scene: Scene) -> Node | None:
    """The main one: neither negated nor uncertain nor of long ago, told most often, then first."""
    sure = [n for n in scene.said.nodes if n.kind == "Diagnosis" and not n.clinical.get("negated") and not n.clinical.get("uncertain") and n.id in scene.order]
    return min(sure, key=lambda n: (not _psychiatric(scene.names[n.id]), scene.order[n.id]), default=None)


_BODY: Final = re.compile(r"anaemi|hypertens|diabet|thyroid|asthma|fracture|hepat|refeed|infect|hypo(?!mani)|cellul")


def _psychiatric(name: str) -> bool:
    return not _BODY.search(name)
