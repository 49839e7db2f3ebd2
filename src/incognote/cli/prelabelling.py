"""`incognote train prelabel`: people label some, a tagger suggests the rest, people correct it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

_STEPS = """\
1. draw     a share of the documents, unmarked, to label by hand
2. read     what came back, into a gold file
3. suggest  train on that, and mark the rest, the doubtful documents first
4. read     the corrections

A file to correct is JSON Lines: in `marked`, ⟦LABEL|text⟧ stands around what identifies; add, remove, move or relabel
marks and change nothing else; set `done` to true when the whole document was read. Documents of test and dev sets are
refused: what measures a tagger may not be labelled by one.
"""


def add_prelabel(verbs: Any) -> None:
    """The parser of the verb, with one for each step."""
    parser = verbs.add_parser(
        "prelabel",
        help="label with less work: some by hand, the rest suggested and corrected",
        description=_STEPS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    steps = parser.add_subparsers(dest="prelabel_step", metavar="STEP", required=True)
    _add_draw(steps)
    _add_suggest(steps)
    _add_read(steps)


def _add_draw(steps: Any) -> None:
    parser = steps.add_parser("draw", help="write a share of the documents, to be labelled from nothing", description="Writes to-label.jsonl into the folder.")
    _rest(parser)
    parser.add_argument("--share", metavar="S", type=float, default=0.1, help="of all documents, those of one author together (default: 0.1)")
    parser.add_argument("--labels", choices=("ours", "four"), default="ours", help="33 labels, or PER ORG LOC DAT (default: ours)")
    _add_shared(parser)
    parser.set_defaults(run=draw)


def _add_suggest(steps: Any) -> None:
    parser = steps.add_parser(
        "suggest",
        help="train on what is labelled and mark the rest",
        description="Writes corrections.jsonl into the folder, and the training into run/; needs pip install 'incognote[train]'. "
        "A training that was stopped goes on.",
    )
    parser.add_argument("--labelled", metavar="GOLD", type=Path, required=True, help="a gold file of the documents that people labelled")
    _rest(parser)
    _add_shared(parser)
    parser.add_argument("--minutes", metavar="N", type=float, help="stop the training after so many minutes, with a checkpoint")
    parser.set_defaults(run=suggest)


def _add_read(steps: Any) -> None:
    parser = steps.add_parser(
        "read",
        help="read a file that was corrected into a gold file",
        description="Refuses a line whose text was changed, and says what the corrections took. Lines that are not done are left out.",
    )
    parser.add_argument("corrected", metavar="FILE", type=Path, help="to-label.jsonl or corrections.jsonl")
    parser.add_argument("--all", dest="takes_all", action="store_true", help="take lines too that nobody said to have read: what the tagger missed there stays missed")
    parser.add_argument("-o", "--output", metavar="GOLD", type=Path, required=True, help="the gold file (.jsonl, .jsonl.gz, .jsonl.xz)")
    parser.set_defaults(run=read)


def _rest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rest", metavar="FILE", type=Path, required=True, help="the documents: JSON Lines with `id` and `text` (.jsonl, .jsonl.gz, .jsonl.xz)")


def _add_shared(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="C", default="student4", help="model, training and held-out sets: student4, smoke, or a .toml file (default: student4)")
    parser.add_argument("--seed", metavar="N", type=int, help="instead of the configuration's")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="a folder; what people may have worked on is never written over")


def draw(options: argparse.Namespace) -> int:
    from incognote.cli.main import OK
    from incognote.lab.train.config import load_config
    from incognote.lab.train.prelabel.draw import draw as write

    config = load_config(options.config)
    seed = config.seed if options.seed is None else options.seed
    count, found = write(options.rest, options.output, config=config, share=options.share, scheme=options.labels, seed=seed)
    print(f"{count} of {len(found.rows)} documents to label")  # noqa: T201
    _say_aside(found.aside)
    return OK


def suggest(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from incognote.cli.main import FAILED, OK
    from incognote.cli.training import limited, need_for, say, teller
    from incognote.lab.train.config import load_config

    limit, config = limited(options), load_config(options.config)
    config = config if options.seed is None else replace(config, seed=options.seed)
    need_for(config)
    from incognote.lab.train.prelabel.suggest import suggest as write

    done = write(options.labelled, options.rest, options.output, config=config, tell=teller(), limit=limit)
    if not done.outcome.is_done:
        say(f"stopped after {done.outcome.epochs} epochs: the same command goes on")
        return FAILED
    print(f"trained on {done.labelled} documents, F1 {done.outcome.best['f1']:.4f} on a fifth kept apart")  # noqa: T201
    print(f"{done.documents} documents to correct, the doubtful first: {done.spans} spans suggested, {done.doubtful} places doubtful")  # noqa: T201
    _say_aside(done.aside)
    return OK


def _say_aside(count: int) -> None:
    from incognote.cli.training import say

    if count:
        say(f"{count} documents are left out: they are in a held-out set too")


def read(options: argparse.Namespace) -> int:
    from incognote.cli.main import OK
    from incognote.lab.train.prelabel.corrections import read_drafts, write_gold

    found = read_drafts(options.corrected, takes_all=options.takes_all)
    write_gold(options.output, found.notes)
    made = found.made
    print(f"{len(found.notes)} documents read, {found.left} not done")  # noqa: T201
    print(f"{made.total} edits for {found.spans} spans: {made.added} added, {made.removed} removed, {made.moved} moved, {made.relabelled} relabelled")  # noqa: T201
    return OK
