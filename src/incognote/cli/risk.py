"""`incognote risk`: how many documents of a corpus are alone with what they tell, and whose story may be recognised."""

from __future__ import annotations

import argparse

from incognote.cli.options import add_input_options, add_profile_options


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "risk",
        help="count documents that are alone with what they tell, and stories that may be recognised",
        description="Counts k-anonymity by age band, sex, occupation, place, institution and event; lists documents whose story is a risk, by number and reason. No value of a note is printed.",
        epilog="Counts, not promises; each is explained in docs/risk.md.",
    )
    add_input_options(parser)
    add_profile_options(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print the counts as one JSON object instead of a table")
    shown.add_argument("--jsonl", action="store_true", help="print one JSON object a document: its reasons, what it tells, and by what it is alone")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from incognote.cli.risking import risk

    return risk(options)
