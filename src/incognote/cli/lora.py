"""`incognote train lora`, `lora-export`, `lora-merge`: teach a language model by labelled notes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

BASE = "qwen2.5-coder-0.5b-instruct-q4_k_m"
_BASE_HELP = "a GGUF file, a model's folder (Hugging Face), or an id of `incognote models list`"


def add_lora(verbs: Any) -> None:
    """The parsers of the three verbs."""
    _add_train(verbs)
    export = _add(verbs, "lora-export", "write a trained adapter for llama.cpp and for transformers", work="export")
    export.description = "Writes adapter.gguf (`incognote scrub --llm MODEL --adapter FILE`), adapter_model.safetensors with its configuration, and what it was trained on."
    merge = _add(verbs, "lora-merge", "write the base model with a trained adapter in it", work="merge")
    merge.description = "For servers that take no adapter: a GGUF base becomes merged.gguf, a folder a folder."


def _add_train(verbs: Any) -> None:
    parser = verbs.add_parser(
        "lora",
        help="teach a language model by labelled notes (LoRA)",
        description="Needs pip install 'incognote[lora]'. Writes metrics.jsonl, curves.png, a checkpoint and the adapter into the run's folder. A run that was stopped goes on where it stood.",
    )
    parser.add_argument("--gold", metavar="FILE", type=Path, nargs="+", required=True, help="gold files to train on (.jsonl, .jsonl.gz, .jsonl.xz, folders of BRAT or i2b2): those of a valid or test set are refused")
    parser.add_argument("--held-out", metavar="FILE", type=Path, nargs="+", default=[], help="gold files whose texts are not trained on")
    parser.add_argument("-o", "--output", metavar="RUN", type=Path, required=True, help="the run's folder; one with a checkpoint is gone on with")
    parser.add_argument("--base", metavar="MODEL", default=BASE, help=f"{_BASE_HELP} (default: {BASE})")
    parser.add_argument("--config", metavar="C", default="article", help="article, cpu, smoke, or a .toml file (default: article)")
    parser.add_argument("--notes", metavar="N", type=int, help="train on so many notes, drawn by chance (default: the configuration's)")
    parser.add_argument("--minutes", metavar="N", type=float, help="stop after so many minutes, with a checkpoint; one step at least is done")
    parser.set_defaults(run=_run("train"))


def _add(verbs: Any, name: str, about: str, *, work: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=about)
    parser.add_argument("lora_run", metavar="RUN", type=Path, help="the folder of a finished run")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="a new or empty folder")
    parser.add_argument("--base", metavar="MODEL", help="where the base model lies now, if it was moved")
    parser.set_defaults(run=_run(work))
    return parser


def _run(name: str) -> Any:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import lora_work

        code: int = getattr(lora_work, name)(options)
        return code

    return run
