"""JSON Lines files of the laboratory: plain, gzip or xz by their suffix."""

from __future__ import annotations

import gzip
import io
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def open_lines(path: Path) -> Iterator[IO[str]]:
    """The lines of `path`, unpacked."""
    packer = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with packer(path, "rt", encoding="utf-8") as lines:  # type: ignore[operator]
        yield lines


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write `rows`, packed as the suffix says; the same rows give the same bytes. Returns how many."""
    data = io.BytesIO()
    count = 0
    for row in rows:
        data.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        count += 1
    body = data.getvalue()
    match path.suffix:
        case ".gz":
            body = gzip.compress(body, mtime=0)
        case ".xz":
            body = lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return count
