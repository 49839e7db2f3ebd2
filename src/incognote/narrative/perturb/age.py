"""Another age within the same clinical band, for which everything told is as possible as it was.

Bands: child under 12 (before school and in it), adolescent 12 to 17, adult 18 to 39 and 40 to 64, elder 65 to 79 and from 80. What
began at some age began in the same band of ages (ADHD before 12, schizophrenia of late onset after 40), nothing began before birth,
and what is told frozen stays possible: a birth, a school, a first job. Where there is such an age, the old circumstances would fit
it too, so that those of their class do. All ages of a band are as likely, whatever the old one was.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, floor
from typing import Final

from incognote.narrative.graph import Graph, Node, Value
from incognote.narrative.perturb.fits import needs
from incognote.narrative.render.choose import number
from incognote.text.numerals import to_int

_NOW: Final = (3, 6, 12, 18, 40, 65, 80, 96)
"""Where a band of present ages begins."""
_ONSET: Final = (1, 3, 7, 12, 18, 40, 60, 65)
"""Where a band of ages of onset begins: speech, school, ADHD, adolescence, adulthood, late and very late onset, old age."""
_YEAR: Final = 365.25
_TENS: Final = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_ONES: Final = {w: n for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split())}  # fmt: skip


def years(value: Value) -> int | None:
    """The age that a field says; None where it says none.

    >>> years(34), years("34歲"), years("sixty-eight"), years("三十四歲"), years("middle-aged")
    (34, 34, 68, 34, None)
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    said = str(value).strip().casefold()
    digits = "".join(c for c in said if c.isascii() and c.isdigit())
    if digits:
        return int(digits) if len(digits) <= 3 else None
    if (han := said.rstrip("歲岁足 ")) and (count := to_int(han)) is not None:
        return count
    parts = [part for part in said.replace("-", " ").split() if part in _TENS or part in _ONES]
    return sum(_TENS.get(part, _ONES.get(part, 0)) for part in parts) if parts else None


def another(graph: Graph, node: Node, *, seed: str) -> int | None:
    """The other age of `node`; its own where no other fits, None where it has none that can be read.

    >>> graph = Graph("n", "en", (patient := Node("f0", "Patient", {}, {"age": 34}),))
    >>> another(graph, patient, seed="s") in set(range(18, 40)) - {34}
    True
    """
    now = years(node.context.get("age", ""))
    if now is None:
        return None
    fitting = [age for age in possible(graph, now) if age != now]
    lives = [needs(str(value)).ages for name, value in node.context.items() if name not in ("age", "sex")]
    alike = [age for age in fitting if all(first <= age <= last for first, last in lives if first <= now <= last)]
    return min(alike or fitting, key=lambda age: number(seed, node.id, "age", str(age)), default=now)


def possible(graph: Graph, now: int) -> list[int]:
    """The ages of the same band, `now` among them, at which everything frozen in `graph` may be of the patient.

    >>> possible(Graph("n", "en", (Node("f1", "LifeEvent", {"class": "difficult birth"}),)), 17), possible(Graph("n", "en", ()), 4)
    ([14, 15, 16, 17], [3, 4, 5])
    """
    onsets, frozen = list(_begun(graph)), list(_asked(graph, now))
    return [
        age for age in range(*_band(now, _NOW))
        if all(_as_possible(now, age, onset) for onset in onsets) and all(first <= age <= last for first, last in frozen)
    ]  # fmt: skip


def at(age: int | None, onset: int | None) -> int | None:
    """How old somebody was `-onset` days ago.

    >>> at(34, -3650), at(None, -10)
    (24, None)
    """
    return age if age is None or onset is None else int(age + onset / _YEAR + 0.5)


def _begun(graph: Graph) -> Iterable[int]:
    """The days on which something of the patient's own began: an illness of a relative is not theirs."""
    for node in graph.nodes:
        when = graph.when(node)
        if node.kind != "Relative" and when is not None:
            yield from (day for day in (when.onset, when.offset) if day is not None and day < 0)


def _asked(graph: Graph, now: int) -> Iterable[tuple[int, int]]:
    """The present ages at which a frozen fact of the patient's is possible, as far as it was at the present one."""
    for node in graph.nodes:
        when = graph.when(node)
        ago = -(when.onset or 0) / _YEAR if when is not None else 0.0
        told = [node.name] if node.kind not in ("Patient", "Relative") and not node.clinical.get("negated") else []
        for said in (*told, *(str(node.clinical[name]) for name in ("situation", "thought", "behaviour") if name in node.clinical)):
            first, last = needs(said).ages
            if first <= now - ago <= last:
                yield ceil(first + ago), floor(last + ago)


def _as_possible(now: int, age: int, onset: int) -> bool:
    was, would = now + onset / _YEAR, age + onset / _YEAR
    if was < 0:
        return True
    return would >= 0 and _band(int(was), _ONSET) == _band(int(would), _ONSET)


def _band(age: int, starts: tuple[int, ...]) -> tuple[int, int]:
    ends = (0, *starts, 121)
    return next(((low, high) for low, high in pairwise(ends) if low <= age < high), (age, age + 1))
