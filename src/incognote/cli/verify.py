"""`incognote verify`: look at outputs again, as somebody who does not know how they were made."""

from __future__ import annotations

import argparse

from incognote.cli.options import add_input_options, add_vault_options


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="check texts for people that survived",
        description="Looks for shapes that should not be there and, with a vault, for everybody in it.",
    )
    add_input_options(parser)
    add_vault_options(parser)
    parser.add_argument("--quiet", action="store_true", help="no statistics")
    parser.set_defaults(run=run, create=False)


def run(options: argparse.Namespace) -> int:
    from incognote.cli.verifying import verify

    return verify(options)
