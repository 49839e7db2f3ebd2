"""`incognote synth`: invented corpora, by recipe and seed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "synth",
        help="make synthetic corpora for training and measuring",
        description="Fills written skeletons with invented people. The same recipe and seed make the same bytes.",
    )
    verbs = parser.add_subparsers(dest="synth_verb", metavar="WHAT", required=True)
    verbs.add_parser("list", help="the sets and the skeletons there are").set_defaults(run=_run("list_sets"))
    make = verbs.add_parser("make", help="make a set", description="Writes one gold file a split (schemas/gold.schema.json) and checks it first.")
    make.add_argument("set", metavar="SET", help="a name that `incognote synth list` prints")
    make.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="a folder for the files")
    make.add_argument("--closed", action="store_true", help="fill all splits from the same pools, to show the drop that open pools avoid")
    make.add_argument("--split", choices=("train", "valid", "test"), action="append", help="only this split (may be repeated)")
    make.add_argument("--notes", metavar="N", type=int, help="as many notes in each split instead of the recipe's: 1 to 100000")
    make.add_argument("--pdf", action="store_true", help="also write each note as a PDF with a text layer")
    make.add_argument("--plain", action="store_true", help="write .jsonl instead of .jsonl.xz")
    make.set_defaults(run=_run("make_set"))
    check = verbs.add_parser("check", help="check skeleton files, or a gold file", description="Says what is wrong with skeletons as they are written, or why a gold file may not be released.")
    check.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="skeleton files (.txt) or gold files (.jsonl, .jsonl.xz)")
    check.set_defaults(run=_run("check"))


def _run(name: str) -> Any:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import synthesising

        code: int = getattr(synthesising, name)(options)
        return code

    return run
