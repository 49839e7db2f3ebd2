"""Mainland telephone numbers: mobiles 13-19 and nine digits, 400 and 800 lines.

Source: catalogue 2.2. Numbers behind a telephone word, and all that begin
with the trunk 0, are `phone_tw`'s.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "李娜13800138000，400-812-3456转801"))]
[(2, 13), (14, 30)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.phone_tw import EXT, PARTING
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_BARE: Final = re.compile(
    rf"(?:1(?=[3-9])\d\d(?:[{PARTING}]?\n?\d{{4}}[{PARTING}]?\n?\d{{4}}|[ -]\d{{3}}[ -]\d{{5}}|\d{{2}} \d{{6}})|[48]00[ ·-]\d{{3,4}}[ ·-]\d{{3,4}})"
    rf"{EXT}(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_LANDLINE: Final = re.compile(
    rf"(?:\+|(?<![\d-])00)86[ -]?0?(?:10|2[0-57-9]|[3-9]\d{{2}})[ -]?\d{{3,4}}[ -]?\d{{4}}{EXT}(?![A-Za-z0-9])", re.IGNORECASE
)
_COUNTRY: Final = re.compile(r"(?<![A-Za-z0-9])\(?(?:\+|00)?86\)?[ -]?$")


def find(page: Page) -> Iterator[Span]:
    """Mobiles and service lines without a word in front, a country code in front of them included."""
    text = page.text
    for value in _BARE.finditer(text):
        start = value.start()
        country = _COUNTRY.search(text, max(0, start - 8), start)
        if (
            country is None
            and start
            and ((text[start - 1].isascii() and text[start - 1].isalnum()) or text[start - 1] in ".-")
        ):
            continue
        yield page.span(
            country.start() if country else start, value.end(), "PHONE", None, "rules/phone_cn", 0.7
        )
    if "+86" in text or "0086" in text:
        for value in _LANDLINE.finditer(text):
            yield page.span(*value.span(), "PHONE", None, "rules/phone_cn", 0.8)


RULES = (Rule("phone_cn", find),)
