"""HL7 v2: the bytes of a file as its messages and what stands around them (batch headers, MLLP framing)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from incognote.errors import DecodeError
from incognote.text.decode import decode

_LINE: Final = re.compile(rb"[^\r\n\x0b\x1c]*(?:[\r\n\x0b\x1c]+|\Z)")
_ENDS: Final = b"\r\n\x0b\x1c"
_AROUND: Final = (b"FHS", b"BHS", b"BTS", b"FTS")
_CHARSETS: Final = {
    "UNICODE UTF-8": "utf-8", "UNICODE": "utf-8", "UTF-8": "utf-8", "BIG-5": "big5", "BIG5": "big5", "GB 18030-2000": "gb18030",
    "8859/1": "cp1252", "8859/15": "iso8859-15", "ISO IR87": "iso2022_jp",
}  # fmt: skip
"""MSH-18, table 0211, as Python calls them."""


class Chunk(NamedTuple):
    """Lines of a file that belong together: a message, what stands around messages, or what is neither."""

    data: bytes
    is_message: bool

    def __repr__(self) -> str:
        return f"Chunk({len(self.data)} bytes)"


def chunks(data: bytes) -> Iterator[Chunk]:
    """A message begins with MSH, or where what stands around messages or MLLP's first byte was before it."""
    lines: list[bytes] = []
    for line in _lines(data):
        start = line.lstrip(b"\xef\xbb\xbf" + _ENDS)[:3]
        is_framed = bool(lines) and b"\x1c" in lines[-1]
        if start in _AROUND:
            yield from _chunk(lines)
            lines = []
            yield Chunk(line, False)
            continue
        if lines and start and (start == b"MSH" or is_framed):
            yield from _chunk(lines)
            lines = []
        lines.append(line)
    yield from _chunk(lines)


def _lines(data: bytes) -> Iterator[bytes]:
    """Lines with their ends; MLLP's first byte goes with the line behind it."""
    held = b""
    for match in _LINE.finditer(data):
        line = held + match[0]
        held = b""
        if line.endswith(b"\x0b"):
            cut = len(line.rstrip(b"\x0b"))
            line, held = line[:cut], line[cut:]
        if line:
            yield line
    if held:
        yield held


def _chunk(lines: Iterable[bytes]) -> Iterator[Chunk]:
    data = b"".join(lines)
    if data:
        yield Chunk(data, bool(data.strip(_ENDS + b" \t\x00\xef\xbb\xbf")))


def decoded(data: bytes, encoding: str | None) -> tuple[str, str]:
    """The text of a message and its encoding; what MSH-18 says counts where the bytes alone do not tell."""
    if encoding is not None:
        return tuple(decode(data, encoding=encoding))  # type: ignore[return-value]
    try:
        text, codec = decode(data)
    except DecodeError:
        fields = data.lstrip(_ENDS).split(b"\r")[0].split(b"\n")[0].split(data.lstrip(_ENDS)[3:4] or b"|")
        said = fields[17].split(b"~")[0].decode("ascii", "replace").strip().upper() if len(fields) > 17 else ""
        if said not in _CHARSETS:
            raise
        text, codec = decode(data, encoding=_CHARSETS[said])
    return text, codec
