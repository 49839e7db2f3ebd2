"""HL7 v2: each message of a file is a document; written again with the same segments, separators and escapes.

A file is one message, a batch (FHS, BHS) or what a port received (MLLP). The facts of PID, NK1, GT1, IN1 and MRG are
known to the document. A message that cannot be read, or whose text is withheld, is not written; of the segments
around messages their separators and counts are. MSH-10 becomes the message's number: it may hold a chart number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError
from incognote.formats.hl7 import people as hl7_people
from incognote.formats.hl7 import types as hl7_types
from incognote.formats.hl7.chunks import Chunk, chunks, decoded
from incognote.formats.hl7.message import Message
from incognote.formats.hl7.page import CLEARED, Page
from incognote.formats.source import LEFT_OUT, LONGEST, Item, Source, Unread, too_long

_LARGEST: Final = 8 * LONGEST
_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """A Document for each message; an Unread for one that is none."""
    hl7_types.check_installed()
    try:
        found = [chunk for chunk in _chunks(source) if chunk.is_message]
    except (DecodeError, FormatError) as error:
        yield Unread(str(source.number), str(error).removeprefix(f"input {source.number}: "))
        return
    if not found:
        yield Unread(str(source.number), "there is no message in the file")
    for number, chunk in enumerate(found, 1):
        try:
            page = _page(chunk, encoding)
        except (DecodeError, FormatError) as error:
            yield Unread(f"{source.number}:{number}", f"message {number}: {error}")
            continue
        meta = {LEFT_OUT: left_out} if (left_out := _words(page.left_out)) else {}
        yield Document(str(number), page.laid.text + "\n", hl7_people.known(page.message), meta)


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None) -> None:
    """The messages with their edits; what was no text in them, and messages without a text, are left out."""
    upcoming = iter(results)
    number = written = 0
    try:
        found = list(_chunks(source))
    except (DecodeError, FormatError):
        next(upcoming, None)
        return
    for chunk in found:
        if not chunk.is_message:
            written = 0 if chunk.data.lstrip().startswith((b"FHS", b"BHS")) else written
            target.write(_around(chunk.data, written))
            continue
        number += 1
        result = next(upcoming)
        if result.text is None:
            continue
        try:
            page = _page(chunk, encoding)
        except (DecodeError, FormatError):
            continue
        page.apply(result.edits)
        written += 1
        target.write(_finished(page.message, written))


def _chunks(source: Source) -> Iterator[Chunk]:
    data = source.read(longest=_LARGEST)
    if data.startswith(_MARKS):
        try:
            data = data.decode("utf-16").encode("utf-8")
        except UnicodeDecodeError:
            raise DecodeError("a byte order mark says UTF-16, but the bytes do not fit") from None
    return chunks(data)


def _page(chunk: Chunk, encoding: str | None) -> Page:
    if len(chunk.data) > LONGEST:
        raise FormatError(too_long())
    return Page(Message(*decoded(chunk.data, encoding)))


def _words(left_out: Counter[str]) -> str:
    return ", ".join(f"{count} {what}{'s' * (count > 1 and not what.endswith('set'))}" for what, count in left_out.items() if count)


def _around(data: bytes, written: int) -> bytes:
    """FHS and BHS with their separators alone, BTS and FTS with their counts: the rest may name anybody."""
    body = data.rstrip(b"\r\n\x0b\x1c")
    end, separator = data[len(body) :], body.lstrip()[3:4] or b"|"
    if not body.lstrip(b"\r\n\x0b\x1c\xef\xbb\xbf").startswith((b"FHS", b"BHS", b"BTS", b"FTS")):
        return end
    fields = body.split(separator)
    kept = fields[:2] if len(fields) > 1 else fields[:1]
    if fields[0].endswith((b"BTS", b"FTS")) and len(fields) > 1:
        is_count = re.fullmatch(rb"\d{1,9}", fields[1]) is not None
        kept = [fields[0], (str(written).encode() if fields[0].endswith(b"BTS") else fields[1]) if is_count else b""]
    elif len(fields) > 1 and not re.fullmatch(rb"[!-/:-@\[-`{-~]{2,5}", fields[1]):
        kept = fields[:1]
    return separator.join(kept) + end


def _finished(message: Message, number: int) -> bytes:
    for segment in message.segments:
        for name, place in (("MSH", 10), *CLEARED):
            if segment.name != name or place >= len(segment.fields):
                continue
            values = [value for repetition in segment.fields[place] for component in repetition for value in component]
            for value in values:
                message.put(value, "")
            if place == 10 and values:
                message.put(values[0], str(number))
    try:
        return str(message).encode(message.codec)
    except UnicodeEncodeError:  # a mark that this encoding has no letters for
        header = message.segments[0].fields
        if len(header) > 18 and header[18][0][0][0]:
            message.put(header[18][0][0][0], "UNICODE UTF-8")
        return str(message).encode("utf-8")
