"""A file that was handed over: sealed, with a number in place of its name, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from incognote.desk import apart
from incognote.formats import kinds
from incognote.formats.source import Item, Source
from incognote.formats.spool import Spool


class Upload(NamedTuple):
    """One file as it came."""

    number: int
    format: str
    spool: Spool

    def __repr__(self) -> str:
        return f"Upload({self.number})"


def format_of(name: str) -> str:
    """The format that the end of a file's name tells; the name is used for nothing else.

    >>> format_of("../../報告.PDF"), format_of("x.jsonl\\\\y"), format_of("")
    ('pdf', 'text', 'text')
    """
    return kinds.of_name(name) or "text"


def items(upload: Upload) -> Iterator[Item]:
    """The documents of a file, and what could not be read of it."""
    origin = Source(upload.number, upload.spool.open)
    is_text = kinds.KINDS[upload.format].is_text
    return kinds.module_of(upload.format).read(origin) if is_text else apart.read(origin, upload.format)


def close(uploads: Iterable[Upload]) -> None:
    """Remove what was handed over."""
    for upload in uploads:
        upload.spool.close()
