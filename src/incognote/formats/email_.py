"""E-mail: headers, texts in plain and HTML, attachments that are text; a mailbox is many. What goes out is text.

Attachments are read by the format that fits, by the table of readers that is handed in; any other is named by its
kind in `Document.meta`, never by its name. Parsing is the standard library's.
"""

from __future__ import annotations

import codecs
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes
from email.errors import (
    CloseBoundaryNotFoundDefect,
    MessageError,
    NoBoundaryInMultipartDefect,
    StartBoundaryNotFoundDefect,
)
from email.message import Message
from quopri import decodestring
from typing import Final

from incognote.document import Document
from incognote.errors import DecodeError, FormatError, UsageError
from incognote.formats import kinds
from incognote.formats.source import LEFT_OUT, LONGEST, Item, Source, Unread, from_bytes, too_long
from incognote.text.decode import decode

Reader = Callable[[Source], Iterator[Item]]
_FIRST: Final = ("subject", "from", "to", "cc", "bcc", "date")
_PASSED: Final = re.compile(
    r"(?:mime-version|content-(?:type|transfer-encoding|language|class)|dkim-signature|domainkey-signature|arc-.*|authentication-results|received-spf|x-(?:ms|microsoft|spam|google|gm|forefront|mailer|priority|eopattributed|proofpoint|barracuda|ironport)\b.*|importance|precedence|autocrypt|user-agent)\Z",
    re.IGNORECASE,
)
"""Headers of software: signatures and verdicts. They are not written again, since what goes out is text."""
_PROOF: Final = ("from", "to", "subject", "date", "received", "message-id", "return-path", "delivered-to", "sender")
_ENCRYPTED: Final = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted", "application/pgp-encrypted")
_SIGNATURES: Final = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
_KINDS: Final = (
    ("image/", "picture"), ("audio/", "recording"), ("video/", "video"), ("application/pdf", "PDF"), ("application/msword", "Word file"), ("wordprocessingml", "Word file"),
    ("spreadsheetml", "Excel file"), ("ms-excel", "Excel file"), ("presentationml", "PowerPoint file"), ("ms-powerpoint", "PowerPoint file"), ("zip", "archive"), ("rar", "archive"), ("7z", "archive"),
    ("ms-tnef", "Outlook package"), ("dicom", "picture"), ("text/", "text"),
)  # fmt: skip
_BOUNDARY: Final = re.compile(rb"(?:\A|\r?\n\r?\n)(?=From [^\r\n]{3,200}\r?\n[A-Za-z][A-Za-z0-9-]{0,60}:)")
_WORD: Final = re.compile(r"=\?([^?\s]{1,40})\?([bBqQ])\?([^?\s]*)\?=")
_ENCODED: Final = re.compile(r"=\?[^?\s]{1,40}\?[bBqQ]\?[^?\s]*\?=(?:\s*=\?[^?\s]{1,40}\?[bBqQ]\?[^?\s]*\?=)*")
_DEEPEST: Final = 30
_FAULTS: Final = (MessageError, LookupError, RecursionError, TypeError, ValueError, AttributeError)
"""What the standard library stumbles over in headers and parts that are broken."""


def read(source: Source, *, encoding: str | None = None, readers: Mapping[str, Reader] | None = None) -> Iterator[Item]:
    """A Document for a message, or for each message of a mailbox. `encoding` is for texts that say none themselves;
    `readers` read attachments by content type, or by suffix where one says nothing of its type."""
    readers = kinds.readers() if readers is None else readers
    name = str(source.number)
    try:
        data = source.read(longest=8 * LONGEST)
    except FormatError as error:
        yield Unread(name, str(error).removeprefix(f"input {name}: "))
        return
    if not data.startswith(b"From "):
        yield _item(name, name, data, encoding, readers)
        return
    parts = _BOUNDARY.split(data)
    for number, part in enumerate(filter(None, parts), 1):
        message = re.sub(rb"(?m)^>(>*From )", rb"\1", part.split(b"\n", 1)[-1])
        yield _item(str(number), f"{name}:{number}", message, encoding, readers)


def _item(name: str, where: str, data: bytes, encoding: str | None, readers: Mapping[str, Reader]) -> Item:
    try:
        return _document(name, data, encoding, readers)
    except (DecodeError, FormatError) as error:
        return Unread(where, str(error))
    except _FAULTS:
        return Unread(where, "this is not an e-mail, or it is damaged")


def _document(name: str, data: bytes, encoding: str | None, readers: Mapping[str, Reader]) -> Document:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise FormatError("this is an Outlook message (MSG): save it as EML")
    if len(data) > LONGEST:
        raise FormatError(too_long())
    message = message_from_bytes(data)
    if not any(header in message for header in _PROOF):
        raise FormatError("this is not an e-mail: it has no headers")
    walk = _Walk(encoding, readers)
    walk.message(message, 0)
    left_out = ", ".join(f"{count} {what}{'s' * (count > 1)}" for what, count in walk.left_out.items())
    text = re.sub(r"\n{3,}", "\n\n", "\n".join([*walk.lines, *walk.behind])).strip("\n")
    if not any(map(str.isalnum, text)):
        raise FormatError("there is no text in the e-mail")
    return Document(name, text + "\n", {}, {LEFT_OUT: left_out} if left_out else {})


