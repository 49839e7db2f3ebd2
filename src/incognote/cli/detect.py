"""`incognote detect`: what would be found, and by whom; nothing is changed."""

from __future__ import annotations

import argparse
import sys

from incognote.cli.options import (
    add_input_options,
    add_model_options,
    add_profile_options,
    add_report_options,
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "detect",
        help="say what would be replaced, without replacing it",
        description="Prints the spans that identify people, by position; their text only if asked for.",
    )
    add_input_options(parser)
    add_profile_options(parser)
    add_model_options(parser)
    add_report_options(parser)
    parser.add_argument("--jsonl", action="store_true", help="print one JSON object a document")
    parser.add_argument("--with-text", action="store_true", help="print the text of each span too: it is what identifies people")
    parser.add_argument("--structure", action="store_true", help="show sections, tables and fields of a report instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.structure:
        from incognote.cli.structuring import structure

        return structure(options, sys.stdout.buffer)
    from incognote.cli.detecting import detect

    return detect(options, sys.stdout.buffer)
