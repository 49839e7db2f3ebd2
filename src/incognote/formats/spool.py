"""A temporary file that nobody else can read: sealed with a key that lives in this process only."""

from __future__ import annotations

import io
import os
import tempfile
import weakref
from pathlib import Path
from typing import BinaryIO, Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_CHUNK: Final = 1 << 20
_TAG: Final = 16


class Spool:
    """Append-only; what was written can be read from the start, any number of times.

    Chunk n is sealed with AES-GCM under nonce n; the key is drawn at random and never written. The file
    has no name where the system allows that, else it is deleted on closing: killed midway, what is left
    cannot be opened.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._seal = AESGCM(AESGCM.generate_key(bit_length=256))
        self._file = tempfile.TemporaryFile(dir=folder, prefix=".incognote-")  # noqa: SIM115 - lives as long as we do
        self.close = weakref.finalize(self, self._file.close)
        self._waiting = bytearray()
        self._sizes: list[int] = []

    def write(self, data: bytes) -> None:
        self._waiting += data
        while len(self._waiting) >= _CHUNK:
            self._put(bytes(self._waiting[:_CHUNK]))
            del self._waiting[:_CHUNK]

    @property
    def is_empty(self) -> bool:
        return not self._sizes and not self._waiting

    def open(self) -> BinaryIO:
        """The content so far, from its start."""
        if self._waiting:
            self._put(bytes(self._waiting))
            self._waiting.clear()
        self._file.flush()
        return io.BufferedReader(_Reader(self), _CHUNK)

    def _put(self, plain: bytes) -> None:
        number = len(self._sizes)
        self._file.seek(0, os.SEEK_END)
        self._file.write(self._seal.encrypt(number.to_bytes(12, "big"), plain, None))
        self._sizes.append(len(plain))

    def chunk(self, number: int) -> bytes:
        """Chunk `number` in plain; empty behind the last."""
        if number >= len(self._sizes):
            return b""
        self._file.seek(sum(size + _TAG for size in self._sizes[:number]))
        sealed = self._file.read(self._sizes[number] + _TAG)
        return self._seal.decrypt(number.to_bytes(12, "big"), sealed, None)


class _Reader(io.RawIOBase):
    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._next = 0
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if not self._left:
            self._left = memoryview(self._spool.chunk(self._next))
            self._next += 1
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size
