"""`incognote rewrite`: a narrative goes in, the same illness in another life comes out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from incognote.cli.options import add_day_option, add_input_options, add_profile_options


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "rewrite",
        help="tell a narrative anew in another life, its illness unchanged",
        description="Reads a narrative into a graph, changes where its person lives, keeps what is clinical, tells it anew and checks both.",
        epilog="What was not read, lost or left is a finding of the result (narrative_...); --graph keeps what a clinician may check.",
    )
    add_input_options(parser)
    add_profile_options(parser, default="psychiatry")
    parser.add_argument("--seed", metavar="S", help="the same seed and document give the same text (default: a secret one of this run: who knows the seed could guess back)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="write files into this folder")
    parser.add_argument("--graph", metavar="DIR", type=Path, help="write each narrative's graphs into this folder, as JSON and as drawings, with what was changed: THE GRAPH READ HOLDS THE PERSON'S LIFE, keep it as the note")
    parser.add_argument("--from-graph", metavar="FILE", type=Path, help="tell the graph in this file, written by --graph and edited by hand (its part `told`), instead of drawing another life")
    parser.add_argument("--jsonl", action="store_true", help="print results as JSON Lines")
    add_day_option(parser)
    parser.add_argument("--keep-residue", action="store_true", help="print texts even if something survived in them")
    parser.add_argument("--quiet", action="store_true", help="no statistics")
    parser.set_defaults(run=run, show=False, audit=False)


def run(options: argparse.Namespace) -> int:
    from incognote.cli.rewriting import rewrite

    return rewrite(options, sys.stdout.buffer)
