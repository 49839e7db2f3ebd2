"""A PDF opened: what it must be, where it ends, and how much of it is looked at.

`pypdf` is met only here; the files beside this one look at what it hands out. A file says itself how large its parts
are and how they hang together, so nothing of that is believed: pages, operators and objects are counted, and a file
that has more than a report can have is refused.
"""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from typing import TYPE_CHECKING, Any, Final

from incognote.errors import DecodeError, FormatError
from incognote.text.decode import decode

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

_END: Final = 1024
"""Bytes at the end of a file among which `%%EOF` must stand: ISO 32000-1, note on 7.5.5."""
PAGES: Final = 2_000
OPERATORS: Final = 2_000_000
"""Drawing steps of all pages together; a page of a report has a few hundred, a drawing some ten thousand."""
UNPACKED: Final = 64 * 1024 * 1024
"""Bytes of all pages' drawing steps, unpacked."""
_FORMS: Final = 20_000
"""Drawings that a page names, over all pages."""
_FAULTS: Final = (
    ArithmeticError, AttributeError, LookupError, MemoryError, NotImplementedError, OSError, RecursionError, TypeError,
    ValueError, struct.error, zlib.error,
)  # fmt: skip
_MARKS: Final = (b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")
"""How a text of a file begins that is Unicode: ISO 32000-2, 7.9.2.2."""
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff]")


def faults() -> tuple[type[Exception], ...]:
    """What the reader of a damaged file raises, and what it stumbles over."""
    from pypdf.errors import PyPdfError

    return (PyPdfError, *_FAULTS)


def open_pdf(data: bytes) -> PdfReader:
    """The reader of a file; FormatError where it is no PDF, cut off, or needs a password."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its warnings may quote what they stumble over
    if b"%PDF-" not in data[:_END]:
        raise FormatError("this is not a PDF")
    if b"%%EOF" not in data[-_END:]:
        raise FormatError("the PDF is damaged: its end is missing")
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        is_locked = reader.is_encrypted and not reader.decrypt("")
    except (NotImplementedError, DependencyError):
        raise FormatError("the PDF is encrypted in a way that is not known here: save it without a password") from None
    except faults():
        raise FormatError("the PDF is damaged: it cannot be read to its end") from None
    if is_locked:
        raise FormatError("the PDF is encrypted: save it without a password")
    return reader


def pages_of(reader: PdfReader) -> list[PageObject]:
    """All pages; FormatError where some are missing, or they hold more than a report can."""
    promised = reader.root_object["/Pages"].get("/Count", 0)  # type: ignore[attr-defined]
    pages = list(reader.pages) if isinstance(promised, int) and promised <= PAGES else []
    if isinstance(promised, int) and promised > PAGES:
        raise FormatError(f"the PDF has more than {PAGES:,} pages: split it")
    if not pages or promised != len(pages):
        raise FormatError("the PDF is damaged: pages are missing")
    _weigh(pages)
    return pages


def _weigh(pages: list[PageObject]) -> None:
    """Every page and every drawing in it, unpacked once: what does not unpack is damaged, what is too large refused.

    The reader of drawings passes over what it cannot unpack without a word; here it is met first.
    """
    size, forms = 0, 0
    seen: dict[int, Any] = {}
    for page in pages:
        contents = solid(page.get("/Contents"))
        size += sum(_size(solid(part)) for part in (contents if isinstance(contents, list) else [contents]))
        stack: list[Any] = [page]
        while stack:
            for form in _forms(stack.pop()):
                forms += 1
                if id(form) not in seen:
                    seen[id(form)] = form
                    stack.append(form)
                    size += _size(form)
        if forms > _FORMS or size >= UNPACKED:
            raise FormatError("the PDF holds more than a report can have: split it")


def _size(stream: Any) -> int:
    """Bytes of a stream, unpacked; FormatError where it breaks off. A wrong check sum at its end is no damage."""
    if not hasattr(stream, "get_data"):
        return 0
    kind = stream.get("/Filter")
    if kind == "/FlateDecode" or kind == ["/FlateDecode"]:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        size = len(inflate.decompress(getattr(stream, "_data", b"")[2:], UNPACKED))
        if not inflate.eof and size < UNPACKED:
            raise FormatError("the PDF is damaged: a page breaks off")
        return size
    return len(stream.get_data())


def _forms(owner: Any) -> list[Any]:
    """The drawings that a page or a drawing names; pictures are none."""
    resources: Any = solid(owner.get("/Resources"))
    drawings: Any = solid(resources.get("/XObject")) if isinstance(resources, dict) else None
    named = [solid(entry) for entry in drawings.values()] if isinstance(drawings, dict) else []
    return [form for form in named if hasattr(form, "get_data") and form.get("/Subtype") == "/Form"]


def solid(value: Any) -> Any:
    """What a reference stands for."""
    return value.get_object() if hasattr(value, "get_object") else value


def plain(value: Any) -> str:
    """A text of the file as lines, without characters that nobody sees; bytes of no known encoding are no text.

    A text that is not marked as Unicode is often in the writer's own encoding: 病歷 in Big5 then looks like "¯f¾ú".
    """
    raw = bytes(value) if isinstance(value, bytes) else getattr(value, "original_bytes", b"")
    text = value if isinstance(value, str) else raw.decode("ascii", "ignore")
    is_foreign = sum(byte >= 0x80 for byte in raw) * 4 > len(raw) and not (isinstance(value, str) and raw.startswith(_MARKS))
    if is_foreign or (raw.startswith(_MARKS) and not isinstance(value, str)):
        try:
            text = decode(raw).text
        except DecodeError:
            text = value if isinstance(value, str) else ""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(line.strip() for line in _UNSEEN.sub("", text).split("\n")).strip()
