"""British postcodes of a text, found once for the postcode and the address rules.

>>> postcodes("visited at SA9 1XX today, T2 N0")
((11, 18),)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

INWARD: Final = re.compile(r" [0-9](?:[ABD-HJLNP-UW-Z]{2}|XX)(?![A-Za-z0-9])")
"""The second half with the blank before it: without one in its text a rule about postcodes need not be asked."""
_WHOLE: Final = re.compile(r"(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRVWXY]) \d(?:[ABD-HJLNP-UW-Z]{2}|XX))\Z")


@lru_cache(maxsize=4)
def postcodes(text: str) -> tuple[tuple[int, int], ...]:
    """Where they stand; the blank before the inward half is required."""
    found = []
    for inward in INWARD.finditer(text):
        end = inward.end()
        for size in (8, 7, 6):
            start = end - size
            before = text[start - 1 : start] if start > 0 else " "
            if start >= 0 and not (before.isascii() and before.isalnum()) and _WHOLE.match(text, start, end):
                found.append((start, end))
                break
    return tuple(found)
