"""Web addresses with or without a scheme, query strings and percent-encoding included.

Chinese right behind an address is not part of it, but Chinese inside a path is (`/p?name=王小明`). The
well-known public references (PubMed, WHO, CDC, NIH ...) stay. Source: catalogue 2.7; RFC 3986.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "見https://pacs.example/v?id=A1&n=王小明。另見 https://www.who.int/news"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['https://pacs.example/v?id=A1&n=王小明']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_PATH: Final = r"[A-Za-z0-9%/?#&=+._~:@!$'*;|,-]"
_ADDRESS: Final = re.compile(
    rf"(?:(?:https?|ftps?|wss?|file|smb|dicomweb)://|www\.){_PATH}{{1,2000}}(?:(?<=[/=])[\u4e00-\u9fff]{{1,12}}(?:[/?&=.]{_PATH}{{0,500}})?){{0,5}}"
    r"|(?<![A-Za-z0-9@./-])(?:[A-Za-z0-9][A-Za-z0-9-]{0,40}\.){1,4}(?:com|org|net|edu|gov|example|tw|cn|hk|io|me|app|link|gl|ly|co|info|local|test|uk|au)"
    r"(?![A-Za-z0-9@.-])(?::\d{2,5})?(?:/[A-Za-z0-9%/?#&=+._~:@!$*;-]{0,500})?",
    re.IGNORECASE,
)
_TAIL: Final = ".,;:!?'|*"
_PUBLIC: Final = re.compile(
    r"(?:https?://)?(?:[a-z0-9-]+\.)*(?:who\.int|cdc\.gov|cdc\.gov\.tw|nih\.gov|pubmed\.gov|fda\.gov|fda\.gov\.tw|nhi\.gov\.tw|mohw\.gov\.tw|hpa\.gov\.tw|nhc\.gov\.cn"
    r"|nice\.org\.uk|cochranelibrary\.com|uptodate\.com|nejm\.org|thelancet\.com|doi\.org|clinicaltrials\.gov|medscape\.com|wikipedia\.org|loinc\.org|snomed\.org|rxlist\.com|drugs\.com)(?=[/:?#]|$)",
    re.IGNORECASE,
)


def find(page: Page) -> Iterator[Span]:
    """Addresses, cut where full-width punctuation ends them; none if nothing looks like one."""
    text = page.text
    if "." not in text or ("://" not in text and not _HINT.search(page.lower)):
        return
    for address in _ADDRESS.finditer(text):
        start, end = address.span()
        end = _cut(page, start, end)
        while end > start and text[end - 1] in _TAIL:
            end -= 1
        if not _PUBLIC.match(text, start, end):
            yield page.span(start, end, "URL", None, "rules/url", 0.9 if "/" in text[start:end] else 0.6)


def _cut(page: Page, start: int, end: int) -> int:
    """The end before the first full-width mark: folding has made `，` a comma."""
    source, offsets = page.view.source, page.view.offsets
    for at in range(start, end):
        there = source[offsets[at] if offsets else at]
        if "\uff01" <= there <= "\uff0f" or "\uff1a" <= there <= "\uff20":
            return at
    return end


_HINT: Final = re.compile(
    r"\.(?:com|org|net|edu|gov|example|tw|cn|hk|io|me|app|link|gl|ly|co|info|local|test|uk|au)(?![a-z0-9])|www\."
)
RULES = (Rule("url", find),)
