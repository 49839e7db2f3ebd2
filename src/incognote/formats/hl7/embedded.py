"""Files inside a message of HL7 v2 (type ED): text is read, anything else has a name for what it is."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from incognote.errors import DecodeError
from incognote.text.decode import decode

MEDIA: Final = re.compile(
    r"(?i:A|Base64|Hex|AP|AU|FT|IM|NS|SD|SI|TEXT|TX|Application|Audio|Image|Model|Multipart|Video|plain|txt|pdf|html|rtf|xml|jpe?g|png|tiff?|gif|dicom|octet-stream|msword|x-hl7-cda-level-one)\Z"
)
BASE64: Final = re.compile(r"[A-Za-z0-9+/]{400,}={0,2}\Z")
"""What is no sentence: a file that stands where a text should."""
_FILES: Final = (("PDF", "PDF"), ("JPEG", "picture"), ("JPG", "picture"), ("PNG", "picture"), ("TIF", "picture"), ("IMAGE", "picture"), ("DICOM", "picture"), ("AUDIO", "recording"))
_BARE: Final = ("HTML", "RTF", "XML")
"""Kinds of text that are no text to be read as it is."""


def is_text(said: str) -> bool:
    """Whether type and subtype, in capitals, say that it is a plain text."""
    return said.startswith(("TEXT", "TX", "FT")) and not any(word in said for word in _BARE)


def text_in(data: str, encoding: str) -> str | None:
    """The text that `data` holds in `encoding` (ED-4, in small letters); None where it is none."""
    try:
        content = bytes.fromhex(data) if encoding == "hex" else base64.b64decode(data, validate=True)
        text = decode(content).text
    except (ValueError, binascii.Error, DecodeError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoded(text: str, encoding: str) -> str:
    """`text` in UTF-8 as ED-5 holds it."""
    data = text.encode("utf-8")
    return data.hex() if encoding == "hex" else base64.b64encode(data).decode("ascii")


def kind(said: str, data: str) -> str:
    """What a file that is no text is called."""
    if data.startswith("JVBERi"):  # %PDF- in Base64
        return "PDF"
    return next((word for sign, word in _FILES if sign in said), "file")
