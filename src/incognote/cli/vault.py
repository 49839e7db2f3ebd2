"""`incognote vault ...`: what a custodian does with the store of identities."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Final

from incognote.cli.custodian import Verbs, add_verbs


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "vault",
        help="keep the store of identities: make, fill, list, reveal, merge, back up ...",
        description="The vault is the only place that remembers people; a passphrase opens it. "
        "Names are printed to a terminal only; everything that shows or changes people is in its journal.",
    )
    verbs = parser.add_subparsers(dest="vault_verb", metavar="VERB", required=True)
    add_verbs(verbs, _VERBS, run)


def run(options: argparse.Namespace) -> int:
    """Run one of the verbs."""
    from incognote.cli.keeping import VERBS

    return VERBS[options.vault_verb](options)


def _init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefix", metavar="P", default="PT", help="what this project's codes begin with (default: PT)"
    )


def _enroll(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path",
        metavar="PATH",
        help="CSV or JSON Lines with name, mrn, idno, birth, sex, aliases; - for standard input",
    )
    parser.add_argument("--format", choices=("csv", "jsonl"), help="default: by the file's suffix, else csv")
    parser.add_argument(
        "--encoding", metavar="E", help="the file's encoding (default: found out, and refused if in doubt; E! is believed)"
    )


def _list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--conflicts", action="store_true", help="only codes with evidence that does not fit")


def _reveal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE")
    _to_pipe(parser)


def _merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kept", metavar="KEPT", help="the code that stays")
    parser.add_argument("other", metavar="OTHER", help="the code that will mean the same person")
    parser.add_argument(
        "--force", action="store_true", help="merge although birth dates or names differ: both are kept, as a conflict"
    )


def _split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE")
    parser.add_argument(
        "--move", metavar="N", type=int, nargs="+", required=True, help="identifiers for the new code, by the numbers that reveal shows"
    )  # fmt: skip


def _rekey(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--all", action="store_true", dest="renew", help="new data and index keys as well: the old passphrase opens nothing new even with an old copy"
    )  # fmt: skip


def _to_pipe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to-pipe", action="store_true", help="print names though the output is no terminal")


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="FILE", type=Path, help="the backup's file")


def _retain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--since",
        metavar="DATE",
        type=_day,
        required=True,
        help="erase who was last seen before this day (YYYY-MM-DD)",
    )
    parser.add_argument("--dry-run", action="store_true", help="only say who would go")
    parser.add_argument("--yes", action="store_true", help="erase without asking, as is needed where no terminal is")


def _nothing(parser: argparse.ArgumentParser) -> None:
    del parser


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("not a day like 2024-12-31") from None


_VERBS: Final[Verbs] = (
    ("init", "make a vault, or a new project in one", _init),
    ("enroll", "store people from a list, so that their notes find them", _enroll),
    ("list", "show codes and counts, never names", _list),
    ("reveal", "show who a code is", _reveal),
    ("merge", "say that two codes are one person", _merge),
    ("split", "move identifiers of a code to a new one", _split),
    ("rekey", "change the passphrase, and with --all the keys", _rekey),
    ("export", "print everybody with their codes as JSON Lines", _to_pipe),
    ("backup", "write a sealed copy to a new file", _file),
    ("restore", "make a vault from a backup, where none is yet", _file),
    ("retain", "erase people who were not seen for long", _retain),
    ("audit", "check the journal and every record, and show the journal", _nothing),
)
