"""PDF: the text layer of a report, page by page; what has none is refused, never passed over.

A scanned page, an encrypted or a damaged file, letters without a character table: each is an error that says
so. Filled-in form fields and notes on the page are read too. Files inside the file are not: they are named
in `Document.meta`. Only `pypdf` is used, and only here.
"""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from incognote.document import Document
from incognote.errors import FormatError, UsageError
from incognote.formats.placed import Piece, compose
from incognote.formats.source import LEFT_OUT, Item, Source, one_document

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

_END: Final = 1024
"""Bytes at the end of a file among which `%%EOF` must stand: ISO 32000-1, note on 7.5.5."""
_PAGES: Final = 2_000
_FEW: Final = 100
"""Letters on a page that is a scan all the same: a stamp, a page number."""
_COVERED: Final = 0.4
_UNREADABLE: Final = 0.1
_BAD: Final = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0e-\x1f]|\\(cid:\\d+\\)")
_PAINT: Final = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"sh"})
_NOTES: Final = frozenset({"/FreeText", "/Text", "/Highlight", "/Stamp", "/Caret"})
_FAULTS: Final = (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError, struct.error, zlib.error)
"""What a reader of a damaged file stumbles over, beside its own errors."""


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; `encoding` means nothing here."""
    del encoding
    if find_spec("pypdf") is None:
        raise UsageError("reading PDF needs one more package: pip install 'incognote[documents]'")
    yield one_document(source, _document)


def _document(name: str, data: bytes) -> Document:
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its warnings may quote what they stumble over
    if b"%PDF-" not in data[:_END]:
        raise FormatError("this is not a PDF")
    if b"%%EOF" not in data[-_END:]:
        raise FormatError("the PDF is damaged: its end is missing")
    try:
        reader = _open(data)
        pages = [_page(page, number) for number, page in enumerate(_pages(reader), 1)]
        fields, files = _fields(reader), list(reader.attachments)
    except (PyPdfError, *_FAULTS):
        raise FormatError("the PDF is damaged: it cannot be read to its end") from None
    text = "\n\n".join(filter(None, [*pages, *fields]))
    if not text:
        raise FormatError("there is no text in the PDF")
    left_out = f"{len(files)} embedded file{'s' * (len(files) > 1)}"
    return Document(name, text + "\n", {}, {LEFT_OUT: left_out} if files else {})


def _open(data: bytes) -> PdfReader:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise FormatError("the PDF is encrypted: save it without a password")
    return reader


def _pages(reader: PdfReader) -> list[PageObject]:
    pages = list(reader.pages)
    promised = reader.root_object["/Pages"].get("/Count", 0)  # type: ignore[attr-defined]
    if not pages or promised != len(pages):
        raise FormatError("the PDF is damaged: pages are missing")
    if len(pages) > _PAGES:
        raise FormatError(f"the PDF has more than {_PAGES:,} pages: split it")
    return pages


def _page(page: PageObject, number: int) -> str:
    """Text, then notes on the page. FormatError where the page shows what is no text."""
    drawn: list[tuple[str, list[float], list[float], float]] = []
    painted: list[float] = []
    page.extract_text(
        visitor_text=lambda text, cm, tm, _, size: drawn.append((text, list(cm), list(tm), float(size or 0))),
        visitor_operand_before=lambda operator, _, cm, __: painted.extend(_area(operator, cm)),
    )
    text = compose(list(_pieces(d for d in drawn if d[0]))).strip("\n")
    letters = sum(c.isalnum() for c in text)
    covered = max(painted, default=0.0) / max(1.0, float(page.mediabox.width) * float(page.mediabox.height))
    if (not letters and painted) or (letters < _FEW and covered >= _COVERED):
        raise FormatError(f"page {number} is an image without text (a scan): run text recognition on it first")
    if len(_BAD.findall(text)) > _UNREADABLE * max(1, letters):
        raise FormatError(f"page {number} has letters without a character table: run text recognition on it first")
    return "\n".join(filter(None, [text, *_notes(page)]))


def _pieces(drawn: Iterable[tuple[str, list[float], list[float], float]]) -> Iterator[Piece]:
    """A piece for each line that pypdf has gathered, at its place on the page."""
    last = "\n"
    for text, cm, tm, size in drawn:
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        size = abs(size * (tm[3] or tm[0] or 1) * (cm[3] or cm[0] or 1)) or 10.0
        is_joined = not (last[-1].isspace() or text[0].isspace())
        for line in text.split("\n"):
            if line.strip():
                yield Piece(line.strip(), x, y, size, is_joined)
            is_joined = False
            y -= 1.2 * size
        last = text


def _area(operator: bytes, cm: list[float]) -> Iterator[float]:
    """Square points that an image takes; 0 for lines and surfaces."""
    if operator in {b"Do", b"INLINE IMAGE"}:
        yield abs(cm[0] * cm[3] - cm[1] * cm[2])
    elif operator in _PAINT:
        yield 0.0


def _notes(page: PageObject) -> Iterator[str]:
    for reference in page.get("/Annots") or ():
        note: Any = reference.get_object()
        if note.get("/Subtype") in _NOTES and str(note.get("/Contents") or "").strip():
            yield str(note["/Contents"]).replace("\r\n", "\n").replace("\r", "\n").strip()


def _fields(reader: PdfReader) -> list[str]:
    """`name: value` for each filled-in field of a form."""
    values = ((key, entry.get("/V")) for key, entry in (reader.get_fields() or {}).items())
    lines = [f"{key}: {str(value).strip()}" for key, value in values if value is not None and str(value).strip() not in {"", "/Off"}]
    return ["\n".join(lines)] if lines else []
