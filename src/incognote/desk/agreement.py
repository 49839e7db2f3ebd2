"""How far two reviewers agree: F1 of their spans, and Cohen's kappa over characters.

F1 counts spans alike in place and label; it is the same whoever is taken for the truth (Hripcsak and Rothschild 2005),
which is why it is preferred where what is not marked cannot be counted. Kappa (Cohen 1960) compares the label of each
character, none among them. Intervals: 95 %, percentile bootstrap over documents, 1,000 resamples, seed 0.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from incognote.desk.gold import truth
from incognote.desk.store import Desk

RESAMPLES: Final = 1000
_LOW, _HIGH = 24, 974
_NONE: Final = ""
Spans = tuple[tuple[int, int, str], ...]


class Figure(NamedTuple):
    """A figure with its 95 % interval; None where nothing can be counted."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}-{self.high:.3f})"


class Agreement(NamedTuple):
    """What two readings of the same documents have in common; `disputed` counts documents that differ at all."""

    pairs: int
    disputed: int
    exact: Figure | None
    placed: Figure | None
    covered: Figure | None
    kappa: Figure | None


Cells = tuple[tuple[str, str], ...]
Sums = Sequence[int]
"""Spans of both, alike in place, alike in label too, then characters by the two labels that they were given."""


def agreement(desk: Desk, batch: int) -> Agreement:
    """The agreement on every document of a batch that two finished, each pair of reviewers once."""
    pairs = []
    for _, stored, reviews in desk.finished(batch):
        readings = [truth(review) for review in sorted(reviews, key=lambda review: review.reviewer)]
        pairs += [(len(stored.document.text), one, other) for one, other in combinations(readings, 2)]
    return compare(pairs)


def compare(readings: Iterable[tuple[int, Spans, Spans]]) -> Agreement:
    """The agreement of two readings of texts: length in characters, spans of one, spans of the other.

    >>> compare([(10, ((0, 3, "NAME"),), ((0, 3, "NAME"),)), (10, ((2, 4, "DATE"),), ((2, 5, "DATE"),))]).exact.value
    0.5
    """
    given = list(readings)
    counted = [_counted(*reading) for reading in given]
    cells: Cells = tuple(sorted({cell for *_, characters in counted for cell in characters}))
    rows = [(spans, placed, labelled, *(characters[cell] for cell in cells)) for spans, placed, labelled, characters in counted]
    chance = random.Random(0)
    drawn = [_summed(chance.choices(rows, k=len(rows))) for _ in range(RESAMPLES)] if rows else []

    def figure(measure: Callable[[Sums], float | None]) -> Figure | None:
        value = measure(_summed(rows)) if rows else None
        if value is None:
            return None
        values = sorted(v for v in map(measure, drawn) if v is not None)
        low, high = (values[int(len(values) * edge / RESAMPLES)] for edge in (_LOW, _HIGH))
        return Figure(value, low, high)

    return Agreement(
        len(rows),
        sum(1 for _, one, other in given if one != other),
        figure(lambda sums: _ratio(2 * sums[2], sums[0])),
        figure(lambda sums: _ratio(2 * sums[1], sums[0])),
        figure(lambda sums: _covered(cells, sums[3:])),
        figure(lambda sums: _kappa(cells, sums[3:])),
    )


def _counted(length: int, one: Spans, other: Spans) -> tuple[int, int, int, Counter[tuple[str, str]]]:
    placed = Counter(span[:2] for span in one) & Counter(span[:2] for span in other)
    characters = Counter(zip(_labels(length, one), _labels(length, other), strict=True))
    return len(one) + len(other), placed.total(), len(set(one) & set(other)), characters


def _labels(length: int, spans: Spans) -> list[str]:
    labels = [_NONE] * length
    for start, end, label in spans:
        labels[start:end] = [label] * (end - start)
    return labels


def _summed(rows: Sequence[Sums]) -> Sums:
    return tuple(map(sum, zip(*rows, strict=True)))


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _covered(cells: Cells, counts: Sums) -> float | None:
    """F1 of characters that are marked at all, whatever the label: what bears on leaks."""
    both = sum(n for (one, other), n in zip(cells, counts, strict=True) if one and other)
    marked = sum(n * (bool(one) + bool(other)) for (one, other), n in zip(cells, counts, strict=True))
    return _ratio(2 * both, marked)


def _kappa(cells: Cells, counts: Sums) -> float | None:
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    seen = 0
    for (one, other), count in zip(cells, counts, strict=True):
        left[one] += count
        right[other] += count
        seen += count if one == other else 0
    total = left.total()
    expected = sum(count * right[label] for label, count in left.items())
    if expected == total**2:  # both gave everything one label: nothing is to be agreed on
        return None
    return (total * seen - expected) / (total**2 - expected)
