"""`incognote train ablation`: the paper's study on our corpora, one command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote.lab.train.study.loop import Far, Say

_EVERY = 15.0
"""Seconds between two lines of progress."""


def add_ablation(verbs: Any) -> None:
    """The parser of the verb."""
    parser = verbs.add_parser(
        "ablation",
        help="remake the paper's study: models by data, with intervals",
        description="Runs what is not done yet; the same command goes on after a kill. A run's folder under FOLDER/runs holds no text.",
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="the study's folder")
    parser.add_argument("--grid", metavar="G", default="affordable", help="affordable, smoke, or a .toml file (default: affordable)")
    parser.add_argument("--minutes", metavar="N", type=float, help="stop after so many minutes, with a checkpoint")
    parser.add_argument("--only", metavar="ROW", action="append", default=[], help="a row or run by name, * for any part; may be repeated")
    parser.add_argument("--times", action="store_true", help="measure the time for 1,500 sentences on one thread, and train nothing: keep the machine quiet")
    parser.add_argument("--report", metavar="FILE.md", type=Path, help="write tables and plots of what is done, and train nothing")
    parser.set_defaults(run=ablation)


def ablation(options: argparse.Namespace) -> int:
    """Run it and say what came of it."""
    from incognote.cli.main import FAILED, OK
    from incognote.cli.training import check_minutes, need_torch

    need_torch()
    from incognote.lab.train.study import grid as grids
    from incognote.lab.train.study.loop import go

    check_minutes(options)
    grid = grids.load_grid(options.grid)
    chosen = grids.runs(grid, tuple(options.only))
    if options.times:
        from incognote.lab.train.study.times import measure_times

        for line in measure_times(grid, chosen, options.output):
            print(line)  # noqa: T201
        return OK
    if options.report is not None:
        from incognote.lab.train.study.report import write_report

        write_report(grid, options.output, options.report, named=options.grid)
        return OK
    is_done = go(grid, chosen, options.output, say=_sayer(), minutes=options.minutes)
    from incognote.lab.train.study.scores import summary

    print("\n".join(summary(grid, options.output)))  # noqa: T201
    if not is_done:
        print("stopped: the same command goes on", file=sys.stderr)  # noqa: T201
    return OK if is_done else FAILED


def _sayer() -> Say:
    last, before = -_EVERY, ""

    def say(far: Far) -> None:
        nonlocal last, before
        if monotonic() - last < _EVERY and far.run == before and not (far.now and far.now.f1 is not None):
            return
        last, before = monotonic(), far.run
        now = far.now
        how = far.data if now is None else f"epoch {now.epoch}/{now.epochs}, batch {now.batch}/{now.batches}, loss {now.loss:.4f}"
        how += f", valid F1 {now.f1:.4f}" if now is not None and now.f1 is not None else ""
        print(f"{far.number}/{far.of} {far.run}: {how}, {far.left:.1f} min left, {far.left_in_all:.0f} min in all", file=sys.stderr)  # noqa: T201

    return say
