"""Precision, recall and F1 of each class of the scored scheme, and their unweighted mean (macro) and pool (micro).

Pooled over notes within a class, as published evaluations of intake reports do. A gold span counts if predictions
of its class cover it; a prediction counts if it touches a gold span of its class. The exact F1 asks for the same
offsets and class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from incognote.lab.evaluate.intervals import RESAMPLES, Counts, Estimate, by_group, edges, resampled, spread
from incognote.lab.evaluate.measures import CLASS_COLUMNS, Score

CLASS_FIGURES: Final = ("precision", "recall", "F1", "exact F1")
MACRO, MICRO = "macro", "micro"
_RIGHT, _GOLD, _SAID_RIGHT, _SAID, _TYPED = range(len(CLASS_COLUMNS))


def per_class(of: Score, *, by_skeleton: bool = False, without: Iterable[str] = ()) -> dict[str, dict[str, Estimate]]:
    """The figures of each class that the gold holds, then `macro` and `micro` over them; `without` leaves classes out.

    `of` of a figure is what it is a share of: predictions, gold spans, or both. The macro of a resample is over the
    classes that it holds. Empty where no class is in the gold.
    """
    names = [name for name, counts in sorted(of.classes.items()) if counts[:, _GOLD].any() and name not in set(without)]
    if not names:
        return {}
    table = np.concatenate([of.classes[name] for name in names], axis=1)
    table = by_group(table, of.groups) if by_skeleton else table
    many = len(CLASS_COLUMNS)
    cells = table.reshape(len(table), len(names), many)
    sums = resampled(table).reshape(RESAMPLES, len(names), many)
    drawn, whole = _figures(sums), _figures(cells.sum(axis=0))
    rows = {name: _class(cells[:, at], whole, drawn, at) for at, name in enumerate(names)}
    macro, middle = {}, {}
    pooled, together = _figures(sums.sum(axis=1)), _figures(cells.sum(axis=(0, 1)))
    for figure in CLASS_FIGURES:
        held = drawn[figure][~np.isnan(drawn[figure]).all(axis=1)]  # a resample of a tiny set may hold no class
        means = np.nanmean(held, axis=1)
        together_drawn = pooled[figure][~np.isnan(pooled[figure])]
        macro[figure] = Estimate(float(np.nanmean(whole[figure])), *edges(means), len(names))
        middle[figure] = Estimate(float(together[figure]), *edges(together_drawn), _of(cells.sum(axis=(0, 1)), figure))
    return rows | {MACRO: macro, MICRO: middle}


def _figures(sums: Counts) -> dict[str, Counts]:
    """Each figure of sums (... x columns).

    nan in a resample that holds nothing of the class; where nothing was said of one that is held, precision is 0.
    """
    right, gold, said_right, said, typed = (sums[..., at] for at in range(len(CLASS_COLUMNS)))
    is_held = gold > 0
    recall = right / np.maximum(1.0, gold)
    precision = said_right / np.maximum(1.0, said)
    f1 = 2 * precision * recall / np.maximum(1e-12, precision + recall)
    told = {"precision": precision, "recall": recall, "F1": f1, "exact F1": 2 * typed / np.maximum(1.0, gold + said)}
    return {name: np.where(is_held, values, np.nan) for name, values in told.items()}


def _class(cells: Counts, whole: Mapping[str, Counts], drawn: Mapping[str, Counts], at: int) -> dict[str, Estimate]:
    units = int((cells[:, _GOLD] > 0).sum())
    sums = cells.sum(axis=0)
    values = {figure: drawn[figure][:, at] for figure in CLASS_FIGURES}
    return {
        figure: spread(float(whole[figure][at]), held[~np.isnan(held)], units=units, of=_of(sums, figure)) for figure, held in values.items()
    }


def _of(sums: Counts, figure: str) -> int:
    counted = {"precision": (_SAID,), "recall": (_GOLD,)}.get(figure, (_GOLD, _SAID))
    return int(sum(sums[column] for column in counted))
