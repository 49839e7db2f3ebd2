"""British postcodes standing alone: A9 9AA, A99 9AA, AA9 9AA, AA99 9AA, A9A 9AA, AA9A 9AA.

The blank before the inward half is required: T12N0 and such have none. Inside an address the postcode
belongs to the address. Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "visited at SA9 1XX today, T2 N0"))]
[(11, 18)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.postcodes import INWARD, postcodes
from incognote.detect.rules.rule import Rule
from incognote.document import Span

# Outward codes that are clinical words: spine levels, vitamins, leads. `T4 3LL` is no place either.
_CLINICAL: Final = re.compile(r"[CTLSVBPGHDEFARK]\d{1,2} ")


def find(page: Page) -> Iterator[Span]:
    for start, end in postcodes(page.text):
        score = 0.45 if _CLINICAL.match(page.text, start) else 0.65
        yield page.span(start, end, "ZIP", None, "rules/uk_postcode", score)


RULES = (Rule("uk_postcode", find, needs=(INWARD,)),)
