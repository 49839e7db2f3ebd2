"""`eval linkage` and `eval expert-sheet`: can a retold narrative be led back to its original, by a program or by a person?"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_verbs(verbs: argparse._SubParsersAction[Any]) -> None:
    linkage = verbs.add_parser("linkage", help="narratives told anew: can they be led back to their originals?", epilog="Each figure is explained in docs/risk.md.")
    linkage.add_argument("--gold", metavar="FILE", type=Path, required=True, help="narratives with spans and graph (schemas/gold.schema.json); .gz and .xz too")
    linkage.add_argument("--system", metavar="NAME", nargs="+", default=[], help="rewrite, 'masking only', 'graph, nothing changed', 'changed without constraints', 'changed on random nodes' (default: all)")
    linkage.add_argument("--neural", action="store_true", help="attack with the neural encoder too (needs incognote[train])")
    linkage.add_argument("--seed", metavar="S", default="0", help="of the retelling, and of which facts are known (default: 0)")
    linkage.add_argument("--no-tagger", dest="tagger", action="store_false", help="leave the neural tagger out")
    linkage.add_argument("--json", action="store_true", help="print the figures as JSON instead of tables")
    linkage.set_defaults(run=_later("linkage"))
    sheet = verbs.add_parser("expert-sheet", help="a blinded form (which original? plausible?) for people, and its score", epilog="THE FORM HOLDS THE ORIGINALS: keep it as you keep them.")
    sheet.add_argument("--gold", metavar="FILE", type=Path, help="make a form: the original narratives")
    sheet.add_argument("--outputs", metavar="FILE", type=Path, help="make a form: JSON Lines with id and text, as rewrite --jsonl prints (default: rewrite the originals)")
    sheet.add_argument("-o", "--output", metavar="DIR", type=Path, help="make a form: write form.csv, form.json and key.json here")
    sheet.add_argument("--candidates", metavar="K", type=int, default=5, help="originals shown with each output (default: 5)")
    sheet.add_argument("--count", metavar="N", type=int, default=20, help="outputs on the form (default: 20)")
    sheet.add_argument("--seed", metavar="S", default="0", help="of the choice and the order (default: 0); raters must not know it")
    sheet.add_argument("--score", metavar="FILE", type=Path, nargs="+", default=[], help="score filled forms, CSV or JSON")
    sheet.add_argument("--key", metavar="FILE", type=Path, help="the key.json of the forms that are scored")
    sheet.add_argument("--no-tagger", dest="tagger", action="store_false", help="leave the neural tagger out")
    sheet.set_defaults(run=_later("expert_sheet"))


def _later(name: str) -> Callable[[argparse.Namespace], int]:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import linking_work

        code: int = getattr(linking_work, name)(options)
        return code

    return run
