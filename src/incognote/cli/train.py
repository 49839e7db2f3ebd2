"""`incognote train`: teach the tagger."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from incognote.cli.ablating import add_ablation
from incognote.cli.augmenting import add_augment
from incognote.cli.lora import add_lora
from incognote.cli.prelabelling import add_prelabel
from incognote.cli.tuning import add_tune


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "train",
        help="train the tagger, and what it is taught by",
        description="Needs pip install 'incognote[train]'. A run that was stopped goes on where it stood.",
    )
    verbs = parser.add_subparsers(dest="train_verb", metavar="WHAT", required=True)
    _add_fit(verbs, "tagger", "train a tagger on labelled texts alone", default="student4")
    _add_fit(verbs, "teacher", "train a large tagger that a small one learns from", default="teacher")
    student = _add_fit(verbs, "distil", "train a small tagger by what a large one sees and says", default="distil4", work="distil")
    student.add_argument("--teacher", metavar="RUN", type=Path, required=True, help="the folder of the large one's run")
    _add_export(verbs)
    add_tune(verbs)
    add_augment(verbs)
    add_prelabel(verbs)
    add_ablation(verbs)
    add_lora(verbs)


def _add_fit(verbs: Any, name: str, about: str, *, default: str, work: str = "fit") -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=about, description="Writes metrics.jsonl, curves.png, the model and a checkpoint into the run's folder.")
    parser.add_argument("--config", metavar="C", default=default, help=f"smoke, teacher, student4, distil4, distil3, or a .toml file (default: {default})")
    parser.add_argument("-o", "--output", metavar="RUN", type=Path, required=True, help="the run's folder; one with a checkpoint is gone on with")
    parser.add_argument("--minutes", metavar="N", type=float, help="stop after so many minutes, with a checkpoint; one batch at least is done")
    parser.set_defaults(run=_run(work))
    return parser


def _add_export(verbs: Any) -> None:
    parser = verbs.add_parser(
        "export",
        help="write a trained tagger as the files that are shipped",
        description="ONNX with 8-bit weights, checked against the trained model on windows of the run's validation texts: run it where they are.",
    )
    parser.add_argument("train_run", metavar="RUN", type=Path, help="the folder of a run")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="the folder for the model")
    parser.set_defaults(run=_run("export"))


def _run(name: str) -> Any:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import training

        code: int = getattr(training, name)(options)
        return code

    return run
