"""Dates that are cut by a line break, painted over in part, or that head the lines of a course.

046/09/ and 21 on the next line; 1948/xx/xx; 9-2, 9-3, 9-4 as the heads of lines. Source: catalogue 5.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "DOB 1948/xx/xx\\n9-2 T38\\n9-3 T37"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['9-2', '9-3', '1948/xx/xx']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context, number_runs
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import lines
from incognote.document import Span

_SOURCE: Final = "rules/date_broken"
_PAINTED: Final = re.compile(r"(?<![A-Za-z\d/.-])(?:(?:19|20)\d\d|[01]\d\d|\d\d)(?P<s>[/.-])(?:\d{1,2}|[xX○*?]{1,2})(?P=s)[xX○*?]{1,2}(?![A-Za-z\d/])")
_WRAPPED: Final = re.compile(r"(?<![A-Za-z\d/.-])\d{3,4}(?P<s>[/.-])(?:\n\d{1,2}(?P=s)|\d{1,2}(?P=s)\n)\d{1,2}(?![A-Za-z\d/])")
_HEAD_SLASH: Final = re.compile(r"(?P<m>1[0-2]|0?[1-9])/(?P<d>[12]\d|3[01]|0?[1-9])(?=[ :][A-Za-z\u4e00-\u9fff\d])(?! ?(?:tab|cap|#|次|分|級|级|錠|片|RUE|LUE|RLE|LLE))")
_HEAD_DOT: Final = re.compile(r"(?:1[0-2]|0?[1-9])\.(?:[12]\d|3[01]|0?[1-9])(?= (?:[01]?\d|2[0-3]):[0-5]\d)")
_HEAD_DAY: Final = re.compile(r"(?P<m>1[0-2]|[1-9])-(?P<d>[12]\d|3[01]|[1-9])(?=[ :：]|\d{1,2}:)")
_NUMBERED: Final = re.compile(r"(?<![A-Za-z])(?:IMG|images?|photos?|pages?|pp|items?|slides?|exhibits?|frames?|questions?)\.? ?1 ?- ?\d{1,3}(?!\d)", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    heads = [at for at in lines(page.text) if page.text[at : at + 1].isdigit()]
    if heads:
        yield from _days(page, heads)
        yield from _headed(page, heads)


def _days(page: Page, lines_begin: list[int]) -> Iterator[Span]:
    """4/8 POD1, 4/9 POD2 at the heads of two lines and more; 6.18 15:00 at the head of one."""
    text = page.text
    if text.count("/") > 1 and "\n" in text:
        heads = [head for at in lines_begin if (head := _HEAD_SLASH.match(text, at)) and number_runs.is_month_day(head["m"], head["d"])]
        if len({head[0] for head in heads}) > 1:
            for head in heads:
                yield date_context.dated(page, head.span(), "event", _SOURCE, 0.55)
    if ":" in text:
        for at in lines_begin:
            if head := _HEAD_DOT.match(text, at):
                yield date_context.dated(page, head.span(), "event", _SOURCE, 0.6)


def _headed(page: Page, lines_begin: list[int]) -> Iterator[Span]:
    """9-2, 9-3, 9-4 at the heads of lines: the days of a course. 1-1, 1-2 number sections."""
    if "-" not in page.text or "\n" not in page.text:
        return
    heads = [head for at in lines_begin if (head := _HEAD_DAY.match(page.text, at))]
    days = [(int(head["m"]), int(head["d"])) for head in heads]
    if heads and _NUMBERED.search(page.text, 0, heads[0].start()):
        return  # photos IMG 1-46, summary: 1-9 hall, 10-15 kitchen
    if len(set(days)) > 1 and all(day > 1 for _, day in days) and days == sorted(days) and len({m for m, _ in days}) < 3:
        for head in heads:
            yield date_context.dated(page, head.span(), "event", _SOURCE, 0.5)


def painted(page: Page) -> Iterator[Span]:
    """1948/xx/xx, 113/05/○○: a date of which the rest is painted over."""
    for found in _PAINTED.finditer(page.text):
        yield date_context.dated(page, found.span(), "event", _SOURCE, 0.7)


def wrapped(page: Page) -> Iterator[Span]:
    """A date that a line break cuts in two: 046/09/, new line, 21."""
    for found in _WRAPPED.finditer(page.text):
        parts = tuple(part.strip() for part in re.split(r"[/.-]", found[0]))
        if number_runs.year_size(parts[0]) and number_runs.is_day(parts):
            yield date_context.dated(page, found.span(), "event", _SOURCE, 0.7)


RULES = (
    Rule("date_broken", find, date_context.CUES, needs=(re.compile(r"\n\d{1,2}[/-]\d"), re.compile(r":\d\d(?:(?<=\d \d:..)|(?<=\d \d\d:..))"))),
    Rule("date_broken", painted, needs=(re.compile(r"/[xX○*?]"), re.compile(r"-[xX]{2}"), re.compile(r"\.[xX]{2}"))),
    Rule("date_broken", wrapped, needs=(re.compile(r"\n(?<=\d[/.-]\n)\d"),)),
)
