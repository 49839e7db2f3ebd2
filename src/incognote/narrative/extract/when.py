"""Which of the told times is whose: that of the same words, clause or sentence, or carried over from what was told before."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from incognote.names.tables import in_base
from incognote.narrative.extract.days import Day, days
from incognote.narrative.extract.said import Said, Telling
from incognote.narrative.graph import Duration, Node

_TIMED: Final = frozenset(("Symptom", "Treatment", "LifeEvent", "History", "VisitEvent", "Diagnosis"))
_POINTS_BACK: Final = re.compile(r"\s*(?:(?:it|that|this) (?:was|is|happened|has been|has gone on|has lasted)(?: like that| so| this way| the case)?(?: on| for| since)?|[这那]是|时间是)\s*")
_ANSWERS: Final = re.compile(
    in_base(r"[减減][轻輕少]|好[转轉了些]|改善|照[旧舊]|無?[缓緩]解|有效|[无無]效|消失|消退|減了|降[到至]|没了|沒了|不见|還剩|还剩|淡了|松动|退了|疗效|療效|效果")
    + r"|(?<![a-z])(?:better|less|fewer|eased|lifted|gone|quieter|faded|settled|improved|reduced|cut|relief|no change|unchanged|a third|half|worked|helped|touch)(?![a-z])"
)
_THEN: Final = re.compile(r"(?:之|以)?[後后](?![起来])")
_AFTER_IT: Final = re.compile(r"\bafter (?:the |this |that |his |her |their |a |an )?$")
_REACH: Final = 1200
"""Characters that a time may stand away from its fact at most."""
_FAR: Final = 99.0
_REACHES: Final = 12.0
_NEAR: Final = {"Diagnosis": 1.0, "VisitEvent": 1.0, "History": 4.0}
"""How far the time of each kind may stand (`_distance`): what was found at the visit, or long ago, takes no time from another sentence."""
_CARRIED: Final = 3.0
_SHARED: Final = 0.8
_SENTENCE: Final = 3.5
_OWN: Final = 1.0
_GOES_ON: Final = 0.2
"""A treatment that took nearly all the time since it was begun is still going on."""
_CLOSE: Final = 0.31
_ADJACENT: Final = 0.1
_LIFETIME: Final = 100 * 365
"""What lies further back is nobody's illness: 百年糕餅鋪."""


def durations(said: Said) -> Mapping[str, Duration]:
    """Node -> when it was, for the nodes whose time is told."""
    told = [day for day in days(said) if max(abs(day.onset or 0), day.span or 0) < _LIFETIME]
    timed = [n for n in said.nodes if n.kind in _TIMED and not n.clinical.get("negated")]
    costs = {node.id: _costs(said, node, told) for node in timed}
    best = [min((of.get(i, _FAR) for of in costs.values()), default=_FAR) for i in range(len(told))]
    found: dict[str, Duration] = {}
    for node in timed:
        mine = _own(costs[node.id], best, told)
        if when := _when(node, sorted((m for m in mine if m[0] < _NEAR.get(node.kind, _REACHES)), key=lambda m: (m[0], m[1].start))):
            found[node.id] = when
    return _followed(said, timed, found)


def _own(costs: Mapping[int, float], best: Sequence[float], told: Sequence[Day]) -> list[tuple[float, Day]]:
    """The times of a node with how far each is. A length right behind it leaves it nothing of what is another fact's: who lost his job
    four months ago and has had low mood for three months is low since three."""
    shared = {i: _shared(cost, best[i]) for i, cost in costs.items()}
    if any(cost <= _ADJACENT and told[i].sort == "lasting" for i, cost in costs.items()):
        shared = {i: cost for i, cost in shared.items() if cost <= costs[i]}
    return [(cost, told[i]) for i, cost in shared.items()]


def _shared(cost: float, best: float) -> float:
    """A time that stands nearer to another fact is further away."""
    if cost <= best + 0.01 or cost < 0.3:
        return cost
    return cost + (_SHARED if cost < _SENTENCE else _CARRIED)


def _followed(said: Said, timed: Sequence[Node], found: dict[str, Duration]) -> dict[str, Duration]:
    """A dose ends where the next of the same drug begins, as English notes tell it."""
    last: dict[str, str] = {}
    for node in timed if said.script == "en" else ():
        if node.kind != "Treatment" or node.id not in found:
            continue
        before = last.get(node.name)
        mine = found[node.id].onset
        if before is not None and mine is not None and found[before].offset is None and (found[before].onset or 0) < mine:
            found[before] = found[before]._replace(offset=mine)
        last[node.name] = node.id
    return found


def _costs(said: Said, node: Node, told: Sequence[Day]) -> dict[int, float]:
    """How far each of the times around the tellings of a node is from it, by the number of the time."""
    costs: dict[int, float] = {}
    for nth, telling in enumerate(said.told(node.id)):
        first = bisect_left(told, telling.start - _REACH, key=lambda day: day.start)
        for i in range(first, bisect_right(told, telling.end + _REACH, key=lambda day: day.start)):
            costs[i] = min(costs.get(i, _FAR), _distance(said, node, told[i], nth, telling.start, telling.end))
    return costs


