"""`incognote eval lora-study` and `incognote eval ability`: what a language model adds, and what a LoRA costs it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

_FORMS = ("grammar", "schema", "free")


def add_verbs(verbs: Any) -> None:
    """The parsers of both."""
    study = verbs.add_parser(
        "lora-study",
        help="compare a language model, before and after a LoRA, with rules, tagger and their unions",
        description="Answers are kept note by note in FOLDER: the same command goes on after a kill. The answers hold strings of the notes; study.json and study.md do not.",
    )
    study.add_argument("--gold", metavar="FILE", type=Path, nargs="+", required=True, help="notes with spans (.jsonl, .jsonl.gz, .jsonl.xz)")
    _add_model(study, "the model: an id of `incognote models list`, a .gguf file, or a server's address with #model (default: none, rules and tagger alone)")
    _add_lora(study)
    study.add_argument("--leaky", metavar="FILE", type=Path, help="an adapter that was trained on the test's skeletons: the row that shows what that does")
    study.add_argument("--thinker", metavar="M", help="a model that thinks before it answers: a row beside the scripted one")
    study.add_argument("--form", choices=_FORMS, nargs="+", default=["grammar"], help="how answers are bound: to strings of the note, to a JSON Schema, not at all; the first is joined with rules and tagger (default: grammar)")
    study.add_argument("--cap", metavar="N", type=int, help="the most tokens of one reply (default: what its form may need; 500 where nothing binds it)")
    study.add_argument("--notes", metavar="N", type=int, nargs="+", help="a sample of whole skeletons, N notes or a few more, one N for all gold files or one for each (default: all); a larger one holds a smaller")
    study.add_argument("--row", metavar="ROW", action="append", default=[], help="ask this row alone; may be repeated, and other processes may ask others at once (default: all)")
    study.add_argument("--report", action="store_true", help="ask nothing, tell what is there")
    study.add_argument("--page", metavar="FILE.md", type=Path, help="also put the figures between the marks of a page")
    study.set_defaults(run=_run("lora_study"))
    ability = verbs.add_parser(
        "ability",
        help="ask a language model multiple-choice questions, before and after a LoRA",
        description="A rough check whether a LoRA has cost the model what it knew: 60 medical questions in Traditional Chinese, or files in the format of TMMLU+.",
    )
    _add_model(ability, "the model: an id of `incognote models list`, a .gguf file, or a server's address with #model")
    _add_lora(ability)
    ability.add_argument("--questions", metavar="FILE", type=Path, nargs="+", help="CSV files with question,A,B,C,D,answer (default: the 60 of the package)")
    ability.add_argument("--most", metavar="N", type=int, help="the first N questions of each file (default: all)")
    ability.set_defaults(run=_run("ability"))


def _add_model(parser: argparse.ArgumentParser, about: str) -> None:
    parser.add_argument("--model", metavar="M", help=about)
    parser.add_argument("--models", metavar="FOLDER", type=Path, help="where the files of ids lie (default: the cache)")
    parser.add_argument("--threads", metavar="N", type=int, help="of the processor, for a model's file (default: the runtime's choice)")
    parser.add_argument("--at-once", metavar="N", type=int, default=1, help="requests under way at once (default: 1)")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where answers and figures are kept")


def _add_lora(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--adapter", metavar="FILE", type=Path, help="a LoRA adapter (GGUF) of the model: it is asked again with it")
    parser.add_argument("--served", metavar="M", help="a server's model that has the LoRA in it, in the place of a file; --adapter then says where it is told what it was trained on")


def _run(name: str) -> Any:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import studying

        code: int = getattr(studying, name)(options)
        return code

    return run
