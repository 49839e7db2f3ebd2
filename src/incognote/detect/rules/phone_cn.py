"""Mainland telephone numbers: mobiles 13-19 and nine digits, landlines 0 and 2-3 digits of area, 400 lines.

Source: catalogue 2.2. Numbers behind a telephone word are `phone_tw`'s; here are the shapes alone.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "李娜13800138000，0755-2345-6789转801"))]
[(2, 13), (14, 32)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.phone_tw import EXT, balanced
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_BARE: Final = re.compile(
    r"(?<![A-Za-z0-9.-])(?=[+01489(])(?:(?:\(?(?:\+|00)?86\)?[ -]?)?1[3-9]\d(?:[ -]?\n?\d{4}[ -]?\n?\d{4}|[ -]\d{3}[ -]\d{5})"
    r"|(?:\(?(?:\+|00)?86\)?[ -]?)?\(?0?(?:10|2[0-57-9]|[3-9]\d{2})\)?[ -]?\d{4}[ -]\d{4}"
    r"|\(?0(?:10|2[0-57-9]|[3-9]\d{2})\)?[ -]?\n?\d{3,4}[ -]?\d{4}"
    rf"|[48]00[ -]\d{{3,4}}[ -]\d{{3,4}}){EXT}(?![A-Za-z0-9]|-\d)",
    re.IGNORECASE,
)


def find(page: Page) -> Iterator[Span]:
    """Mainland shapes without a word in front."""
    for value in _BARE.finditer(page.text):
        yield page.span(*balanced(value), "PHONE", None, "rules/phone_cn", 0.7)


RULES = (Rule("phone_cn", find),)
