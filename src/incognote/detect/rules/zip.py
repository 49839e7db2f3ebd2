"""Postcodes that stand alone after their label: Taiwan 3, 3+2 or 3+3 digits, mainland 6.

Inside an address a postcode belongs to the address. Source: catalogue 2.1, 2.2; the 6-digit form of
Taiwan is in use since 2020.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "邮编514000"))]
[(2, 8)]
"""

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

# 桃園市桃園區 330, at the end of the line
_BEHIND: Final = re.compile(r"[縣市][\u4e00-\u9fff]{1,3}[區鄉鎮市] ([1-9]\d\d)(?=[ \t]*(?:\n|\Z))")


def behind_district(page: Page) -> Iterator[Span]:
    """The postcode that closes a line with city and district."""
    for value in _BEHIND.finditer(page.text):
        yield page.span(*value.span(1), "ZIP", None, "rules/zip", 0.6)



RULES = (
    number_rule(
        "zip",
        "ZIP",
        labels=("郵遞區號", "邮递区号", "郵區號", "郵政編碼", "邮政编码", "郵編", "邮编", "郵號", "zip", "zip code", "postal code", "postcode"),
        labelled_shape=r"\d{3}(?:-?\d{2,3})?(?:-\d{4})?",
    ),
    Rule("zip", behind_district, needs=(re.compile("[區鄉鎮市] [1-9]"),)),
)
