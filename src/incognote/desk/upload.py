"""A file that was handed over: sealed, with a number in place of its name, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from incognote.desk import apart
from incognote.formats import csv_, jsonl, text
from incognote.formats.source import Item, Source
from incognote.formats.spool import Spool

_SUFFIXES: Final = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "csv", ".pdf": "pdf", ".docx": "docx"}
_READERS: Final = {"text": text.read, "jsonl": jsonl.read, "csv": csv_.read}


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
    return _SUFFIXES.get(PurePosixPath(name.replace("\\", "/")).suffix.lower(), "text")


def items(upload: Upload) -> Iterator[Item]:
    """The documents of a file, and what could not be read of it."""
    origin = Source(upload.number, upload.spool.open)
    return apart.read(origin, upload.format) if upload.format in apart.KINDS else _READERS[upload.format](origin)


def close(uploads: Iterable[Upload]) -> None:
    """Remove what was handed over."""
    for upload in uploads:
        upload.spool.close()
