"""Files within a resource (Attachment, Binary): texts are read, whatever else there is is dropped and named."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Final

from incognote.errors import DecodeError, UsageError
from incognote.formats.fhir.html import lay_page
from incognote.formats.laid import Laid
from incognote.text.decode import decode

_TEXTS: Final = frozenset({"text/plain", "text/markdown", "text/csv", "text/tab-separated-values", "text/x-markdown"})
_PAGES: Final = frozenset({"text/html", "application/xhtml+xml"})
_TYPE: Final = re.compile(r"[a-z]+/[a-z0-9.+-]{1,40}")
_CHARSET: Final = re.compile(r"charset=\"?([\w-]{2,20})", re.IGNORECASE)
_PAGE: Final = re.compile(r"\s*<(?:!doctype html|html|div|p|body)\b", re.IGNORECASE)


def lay_data(data: str, content_type: str, laid: Laid, put: Callable[[str], None]) -> Callable[[], None] | str:
    """Lay an attachment's text down; what is to be called when all edits are put, or words for what is no text."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind and kind not in _TEXTS | _PAGES:
        return f"an attachment ({kind})" if _TYPE.fullmatch(kind) else "an attachment"
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return "an attachment that is no base64"
    charset = _CHARSET.search(content_type)
    try:
        text = raw.decode("utf-8") if charset is None else decode(raw, encoding=charset[1]).text
        text = decode(raw).text if text.startswith("\ufeff") or "\x00" in text else text
    except (UnicodeDecodeError, DecodeError, UsageError):  # a charset that nobody knows is a UsageError
        try:
            text = decode(raw).text
        except DecodeError:
            return f"an attachment ({kind}) that is no text" if kind else "an attachment"
    if kind in _PAGES or (not kind and _PAGE.match(text)):
        return lay_page(text, laid, lambda new: put(_coded(new)))
    if not kind and sum(map(str.isprintable, text)) + text.count("\n") + text.count("\r") + text.count("\t") < len(text):
        return "an attachment"
    laid.add(text, lambda new: put(_coded(new)))
    laid.joint("\n")
    return _nothing


def _coded(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def _nothing() -> None:
    """All is put already."""
