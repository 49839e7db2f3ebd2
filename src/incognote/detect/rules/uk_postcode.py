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

from incognote.detect.latin import capitals
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_SHAPE: Final = re.compile(r"(?<![A-Za-z0-9])(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRVWXY]) \d(?:[ABD-HJLNP-UW-Z]{2}|XX))(?![A-Za-z0-9])")
# Outward codes that are clinical words: spine levels, vitamins, leads. `T4 3LL` is no place either.
_CLINICAL: Final = re.compile(r"[CTLSVB]\d{1,2}\Z|P\d|G\d|H\d|D\d|E\d|F\d|A\d|R\d|K\d")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for word in capitals(text):
        if word.end - word.start > 3 or not text[word.end : word.end + 1].isdigit():
            continue
        value = _SHAPE.match(text, word.start)
        if not value:
            continue
        outward = value[0].split(" ")[0]
        score = 0.45 if _CLINICAL.match(outward) else 0.65
        yield page.span(*value.span(), "ZIP", None, "rules/uk_postcode", score)


RULES = (Rule("uk_postcode", find),)
