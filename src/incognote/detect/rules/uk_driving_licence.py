"""British driving licences: 16 characters that hold five letters of the surname and the birth date.

`MORGA657054SM9IJ`: surname padded with 9, decade, month (+50 for women), day, year, initials, check.
Issued by DVLA. Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "licence MORGA657054SM9IJ"))]
[(8, 24)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, tokens
from incognote.document import Span

_SHAPE: Final = re.compile(r"[A-Z9]{5}\d[0156]\d[0-3]\d{2}[A-Z9]{2}[A-Z0-9]{3}", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    for start, end in tokens(page.text):
        if end - start == 16 and _SHAPE.fullmatch(page.text, start, end):
            yield page.span(start, end, "LICENSE", None, "rules/uk_driving_licence", 0.75)


RULES = (Rule("uk_driving_licence", find),)
