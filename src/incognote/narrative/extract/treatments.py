"""What is told of one treatment: its doses one after the other, how often, and what each did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.names.tables import in_base
from incognote.narrative.extract.dose import Amount, amounts, frequency
from incognote.narrative.extract.find import Found
from incognote.narrative.extract.response import response
from incognote.narrative.extract.times import times

_BACK: Final = 24
_FORWARD: Final = 160
_AFTER: Final = 24
_TOTAL: Final = re.compile(r"[(（]\s*$")
_OF_NEXT: Final = re.compile(r"\s+of\s*")
"""Between an amount and the drug behind it: that is whose amount it is."""
_FROM: Final = re.compile(in_base(r"[由从自]\s*(?:原来|每日|每晚)?\s*$") + r"|(?<![a-z])from (?:a )?$")
"""What a dose was raised or lowered from came first, wherever it is told."""
_WAYS: Final = ("raised", "reduced")
_TIMED: Final = re.compile(r"→|\d[/.-]\d|\d月\d|then")


class Regimen(NamedTuple):
    """A treatment at one dose; `start` and `end` say where it is told."""

    start: int
    end: int
    dose: str
    response: str

    def __repr__(self) -> str:
        return f"Regimen({self.start}, {self.end})"


def regimens(folded: str, script: Script, place: tuple[int, int], bounds: tuple[int, int]) -> list[Regimen]:
    """The doses of the treatment named at `place`, told within `bounds`; one without dose where none is told.

    In English and in Taiwan each dose with a time of its own is one regimen; else a course is one: "25 mg raised to 100 mg daily".
    """
    start, end = place
    said = [a for a in amounts(folded, end, bounds[1]) if not _OF_NEXT.fullmatch(folded, a.end, bounds[1])] or amounts(folded, bounds[0], start)[-1:]
    steps = _steps(folded, said)
    if not steps:
        often = frequency(folded, bounds[0], bounds[1])
        return [Regimen(start, end, often if often.endswith("ly") and often not in ("daily", "nightly") else "", response(folded[bounds[0] : bounds[1]]))]
    if len(steps) == 1 or not _apart(folded, steps, script):
        dose = _dose(folded, steps[-1], bounds[1])
        if len(steps) > 1:
            dose = f"{steps[0].says} {_WAYS[_size(steps[0]) > _size(steps[-1])]} to {dose}"
        return [Regimen(start, max(end, *(step.end for step in steps)), dose, response(folded[end : bounds[1]]))]
    edges = [end, *(_between(folded, a.end, b.start) for a, b in pairwise(steps)), bounds[1]]
    return [
        Regimen(start if n == 0 else step.start, max(end, step.end), _dose(folded, step, edges[n + 1]), response(folded[edges[n] : edges[n + 1]]))
        for n, step in enumerate(steps)
    ]


def _steps(folded: str, said: Sequence[Amount]) -> list[Amount]:
    """The amounts that follow each other: one said again or given as the total of a day is no step."""
    steps: list[Amount] = []
    for amount in said:
        if steps and (amount.says == steps[-1].says or amount.says.split()[1] != steps[-1].says.split()[1]):
            continue
        if steps and _TOTAL.search(folded, steps[-1].end, amount.start):
            steps[-1] = amount
        else:
            steps.append(amount)
    return sorted(steps, key=lambda step: not _FROM.search(folded[max(0, step.start - 8) : step.start]))


def _size(amount: Amount) -> float:
    return float(amount.says.split()[0])


def _apart(folded: str, steps: Sequence[Amount], script: Script) -> bool:
    if script == "zh-CN":
        return False
    told = folded[steps[0].end : steps[-1].end + _AFTER]
    return bool(_TIMED.search(told) or times(told))


def _between(folded: str, start: int, end: int) -> int:
    """Where what is said of one dose ends and the next begins: at the last stop or comma between them."""
    for sign in "。；\n;.，,":
        if (at := folded.rfind(sign, start, end)) >= 0:
            return at
    return end


def _dose(folded: str, amount: Amount, end: int) -> str:
    often = frequency(folded, amount.end, min(end, amount.end + 24)) or frequency(folded, max(amount.start - 12, 0), amount.start)
    return f"{amount.says} {often or 'daily'}"


def bounds(text: str, found: Found, others: Sequence[Found], sentences: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How far `text` speaks of `found`: from the treatment before it to the next, and not beyond its paragraph."""
    start = sentences[found.sentence][0]
    before = [o.end for o in others if start <= o.end <= found.start and o is not found]
    left = max([start, found.start - _BACK, *before])
    following = [o.start for o in others if o.start >= found.end and o.name != found.name]
    line = _line_end(text, found.end)
    right = min([found.end + _FORWARD, *following[:1], line])
    return left, max(right, found.end)


def _line_end(text: str, at: int) -> int:
    """The end of the line at `at`; a line that begins with an arrow goes on with the one before."""
    end = text.find("\n", at)
    while end >= 0 and text[end + 1 : end + 8].lstrip()[:1] == "→":
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end
