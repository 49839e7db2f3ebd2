"""One file, one text: plain text in any of the encodings that `text.decode` reads, out in UTF-8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from incognote.document import Document, Result
from incognote.formats.source import Item, Source, one_document
from incognote.text.decode import decode


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; its id is the input's number, for a file's name may be a person's."""
    yield one_document(source, lambda name, data: Document(name, decode(data, encoding=encoding).text))


def write(results: Iterable[Result], target: BinaryIO, source: Source | None = None) -> None:
    """The texts that may be shown, as they are: no line end is added or changed."""
    for result in results:
        if result.text is not None:
            target.write(result.text.encode("utf-8"))
