"""Bytes of a table to text, line by line where its rows were written in more than one encoding.

Exports that were glued together hold UTF-8 beside Big5 beside GB18030. Read as one of them the others are garbage in
which nobody is found, and a few such rows change no verdict on the whole. Neither Big5 nor GB18030 has a line end
within a character, so lines can be judged one by one. A line counts as another encoding only where that is sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incognote.errors import DecodeError
from incognote.text.decode import CANDIDATES, Decoded, decode

_SURE: Final = 12
"""Bytes beyond ASCII (six Han) from which on a line tells Big5 from GB18030 against the rest of the file."""
_THREE_BYTES: Final = "\u0800"
"""From here on UTF-8 takes three bytes a character: no line of Big5 or GB18030 is that by chance."""
_UTF_8_MARK: Final = b"\xef\xbb\xbf"
_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def decode_table(data: bytes, *, encoding: str | None = None) -> Decoded:
    """The text of a table; DecodeError names the first line that cannot be told in a table of several encodings.

    >>> tuple(decode_table("id,text\\n1,主訴胸悶三天\\n".encode() + "2,病人今日住院檢查\\n".encode("big5")))
    ('id,text\\n1,主訴胸悶三天\\n2,病人今日住院檢查\\n', 'mixed')
    """
    if encoding is not None or b"\x00" in data or data.startswith(_MARKS):
        return decode(data, encoding=encoding)
    lines = data.removeprefix(_UTF_8_MARK).split(b"\n")
    if _is(data, "utf-8"):
        return _without_chance(lines, decode(data))
    others = [line for line in lines if not line.isascii() and not _is_utf_8(line)]
    whole: Decoded | None
    try:
        whole = decode(b"\n".join(others) if len(others) < len(lines) else data)
    except DecodeError:
        if len(others) == sum(not line.isascii() for line in lines) and not any(map(_tells_itself, others)):
            raise  # no line is better than the whole: it is of one encoding, and that is not known
        whole = None
    if whole is not None and any(_differs(line, whole.encoding) for line in others):
        whole = None
    return _by_line(lines, whole.encoding if whole is not None else None)


def _without_chance(lines: Sequence[bytes], read: Decoded) -> Decoded:
    """`read`, which is UTF-8; DecodeError where a line is that by chance: the bytes of 目前 in GB18030 are."""
    for number, line in enumerate(lines, 1):
        if not line.isascii() and not _is_utf_8(line):
            try:
                decode(line)
            except DecodeError:
                raise DecodeError(f"line {number}: this is utf-8 or gb18030, and the table may hold several encodings: say which with --encoding") from None
    return read


def _is(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _is_utf_8(line: bytes) -> bool:
    return not line.isascii() and _is(line, "utf-8") and max(line.decode("utf-8")) >= _THREE_BYTES


def _fits(line: bytes, candidates: Sequence[str]) -> bool:
    try:
        decode(line, candidates=candidates)
    except DecodeError:
        return False
    return True


def _tells_itself(line: bytes) -> bool:
    return _is_long(line) and _fits(line, CANDIDATES)


def _differs(line: bytes, encoding: str) -> bool:
    """Whether a line of some length reads like no text in `encoding` and like one in the other family."""
    own = [name for name in CANDIDATES if name.startswith("gb") == encoding.startswith("gb")]
    return _is_long(line) and not _fits(line, own) and _fits(line, [name for name in CANDIDATES if name not in own])


def _is_long(line: bytes) -> bool:
    return sum(byte > 127 for byte in line) >= _SURE


def _by_line(lines: Sequence[bytes], usual: str | None) -> Decoded:
    """Each line in its own encoding; those that are not UTF-8 in the `usual` one where they agree on one."""
    texts: list[str] = []
    used: set[str] = set()
    for number, line in enumerate(lines, 1):
        if line.isascii() or _is_utf_8(line):
            read = Decoded(line.decode("utf-8"), "utf-8")
        else:
            try:
                read = Decoded(line.decode(usual), usual) if usual is not None else decode(line)
            except (DecodeError, UnicodeDecodeError):
                raise DecodeError(f"line {number}: the table holds several encodings, and that of this line cannot be told: save it in one") from None
        texts.append(read.text)
        if not line.isascii():
            used.add(read.encoding)
    return Decoded("\n".join(texts), used.pop() if len(used) == 1 else "mixed")
