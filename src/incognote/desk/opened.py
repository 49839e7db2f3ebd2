"""A file that was handed over as bytes with a name: the documents in it. Nothing is written to a disk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from incognote.desk import apart
from incognote.desk.jobs import format_of
from incognote.document import Document
from incognote.errors import IncognoteError
from incognote.formats import csv_, jsonl, source, text
from incognote.formats.source import LEFT_OUT, Item

_READERS: Final = {"text": text.read, "jsonl": jsonl.read, "csv": csv_.read}
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
    items = _items(data, format_of(name), number)
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
    origin = source.from_bytes(data, number)
    return apart.read(origin, format_) if format_ in apart.KINDS else _READERS[format_](origin)
