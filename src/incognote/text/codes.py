"""How a code is read wherever it turns up: a prefix, a dash or a blank or nothing, and at least four digits.

Any width, case, dash and spacing, since a code comes back through people and assistants that retype it.
`PT 12 sec` has too few digits to be one, and no piece of a longer word or number is a code. What gives a
code back its name and what warns of a code in an input read the same pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.text.view import view

LONGEST: Final = 12
"""Digits: more than any vault will issue, few enough for every integer column."""
_DASHES: Final = r"\-_\u2043\u2010-\u2015\u2212\u2500\u30fc\ufe31\ufe58"


class Mention(NamedTuple):
    """A code found in a text: the range in the source and how the code is written properly."""

    start: int
    end: int
    code: str


def find_codes(text: str, prefix: str) -> Iterator[Mention]:
    """Whatever is written like a code of `prefix`, known or not, from left to right.

    >>> [m.code for m in find_codes("PT0001、pt–0002、ＰＴ－０００３；PT 12 sec, PT-00010", "PT")]
    ['PT-0001', 'PT-0002', 'PT-0003', 'PT-00010']
    """
    return _mentions(text, prefix, _pattern(prefix))


def find_broken_codes(text: str, prefix: str) -> Iterator[Mention]:
    r"""Codes that something came into: a line break, or a backslash before the dash (Markdown).

    Nobody can be sure that they are codes (`PT` may end one line of a report and `1200` begin the next), so
    they are told of and left.

    >>> [m.code for m in find_broken_codes("PT\\-0001, PT\n0002, PT-\r\n0003, PT-0004", "PT")]
    ['PT-0001', 'PT-0002', 'PT-0003']
    """
    return _mentions(text, prefix, _broken(prefix))


def _mentions(text: str, prefix: str, pattern: re.Pattern[str]) -> Iterator[Mention]:
    seen = view(text)
    if prefix.lower() in seen.lower:
        for found in pattern.finditer(seen.lower):
            yield Mention(*seen.to_source(*found.span()), f"{prefix}-{found[1]}")


@lru_cache(maxsize=16)
def _pattern(prefix: str) -> re.Pattern[str]:
    letters = re.escape(prefix.lower())
    return re.compile(
        rf"{letters}(?<![a-z0-9]{letters})[^\S\n\r]{{0,2}}[{_DASHES}]?[^\S\n\r]{{0,2}}([0-9]{{4,{LONGEST}}})(?![a-z0-9])"
    )


@lru_cache(maxsize=16)
def _broken(prefix: str) -> re.Pattern[str]:
    blanks, line = r"[^\S\n\r]{0,2}", r"(?:\r\n?|\n)"
    gap = rf"(?:{blanks}\\[{_DASHES}]{blanks}|{blanks}[{_DASHES}]?{blanks}{line}{blanks}[{_DASHES}]?{blanks})"
    letters = re.escape(prefix.lower())
    return re.compile(rf"{letters}(?<![a-z0-9]{letters}){gap}([0-9]{{4,{LONGEST}}})(?![a-z0-9])")
