"""Two systems on the same notes: the difference, its interval, and the sentence that follows from it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from incognote.errors import UsageError
from incognote.lab.evaluate.figures import needs_places
from incognote.lab.evaluate.intervals import HIGH, LOW, by_group, randomisation, ratio, resampled
from incognote.lab.evaluate.measures import COLUMNS, Score

MEASURES: Final = {
    "string recall": ("string_caught", "gold"),
    "full-cover recall": ("covered", "gold"),
    "unique precision": ("unique_right", "unique_said"),
    "clean notes": ("clean", "notes"),
    "fully covered notes": ("whole", "notes"),
    "spurious spans a note": ("spurious", "notes"),
}
_LESS_IS_BETTER: Final = frozenset({"spurious spans a note"})


class Difference(NamedTuple):
    """First minus second, with its paired interval and the p of approximate randomisation."""

    measure: str
    first: float
    second: float
    value: float
    low: float
    high: float
    p: float
    sentence: str


def difference(first: Score, second: Score, *, measure: str = "string recall", margin: float | None = None, by_skeleton: bool = False, seeds: int | None = None) -> Difference:
    """The paired bootstrap of a measure on the same notes.

    `margin` asks for non-inferiority and must be given beforehand; `seeds` is how many training seeds stand
    behind the systems (None: nothing was trained); one is said to be one.

    Raises:
        UsageError: the two were not scored on the same notes, there is no such measure, or one told hashes alone
            and the measure needs places; a margin that is negative.
    """
    if measure not in MEASURES:
        raise UsageError(f"no such measure; there are {', '.join(MEASURES)}")
    if margin is not None and margin < 0:
        raise UsageError("a margin says how much worse the first may be: it is not negative")
    if first.groups != second.groups:
        raise UsageError("the two systems were not scored on the same notes")
    if needs_places(measure) and not (first.has_places and second.has_places):
        raise UsageError(f"{measure} cannot be told of hashed predictions")
    columns = [COLUMNS.index(name) for name in MEASURES[measure]]
    a, b = first.counts[:, columns], second.counts[:, columns]
    if by_skeleton:
        a, b = by_group(a, first.groups), by_group(b, second.groups)
    differences = np.sort(ratio(resampled(a)) - ratio(resampled(b)))
    left, right = float(ratio(a.sum(axis=0)[None])[0]), float(ratio(b.sum(axis=0)[None])[0])
    low, high = float(differences[LOW]), float(differences[HIGH])
    p = randomisation(a, b, ratio)
    sentence = _sentence(first.system, second.system, measure, left - right, low, high, margin)
    if seeds == 1:
        sentence += " One training seed stands behind it."
    return Difference(measure, left, right, left - right, low, high, p, sentence)


def _sentence(first: str, second: str, measure: str, value: float, low: float, high: float, margin: float | None) -> str:
    """What may be said: an interval off zero is a difference, any other is none shown, never equality."""
    sign = -1 if measure in _LESS_IS_BETTER else 1
    told = f"{measure}: {value:+.4f} ({low:+.4f} to {high:+.4f})"
    if margin is not None:
        worst = low if sign > 0 else -high
        if worst > -margin:
            return f"{first} is not worse than {second} by more than {margin} on this test set ({told})."
        return f"It is not shown that {first} is within {margin} of {second} on this test set ({told})."
    if low > 0 or high < 0:
        is_better = (value > 0) == (sign > 0)
        return f"{first} {'improved on' if is_better else 'is worse than'} {second} on this test set ({told})."
    return f"No clear difference shown on this test set between {first} and {second} ({told})."
