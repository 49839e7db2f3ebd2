"""Tensors by name from a file of weights: `model.safetensors`, or `pytorch_model.bin` read as tensors alone.

safetensors: the size of a header in eight bytes (little endian), the header as JSON (name: dtype, shape, first and last
byte behind the header), then the numbers. Source: the format's own page (github huggingface/safetensors).
A `.bin` is a pickle: torch reads it with `weights_only`, so that nothing in it is run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from incognote.errors import ConfigError, FormatError
from incognote.lab.train import torch_file
from incognote.lab.train.weights import Array

SAFE: Final = "model.safetensors"
PICKLED: Final = "pytorch_model.bin"
_DTYPES: Final = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_LONGEST: Final = 100_000_000
"""Bytes of a header; the format allows no more."""
Stored = Mapping[str, Callable[[], Array]]
"""Names, and how each tensor is read: as float32, in its own shape. Counts and the like are not there."""


def weights_file(folder: Path) -> Path:
    """The file of weights in a folder; of two the safe one.

    Raises:
        ConfigError: there is none, or they lie in several files.
    """
    found = next((folder / name for name in (SAFE, PICKLED) if (folder / name).is_file()), None)
    if found is None and any(folder.glob("*.index.json")):
        raise ConfigError(f"the weights lie in several files: save them as one {SAFE}")
    if found is None:
        raise ConfigError(f"the folder has neither {SAFE} nor {PICKLED}")
    return found


def stored(path: Path) -> Stored:
    """What a file of weights holds.

    Raises:
        ConfigError: it is damaged, or holds other things than tensors.
    """
    return _safe(path) if path.name == SAFE else _pickled(path)


def _safe(path: Path) -> Stored:
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(size - 8, _LONGEST):
            raise ConfigError(f"{path.name} is damaged: its header ends behind it")
        head = file.read(length)
    try:
        table = json.loads(head)
        return {name: _place(path, row, 8 + length, size) for name, row in table.items() if name != "__metadata__" and row["dtype"] in _DTYPES}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ConfigError(f"{path.name} is damaged: its header cannot be read") from None


def _place(path: Path, row: Mapping[str, Any], start: int, size: int) -> Callable[[], Array]:
    """How a tensor is read that a line of the header tells of. Raises ValueError where its bytes are not there."""
    dtype, shape, (first, end) = np.dtype(_DTYPES[row["dtype"]]), tuple(map(int, row["shape"])), row["data_offsets"]
    if not 0 <= first <= end <= size - start or end - first != math.prod(shape) * dtype.itemsize:
        raise ValueError("offsets")
    return partial(_read, path, dtype, shape, start + first)


def _read(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...], offset: int) -> Array:
    numbers = np.fromfile(path, dtype, math.prod(shape), offset=offset)
    if dtype == np.uint16:  # bfloat16: the upper half of a float32
        numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers.astype(np.float32, copy=False).reshape(shape)


def _pickled(path: Path) -> Stored:
    try:
        table = torch_file.read(path, otherwise=f"{path.name} is damaged, or holds more than tensors: save the model as {SAFE}")
    except FormatError as error:
        raise ConfigError(str(error)) from None
    if not isinstance(table, Mapping):
        raise ConfigError(f"{path.name} holds no tensors by name")
    kept = {name: value for name, value in table.items() if isinstance(value, torch.Tensor) and value.is_floating_point()}
    return {name: partial(_numbers, value) for name, value in kept.items()}


def _numbers(value: torch.Tensor) -> Array:
    numbers: Array = value.detach().float().numpy()
    return numbers
