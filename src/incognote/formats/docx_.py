"""DOCX: a report's text in the order it is read, with everything that a reader of Word sees.

Headers, paragraphs, tables (a row a line, cells joined by a tab; tables within tables and long cells as lines
of their own), text boxes behind the paragraph that holds them, tracked deletions, foot- and endnotes,
comments, footers. What is no text (pictures, charts, embedded files) is named in `Document.meta`. Only
`python-docx` is used, and only here.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

from incognote.document import Document
from incognote.errors import FormatError, UsageError
from incognote.formats.source import LEFT_OUT, LONGEST, Item, Source, one_document
from incognote.formats.wording import blocks

_OLE: Final = b"\xd0\xcf\x11\xe0"
"""How a Word file begins that is encrypted, or older than DOCX."""
_BODY: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_FEW: Final = 40
"""Letters beside pictures with which a file is a scan all the same."""
_BEFORE: Final = ("header",)
_BEHIND: Final = ("footnotes", "endnotes", "comments", "footer")
_NO_TEXT: Final = {
    "image/": ("picture", "pictures"),
    "application/vnd.openxmlformats-officedocument.drawingml.chart+xml": ("chart", "charts"),
    "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml": ("SmartArt drawing", "SmartArt drawings"),
    "application/vnd.openxmlformats-officedocument.oleObject": ("embedded file", "embedded files"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml": ("embedded file", "embedded files"),
    "application/vnd.openxmlformats-officedocument.package": ("embedded file", "embedded files"),
}
_FAULTS: Final = (LookupError, OSError, RecursionError, SyntaxError, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, struct.error, zlib.error, zipfile.BadZipFile)
"""What a reader of a damaged file stumbles over; what lxml finds wrong is a SyntaxError."""


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; `encoding` means nothing here."""
    del encoding
    if find_spec("docx") is None:
        raise UsageError("reading DOCX needs one more package: pip install 'incognote[documents]'")
    yield one_document(source, _document)


def _document(name: str, data: bytes) -> Document:
    if data.startswith(_OLE):
        raise FormatError("the Word file is encrypted or in the old DOC format: save it as DOCX without a password")
    try:
        _check_size(data)
        roots, others = _parts(data)
        lines = [line for root in roots for line in blocks(root)]
        left_out = _left_out(others)
    except _FAULTS:
        raise FormatError("this is not a DOCX, or it is damaged") from None
    text = "\n".join(lines).strip("\n")
    if sum(map(str.isalnum, text)) < (_FEW if left_out else 1):
        raise FormatError("the DOCX is pictures without text (a scan)" if left_out else "there is no text in the DOCX")
    return Document(name, text + "\n", {}, {LEFT_OUT: ", ".join(left_out)} if left_out else {})


def _check_size(data: bytes) -> None:
    """Before anything is unpacked: a small file may unpack to a very large one."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        texts = sum(entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels")))
        if texts > 2 * LONGEST or sum(entry.file_size for entry in entries) > 16 * LONGEST:
            raise FormatError("the DOCX holds more than a report can have: split it")
        if archive.testzip() is not None:
            raise FormatError("the DOCX is damaged: a part of it does not read back")


def _parts(data: bytes) -> tuple[list[Any], list[str]]:
    """The trees of the parts with text in the order they are read, and the kinds of all others."""
    import docx

    package = docx.Document(io.BytesIO(data)).part.package
    texts: dict[str, list[Any]] = {}
    others: list[str] = []
    for part in package.iter_parts():
        kind = part.content_type.removeprefix(_BODY).removesuffix("+xml")
        if kind in {*_BEFORE, *_BEHIND, "document.main"}:
            texts.setdefault(kind, []).append(_root(part))
        elif not part.partname.startswith("/docProps/"):
            others.append(part.content_type)
    order = (*_BEFORE, "document.main", *_BEHIND)
    return [root for kind in order for root in texts.get(kind, ())], others


def _root(part: Any) -> Any:
    """The tree of a part; those that python-docx knows no class for are bytes."""
    if hasattr(part, "element"):
        return part.element
    from docx.oxml import parse_xml

    return parse_xml(part.blob)


def _left_out(kinds: list[str]) -> list[str]:
    counts: dict[tuple[str, str], int] = {}
    for kind in kinds:
        for prefix, words in _NO_TEXT.items():
            if kind.startswith(prefix):
                counts[words] = counts.get(words, 0) + 1
                break
    return [f"{count} {words[count > 1]}" for words, count in counts.items()]
