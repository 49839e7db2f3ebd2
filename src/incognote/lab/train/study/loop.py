"""The loop over the grid: data where they are missing, then every run that is not done; a kill costs two minutes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from incognote.lab.train.fit import Now
from incognote.lab.train.limit import NONE, Limit, TimeOverError
from incognote.lab.train.study.data import prepared
from incognote.lab.train.study.grid import Grid, Run
from incognote.lab.train.study.run import is_done, result_of, train_one

_STEPS_A_PASS: Final = 65
"""Batches of 2,048 pieces in the training text: a first guess, until a run has told."""


class Far(NamedTuple):
    """How far the grid is: the run, how many there are, minutes left of it and of all; what is made, or how a run goes."""

    run: str
    number: int
    of: int
    left: float
    left_in_all: float
    data: str = ""
    now: Now | None = None

    def __repr__(self) -> str:
        return f"Far({self.number} of {self.of})"


Say = Callable[[Far], None]


def go(grid: Grid, chosen: Sequence[Run], folder: Path, *, say: Say, limit: Limit = NONE) -> bool:
    """Do what is not done; False where time ran out.

    Raises:
        UsageError: a run's folder holds another run's checkpoint.
    """
    todo = [run for run in chosen if not is_done(grid, run, folder / "runs" / run.name)]
    done = len(chosen) - len(todo)
    for at, run in enumerate(todo):
        later = sum(guess(grid, each, folder) for each in todo[at + 1 :])
        far = Far(run.name, done + at + 1, len(chosen), guess(grid, run, folder), 0.0)
        say(far._replace(left_in_all=far.left + later, data="texts"))
        try:
            texts = prepared(grid, run, folder / "data", tell=_teller_of_data(far, later, say), limit=limit)
        except TimeOverError:
            return False
        if limit.is_over():
            return False
        if not train_one(grid, run, texts, folder / "runs" / run.name, tell=_teller(far, later, say), limit=limit):
            return False
    return True


def _teller(far: Far, later: float, say: Say) -> Callable[[Now], None]:
    def tell(now: Now) -> None:
        left = now.seconds_left / 60
        say(far._replace(left=left, left_in_all=left + later, now=now))

    return tell


def _teller_of_data(far: Far, later: float, say: Say) -> Callable[[str, int, int], None]:
    def tell(what: str, done: int, of: int) -> None:
        say(far._replace(left_in_all=far.left + later, data=f"language model, epoch {done}/{of}"))

    return tell


def guess(grid: Grid, run: Run, folder: Path) -> float:
    """Minutes that a run takes: those of a run of the same model where there is one."""
    for row in grid.rows:
        if row.model == run.row.model:
            for seed in row.seeds:
                if seconds := result_of(folder / "runs" / Run(row, seed).name).get("seconds"):
                    return float(seconds) / 60
    share = grid.batch / 2048 if grid.limit else 1.0
    steps = grid.passes * (_STEPS_A_PASS if not grid.limit else max(1, round(grid.limit / 4500 * _STEPS_A_PASS / share)))
    return steps * grid.models[run.row.model].seconds / 60
