"""A ZIP of XML parts (DOCX, ODT), opened with care: bounded before anything is unpacked, without entities.

Only `lxml` is used, and only here is it set up.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, Final

from incognote.errors import FormatError, UsageError
from incognote.formats.source import LONGEST

FAULTS: Final = (LookupError, OSError, RecursionError, SyntaxError, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, struct.error, zlib.error, zipfile.BadZipFile)
"""What a reader of a damaged file stumbles over; what lxml finds wrong is a SyntaxError."""
_OLE: Final = b"\xd0\xcf\x11\xe0"
"""How an office file begins that is encrypted, or older than its ZIP form."""
_OTHERS: Final = {b"%PDF-": "a PDF", b"{\\rtf": "an RTF", b"\xff\xd8\xff": "a picture", b"\x89PNG": "a picture"}
_MOST: Final = 10_000
"""Parts that an archive may have."""
_LONE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""


def need_lxml(what: str) -> None:
    if find_spec("lxml") is None:
        raise UsageError(f"reading {what} needs one more package: pip install 'incognote[documents]'")


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


def parse(blob: bytes) -> Any:
    """The root of a part, without comments; a ValueError where it brings entities or a type of its own."""
    from lxml import etree

    safe = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(blob, safe)
    if root.getroottree().docinfo.internalDTD is not None:
        raise ValueError
    return root


def serialised(root: Any) -> bytes:
    from lxml import etree

    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def packed(parts: Iterable[tuple[str, bytes]], *, first: str = "") -> bytes:
    """A new archive: the same parts give the same bytes whenever it is made; the one called `first` is not squeezed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, blob in parts:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, blob, zipfile.ZIP_STORED if name == first else zipfile.ZIP_DEFLATED)
    return out.getvalue()


def kind_of(element: Any) -> str:
    """The local name of an element or of an attribute's key; what is neither has none."""
    name = element if isinstance(element, str) else getattr(element, "tag", None)
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def writable(text: str) -> str:
    """`text` as XML can hold it.

    >>> writable("a\\x00b")
    'a\\ufffdb'
    """
    return _LONE.sub("\ufffd", text)


def remove(element: Any) -> None:
    """Take an element out of its tree; text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
