"""Can an output be led back to its original? Ranks of the true original among all, by attackers who know more or less.

rank_i = 1 + |{j != i: s(y_i, d_j) > s(y_i, d_i)}| for output y_i among originals d_j; reported are the share of rank 1, the mean
of 1/rank, the median, and the shares of ranks below k. Chance top-1 is 1/|D|. An attacker who picks within a family of one clinical
skeleton is right by chance in 1/size; where several are equally like, the pick is shared among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.lab.evaluate.intervals import Estimate, by_group, share
from incognote.lab.risk.similar import Matrix
from incognote.narrative.render.choose import number

CLOSE: Final = (5, 10)
_EPSILON: Final = 1e-9
"""Similarities that differ by less are equal: they come from sums in different orders."""


class Linkage(NamedTuple):
    """`within[k]` is the share of outputs whose original has a rank below k; `chance` that of `top1` by guessing."""

    top1: Estimate
    mrr: float
    median: float
    within: Mapping[int, float]
    chance: float


class Picked(NamedTuple):
    """`right` is the share of right picks, `chance` that of guessing."""

    right: Estimate
    chance: float

    @property
    def times_chance(self) -> Estimate:
        """How many times as often as by guessing."""
        scale = 1 / self.chance if self.chance else 0.0
        return Estimate(self.right.value * scale, self.right.low * scale, self.right.high * scale, self.right.of)


def ranks(similarity: Matrix, own: Sequence[int] | None = None) -> NDArray[np.int64]:
    """The rank of the true original of each output: row i's is column `own[i]` (by default i).

    >>> ranks(np.array([[0.9, 0.1], [0.8, 0.3]])).tolist()
    [1, 2]
    """
    columns = np.arange(len(similarity)) if own is None else np.asarray(own, dtype=np.int64)
    true = similarity[np.arange(len(similarity)), columns][:, None]
    better: NDArray[np.int64] = (similarity > true + _EPSILON).sum(axis=1)
    return better + 1


def linkage(similarity: Matrix, own: Sequence[int] | None = None, *, groups: Sequence[str] | None = None) -> Linkage:
    """The figures of an attacker; `groups` names for each row what is resampled together.

    >>> told = linkage(np.array([[0.9, 0.1], [0.8, 0.3]]))
    >>> told.top1.value, told.mrr, told.median, told.chance
    (0.5, 0.75, 1.5, 0.5)
    """
    found = ranks(similarity, own)
    counts = np.stack([found == 1, np.ones(len(found))], axis=1).astype(np.float64)
    return Linkage(
        share(counts if groups is None else by_group(counts, groups)),
        float((1 / found).mean()),
        float(np.median(found)),
        {k: float((found < k).mean()) for k in CLOSE},
        1 / similarity.shape[1],
    )


def picked(similarity: Matrix, families: Sequence[str], own: Sequence[int] | None = None) -> Picked:
    """How often the likest within the family of an output is its own original; `families` are the columns' own, those of one are left out.

    >>> picked(np.array([[0.5, 0.5], [0.2, 0.6]]), ["a", "a"]).times_chance.value
    1.5
    """
    rows, names, chances = [], [], []
    for row, i in zip(similarity, range(len(similarity)) if own is None else own, strict=True):
        family = families[i]
        members = [j for j, other in enumerate(families) if other == family]
        if len(members) < 2:
            continue
        best = row[members] >= row[members].max() - _EPSILON
        rows.append((float(best[members.index(i)]) / best.sum(), 1.0))
        names.append(family)
        chances.append(1 / len(members))
    if not rows:
        return Picked(Estimate(0.0, 0.0, 1.0, 0), 0.0)
    right = share(by_group(np.array(rows), names))
    return Picked(right, sum(chances) / len(chances))


def half(facts: Sequence[str], *, seed: str) -> tuple[str, ...]:
    """Half of what is known of a person, rounded up: the same half for the same seed.

    >>> len(half(("a", "b", "c"), seed="s")), half(("a", "b"), seed="s") == half(("a", "b"), seed="s")
    (2, True)
    """
    kept = sorted(range(len(facts)), key=lambda n: number(seed, str(n), facts[n]))[: (len(facts) + 1) // 2]
    return tuple(facts[n] for n in sorted(kept))


def surviving(facts: Sequence[Sequence[str]], outputs: Sequence[str], left: Callable[[Sequence[str], str], Sequence[int]]) -> Estimate:
    """The share of `facts` that still stand in their output; `left` says which of some phrases a text holds."""
    counts = [(float(len(left(some, output))), float(len(some))) for some, output in zip(facts, outputs, strict=True) if some]
    return share(np.array(counts, dtype=np.float64)) if counts else Estimate(0.0, 0.0, 1.0, 0)
