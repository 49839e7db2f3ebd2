"""The tables of the study, as Markdown: a header and rows of cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from incognote.lab.evaluate.intervals import Estimate, wilson
from incognote.lab.train.schemes import FOUR
from incognote.lab.train.study.cases import KINDS
from incognote.lab.train.study.grid import Grid, Run
from incognote.lab.train.study.run import result_of
from incognote.lab.train.study.scores import MEASURES, Scored, case_counts

PAPER: Final = {"raw": (97.84, 98.60, 98.22), "mr": (98.32, 99.03, 98.68), "daga": (98.18, 99.08, 98.60), "both": (98.70, 99.13, 98.91)}
"""Precision, recall and F1 of TinyBERT there, as far as its prose tells them."""
Cells = Sequence[str]


def table(head: Cells, rows: Iterable[Cells]) -> list[str]:
    """A Markdown table; nothing where there is no row."""
    body = [f"| {' | '.join(row)} |" for row in rows]
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *body, ""] if body else ["No run of it is done.", ""]


def short(estimate: Estimate) -> str:
    return f"{estimate.value:.4f} ({estimate.low:.4f}-{estimate.high:.4f})"


def main_rows(grid: Grid, found: Iterable[Scored]) -> Iterator[Cells]:
    """Row, model, data, precision, recall, F1, seeds."""
    for each in found:
        row = each.row
        spread = f"{len(each.seeds)}: {' '.join(f'{value:.4f}' for value in each.by_seed)}" if len(each.seeds) > 1 else "1"
        yield row.name, grid.models[row.model].title, row.data, *(short(each.estimate(name)) for name in MEASURES), spread


def class_rows(found: Iterable[Scored]) -> Iterator[Cells]:
    for each in found:
        yield each.row.name, *(short(each.estimate(of=of)) for of in FOUR)


def paper_rows() -> Iterator[Cells]:
    for data, figures in PAPER.items():
        yield data, *(f"{figure:.2f}" for figure in figures)


def made_rows(grid: Grid, found: Iterable[Scored], folder: Path) -> Iterator[Cells]:
    """What each row was trained on, of its first seed: documents, sentences, added, epochs, steps, minutes."""
    for each in found:
        told = result_of(folder / "runs" / Run(each.row, each.seeds[0]).name)
        texts = told["texts"]
        yield (
            each.row.name, *(f"{texts[name]:,}" for name in ("documents", "sentences", "added", "left_out")),
            str(told["epochs"]), f"{told['steps']:,}", f"{told['parameters'] / 1e6:.1f}", f"{told['seconds'] / 60:.0f}",
        )  # fmt: skip


def time_rows(grid: Grid, times: Mapping[str, Any], found: Mapping[str, Scored]) -> Iterator[Cells]:
    """Model, seconds for all sentences, milliseconds each, how many times the quickest, F1 of the run measured."""
    least = min((told["ms"] for told in times.values()), default=1.0)
    for name, told in times.items():
        mine = next((e for e in found.values() if e.row.model == name and e.row.split == "document" and e.row.share == 1), None)
        yield (
            grid.models[name].title, f"{told['parameters'] / 1e6:.1f}", f"{told['seconds']:.1f} of {told['sentences']:,}", f"{told['ms']:.2f}",
            f"{told['ms'] / least:.1f}", short(mine.estimate()) if mine else "-",
        )  # fmt: skip


def case_rows(found: Iterable[Scored], folder: Path) -> Iterator[Cells]:
    """Of each kind the share of sentences that are right, the mean over seeds; Wilson over the sentences."""
    for each in found:
        cells = [each.row.name]
        for kind in KINDS:
            right = case_counts(each, kind, folder)
            share = wilson(float(right.sum()), len(right))
            cells.append(f"{share.value:.2f} ({share.low:.2f}-{share.high:.2f})")
        yield cells
