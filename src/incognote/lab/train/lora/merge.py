"""The base model with a trained adapter in it, for whoever cannot load the two apart."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Final

import torch

from incognote.lab.train.lora.base import Base, load_model, load_tokeniser, read_shape
from incognote.lab.train.lora.export import pairs_of, scale_of, whole_or_nothing
from incognote.lab.train.lora.gguf_file import Pair, write_merged
from incognote.lab.train.lora.provenance import TRAINING
from incognote.lab.train.lora.run import read_adapter, read_run

MERGED: Final = "merged.gguf"


def merge(run: Path, folder: Path, *, base: Base | None = None) -> list[Path]:
    """Write the merged model in the base's own form into a new or empty folder: `merged.gguf`, or a folder of transformers.

    Raises:
        UsageError: the run is not finished, the base is another one or of a family not known here, or the folder holds something.
    """
    plan, base = read_run(run, named=base)
    pairs = pairs_of(read_adapter(run))

    def write(fresh: Path) -> None:
        if base.is_gguf:
            write_merged(fresh / MERGED, base.path, pairs, read_shape(base), scale=scale_of(plan), name=f"{base.name} taught by incognote")
        else:
            merged = load_model(base, dtype=torch.float32)
            add_pairs(merged, pairs, scale=scale_of(plan))
            merged.to(merged.config.dtype or torch.float32).save_pretrained(fresh)
            load_tokeniser(base).save_pretrained(fresh)
        shutil.copyfile(run / TRAINING, fresh / TRAINING)

    return whole_or_nothing(folder, write)


def add_pairs(model: Any, pairs: dict[str, Pair], *, scale: float) -> None:
    """Add `scale * B A` to the weights of each module, in place."""
    modules = dict(model.named_modules())
    with torch.no_grad():
        for name, pair in pairs.items():
            weight = modules[name].weight
            weight += scale * (torch.from_numpy(pair.b) @ torch.from_numpy(pair.a)).to(weight.dtype)
