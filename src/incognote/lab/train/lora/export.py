"""A trained adapter as the files that others read: for transformers (peft), and for llama.cpp (GGUF)."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import torch

from incognote.errors import UsageError
from incognote.lab.train.lora.base import Base, read_shape
from incognote.lab.train.lora.gguf_file import FAMILIES, Pair, write_adapter
from incognote.lab.train.lora.plan import Plan
from incognote.lab.train.lora.provenance import TRAINING
from incognote.lab.train.lora.run import PRINTS, read_adapter, read_run

GGUF: Final = "adapter.gguf"
WEIGHTS: Final = "adapter_model.safetensors"
SETTINGS: Final = "adapter_config.json"
_HEAD: Final = "base_model.model."


def export(run: Path, folder: Path, *, base: Base | None = None) -> list[Path]:
    """Write a run's adapter into a new or empty folder, and return the files. `base` is the base model where it was moved.

    What it was trained on goes with it: counts, and hashes of the texts. The GGUF file is left out where llama.cpp's names of the base's family are not known here.

    Raises:
        UsageError: the run is not finished, the base is another one, or the folder holds something.
    """
    plan, base = read_run(run, named=base)
    weights, shape = read_adapter(run), read_shape(base)

    def write(fresh: Path) -> None:
        _write_peft(fresh, weights, plan, base)
        if shape.family in FAMILIES:
            write_adapter(fresh / GGUF, pairs_of(weights), shape, alpha=plan.adapter.alpha, name=f"{base.name} taught by incognote")
        for told in (TRAINING, PRINTS):
            shutil.copyfile(run / told, fresh / told)

    return whole_or_nothing(folder, write)


def pairs_of(weights: Mapping[str, torch.Tensor]) -> dict[str, Pair]:
    """The two matrices of each module, by the module's name in transformers (`model.layers.0.self_attn.q_proj`)."""
    found: dict[str, dict[str, torch.Tensor]] = {}
    for name, tensor in weights.items():
        module, _, rest = name.removeprefix(_HEAD).partition(".lora_")
        found.setdefault(module, {})[rest[0].lower()] = tensor
    return {module: Pair(part["a"].float().numpy(), part["b"].float().numpy()) for module, part in found.items()}


def scale_of(plan: Plan) -> float:
    """By how much B A is multiplied."""
    return plan.adapter.alpha / plan.adapter.rank


def _write_peft(folder: Path, weights: Mapping[str, torch.Tensor], plan: Plan, base: Base) -> None:
    """The form that `PeftModel.from_pretrained` reads; the base is called by its name, not by where it lies."""
    from safetensors.torch import save_file

    named = {name.replace(".default.", "."): tensor.contiguous() for name, tensor in weights.items()}
    save_file(named, folder / WEIGHTS, metadata={"format": "pt"})
    settings: dict[str, Any] = {
        "peft_type": "LORA", "task_type": "CAUSAL_LM", "base_model_name_or_path": base.name, "inference_mode": True, "bias": "none",
        "r": plan.adapter.rank, "lora_alpha": plan.adapter.alpha, "lora_dropout": plan.adapter.dropout, "target_modules": list(plan.adapter.modules),
    }  # fmt: skip
    (folder / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n", "utf-8")


def whole_or_nothing(folder: Path, write: Callable[[Path], None]) -> list[Path]:
    """Let `write` fill a folder beside the one that is wanted, which then takes its place. UsageError where that holds something."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError("the folder to write into is not empty: name another one")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
        fresh = Path(beside) / "whole"
        fresh.mkdir()
        write(fresh)
        fresh.replace(folder)
    return sorted(folder.iterdir())

