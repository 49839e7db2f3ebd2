"""Files inside a PDF: those of text are read as lines, a PDF as a PDF, everything else is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from incognote.errors import DecodeError
from incognote.formats.pdf.file import solid
from incognote.formats.source import LONGEST
from incognote.text.decode import decode


class Inside(NamedTuple):
    """The text of an embedded file, and lines that only describe it."""

    text: str
    lines: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Inside({len(self.text)} characters, {len(self.lines)} lines)"


Nested = Callable[[bytes], Inside | None]
"""What a PDF within a PDF holds, or None where it is not read."""
_DATA: Final = ("/UF", "/F", "/DOS", "/Mac", "/Unix")
_BINARY: Final = frozenset(range(0x09)) | {0x0B} | set(range(0x0E, 0x1B)) | set(range(0x1C, 0x20))


def inside(embedded: Any, nested: Nested) -> Inside | None:
    """What an embedded file says; None where it has no text that can be read."""
    streams = solid(embedded)
    stream = next((found for key in _DATA if (found := solid(streams.get(key))) is not None), None)
    if stream is None:
        return None
    data = stream.get_data()
    if len(data) > LONGEST:
        return None
    if b"%PDF-" in data[:1024]:
        return nested(data)
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")) and _BINARY.intersection(data[:4096]):
        return None
    try:
        text = decode(data).text
    except DecodeError:
        return None
    return Inside(text.replace("\r\n", "\n").replace("\r", "\n").strip("\n"))
