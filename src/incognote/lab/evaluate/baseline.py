r"""The article's own regular expressions, so that its row can be remade.

DATE four alternatives, PHONE two, IDNO, MRN, HOSPITAL (two Han characters and a suffix). DATE, IDNO and MRN are
wrapped in `\b`, which Python does not see between a Han character and a digit: `於108/01/26由` is not found. That
is kept, since the row is to be remade and not mended. Source: methods 1.4; the alternatives of DATE follow the five
formats of the article's generator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.document import Document, Span

_PATTERNS: Final = (
    ("DATE", r"\b(?:\d{4}-\d{2}-\d{2}|\d{2,4}/\d{1,2}/\d{1,2}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}|\d{1,2}/\d{1,2})\b"),
    ("PHONE", r"09\d{2}-?\d{3}-?\d{3}|\(?0\d{1,2}\)?[ -]?\d{3,4}-?\d{4}"),
    ("IDNO", r"\b[A-Z][12]\d{8}\b"),
    ("MRN", r"\b\d{7,8}\b"),
    ("HOSPITAL", r"[\u4e00-\u9fff]{2}(?:綜合醫院|醫學中心|醫院|診所|衛生所|療養院)"),
)  # fmt: skip
_COMPILED: Final = tuple((label, re.compile(pattern)) for label, pattern in _PATTERNS)


def article_regex(document: Document) -> Iterator[Span]:
    """The spans of the article's baseline; earlier labels win where two match."""
    taken = [False] * len(document.text)
    for label, pattern in _COMPILED:
        for match in pattern.finditer(document.text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = [True] * (match.end() - match.start())
                yield Span(match.start(), match.end(), label, None, "article-regex", 1.0)
