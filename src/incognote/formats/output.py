"""Files that are there whole or not at all.

What is being written lies in a sealed spool beside the target until it is complete and has been read
back; then it takes the target's place in one step. A process that is killed midway leaves nothing that
can be read, and a result never overwrites an earlier one.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, cast

from incognote.errors import FormatError, UsageError
from incognote.formats.source import Source, reason
from incognote.formats.spool import Spool

_MOST: Final = 1_000_000


def open_folder(path: Path) -> Path:
    """The folder that results go to, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError("-o names a folder, and this is a file") from None
    except OSError as error:
        raise FormatError(f"the output folder cannot be made: {reason(error)}") from None
    return path


def write_new(
    folder: Path,
    stem: str,
    suffix: str,
    *,
    fill: Callable[[BinaryIO], None],
    check: Callable[[Source], None] | None = None,
) -> str | None:
    """A new file `<stem>_001<suffix>` in `folder`, or the next number that is free; its name.

    `fill` writes to the sealed spool; `check` reads it back and raises where it is not what it should be.
    Where `fill` writes nothing there is no file.
    """
    spool = Spool(folder)
    try:
        fill(cast(BinaryIO, _Sink(spool)))
        if spool.is_empty:
            return None
        source = Source(0, spool.open)
        if check is not None:
            check(source)
        return _publish(source, folder, stem, suffix)
    except OSError as error:
        raise FormatError(f"the output cannot be written: {reason(error)}") from None
    finally:
        spool.close()


class _Sink(io.RawIOBase):
    """The writing half of a spool as a file."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._spool.write(bytes(data))
        return len(data)


def _publish(source: Source, folder: Path, stem: str, suffix: str) -> str:
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".incognote-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out, source.open() as content:
            shutil.copyfileobj(content, out)
            out.flush()
            os.fsync(out.fileno())
        for number in range(1, _MOST):
            name = f"{stem}_{number:03d}{suffix}"
            try:
                os.link(temporary, folder / name)
            except FileExistsError:
                continue
            return name
        raise FormatError("the output folder is full of results of this code")
    finally:
        Path(temporary).unlink()
