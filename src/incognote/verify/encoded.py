"""Text in a wrapper of seven bits: whoever undoes it reads the name, so the verifier undoes it first.

Percent (RFC 3986), quoted-printable (RFC 2045), `\\uXXXX` (RFC 8259), numeric references of HTML, HZ
(RFC 1843), UTF-7 (RFC 2152). Bytes are read as UTF-8, else as Big5 or GB18030.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Final, NamedTuple

from incognote.gazetteer.loader import read_list
from incognote.verify.reading import Reading

Find = tuple[str, int, int, bool]

_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}(?:[\w.~+-]{0,8}%[0-9A-Fa-f]{2}){0,400}", re.ASCII)
_QUOTED: Final = re.compile(r"=[0-9A-Fa-f]{2}(?:(?:=?\r?\n)?[\w.~+-]{0,8}=[0-9A-Fa-f]{2}){1,400}", re.ASCII)
_BACKSLASH: Final = re.compile(r"\\{1,4}u\{?[0-9A-Fa-f]{4,5}\}?(?:\\{1,4}u\{?[0-9A-Fa-f]{4,5}\}?){0,400}")
_REFERENCE: Final = re.compile(r"&#(?:\d{2,7}|[xX][0-9A-Fa-f]{2,6});(?:&#(?:\d{2,7}|[xX][0-9A-Fa-f]{2,6});){0,400}")
_HZ: Final = re.compile(r"~\{(?:[!-}][!-~]){1,400}~\}")
_UTF_7: Final = re.compile(r"\+[A-Za-z0-9+/]{5,400}-")
_BYTE: Final = re.compile(rb"[%=]([0-9A-Fa-f]{2})")
_UNIT: Final = re.compile(r"\\{1,4}u\{?([0-9A-Fa-f]{4,5})\}?")
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")


class Decoding(NamedTuple):
    """`[start, end)` of the text says `plain`."""

    start: int
    end: int
    plain: str

    def __repr__(self) -> str:
        return f"Decoding({self.start}, {self.end})"


def decodings(text: str) -> Iterator[Decoding]:
    """Every stretch of `text` that is wrapped, with what it says.

    >>> [d.plain for d in decodings("q=%E9%99%B3 =E7=BE=8E \\\\u83ef &#38515;")]
    ['陳', '美', '華', '陳']
    """
    if "%" in text:
        yield from _bytes(text, _PERCENT)
    if "=" in text:
        yield from _bytes(text, _QUOTED)
    if "\\" in text:
        for found in _BACKSLASH.finditer(text):
            yield Decoding(*found.span(), _units(found[0]))
    if "&#" in text:
        for found in _REFERENCE.finditer(text):
            yield Decoding(*found.span(), unescape(found[0]))
    if "~{" in text:
        yield from _codec(text, _HZ, "hz")
    if "+" in text:
        for decoded in _codec(text, _UTF_7, "utf-7"):
            if all(c in _common() for c in decoded.plain):  # +Trastuzumab- is no Chinese
                yield decoded


def encoded_text(reading: Reading) -> Iterator[Find]:
    """Wrapped stretches that say something in Chinese."""
    for start, end, plain in decodings(reading.text):
        if _HAN.search(plain):
            yield "encoded_text", start, end, True


def _bytes(text: str, pattern: re.Pattern[str]) -> Iterator[Decoding]:
    for found in pattern.finditer(text):
        plain = re.sub("=\r?\n", "", found[0])
        data = _BYTE.sub(lambda byte: bytes.fromhex(byte[1].decode()), plain.encode("ascii"))
        for name in ("utf-8", "cp950", "gb18030"):
            try:
                said = data.decode(name)
            except UnicodeDecodeError:
                continue
            if name == "utf-8" or _is_chinese(said):
                yield Decoding(*found.span(), said)
                break


def _is_chinese(said: str) -> bool:
    """Whether bytes that are no UTF-8 are two common characters at least: %CD4%CD8 and x=AB=CD are no bytes."""
    beyond = [c for c in said if c > "\x7f"]
    return len(beyond) >= 2 and all(c in _common() for c in beyond)


def _units(text: str) -> str:
    """The characters of `\\uXXXX`, surrogates joined in pairs."""
    joined = "".join(chr(int(unit, 16)) for unit in _UNIT.findall(text) if int(unit, 16) <= 0x10FFFF)
    return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _codec(text: str, pattern: re.Pattern[str], name: str) -> Iterator[Decoding]:
    for found in pattern.finditer(text):
        try:
            yield Decoding(*found.span(), found[0].encode("ascii").decode(name))
        except UnicodeDecodeError:
            continue


@cache
def _common() -> frozenset[str]:
    return frozenset(row[0] for row in read_list("incognote.text", "common_han"))
