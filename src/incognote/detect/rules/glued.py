"""Numbers stuck to the word before them, the blank lost: Foster0491 570 157, Foster(808) 555-0109, Foster UR864066.

A letter before a number is a border only behind a word in small letters with a capital, and only for numbers whose
own shape is enough: grouped telephones, grouped NHS numbers, a chart number with its letters. Source: catalogue 7.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "NOK: Amos Foster07700 900994; CD20 819 321 3715"
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('PHONE', '07700 900994')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/glued"
_STUCK: Final = re.compile(r"[0-9(+](?<=[a-z]{3}.)")
_SHAPES: Final = (
    ("PHONE", re.compile(r"0\d{4} ?\d{6}(?!\d)|0[2-9]\d{2} ?\d{3} ?\d{3,4}(?!\d)|09\d{2}-?\d{3}-?\d{3}(?!\d)|\(0\d\) ?\d{4} ?\d{4}(?!\d)|0[2378] \d{4} \d{4}(?!\d)|\+\d{2} ?\d{3} ?\d{3} ?\d{3,4}(?!\d)")),
    ("PHONE", re.compile(r"\([2-9]\d\d\) ?\d{3}-\d{4}(?!\d)|[2-9]\d\d([.-])\d{3}\1\d{4}(?!\d)")),
    ("HEALTHPLAN", re.compile(r"\d{3} \d{3} \d{4}(?! ?\d)")),
)
_CHART: Final = re.compile(r"(?:UR|RN|MRN|UMRN|URN)(?<![A-Z0-9]...)(?<![A-Z0-9]..)\d{6,8}(?![A-Za-z0-9])")
_CHART_HEAD: Final = re.compile(r"(?:UR|RN)N?(?=\d{6})")
_TWO: Final = re.compile(r"(?:account|acct)[ /]{1,3}(?:mrn|chart|ur)[ :#]{1,4}(?P<one>\d[\d -]{5,20}\d) ?/ ?(?P<two>\d[\d-]{4,11})(?![\w-])", re.IGNORECASE)


def stuck(page: Page) -> Iterator[Span]:
    """A telephone or NHS number right behind a word."""
    text = page.text
    for head in _STUCK.finditer(text):
        for label, shape in _SHAPES:
            value = shape.match(text, head.start())
            if value:
                yield page.span(*value.span(), label, None, SOURCE, 0.7)
                break


def charts(page: Page) -> Iterator[Span]:
    """FosterUR864066, merged to UR574544."""
    for value in _CHART.finditer(page.text):
        yield page.span(*value.span(), "MRN", None, SOURCE, 0.95)


def pairs(page: Page) -> Iterator[Span]:
    """Account/MRN: 1678 9522 0916 9145 / 8628091."""
    for value in _TWO.finditer(page.text):
        yield page.span(*value.span("one"), "ACCOUNT", None, SOURCE, 0.95)
        yield page.span(*value.span("two"), "MRN", None, SOURCE, 0.95)


RULES = (
    Rule("glued", stuck, needs=(_STUCK,)),
    Rule("glued", charts, needs=(_CHART_HEAD,)),
    Rule("glued", pairs, {"glued_account": ("account", "acct")}, needs=("glued_account",)),
)
