"""Places that many rules start from, found once a text: four digits, hyphens inside codes, heads of lines.

A rule that begins at one of these and looks around it costs a tenth of one that searches the whole text.
The last few texts are remembered, since all rules read one text after another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_FOUR: Final = re.compile(r"[0-9](?<![0-9].)[0-9]{3}(?![0-9])", re.DOTALL)
_HYPHEN: Final = re.compile(r"-(?<=[A-Za-z0-9]-)(?=[A-Za-z0-9])")
_LINE: Final = re.compile(r"\n")
CAPITAL_HYPHEN: Final = re.compile(r"-(?<=[A-Z]-)")
"""What `Rule.needs` of rules for codes that begin with capitals: SOPC-25, PUMP-0012."""
BLANK_INSIDE: Final = re.compile(r" \d{3}(?<=\d \d{3})")
"""What `Rule.needs` of rules for numbers with a blank inside and three digits behind it: 9038 4417."""

BLANKS: Final = " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""What `\\s` matches."""


def run_start(text: str, end: int, signs: str, *, reach: int) -> int:
    """Where the run of `signs` that ends at `end` begins, at most `reach` characters before.

    A pattern made of `signs` alone that is to end at `end` need not be tried further to the left.

    >>> run_start("生日民國84", 6, "民國0123456789", reach=16)
    2
    """
    low = max(0, end - reach)
    return low + len(text[low:end].rstrip(signs))


@lru_cache(maxsize=4)
def fours(text: str) -> tuple[int, ...]:
    """Where runs of exactly four digits begin.

    >>> fours("0830, 11305, 1234-5678")
    (0, 13, 18)
    """
    return tuple([found.start() for found in _FOUR.finditer(text)])


@lru_cache(maxsize=4)
def hyphens(text: str) -> tuple[int, ...]:
    """Where hyphens stand between two ASCII letters or digits.

    >>> hyphens("12A-03 - S24-1")
    (3, 12)
    """
    return tuple([found.start() for found in _HYPHEN.finditer(text)]) if "-" in text else ()


@lru_cache(maxsize=4)
def lines(text: str) -> tuple[int, ...]:
    """Where lines begin.

    >>> lines("a\\nbc")
    (0, 2)
    """
    return (0, *[found.end() for found in _LINE.finditer(text)])
