"""Files of torch: read as tensors and plain values alone, so that nothing in them is run; written whole or not at all."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch

from incognote.errors import FormatError

DAMAGED: Final = (RuntimeError, EOFError, ValueError, KeyError, TypeError, AttributeError, pickle.UnpicklingError)
"""What torch raises where a file is cut short, or is another one."""


def read(path: Path, *, otherwise: str) -> Any:
    """What `write` wrote, for the CPU.

    Raises:
        FormatError: says `otherwise`, where the file is damaged.
        FileNotFoundError: there is none.
    """
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except DAMAGED:
        raise FormatError(otherwise) from None


def write(path: Path, content: Mapping[str, Any]) -> None:
    """A kill leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".part")
    torch.save(dict(content), fresh)
    fresh.replace(path)
