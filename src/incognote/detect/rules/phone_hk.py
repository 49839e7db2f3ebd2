"""Telephone numbers of Hong Kong and Macau: eight digits; alone only with +852 or +853.

Behind a telephone word eight digits are `phone_tw`'s. Source: catalogue 2.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "請打+852 9123 4567找家姐"))]
[(2, 16)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import UNIT, Rule, number_rule
from incognote.detect.scan import BLANK_INSIDE
from incognote.document import Span

# Cantonese is written with words of its own; a page that has them writes its numbers as Hong Kong does.
_CANTONESE: Final = ("佢", "嘅", "喺", "冇", "咗", "唔", "啲", "hong kong", "kowloon", "九龍", "新界")
_GROUPED: Final = re.compile(r"(?<![A-Za-z0-9./-])(?<!\d )[2-9]\d{3} \d{4}(?![A-Za-z0-9/-]| \d|\.\d)")


def grouped(page: Page) -> Iterator[Span]:
    """9038 4417 on a page from Hong Kong."""
    if not any(word in page.lower for word in _CANTONESE):
        return
    for value in _GROUPED.finditer(page.text):
        if not UNIT.match(page.text, value.end()):
            yield page.span(*value.span(), "PHONE", None, "rules/phone_hk", 0.6)


RULES = (
    Rule("phone_hk", grouped, needs=(BLANK_INSIDE,)),
    number_rule(
        "phone_hk", "PHONE", shape=r"\(?(?:\+|00)85[23]\)?[ -]?\d{4}[ -]?\d{4}", bare=0.85, needs=re.compile(r"85[23](?:(?<=\+85.)|(?<=0085.))")
    ),
)
