"""One file, one text: plain text in any of the encodings that `text.decode` reads, out in UTF-8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError
from incognote.formats.source import Item, Source, Unread
from incognote.text.decode import decode


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; its id is the input's number, for a file's name may be a person's."""
    name = str(source.number)
    try:
        text = decode(source.read(), encoding=encoding).text
    except (DecodeError, FormatError) as error:
        yield Unread(name, str(error).removeprefix(f"input {name}: "))
        return
    yield Document(name, text)


def write(results: Iterable[Result], target: BinaryIO, source: Source | None = None) -> None:
    """The texts that may be shown, as they are: no line end is added or changed."""
    for result in results:
        if result.text is not None:
            target.write(result.text.encode("utf-8"))
