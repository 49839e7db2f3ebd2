"""A file that was handed over as bytes with a name: the documents in it. Nothing is written to a disk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from incognote.document import Document
from incognote.errors import IncognoteError
from incognote.formats import csv_, docx_, jsonl, pdf, source, text
from incognote.formats.source import LEFT_OUT, Item

SUFFIXES: Final = {
    ".txt": "text", ".text": "text", ".md": "text", ".note": "text",
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "csv", ".pdf": "pdf", ".docx": "docx",
}  # fmt: skip
_READERS: Final = {"text": text.read, "jsonl": jsonl.read, "csv": csv_.read, "pdf": pdf.read, "docx": docx_.read}
MOST: Final = 200
"""Documents of one file that a page opens; more are for the command line or the review desk."""


class Opened(NamedTuple):
    """The documents, and in words, without text of any, what was not read. `more`: the file holds further ones."""

    documents: tuple[Document, ...]
    unread: tuple[str, ...]
    more: bool

    def __repr__(self) -> str:
        return f"Opened({len(self.documents)} documents, {len(self.unread)} unread, more={self.more})"


def opened(data: bytes, name: str, number: int = 1) -> Opened:
    """What `data` holds; the format is told by the end of `name`, which says nothing else."""
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    items = _items(data, SUFFIXES.get(suffix, "text"), number)
    documents: list[Document] = []
    unread: list[str] = []
    try:
        for item in islice(items, MOST):
            if isinstance(item, Document):
                documents.append(item)
                if left_out := item.meta.get(LEFT_OUT):
                    unread.append(str(left_out))
            else:
                unread.append(item.reason)
        more = next(items, None) is not None
    except IncognoteError as error:
        return Opened(tuple(documents), (*unread, str(error).removeprefix(f"input {number}: ")), False)
    return Opened(tuple(documents), tuple(dict.fromkeys(unread)), more)


def _items(data: bytes, format_: str, number: int) -> Iterator[Item]:
    return _READERS[format_](source.from_bytes(data, number))
