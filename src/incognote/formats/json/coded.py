"""Texts of a JSON that hide another one: base64 of a text or a file, or JSON written as a string."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final

from incognote.errors import FormatError
from incognote.formats.json import text as json_text

_BASE64: Final = re.compile(r"[A-Za-z0-9+/]{12,}={0,2}")
_FILES: Final = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"PK\x03\x04", b"GIF8", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"RIFF", b"II*\x00", b"MM\x00*")
_OPAQUE: Final = 200
"""Characters of base64 that no word and no code has."""


def is_coded(text: str) -> bool:
    """Whether a text is base64 of something: of a text, of a file, or so long that it can be nothing else.

    >>> is_coded("VGhlIG5hbWUgaXMgV2FuZw=="), is_coded("Hemoglobin12"), is_coded("718-7")
    (True, False, False)
    """
    if len(text) % 4 or not _BASE64.fullmatch(text):
        return False
    try:
        raw = base64.b64decode(text, validate=True)
    except binascii.Error:
        return False
    if raw.startswith(_FILES) or len(text) >= _OPAQUE:
        return True
    try:
        return all(c.isprintable() or c.isspace() for c in raw.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def inner(text: str) -> Any:
    """The object or list that a text is the JSON of; None where it is none.

    >>> inner('{"a": "b"}'), inner("[5 mg] daily"), inner("[]")
    ({'a': 'b'}, None, None)
    """
    if text[:1] not in {"{", "["} or text[-1:] not in {"}", "]"}:
        return None
    try:
        return json_text.parse(text) or None
    except FormatError:
        return None
