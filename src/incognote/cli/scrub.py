"""`incognote scrub`: notes go in, the same notes without their people come out."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from incognote.cli.options import add_input_options, add_profile_options, add_vault_options


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "scrub",
        help="replace the people in notes",
        description="Replaces what identifies people, checks the result, and prints it only if nothing survived.",
    )
    add_input_options(parser)
    add_profile_options(parser)
    add_vault_options(parser)
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="write files, named by code, into this folder")
    parser.add_argument("--create", action="store_true", help="make the vault if there is none")
    parser.add_argument(
        "--dates", choices=("keep", "offset", "shift", "year", "mask"), help="what becomes of dates (default: as the profile says)"
    )
    parser.add_argument("--on", metavar="DATE", type=_day, help="the day ages are counted at where nothing dates a note")
    parser.add_argument("--jsonl", action="store_true", help="print results as JSON Lines")
    parser.add_argument("--show", action="store_true", help="print original and result side by side with reasons")
    parser.add_argument("--audit", action="store_true", help="list what looks like a number or a name and was left, and why")
    parser.add_argument("--keep-residue", action="store_true", help="print texts even if something survived in them")
    parser.add_argument("--quiet", action="store_true", help="no statistics")
    parser.set_defaults(run=run)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written 2026-11-29") from None


def run(options: argparse.Namespace) -> int:
    from incognote.cli.scrubbing import scrub

    return scrub(options, sys.stdout.buffer)
