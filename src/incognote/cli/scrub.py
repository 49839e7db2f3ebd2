"""`incognote scrub`: notes go in, the same notes without their people come out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from incognote.cli.engines import ENGINES
from incognote.cli.options import (
    add_date_options,
    add_input_options,
    add_model_options,
    add_profile_options,
    add_report_options,
    add_vault_options,
)

_MOST_WORKERS: Final = 256


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "scrub",
        help="replace the people in notes",
        description="Replaces what identifies people, checks the result, and prints it only if nothing survived.",
    )
    add_input_options(parser)
    add_profile_options(parser)
    add_model_options(parser)
    add_report_options(parser)
    add_vault_options(parser)
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="write files, named by code, into this folder, with a report; the same command again goes on where it was")
    parser.add_argument("--same-format", action="store_true", help="with -o: write each file in the format it came in, once no part of it holds what was removed; RTF, e-mail and pictures go out as text (default: text, JSON Lines, CSV)")
    parser.add_argument("--workers", metavar="N", type=_count, default=1, help="processes to share the inputs among, with -o (default: 1; results are the same)")
    parser.add_argument("--engine", choices=ENGINES, default="local", help="what does the work of a batch: processes of this machine, or Spark's (default: local; results are the same)")
    parser.add_argument("--resume", action="store_true", help="go on with the run that filled the folder of -o; an error where there was none (it is gone on with anyway)")
    parser.add_argument("--create", action="store_true", help="make the vault if there is none")
    add_date_options(parser)
    parser.add_argument("--jsonl", action="store_true", help="print results as JSON Lines")
    parser.add_argument("--show", action="store_true", help="print original and result side by side with reasons")
    parser.add_argument("--audit", action="store_true", help="list what looks like a number or a name and was left, and why")
    parser.add_argument("--keep-residue", action="store_true", help="print texts even if something survived in them")
    parser.add_argument("--quiet", action="store_true", help="no statistics")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"workers are 1 to {_MOST_WORKERS}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    from incognote.cli.scrubbing import scrub

    return scrub(options, sys.stdout.buffer)
