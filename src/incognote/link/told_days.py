"""The day that a weekday, a holiday or a day of the month means in a report: by its tense, and by the day of the report.

What is told lies before the report: on Wednesday is the last one before it, at Easter the last one. What is to come
(will, to r/v, until, 將, 預計) lies behind it.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from incognote.document import Span
from incognote.link.ahead import is_ahead
from incognote.link.dates import Day
from incognote.text import calendar
from incognote.text.calendar import Reading
from incognote.text.holidays import holiday_day

_DAY_FIRST: Final = Reading(order="dmy")
_WEEK_BEHIND: Final = re.compile(r" week(?![a-z-])")
_BEFORE_THAT: Final = re.compile(r"(?:previous|prior|week before|before last) \Z", re.IGNORECASE)
_BESIDE: Final = re.compile(r",? (?:the )?(\d{1,2}(?:[/.-]\d{1,2}(?:[/.-]\d{2,4})?| (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?: \d{4})?))", re.IGNORECASE)
_SAID: Final = frozenset(("next", "comi", "this", "last", "past"))
_OF_MONTH: Final = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)\Z")


def day_told(text: str, span: Span, value: Day, report: date | None) -> date | None:
    """The day of a DATE span in a report: that of its `value` unless it is a weekday, a holiday or a day of the month.

    >>> text = "told us on the 12th"
    >>> day_told(text, Span(15, 19, "DATE", "partial", "rules/x", 0.5), Day(None, None, _DAY_FIRST), date(2023, 3, 14))
    datetime.date(2023, 3, 12)
    """
    if span.kind == "weekday":
        return weekday_of(text, span, report, value.reading)
    if span.kind == "holiday":
        return holiday_day(text[span.start : span.end], report, is_ahead=is_ahead(text, span))
    if value.parts is None and report is not None and (found := _OF_MONTH.match(text[span.start : span.end])):
        return _of_month(int(found["day"]), report, ahead=is_ahead(text, span))
    return value.day


def weekday_of(text: str, span: Span, report: date | None, reading: Reading = _DAY_FIRST) -> date | None:
    """The day a weekday means in a report: that of a date behind it, else the last one before it, never the day itself; the next one where it is to come.

    >>> thursday = date(2017, 5, 18)
    >>> [weekday_of(t, Span(6, 9, "DATE", "weekday", "rules/x", 1.0), thursday).day for t in ("since Tue", "since Tue week")]
    [16, 9]
    >>> [weekday_of(t, Span(len(t) - 3, len(t), "DATE", "weekday", "rules/x", 1.0), thursday).day for t in ("seen Thu", "will come Thu", "seen Mon")]
    [11, 25, 15]
    """
    beside = _BESIDE.match(text, span.end)
    if beside:
        full = calendar.day_of(calendar.value_of(beside[1], reading), report)
        if full is not None:
            return full
    surface = text[span.start : span.end]
    day = calendar.weekday_day(surface, report)
    if day is None or report is None or surface[:4].lower() in _SAID:
        return day
    if not surface.isascii():
        is_bare = surface[0] in "週周星禮礼拜"
        return day + timedelta(days=7) if is_bare and is_ahead(text, span) else day
    if is_ahead(text, span):
        return day + timedelta(days=7) if day <= report else day
    if _WEEK_BEHIND.match(text, span.end) or _BEFORE_THAT.search(text, max(0, span.start - 14), span.start):
        day -= timedelta(days=7)  # since Tuesday week, the previous Tuesday
    return day - timedelta(days=7) if day == report else day


def _of_month(number: int, report: date, *, ahead: bool) -> date | None:
    """The last day of a month with this number up to the report, or the next one."""
    day = report + timedelta(days=1) if ahead else report
    for _ in range(62):
        if day.day == number:
            return day
        day += timedelta(days=1 if ahead else -1)
    return None
