"""A ZIP of XML parts (DOCX, ODT), opened with care: bounded before anything is unpacked."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import Final

from incognote.errors import FormatError
from incognote.formats.source import LONGEST

FAULTS: Final = (LookupError, OSError, RecursionError, SyntaxError, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, struct.error, zlib.error, zipfile.BadZipFile)
"""What a reader of a damaged file stumbles over; what lxml finds wrong is a SyntaxError."""
_OLE: Final = b"\xd0\xcf\x11\xe0"
"""How an office file begins that is encrypted, or older than its ZIP form."""
_OTHERS: Final = {b"%PDF-": "a PDF", b"{\\rtf": "an RTF", b"\xff\xd8\xff": "a picture", b"\x89PNG": "a picture"}
_MOST: Final = 10_000
"""Parts that an archive may have."""


def open_archive(data: bytes, *, what: str) -> zipfile.ZipFile:
    """The archive, every part of which reads back; a FormatError where it says too much or is something else.

    A small file may unpack to a very large one, so what it says of its sizes is asked before anything is unpacked.
    """
    if data.startswith(_OLE):
        if what == "DOCX":
            raise FormatError("the Word file is encrypted or in the old DOC format: save it as DOCX without a password")
        raise FormatError(f"this is an encrypted or an old Word file under the name of a {what}: save it anew without a password")
    for start, other in _OTHERS.items():
        if data.startswith(start):
            raise FormatError(f"this is {other} under the name of a {what}")
    archive = zipfile.ZipFile(io.BytesIO(data))
    found = archive.infolist()
    texts = sum(entry.file_size for entry in found if entry.filename.endswith((".xml", ".rels")))
    if texts > 2 * LONGEST or sum(entry.file_size for entry in found) > 16 * LONGEST or len(found) > _MOST:
        raise FormatError(f"the {what} holds more than a report can have: split it")
    if any(entry.flag_bits & 1 for entry in found):
        raise FormatError(f"the {what} has a password: save it without one")
    if len({entry.filename.lower() for entry in found}) != len(found):  # readers disagree which of two is the part
        raise ValueError
    if archive.testzip() is not None:
        raise FormatError(f"the {what} is damaged: a part of it does not read back")
    return archive


def packed(parts: Iterable[tuple[str, bytes]], *, first: str = "") -> bytes:
    """A new archive: the same parts give the same bytes whenever it is made; the one called `first` is not squeezed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, blob in parts:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, blob, zipfile.ZIP_STORED if name == first else zipfile.ZIP_DEFLATED)
    return out.getvalue()
