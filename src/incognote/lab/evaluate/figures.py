"""Figures: the counts of a score summed and told with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from incognote.lab.evaluate.intervals import (
    RESAMPLES,
    Counts,
    Estimate,
    bootstrap,
    by_group,
    ratio,
    resampled,
    share,
    wilson,
)
from incognote.lab.evaluate.measures import AT, Caught, Score


def f_measure(beta: float) -> Callable[[Counts], Counts]:
    """F of right, gold, said right, said: recall weighs `beta` times as much as precision (methods 7.8)."""

    def measure(sums: Counts) -> Counts:
        right, gold, said_right, said = (sums[..., i] for i in range(4))
        recall, precision = right / np.maximum(1.0, gold), said_right / np.maximum(1.0, said)
        result: Counts = (1 + beta**2) * recall * precision / np.maximum(1e-12, beta**2 * precision + recall)
        return result

    return measure


_RATIOS: Final[Mapping[str, tuple[str, str]]] = {
    "string recall": ("string_caught", "gold"),
    "unique precision": ("unique_right", "unique_said"),
    "full-cover recall": ("covered", "gold"),
    "exact recall": ("exact", "gold"),
    "entity recall": ("entities_caught", "entities"),
    "leaked characters per 1,000": ("leaked", "characters"),
    "over-masked share": ("over_masked", "characters"),
    "spurious spans a note": ("spurious", "notes"),
}
_OF_SPANS: Final = frozenset({"string recall", "unique precision", "full-cover recall", "exact recall", "entity recall"})
"""Shares of spans: where no resample differs (all, or none), Wilson's interval over the notes or skeletons that hold any."""

SHARES_OF_NOTES: Final[Mapping[str, str]] = {"clean notes": "clean", "fully covered notes": "whole", "valid answers": "valid"}
_BY_STRING: Final = ("string_caught", "gold", "unique_right", "unique_said")
_WITHOUT_PLACES: Final = frozenset({"string recall", "unique precision", "F1 (string recall, unique precision)", "F2 (string recall, unique precision)", "clean notes", "valid answers"})  # fmt: skip
NOTHING_COUNTED: Final = Estimate(0.0, 0.0, 1.0, 0)


def needs_places(figure: str) -> bool:
    """Whether a figure can be told only of a system whose spans have offsets or texts."""
    return figure not in _WITHOUT_PLACES


def summary(of: Score, *, by_skeleton: bool = False) -> dict[str, Estimate]:
    """Every figure with its interval: notes are resampled, or skeletons where one fills several notes.

    Where only hashes are known, figures that need places count nothing (`of` is 0). Shares of notes have Wilson's
    interval over notes; with `by_skeleton`, whose notes are no independent draws, skeletons are resampled for them too.
    """
    counts = by_group(of.counts, of.groups) if by_skeleton else of.counts
    figures = {}
    for name, (top, bottom) in _RATIOS.items():
        estimate = bootstrap(counts[:, [AT[top], AT[bottom]]], ratio)
        if name in _OF_SPANS and estimate.low == estimate.high:
            estimate = share(counts[:, [AT[top], AT[bottom]]])
        if name.endswith("per 1,000"):
            estimate = Estimate(estimate.value * 1000, estimate.low * 1000, estimate.high * 1000, estimate.of)
        figures[name] = estimate
    by_string = counts[:, [AT[n] for n in _BY_STRING]]
    for beta in (1, 2):
        figures[f"F{beta} (string recall, unique precision)"] = bootstrap(by_string, f_measure(beta))
    figures["typed exact F1"] = bootstrap(counts[:, [AT[n] for n in ("typed", "gold", "said_right", "said")]], f_measure(1))
    for name, top in SHARES_OF_NOTES.items():
        figures[name] = share(counts[:, [AT[top], AT["notes"]]]) if by_skeleton else wilson(int(counts[:, AT[top]].sum()), len(counts))
    return {name: told if of.has_places or not needs_places(name) else NOTHING_COUNTED for name, told in figures.items()}


def recalls(
    of: Score, key: Callable[[Caught], str | None], *, figure: str = "covered", by_skeleton: bool = False,
) -> dict[str, Estimate]:  # fmt: skip
    """Recall of each class that `key` gives; `figure` is by_string, covered, exact or typed.

    Notes are resampled, or skeletons, as in `summary`.
    """
    return _recalls(of, [(name, fate.note, getattr(fate, figure)) for fate in of.fates if (name := key(fate)) is not None], by_skeleton=by_skeleton)


def entity_recalls(of: Score, key: Callable[[Caught], str | None], *, by_skeleton: bool = False) -> dict[str, Estimate]:
    """Entity recall of each class that `key` gives to mentions: all mentions of an entity in the class are covered."""
    whole: dict[tuple[str, int, str], bool] = {}
    for fate in of.fates:
        name = key(fate)
        if name is not None and fate.span.entity is not None:
            unit = (name, fate.note, fate.span.entity)
            whole[unit] = whole.get(unit, True) and fate.covered
    return _recalls(of, [(name, note, is_whole) for (name, note, _), is_whole in whole.items()], by_skeleton=by_skeleton)


def _recalls(of: Score, outcomes: Sequence[tuple[str, int, bool]], *, by_skeleton: bool) -> dict[str, Estimate]:
    """The shares of outcomes (class, note, hit) that are hits."""
    at = {name: number for number, name in enumerate(sorted({name for name, _, _ in outcomes}))}
    if not at:
        return {}
    counts = np.zeros((len(of.counts), len(at), 2))
    for name, note, is_hit in outcomes:
        counts[note, at[name]] += (is_hit, 1)
    table = counts.reshape(len(counts), -1)
    table = by_group(table, of.groups) if by_skeleton else table
    sums = resampled(table).reshape(RESAMPLES, len(at), 2)
    return {name: share(table[:, 2 * number : 2 * number + 2], sums[:, number]) for name, number in at.items()}
