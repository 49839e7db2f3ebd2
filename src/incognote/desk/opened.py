"""The documents of one file that a page opens."""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

from incognote.desk.upload import Upload, items
from incognote.document import Document
from incognote.errors import IncognoteError
from incognote.formats.source import LEFT_OUT

MOST: Final = 200
"""Documents of one file that a page opens; more are for the command line or the review desk."""


class Opened(NamedTuple):
    """The documents, and in words, without text of any, what was not read. `more`: the file holds further ones."""

    documents: tuple[Document, ...]
    unread: tuple[str, ...]
    more: bool

    def __repr__(self) -> str:
        return f"Opened({len(self.documents)} documents, {len(self.unread)} unread, more={self.more})"


def opened(upload: Upload) -> Opened:
    """What a file holds."""
    found = items(upload)
    documents: list[Document] = []
    unread: list[str] = []
    try:
        for item in islice(found, MOST):
            if isinstance(item, Document):
                documents.append(item)
                if left_out := item.meta.get(LEFT_OUT):
                    unread.append(str(left_out))
            else:
                unread.append(item.reason)
        more = next(found, None) is not None
    except IncognoteError as error:
        return Opened(tuple(documents), (*unread, str(error).removeprefix(f"input {upload.number}: ")), False)
    return Opened(tuple(documents), tuple(dict.fromkeys(unread)), more)
