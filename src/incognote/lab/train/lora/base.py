"""The model that an adapter is made for: a GGUF file, a model's folder (Hugging Face), or the id of a model that is known.

A GGUF file's weights are taken as they come out of their blocks, so that the adapter learns beside the very numbers that
llama.cpp multiplies by.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch

from incognote.errors import ConfigError
from incognote.lab.train.lora.gguf_file import Shape, shape_of
from incognote.lab.train.lora.plan import Adapter, Plan
from incognote.llm.models import file_hash, locate, model

_WEIGHTS: Final = ("*.safetensors", "pytorch_model*.bin")


class Base(NamedTuple):
    """Where a base model lies and which it is: `path` a GGUF file or a folder."""

    path: Path
    name: str
    sha256: str

    def __repr__(self) -> str:
        return "Base()"

    @property
    def is_gguf(self) -> bool:
        return self.path.is_file()


def find_base(named: str, *, folder: Path | None = None) -> Base:
    """The base model of a path or an id; `folder` is where files of ids lie (default: the cache).

    Raises:
        ConfigError: there is no such file, folder or id.
        ModelError: the file of an id is not here, or is not the model.
    """
    path = Path(named).expanduser()
    if named.endswith(".gguf"):
        if not path.is_file():
            raise ConfigError("the base model's file is not there")
        return Base(path, path.stem, file_hash(path))
    if path.is_dir():
        return Base(path, path.resolve().name, _folder_hash(path))
    if os.sep in named or "/" in named:
        raise ConfigError("the base model's folder is not there")
    known = locate(model(named), folder)
    return Base(known, known.stem, file_hash(known))


def _folder_hash(path: Path) -> str:
    """The hash of configuration and weights together."""
    files = sorted({path / "config.json", *(found for ending in _WEIGHTS for found in path.glob(ending))})
    if len(files) < 2 or not files[0].is_file():
        raise ConfigError("the base model's folder has no config.json or no weights")
    return hashlib.sha256(" ".join(f"{each.name} {file_hash(each)}" for each in files).encode()).hexdigest()


def load_tokeniser(base: Base) -> Any:
    """The base model's tokeniser, with its chat template. ConfigError where it cannot be read."""
    from transformers import AutoTokenizer

    with _quietly(), _read(base):
        return AutoTokenizer.from_pretrained(**_where(base))


def load_model(base: Base, *, dtype: torch.dtype) -> Any:
    """The base model, every weight frozen. ConfigError where it cannot be read, or is of a kind whose head is not a plain one."""
    from transformers import AutoModelForCausalLM

    more: dict[str, Any] = {}
    if base.is_gguf:
        from transformers import GgufConfig

        more["quantization_config"] = GgufConfig(dequantize=True)
    with _quietly(), _read(base):
        found = AutoModelForCausalLM.from_pretrained(**_where(base), dtype=dtype, **more)
    if getattr(found.config, "final_logit_softcapping", None):
        raise ConfigError("a model of this family bends its last scores: its training is not built")
    return found.requires_grad_(False)


def read_shape(base: Base) -> Shape:
    """Family, layers and heads of the base, without its weights. ConfigError where they cannot be read."""
    from transformers import AutoConfig

    with _quietly(), _read(base):
        return shape_of(AutoConfig.from_pretrained(**_where(base)).to_dict())


def with_adapter(found: Any, adapter: Adapter) -> Any:
    """The model with a new adapter in 32 bits, whose draw depends on torch's seed: it changes nothing yet."""
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        r=adapter.rank, lora_alpha=adapter.alpha, lora_dropout=adapter.dropout, target_modules=list(adapter.modules), task_type="CAUSAL_LM",
    )  # fmt: skip
    with _quietly():
        wrapped = get_peft_model(found, config)
    for parameter in adapter_weights(wrapped).values():
        parameter.data = parameter.data.float()
    return wrapped


def adapter_weights(wrapped: Any) -> dict[str, torch.nn.Parameter]:
    """What is trained, by name."""
    return {name: parameter for name, parameter in wrapped.named_parameters() if parameter.requires_grad}


def device_of(plan: Plan) -> torch.device:
    """Raises ConfigError where a GPU is asked for and there is none."""
    if plan.device == "cuda" and not torch.cuda.is_available():
        raise ConfigError('there is no GPU that torch can use: device = "auto" takes the processor then')
    return torch.device("cuda" if plan.device != "cpu" and torch.cuda.is_available() else "cpu")


def is_half(plan: Plan, device: torch.device) -> bool:
    """Whether to multiply in bfloat16: on a processor with tiles for it five times as fast as in 32 bits, on another slower."""
    if plan.precision != "auto":
        return plan.precision == "bfloat16"
    return bool(torch.cuda.is_bf16_supported() if device.type == "cuda" else torch.cpu._is_amx_tile_supported())


def _where(base: Base) -> dict[str, Any]:
    if base.is_gguf:
        return {"pretrained_model_name_or_path": str(base.path.parent), "gguf_file": base.path.name, "local_files_only": True}
    return {"pretrained_model_name_or_path": str(base.path), "local_files_only": True}


@contextmanager
def _read(base: Base) -> Iterator[None]:
    """Errors of transformers name paths and advise downloads; what is wrong is said by us."""
    try:
        yield
    except (OSError, ValueError, KeyError, NotImplementedError, RuntimeError):
        what = "file" if base.is_gguf else "folder"
        raise ConfigError(f"the base model's {what} cannot be read by transformers: is it whole, and of a family that is known there?") from None


@contextmanager
def _quietly() -> Iterator[None]:
    """No bars and no advice of the libraries: they write to the terminal whenever they like."""
    from transformers.utils import logging

    was = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.set_verbosity(was[0])
        if was[1]:
            logging.enable_progress_bar()
