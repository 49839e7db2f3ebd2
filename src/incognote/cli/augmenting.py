"""`incognote train augment`: more labelled text from a training file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote.lab.train.augment import Progress


def add_augment(verbs: Any) -> None:
    """The parser of the verb."""
    parser = verbs.add_parser(
        "augment",
        help="make more labelled text from a training file",
        description="Replaces mentions by draws from the pools of the train split (mr), or samples a language model with tags in its "
        "lines (daga). Writes a gold file and a report of counts; a language model that was stopped is gone on with.",
    )
    parser.add_argument("--gold", metavar="FILE", type=Path, required=True, help="a gold file of the train split (.jsonl, .jsonl.gz, .jsonl.xz): lines of another split are refused")
    parser.add_argument("--config", metavar="C", default="student4", help="whose held-out sets lines are compared with that do not say their split (default: student4)")
    parser.add_argument("--method", choices=("daga", "mr", "both"), default="both", help="what is done (default: both)")
    parser.add_argument("--copies", metavar="N", type=int, default=1, help="replaced copies of a note, and sampled lines for a sentence (default: 1)")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="the same seed makes the same file (default: 1)")
    parser.add_argument("--chance", metavar="P", type=float, default=0.5, help="how likely a mention is replaced (default: 0.5)")
    parser.add_argument("--overlap", metavar="SHARE", type=float, default=0.5, help="of a sampled sentence's runs of eight words, how many the training text may have (default: 0.5)")
    parser.add_argument("--size", choices=("paper", "middle", "smoke"), default="paper", help="the language model: the paper's, a quarter of it, or one for a first look (default: paper)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="a folder for the file, the report and the checkpoint")
    parser.set_defaults(run=augment)


def augment(options: argparse.Namespace) -> int:
    """Run it and say what was made."""
    from incognote.cli.main import OK
    from incognote.cli.training import need, say
    from incognote.lab.train.augment import Plan
    from incognote.lab.train.augment import augment as make
    from incognote.lab.train.config import load_config

    settings = None
    if options.method != "mr":
        need("torch")
        from incognote.lab.train.language import SIZES

        settings = SIZES[options.size]
    plan = Plan(options.method, options.copies, options.seed, options.chance, options.overlap)
    report = make(options.gold, plan, options.output, data=load_config(options.config).data, settings=settings, tell=_teller())
    if report["held_out"]:
        say(f"{report['held_out']} notes are left out: they are in a held-out set too")
    if seen := report["scripts_seen"]:
        counts = ", ".join(f"{count} {script}" for script, count in sorted(seen.items()))
        say(f"lines do not say their script, by their characters: {counts}")
    for method in ("mr", "daga"):
        if told := report.get(method):
            made = told.get("sampled", report["notes"] * plan.copies)
            print(f"{method}: {told['kept']} kept of {made}")  # noqa: T201
            for name, count in told.get("dropped", {}).items():
                print(f"  {name}: {count} ({count / made:.1%})")  # noqa: T201
    print(f"{report['written']} notes written")  # noqa: T201
    return OK


def _teller() -> Progress:
    from incognote.cli.training import now_and_then, say

    is_due = now_and_then()

    def tell(what: str, done: int, of: int) -> None:
        if is_due() or done == of:
            say(f"{what}: epoch {done}/{of}")

    return tell
