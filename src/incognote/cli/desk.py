"""`incognote desk`: a batch for people to review, and what comes of their corrections."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from incognote.cli.custodian import Verbs, add_verbs
from incognote.cli.options import add_date_options, add_input_options, add_profile_options, add_report_options
from incognote.defaults import KEPT_DAYS


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "desk",
        help="review a batch: load it, see how far it is, take gold and rules from it",
        description="A batch lies sealed in the vault's database until its last day; `incognote serve` is where people review it.",
    )
    verbs = parser.add_subparsers(dest="desk_verb", metavar="VERB", required=True)
    add_verbs(verbs, _VERBS, run)


def run(options: argparse.Namespace) -> int:
    """Run one of the verbs."""
    from incognote.cli.desking import VERBS

    return VERBS[options.desk_verb](options)


def _load(parser: argparse.ArgumentParser) -> None:
    add_input_options(parser)
    add_profile_options(parser)
    add_report_options(parser)
    parser.add_argument("--name", metavar="NAME", default="", help="what reviewers call the batch (default: its number)")
    parser.add_argument("--sample", metavar="S", action="append", default=[], help="what to review: all, findings, random:N, label:LABEL or label:LABEL:N; several are put together (default: all)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed draws the same documents (default: 0)")
    parser.add_argument("--twice", metavar="N", type=_twice, default=0, help="so many of them, or all, are reviewed by two people, for agreement figures (default: 0)")
    parser.add_argument("--keep-days", metavar="N", type=int, default=KEPT_DAYS, help=f"days until the batch is deleted (default: {KEPT_DAYS})")
    add_date_options(parser)


def _list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", metavar="BATCH", type=int, nargs="?", help="the documents of one batch, in the order of its queue")


def _export(parser: argparse.ArgumentParser) -> None:
    _batch(parser)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="a new file, which its owner alone can read: it holds the originals")
    parser.add_argument("--form", choices=("gold", "markup"), default="gold", help="gold: JSON Lines for `eval run --gold` and `train`; markup: the text with its marks (default: gold)")
    parser.add_argument("--reviewer", metavar="NAME", help="whose word holds where two differ (default: such documents are left out)")


def _batch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", metavar="BATCH", type=int)


def _rules(parser: argparse.ArgumentParser) -> None:
    _batch(parser)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="a new file (default: standard output)")


def _retain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", metavar="BATCH", type=int, nargs="*", help="batches to delete before their last day")
    parser.add_argument("--dry-run", action="store_true", help="only say which would go")
    parser.add_argument("--yes", action="store_true", help="delete named batches without asking, as is needed where no terminal is")


def _twice(text: str) -> int | None:
    """A number of documents; None for all."""
    if text == "all":
        return None
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError("a number, or all")
    return int(text)


_VERBS: Final[Verbs] = (
    ("load", "scrub notes and put them on the desk, those most in need of a look in front", _load),
    ("list", "show batches, how far they are and how long they stay; never a text", _list),
    ("export", "write what reviewers agreed on as gold", _export),
    ("agreement", "say how far two reviewers agree", _batch),
    ("rules", "draft site rules from what was corrected several times", _rules),
    ("retain", "delete the batches whose last day is over", _retain),
)
