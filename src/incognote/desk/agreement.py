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


class _Pair(NamedTuple):
    """One document read twice, counted: spans of both, alike in place, alike in label too; characters by two labels."""

    spans: int
    placed: int
    labelled: int
    characters: Counter[tuple[str, str]]


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
    pairs = [_pair(length, one, other) for length, one, other in given]
    return Agreement(
        len(pairs),
        sum(1 for _, one, other in given if one != other),
        _figure(pairs, lambda some: _f1(some, lambda p: p.labelled)),
        _figure(pairs, lambda some: _f1(some, lambda p: p.placed)),
        _figure(pairs, _covered),
        _figure(pairs, _kappa),
    )


def _pair(length: int, one: Spans, other: Spans) -> _Pair:
    placed = Counter(span[:2] for span in one) & Counter(span[:2] for span in other)
    left, right = _labels(length, one), _labels(length, other)
    return _Pair(len(one) + len(other), placed.total(), len(set(one) & set(other)), Counter(zip(left, right, strict=True)))


def _labels(length: int, spans: Spans) -> list[str]:
    labels = [_NONE] * length
    for start, end, label in spans:
        labels[start:end] = [label] * (end - start)
    return labels


def _figure(pairs: Sequence[_Pair], measure: Callable[[Sequence[_Pair]], float | None]) -> Figure | None:
    value = measure(pairs) if pairs else None
    if value is None:
        return None
    chance = random.Random(0)
    drawn = sorted(v for v in (measure(chance.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES)) if v is not None)
    low, high = (drawn[int(len(drawn) * edge / RESAMPLES)] for edge in (_LOW, _HIGH))
    return Figure(value, low, high)


def _f1(pairs: Sequence[_Pair], alike: Callable[[_Pair], int]) -> float | None:
    spans = sum(pair.spans for pair in pairs)
    return 2 * sum(map(alike, pairs)) / spans if spans else None


def _summed(pairs: Sequence[_Pair]) -> Counter[tuple[str, str]]:
    cells: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        cells.update(pair.characters)
    return cells


def _covered(pairs: Sequence[_Pair]) -> float | None:
    """F1 of characters that are marked at all, whatever the label: what bears on leaks."""
    cells = _summed(pairs)
    both = sum(n for (one, other), n in cells.items() if one and other)
    marked = sum(n * (bool(one) + bool(other)) for (one, other), n in cells.items())
    return 2 * both / marked if marked else None


def _kappa(pairs: Sequence[_Pair]) -> float | None:
    cells = _summed(pairs)
    total = cells.total()
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for (one, other), count in cells.items():
        left[one] += count
        right[other] += count
    chance = sum(left[label] * right[label] for label in left) / total**2 if total else 1.0
    if chance == 1.0:  # both gave everything one label: nothing is to be agreed on
        return None
    seen = sum(count for (one, other), count in cells.items() if one == other) / total
    return (seen - chance) / (1 - chance)
