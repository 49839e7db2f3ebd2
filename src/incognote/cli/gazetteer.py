"""`incognote gazetteer`: registers of institutions that the detector `lists` looks for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("gazetteer", help="import and list registers of schools, hospitals, prisons ...")
    verbs = parser.add_subparsers(dest="gazetteer_verb", metavar="VERB", required=True)
    load = verbs.add_parser("import", help="make a register of an official list (CSV, TSV or XLSX)")
    load.add_argument("file", metavar="FILE", type=Path, help="the list")
    load.add_argument("--columns", metavar="MAP", type=Path, required=True, help="a TOML that says what its columns are (see examples/registers/)")
    show = verbs.add_parser("list", help="the registers there are, with how many institutions each holds")
    for verb in (load, show):
        verb.add_argument("--registers", metavar="FOLDER", type=Path, help="where registers lie (default: your own folder)")
    for verb in (parser, load, show):
        verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from incognote.cli import registering

    if options.gazetteer_verb == "import":
        return registering.bring_in(options, sys.stdout)
    return registering.show(options, sys.stdout)
