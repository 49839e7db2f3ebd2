"""Where bytes come from: a file or standard input, known by its number only.

A file's name may be a patient's name, so nothing here prints it: errors say `input 3`.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from incognote.document import Document
from incognote.errors import DecodeError, FormatError
from incognote.formats.spool import Spool

LONGEST: Final = 32 * 1024 * 1024
"""Bytes one text may have; no note is that long, and a regular expression should not meet it."""

LEFT_OUT: Final = "left_out"
"""Where `Document.meta` says what of a file was not read, in words: somebody must be told."""
RECOGNISED: Final = "recognised"
"""Where `Document.meta` says which text a program recognised in pictures, and how sure it was, in words."""

_REASONS: Final = {
    errno.ENOENT: "there is no such file",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EISDIR: "this is a folder",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
}


def too_long(longest: int = LONGEST) -> str:
    return f"longer than {longest // 1024 // 1024} MB: split it"


def reason(error: OSError) -> str:
    """What went wrong in words that hold no path."""
    return _REASONS.get(error.errno or 0, (error.strerror or type(error).__name__).lower())


class Unread(NamedTuple):
    """An item that could not be read: why, without text. `id` is where it stands (`3`, `1:17`)."""

    id: str
    reason: str

    def __repr__(self) -> str:
        return f"Unread({self.reason})"


Item = Document | Unread


@dataclass(frozen=True, slots=True)
class Source:
    """`number` counts the inputs of a run from 1; `open_` may be called as often as one likes."""

    number: int
    open_: Callable[[], BinaryIO] = field(repr=False)
    path: Path | None = field(default=None, repr=False)

    def open(self) -> BinaryIO:
        try:
            return self.open_()
        except OSError as error:
            raise FormatError(f"input {self.number}: {reason(error)}") from None
        except ValueError:  # a NUL in the path
            raise FormatError(f"input {self.number}: the path cannot be used") from None

    def read(self, *, longest: int = LONGEST) -> bytes:
        """All bytes; FormatError where there are more than `longest`."""
        with self.open() as stream:
            try:
                data = stream.read(longest + 1)
            except OSError as error:
                raise FormatError(f"input {self.number}: {reason(error)}") from None
        if len(data) > longest:
            raise FormatError(f"input {self.number}: {too_long(longest)}")
        return data


def one_document(source: Source, read: Callable[[str, bytes], Document]) -> Item:
    """The document that `read` makes of an input's name and bytes, or why there is none."""
    name = str(source.number)
    try:
        return read(name, source.read())
    except (DecodeError, FormatError) as error:
        return Unread(name, str(error).removeprefix(f"input {name}: "))


def from_path(path: Path, number: int) -> Source:
    """A file, opened anew each time; the Source may be handed to another process."""
    return Source(number, partial(_opened, path), path)


def _opened(path: Path) -> BinaryIO:
    return path.open("rb")


def from_bytes(data: bytes, number: int = 1) -> Source:
    return Source(number, lambda: io.BytesIO(data))


def from_stream(stream: BinaryIO, number: int = 1) -> Source:
    """A buffered stream such as standard input, kept sealed so that it can be read again."""
    spool = Spool()
    size = 1 << 20
    while chunk := stream.read(size):
        spool.write(chunk)
        if len(chunk) < size:  # the end: asking again would make a terminal want a second Ctrl-D
            break
    return Source(number, spool.open)
