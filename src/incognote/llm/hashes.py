"""What a file is, by its content: its SHA-256."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_BLOCK: Final = 1 << 20


def file_hash(path: Path) -> str:
    """The SHA-256 of a file, read once a process while it stays as it is."""
    state = path.stat()
    return _file_hash(path, state.st_size, state.st_mtime_ns)


@cache
def _file_hash(path: Path, size: int, changed: int) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
