"""`incognote rules`: the catalogue of rules, and the loop for a rule of one's own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("rules", help="list rules; test and audit rules of your own")
    verbs = parser.add_subparsers(dest="rules_verb", metavar="VERB", required=True)
    verbs.add_parser("list", help="every built-in rule: what it finds and where that is laid down")
    test = verbs.add_parser("test", help="run a file's examples, and look for patterns that can take forever")
    test.add_argument("file", metavar="FILE", type=Path, help="site rules (TOML)")
    audit = verbs.add_parser("audit", help="what a file's rules hit in your notes, before you use them")
    audit.add_argument("file", metavar="FILE", type=Path, help="site rules (TOML)")
    audit.add_argument("paths", metavar="PATH", nargs="+", help="files or folders of notes")
    audit.add_argument("--most", metavar="N", type=int, default=20, help="hits to show for each rule (default: 20)")
    for verb in (parser, test, audit):
        verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from incognote.cli import ruling

    if options.rules_verb == "list":
        return ruling.show_catalogue(sys.stdout)
    if options.rules_verb == "test":
        return ruling.test(options.file, sys.stdout)
    return ruling.audit(options, sys.stdout)