def _tellings(said: Said, first: int, last: int) -> Sequence[Telling]:
    """The tellings that begin between two places, both counted in."""
    tellings = said.tellings
    return tellings[bisect_left(tellings, first, key=lambda t: t.start) : bisect_right(tellings, last, key=lambda t: t.start)]


def _distance(said: Said, node: Node, day: Day, nth: int, start: int, end: int) -> float:
    """How far a time is from one telling: 0 in it, below 1 in its clause, below 4 in its sentence."""
    here, there = said.clause_at(start), said.clause_at(day.start)
    if start <= day.start < end:
        return 0.15 * min(there - here, 3) + 0.1 * nth
    if node.kind == "Symptom" and _is_answer(said, node, here):
        nth += 15
    last = said.clause_at(max(end - 1, start))
    behind = day.start >= end
    if said.clauses[here].sentence == said.clauses[there].sentence and _leans_on(said, start, end, behind):
        return _FAR
    sentences = said.clauses[here].sentence - said.clauses[there].sentence
    inside = any(t.node != node.id and day.start < t.end for t in _tellings(said, day.start - _REACH, day.start))
    low, high = (end, day.start) if behind else (day.end, start)
    between = len({t.node for t in _tellings(said, low, high) if t.node != node.id and t.end <= high})
    if behind and not said.folded[end : day.start].strip() and day.sort in ("lasting", "since", "at"):
        return _ADJACENT + 0.2 * nth  # low mood for three months: whatever else is told before it
    if sentences == 0:
        clauses = there - last if behind else here - there
        odd = 0.6 * (behind == (day.sort == "after")) if day.sort in ("after", "until") else 0.0
        odd += 0.6 * (behind and clauses > 0 and day.sort == "after")
        return 0.3 + 0.2 * (clauses > 0) + 0.3 * min(clauses, 4) + 0.2 * behind + 0.8 * between + 1.5 * inside + 0.2 * nth + odd
    if sentences < 0:
        return 1 + 0.2 * nth if sentences == -1 and _POINTS_BACK.fullmatch(said.folded[said.clauses[there].start : day.start]) else _FAR
    return 4 + sentences + 0.3 * between + 0.2 * nth


def _is_answer(said: Said, node: Node, clause: int) -> bool:
    """Whether a clause says how a symptom answered a treatment that was told before in the sentence: the times there are the treatment's."""
    here = said.clauses[clause]
    if not _ANSWERS.search(said.folded, here.start, here.end):
        return False
    kinds = {n.id: n.kind for n in said.nodes}
    near = _tellings(said, here.start - _REACH, here.end)
    return any(kinds[t.node] == "Treatment" and said.clauses[t.clause].sentence == here.sentence for t in near)


def _leans_on(said: Said, start: int, end: int, behind: bool) -> bool:
    """丟了工作後一個月, a month after the flood: the time is that of another fact, which leans on this one."""
    if behind:
        return bool(_THEN.match(said.folded, end))
    return bool(_AFTER_IT.search(said.folded[max(0, start - 20) : start]))


def _when(node: Node, near: Sequence[tuple[float, Day]]) -> Duration | None:
    if not near:
        return None
    least = near[0][0]
    if node.kind != "Symptom":
        near = [(cost, day) for cost, day in near if day.sort != "first"]
    own = [day for cost, day in near if cost <= least + _OWN * (least < 2)]
    onset = _onset(near, least)
    offset = next((d.offset for d in own if d.offset is not None and (onset is None or d.offset > onset) and _may_end(node, d, onset)), None)
    span = next((d.span for d in own if d.sort == "lasting"), None)
    if onset is None and span is not None:
        onset = (offset or 0) - span
    elif onset is not None and offset is None and span is not None and node.kind == "Treatment" and onset + span < _GOES_ON * onset:
        offset = onset + span
    if onset is None and offset is None:
        return None
    if onset is None and node.kind != "History":
        onset, offset = offset, None
    return Duration(f"t{node.id}", onset, offset)


def _may_end(node: Node, day: Day, onset: int | None) -> bool:
    """An event has no end here; what is history has one where it is told as a stretch, or nothing else is told."""
    return node.kind in ("Treatment", "Symptom") or (node.kind == "History" and (onset is None or day.onset is not None))


def _onset(near: Sequence[tuple[float, Day]], least: float) -> int | None:
    """The first that is told among the nearest; a length counts from today, and "since then" only where nothing else is told."""
    close = sorted((day for cost, day in near if cost <= least + (_CLOSE if least > _ADJACENT else 0.0)), key=lambda day: day.start)
    own = [day for cost, day in near if cost <= least + _OWN * (least < 2)]
    for leaning in (False, True):
        for told in (close, own):
            for day in told:
                if day.onset is not None and day.sort != "same" and (day.sort in ("after", "nth")) == leaning:
                    return day.onset
    if any(day.sort == "lasting" for day in own):
        return None
    return next((day.onset for day in own if day.onset is not None), None)