class _Walk:
    """The way through the parts of a message."""

    def __init__(self, encoding: str | None, readers: Mapping[str, Reader]) -> None:
        self.lines: list[str] = []
        self.behind: list[str] = []
        self.left_out: Counter[str] = Counter()
        self._encoding = encoding
        self._readers = readers

    def __repr__(self) -> str:
        return f"_Walk({len(self.lines)} lines)"

    def message(self, message: Message, depth: int) -> None:
        """Headers that a reader sees, the parts, then the other headers."""
        headers = [(name, self._header(str(value))) for name, value in message.raw_items()]
        for wanted in _FIRST:
            self.lines += [f"{name}: {value}" for name, value in headers if name.lower() == wanted]
        self.lines.append("")
        self._part(message, depth)
        self.behind += [f"{name}: {value}" for name, value in headers if name.lower() not in _FIRST and not _PASSED.match(name)]

    def _header(self, value: str) -> str:
        """A header as it is read: encoded words decoded (RFC 2047), bare bytes by what they are."""
        raw = " ".join(value.split()).encode("utf-8", "surrogateescape")
        text = raw.decode("ascii") if raw.isascii() else self._decoded(raw, None) or raw.decode("utf-8", "replace")
        return _ENCODED.sub(lambda run: "".join(self._words(run[0])), text)

    def _words(self, run: str) -> Iterator[str]:
        """Encoded words side by side: those of one charset are decoded together, for a character may be cut in two."""
        charset, data = "", b""
        for word in _WORD.finditer(run):
            name = word[1].partition("*")[0].lower()
            if name != charset:
                yield self._decoded(data, charset) or data.decode("ascii", "replace")
                charset, data = name, b""
            padded = word[3] + "=" * (-len(word[3]) % 4)
            data += decodestring(word[3].encode(), header=True) if word[2] in "qQ" else b64decode(padded)
        yield self._decoded(data, charset) or data.decode("ascii", "replace")

    def _part(self, part: Message, depth: int) -> None:
        if depth > _DEEPEST:
            raise FormatError("the e-mail has parts in parts without end")
        kind = part.get_content_type()
        if kind in _ENCRYPTED and part.get_param("smime-type") != "signed-data":
            raise FormatError("the e-mail is encrypted")
        if any(isinstance(d, (NoBoundaryInMultipartDefect, StartBoundaryNotFoundDefect, CloseBoundaryNotFoundDefect)) for d in part.defects):
            raise FormatError("the e-mail is damaged or cut off: the end of a part is missing")
        if kind == "message/rfc822":
            for inner in part.get_payload() if part.is_multipart() else ():
                self.lines.append("")
                self.message(inner, depth + 1)  # type: ignore[arg-type]
        elif kind == "multipart/alternative":
            self._alternative(part, depth)
        elif part.is_multipart():
            for said in (part.preamble, part.epilogue):
                if said and said.strip() and "MIME" not in said:
                    self.behind.append(said.strip())
            for inner in part.get_payload():
                self._part(inner, depth + 1)  # type: ignore[arg-type]
        elif kind not in _SIGNATURES:
            self._leaf(part, kind)

    def _alternative(self, part: Message, depth: int) -> None:
        """One text in several forms: the first, then the lines that only another one has."""
        before, said = self.lines, set[str]()
        for inner in part.get_payload():
            self.lines = []
            self._part(inner, depth + 1)  # type: ignore[arg-type]
            fresh = [line for line in self.lines if (bare := "".join(line.split())) not in said or not bare]
            said |= {"".join(line.split()) for line in self.lines}
            before += fresh if any(map(str.strip, fresh)) else []
        self.lines = before

    def _leaf(self, part: Message, kind: str) -> None:
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes) or not data.strip():
            return
        suffix = re.sub(r"\A.*(?=\.[A-Za-z0-9]{1,8}\Z)", "", str(part.get_filename() or ""), flags=re.DOTALL).lower()
        reader = self._readers.get(kind) or (self._readers.get(suffix) if suffix.startswith(".") else None)
        is_text = kind.startswith("text/") or suffix in {".txt", ".csv", ".md", ".log"} or kind in {"application/json", "application/xml"}
        if reader is not None:
            if kind == "text/html" and (text := self._decoded(data, part.get_content_charset())):
                data = re.sub(r"(?i)(<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*)[\w:.-]{2,40}", r"\1utf-8", text).encode("utf-8")
            for item in reader(from_bytes(data)):
                if isinstance(item, Unread):
                    self._said(kind)
                    continue
                self.lines += ["", *item.text.strip("\n").split("\n")]
                if more := item.meta.get(LEFT_OUT):
                    for count, what in re.findall(r"(\d+) ([^,]+)", str(more)):
                        self.left_out[re.sub(r"s\Z", "", what)] += int(count)
        elif is_text and (text := self._decoded(data, part.get_content_charset())) is not None:
            self.lines += ["", *text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")]
        else:
            self._said(kind)

    def _said(self, kind: str) -> None:
        what = next((word for sign, word in _KINDS if sign in kind), "file")
        self.left_out[f"attached {what}"] += 1

    def _decoded(self, data: bytes, charset: str | None) -> str | None:
        """The text of a part; None where it is none. A wrong charset is passed over where the bytes tell."""
        for name in (charset, self._encoding, None):
            if name is None or _is_known(name):
                try:
                    return decode(data, encoding=name).text
                except (DecodeError, UsageError):
                    continue
        return None


def _is_known(name: str) -> bool:
    try:
        return codecs.lookup(name)._is_text_encoding
    except LookupError:
        return False
