"""Intervals and tests. The unit is the note (or the skeleton): what one author wrote is never split.

Sources: the article's bootstrap (`random.Random(0)`, 2,000 resamples of whole notes, sorted, elements 49 and
1949); Wilson's score interval; approximate randomisation (Noreen 1989).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2000
LOW, HIGH = 49, 1949
_Z: Final = 1.959963984540054
Counts = NDArray[np.float64]
"""One row a note."""


class Estimate(NamedTuple):
    """A figure with its 95 % interval; `of` is how many things were counted."""

    value: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        return f"{self.value:.4f} ({self.low:.4f}-{self.high:.4f})"


def draws(notes: int, *, seed: int = 0, resamples: int = RESAMPLES) -> NDArray[np.int64]:
    """`resamples` x `notes` indices, equal to `random.Random(seed).choices(range(notes), k=notes)` in turn."""
    _, state, _ = random.Random(seed).getstate()
    twister = np.random.RandomState()
    twister.set_state(("MT19937", np.array(state[:-1], dtype=np.uint32), state[-1], 0, 0.0))
    return np.floor(twister.random_sample((resamples, notes)) * notes).astype(np.int64)


def bootstrap(counts: Counts, measure: Callable[[Counts], Counts]) -> Estimate:
    """The interval of `measure` over resampled notes; all measures on as many notes see the same resamples.

    `counts` is notes x columns; `measure` maps sums (... x columns) to figures; `of` is the sum of the last column.
    """
    values = np.sort(measure(resampled(counts)))
    whole = counts.sum(axis=0)
    return Estimate(float(measure(whole[None, :])[0]), float(values[LOW]), float(values[HIGH]), int(whole[-1]))


def resampled(counts: Counts) -> Counts:
    """Sums of the resampled notes, resamples x columns: one matrix product."""
    summed: Counts = _times(len(counts)) @ counts
    return summed


@lru_cache(maxsize=1)
def _times(notes: int) -> Counts:
    """How often each resample holds each note: resamples x notes (16 MB for 1,000 notes)."""
    offsets = np.arange(RESAMPLES)[:, None] * notes
    held = np.bincount((draws(notes) + offsets).ravel(), minlength=notes * RESAMPLES).reshape(RESAMPLES, notes)
    return held.astype(np.float64)


def ratio(sums: Counts) -> Counts:
    """First column over second, 0 where there is nothing to count (as the article does: never below one)."""
    result: Counts = sums[..., 0] / np.maximum(1.0, sums[..., 1])
    return result


def share(counts: Counts, sums: Counts | None = None) -> Estimate:
    """The share of the first column in the second, over the resamples that hold the second at all.

    Where all or nothing counts, or one unit holds all, no resample differs, which is no certainty: Wilson over the units.
    `sums` are the resampled sums of `counts`, where they were drawn before.
    """
    whole = counts.sum(axis=0)
    if whole[1] == 0:
        return wilson(0, 0)
    drawn = resampled(counts) if sums is None else sums
    drawn = drawn[drawn[:, 1] > 0]
    return spread(float(whole[0] / whole[1]), drawn[:, 0] / drawn[:, 1], units=int((counts[:, 1] > 0).sum()), of=int(whole[1]))


def spread(value: float, drawn: Counts, *, units: int, of: int) -> Estimate:
    """`value` with the interval of its resampled values, or Wilson's over `units` where these never differ."""
    if value not in (0.0, 1.0):
        low, high = edges(drawn)
        if low < high:
            return Estimate(value, low, high, of)
    return wilson(value * units, units)._replace(value=value, of=of)


def edges(values: Counts) -> tuple[float, float]:
    """The ends of the interval of resampled `values`, which may be fewer than all resamples."""
    held = np.sort(values)
    low, high = (float(held[int(len(held) * edge / RESAMPLES)]) for edge in (LOW, HIGH))
    return low, high


def wilson(successes: float, of: int) -> Estimate:
    """Wilson's interval of a share of notes.

    >>> str(wilson(186, 200))
    '0.9300 (0.8859-0.9578)'
    """
    if of == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    share = successes / of
    centre = (share + _Z**2 / (2 * of)) / (1 + _Z**2 / of)
    half = _Z * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2)) / (1 + _Z**2 / of)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half), of)


def randomisation(first: Counts, second: Counts, measure: Callable[[Counts], Counts], *, rounds: int = 2000, seed: int = 0) -> float:
    """Two-sided p of the difference when each note's two outcomes are swapped at random."""
    swaps = np.random.default_rng(seed).random((rounds, len(first))) < 0.5
    observed = abs(float(measure(first.sum(axis=0)[None])[0] - measure(second.sum(axis=0)[None])[0]))
    gain = second - first
    moved = swaps.astype(np.float64) @ gain
    left, right = first.sum(axis=0) + moved, second.sum(axis=0) - moved
    as_far = np.abs(measure(left) - measure(right)) >= observed - 1e-12
    return float((as_far.sum() + 1) / (rounds + 1))


def by_group(counts: Counts, groups: Sequence[str]) -> Counts:
    """Sum the rows of each group: for sets in which one skeleton fills several notes."""
    order = {name: row for row, name in enumerate(dict.fromkeys(groups))}
    summed = np.zeros((len(order), counts.shape[1]))
    np.add.at(summed, [order[g] for g in groups], counts)
    return summed
