"""The figures of the study, made from what the runs found: precision, recall and F1 of exact spans, with intervals.

The unit that is drawn again is the skeleton: all sentences that one author's note gave. Runs of several seeds on the
same sentences are pooled: their counts are summed sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from incognote.lab.evaluate.intervals import (
    HIGH,
    LOW,
    Counts,
    Estimate,
    bootstrap,
    by_group,
    randomisation,
    ratio,
    resampled,
)
from incognote.lab.train.schemes import FOUR
from incognote.lab.train.study.cases import passed, read_cases
from incognote.lab.train.study.data import Line, lines
from incognote.lab.train.study.grid import Grid, Row, Run
from incognote.lab.train.study.run import CASES, PREDICTIONS, is_done, read_spans

RIGHT, SAID, GOLD = range(3)
Found = Mapping[str, Sequence[tuple[int, int, str]]]


def f1(sums: Counts) -> Counts:
    """2 right / (said + gold)."""
    result: Counts = 2 * sums[..., RIGHT] / np.maximum(1.0, sums[..., SAID] + sums[..., GOLD])
    return result


def precision(sums: Counts) -> Counts:
    result: Counts = sums[..., RIGHT] / np.maximum(1.0, sums[..., SAID])
    return result


def recall(sums: Counts) -> Counts:
    result: Counts = sums[..., RIGHT] / np.maximum(1.0, sums[..., GOLD])
    return result


MEASURES: Final = {"precision": precision, "recall": recall, "F1": f1}


def count(rows: Sequence[Line], found: Found, *, only: str | None = None) -> Counts:
    """Right, said and gold spans of each sentence, of one class or of all four."""
    counts = np.zeros((len(rows), 3))
    for at, row in enumerate(rows):
        gold = {(s["start"], s["end"], s["label"]) for s in row["spans"] if only in (None, s["label"])}
        said = {span for span in found[row["id"]] if only in (None, span[2])}
        counts[at] = len(gold & said), len(said), len(gold)
    return counts


class Scored(NamedTuple):
    """A row with the runs that are done: counts by skeleton, pooled over seeds, all and by class; F1 of each seed."""

    row: Row
    seeds: tuple[int, ...]
    counts: Counts
    classes: Mapping[str, Counts]
    by_seed: tuple[float, ...]

    def estimate(self, measure: str = "F1", *, of: str | None = None) -> Estimate:
        return bootstrap(self.counts if of is None else self.classes[of], MEASURES[measure])

    def __repr__(self) -> str:
        return f"Scored({self.row.name}, {len(self.seeds)} seeds)"


def scored(grid: Grid, folder: Path) -> dict[str, Scored]:
    """The rows of which a run is done, by name."""
    tests = {split: lines(grid, split, "test") for split in {row.split for row in grid.rows}}
    found = (_scored(grid, row, folder, tests[row.split]) for row in grid.rows)
    return {each.row.name: each for each in found if each is not None}


def _scored(grid: Grid, row: Row, folder: Path, test: Sequence[Line]) -> Scored | None:
    groups = [str(line["skeleton"]) for line in test]
    places = {seed: folder / "runs" / Run(row, seed).name for seed in row.seeds}
    answers = {seed: read_spans(place / PREDICTIONS) for seed, place in places.items() if is_done(grid, Run(row, seed), place)}
    if not answers:
        return None
    each = [by_group(count(test, answer), groups) for answer in answers.values()]
    classes = {of: by_group(sum((count(test, answer, only=of) for answer in answers.values()), start=np.zeros((len(test), 3))), groups) for of in FOUR}
    return Scored(row, tuple(answers), sum(each, start=np.zeros_like(each[0])), classes, tuple(float(f1(own.sum(axis=0)[None])[0]) for own in each))


class Gap(NamedTuple):
    """First minus second in F1 on the same sentences, with its paired interval and the p of approximate randomisation."""

    value: float
    low: float
    high: float
    p: float

    @property
    def is_clear(self) -> bool:
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return f"{self.value:+.4f} ({self.low:+.4f} to {self.high:+.4f})"


def gap(first: Scored, second: Scored, *, of: str | None = None) -> Gap:
    """The paired difference of two rows of one split, each weighed by its own seeds."""
    a, b = ((each.counts if of is None else each.classes[of]) / len(each.seeds) for each in (first, second))
    drawn = np.sort(f1(resampled(a)) - f1(resampled(b)))
    value = float(f1(a.sum(axis=0)[None])[0] - f1(b.sum(axis=0)[None])[0])
    return Gap(value, float(drawn[LOW]), float(drawn[HIGH]), randomisation(a, b, f1))


def case_counts(each: Scored, kind: str, folder: Path) -> Counts:
    """For each sentence of a kind how often it is right, the mean over seeds."""
    cases = [case for case in read_cases() if case.kind == kind]
    right = np.zeros(len(cases))
    for seed in each.seeds:
        answers = read_spans(folder / "runs" / Run(each.row, seed).name / CASES)
        right += [passed(case, answers[case.id]) for case in cases]
    return right / len(each.seeds)


def case_gap(first: Scored, second: Scored, kind: str, folder: Path) -> Gap:
    """First minus second in the share of sentences of a kind that are right, paired."""
    a, b = (np.stack([right, np.ones(len(right))], axis=1) for right in (case_counts(each, kind, folder) for each in (first, second)))
    drawn = np.sort(ratio(resampled(a)) - ratio(resampled(b)))
    return Gap(float(a[:, 0].mean() - b[:, 0].mean()), float(drawn[LOW]), float(drawn[HIGH]), randomisation(a, b, ratio))


def summary(grid: Grid, folder: Path) -> list[str]:
    """A line for each row that has told something."""
    return [f"{name}: F1 {each.estimate()}, {len(each.seeds)} of {len(each.row.seeds)} seeds" for name, each in scored(grid, folder).items()] or ["no run is done"]
