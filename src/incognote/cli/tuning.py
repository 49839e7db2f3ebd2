"""`incognote train tune`: from which score on an exported tagger's word counts, beside the rules of a profile."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_tune(verbs: Any) -> None:
    """The parser of the verb."""
    parser = verbs.add_parser(
        "tune",
        help="fit scores and thresholds of an exported tagger on notes it never saw",
        description="Counts what the tagger alone says of text that a profile's other detectors leave open, fits for each class how often that "
        "is right, and writes it into the model's config.json: a span counts where it is right at least as often as wrong.",
    )
    parser.add_argument("model", metavar="FOLDER", type=Path, help="what `train export` wrote")
    parser.add_argument("--gold", metavar="FILE", type=Path, nargs="+", required=True, help="gold files that are no training text (.jsonl, .jsonl.gz, .jsonl.xz): those named or marked train are refused")
    parser.add_argument("--most", metavar="N", type=int, default=0, help="take so many notes of each file (default: all)")
    parser.add_argument("--profile", metavar="P", default="clinic-tw", help="whose other detectors it works beside (default: clinic-tw)")
    parser.add_argument("--even", metavar="SCORE", type=float, default=0.5, help="how likely a span has to be right to count (default: 0.5)")
    parser.set_defaults(run=tune)


def tune(options: argparse.Namespace) -> int:
    """Tune and print a table."""
    from incognote.cli.main import OK
    from incognote.cli.training import need, say

    need("sklearn", "onnxruntime")
    from incognote.config import load_profile, make_pipeline
    from incognote.detect.tagger import is_model
    from incognote.document import Document
    from incognote.errors import UsageError
    from incognote.lab.train.tune import LEAST, RULED, read_unseen, tuned

    if not is_model(options.model):
        raise UsageError("there is no model in that folder: `incognote train export` writes one")
    if not 0 < options.even < 1:
        raise UsageError("--even lies between 0 and 1")
    if options.most < 0:
        raise UsageError("--most is not below 0")
    pipeline = make_pipeline(load_profile(options.profile), tagger=False)
    notes = [note for path in options.gold for note in read_unseen(path)[: options.most or None]]
    learnt = tuned(options.model, notes, lambda note: pipeline.detect(Document(note.id, note.text))[0], even=options.even)
    print(f"{len(notes)} notes; spans that the tagger alone says")  # noqa: T201
    print(f"{'':10} {'right':>6} {'wrong':>6}   of which count")  # noqa: T201
    for name, counted in learnt.counts.items():
        kept = "left to rules" if name in RULED else f"{counted.right_kept:6} {counted.wrong_kept:6}"
        print(f"{name:10} {counted.right:6} {counted.wrong:6}   {kept}")  # noqa: T201
    if few := [name for name, counted in learnt.counts.items() if counted.is_few() and name not in RULED]:
        say(f"fewer than {LEAST} spans, so that the curve of all classes stands for theirs: {', '.join(few)}")
    return OK
