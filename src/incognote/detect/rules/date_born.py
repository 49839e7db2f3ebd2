"""Births without the word: b. 1925-03-05, and 05MAR1925 beside dates that lie decades later.

A small b. stands for born where a day or a year follows (Hepatitis B. 2024-05-02 is none). A whole day written as one
word sixty years and more before the latest year of the note is a birth. Source: catalogue 5.3, 7.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Seen 12JUN2024, 05MAR1925 F; her son b. 3/5/1961"
>>> [(s.kind, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('dob', '3/5/1961'), ('dob', '05MAR1925')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/date_born"
_BORN: Final = re.compile(r"b(?<![A-Za-z0-9.'’/-].)\. ?(?=[\dA-Z])")
_DAY: Final = re.compile(
    r"(?:(?:18|19|20)\d\d(?:[-/.]\d{1,2}[-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.](?:(?:18|19|20)\d\d|\d\d)"
    r"|\d{1,2} ?[A-Z][A-Za-z]{2,8}\.?,? (?:19|20)\d\d|\d{2}[A-Z]{3}(?:19|20)\d\d|[A-Z][a-z]{2,8} \d{1,2}, (?:19|20)\d\d)(?![\dA-Za-z/-]|\.\d)"
)
_GLUED: Final = re.compile(r"(?<![A-Za-z0-9])[0-3]?\d(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?P<year>(?:18|19|20)\d\d)(?![A-Za-z0-9])", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SIGN: Final = re.compile(r"b(?<![A-Za-z0-9.].)\. ?[\dA-Z]")
_GLUED_SIGN: Final = re.compile(r"1(?<=\d[A-Za-z]{3}1)[89]\d\d")
_LIFE: Final = 60


def born(page: Page) -> Iterator[Span]:
    text = page.text
    for sign in _BORN.finditer(text):
        day = _DAY.match(text, sign.end())
        if day:
            yield page.span(*day.span(), "DATE", "dob", SOURCE, 0.92)


def long_ago(page: Page) -> Iterator[Span]:
    """A day as one word, decades before the latest year of the note."""
    text = page.text
    days = list(_GLUED.finditer(text))
    latest = max([int(day["year"]) for day in days] + [int(year[0]) for year in _YEAR.finditer(text)], default=0)
    for day in days:
        if latest - int(day["year"]) >= _LIFE:
            yield page.span(*day.span(), "DATE", "dob", SOURCE, 0.92)


RULES = (Rule("date_born", born, needs=(_SIGN,)), Rule("date_born", long_ago, needs=(_GLUED_SIGN,)))
