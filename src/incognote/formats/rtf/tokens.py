r"""RTF as what it is made of: groups, control words, and runs of letters decoded by the code page that counts there.

striprtf, the reader that is kept, passes over headers, footnotes, comments, hidden text and properties, and takes the
file's code page for every run; so groups are walked here. Source: Rich Text Format Specification 1.9.1.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from incognote.errors import FormatError

_TOKEN: Final = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z\r\n])|\\[\r\n]+|([{}])|[\r\n]+|([^\\{}\r\n]+)|(.)", re.DOTALL
)
_CHARSETS: Final = {
    0: "cp1252", 128: "cp932", 129: "cp949", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850", 77: "mac_roman",
}  # fmt: skip
"""`\fcharset` of a font -> how its letters are written."""
_ENCODING_OF_PAGE: Final = {936: "gb18030", 950: "cp950", 932: "cp932", 949: "cp949", 10000: "mac_roman", 65001: "utf-8"}
_DEEPEST: Final = 500
_LARGEST_BINARY: Final = 1 << 30


class Token(NamedTuple):
    """`open` and `close` of a group, `word` with its number (None where it has none), or `text`."""

    kind: str
    text: str = ""
    number: int | None = None

    def __repr__(self) -> str:
        return "Token(...)"


class _State(NamedTuple):
    codec: str
    skips: int

    def __repr__(self) -> str:
        return f"_State({self.skips})"


class Tokens:
    """The tokens of a file; bytes of letters are gathered until something else comes, for two make a Han character."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._page = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = -1
        self._fontless = 0
        self._state = _State("", 1)
        self._stack: list[_State] = []
        self._bytes = bytearray()
        self._high = ""
        self._skip = 0

    def __repr__(self) -> str:
        return f"Tokens({len(self._data)} bytes)"

    def __iter__(self) -> Iterator[Token]:
        """FormatError where the file ends inside a group, or groups lie too deep."""
        at = 0
        while at < len(self._data):
            match = _TOKEN.match(self._data, at)
            if match is None:
                raise FormatError("the RTF is damaged")
            at = match.end()
            word, number, code, sign, brace, plain, odd = match.groups()
            if code:
                self._letters(bytes.fromhex(code.decode()))
            elif plain or odd:
                self._letters(plain or odd)
            elif brace:
                yield from self._flush()
                yield self._group(brace)
            elif word is not None:
                name, value = word.decode(), int(number) if number else None
                if name == "bin":
                    at += min(max(value or 0, 0), _LARGEST_BINARY)
                    continue
                if name == "u" and value is not None:
                    yield from self._flush(keeps_high=True)
                    yield from self._unicode(value)
                    continue
                yield from self._flush()
                self._heed(name, value)
                yield Token("word", name, value)
            elif sign is not None:
                yield from self._sign(sign)
        yield from self._flush()
        if self._stack:
            raise FormatError("the RTF is damaged: it ends inside a group")

    def _letters(self, data: bytes) -> None:
        """Bytes of text, less those that stand for old readers behind a `\\u`."""
        dropped = min(self._skip, len(data))
        self._skip -= dropped
        self._bytes += data[dropped:]

    def _sign(self, sign: bytes) -> Iterator[Token]:
        if sign in b"\\{}":
            self._letters(sign)
            return
        yield from self._flush()
        yield Token("word", sign.decode("latin-1"))

    def _group(self, brace: bytes) -> Token:
        self._skip = 0
        if brace == b"{":
            if len(self._stack) >= _DEEPEST:
                raise FormatError("the RTF has groups in groups without end")
            self._stack.append(self._state)
            return Token("open")
        if not self._stack:
            raise FormatError("the RTF is damaged: a group ends that never began")
        self._state = self._stack.pop()
        return Token("close")

    def _heed(self, word: str, number: int | None) -> None:
        """What changes how letters are read."""
        self._skip = 0
        if word == "ansicpg" and number:
            self._page = _known(_ENCODING_OF_PAGE.get(number, f"cp{number}"))
        elif word in {"mac", "pc", "pca"}:
            self._page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
        elif word == "uc" and number is not None:
            self._state = self._state._replace(skips=max(0, min(number, 8)))
        elif word == "f" and number is not None:
            self._font = number
            self._state = self._state._replace(codec=self._fonts.get(number, ""))
        elif word == "fcharset" and number is not None:
            self._fonts[self._font] = _CHARSETS.get(number, "")
            self._state = self._state._replace(codec=self._fonts[self._font])
        elif word == "plain":
            self._state = self._state._replace(codec="")

    def _unicode(self, value: int) -> Iterator[Token]:
        self._skip = self._state.skips
        letter = chr(value % 0x10000)
        if "\ud800" <= letter < "\udc00":
            self._high = letter
            return
        if "\udc00" <= letter < "\ue000":
            pair, self._high = self._high + letter, ""
            yield Token("text", pair.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
            return
        self._high = ""
        yield Token("text", letter)

    def _flush(self, *, keeps_high: bool = False) -> Iterator[Token]:
        """The letters so far, in the code page of their font; where they do not fit, in the file's."""
        if not keeps_high:
            self._high = ""
        if not self._bytes:
            return
        data, self._bytes = bytes(self._bytes), bytearray()
        for codec in dict.fromkeys((self._state.codec if self._state.codec != "cp1252" else "", self._page, self._state.codec, "gb18030", "cp950")):
            if not codec:
                continue
            try:
                yield Token("text", data.decode(codec))
            except UnicodeDecodeError:
                continue
            return
        yield Token("text", data.decode(self._page, "replace"))


def _known(codec: str) -> str:
    try:
        return codecs.lookup(codec).name
    except LookupError:
        return "cp1252"
