"""All date arithmetic: readings of written dates, values, ages, days between.

ROC year = AD - 1911, 民國元年 = 1912, 民前n年 = 1912 - n; ROC leap days follow the AD year. Lunar dates,
holidays and zodiac years are found elsewhere but have no value here: no conversion table, no guess.
Sources: catalogue 2.1 (ROC dates, all writings), 5.2, 5.5.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from incognote.text.rewritten_dates import write_like
from incognote.text.view import fold
from incognote.text.written_ages import years_of
from incognote.text.written_dates import DateValue, Reading, reading_of, value_of

__all__ = ["DateValue", "Reading", "age_on", "day_of", "gregorian_year", "reading_of", "roc_year", "value_of", "weekday_day", "write_like", "years_of"]


def day_of(value: DateValue | None, anchor: date | None) -> date | None:
    """The day a value means; month-day is resolved to the year nearest the anchor; None if coarser.

    >>> day_of(DateValue(None, 12, 28), date(2024, 1, 3))
    datetime.date(2023, 12, 28)
    """
    if value is None or value.month is None or value.day is None:
        return None
    if value.year is not None:
        return _day(value.year, value.month, value.day)
    if anchor is None:
        return None
    near = [
        day for year in (anchor.year - 1, anchor.year, anchor.year + 1) if (day := _day(year, value.month, value.day))
    ]
    return min(near, key=lambda day: abs(day - anchor), default=None)


def gregorian_year(number: int) -> int:
    """The Gregorian year of a written one: up to 200 it is a year of the ROC.

    >>> gregorian_year(113), gregorian_year(2024)
    (2024, 2024)
    """
    return number + 1911 if number <= 200 else number


def roc_year(year: int) -> int:
    """The year of the ROC of a Gregorian one; below 1 there is none.

    >>> roc_year(2024), roc_year(1911)
    (113, 0)
    """
    return year - 1911


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_WEEKDAY: Final = re.compile(
    r"(?P<when>上上|上個|上个|上|這個|這|这个|这|本|下下|下個|下个|下)?(?:一)?(?:週|周|星期|禮拜|礼拜|拜)(?P<cjk>[一二三四五六日天])"
    r"|(?P<word>last|this past|this|past|next|coming)?\s*(?P<english>mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?",
    re.IGNORECASE,
)
_CJK_DAYS: Final = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6}
_WEEKS: Final = {"上上": -2, "上": -1, "這": 0, "这": 0, "本": 0, "下": 1, "下下": 2}


def weekday_day(surface: str, anchor: date | None) -> date | None:
    """The day a weekday form means (上週三, last Tuesday, 周五) seen from the anchor; None if not one.

    Chinese weeks begin on Monday; a bare weekday is the latest one up to the anchor.

    >>> weekday_day("上週三", date(2024, 5, 2)), weekday_day("last Tuesday", date(2024, 5, 2))
    (datetime.date(2024, 4, 24), datetime.date(2024, 4, 30))
    """
    found = _WEEKDAY.match(fold(surface).strip())
    if not found or anchor is None:
        return None
    if found["cjk"]:
        when = (found["when"] or "").rstrip("個个")
        if when:
            monday = anchor - timedelta(days=anchor.weekday())
            return monday + timedelta(days=7 * _WEEKS[when] + _CJK_DAYS[found["cjk"]])
        return anchor - timedelta(days=(anchor.weekday() - _CJK_DAYS[found["cjk"]]) % 7)
    index = ("mon", "tue", "wed", "thu", "fri", "sat", "sun").index(found["english"].lower())
    word = (found["word"] or "").lower()
    if word in {"next", "coming"}:
        return anchor + timedelta(days=(index - anchor.weekday() - 1) % 7 + 1)
    back = (anchor.weekday() - index) % 7
    return anchor - timedelta(days=back or (7 if word in {"last", "past", "this past"} else 0))


def age_on(birth: DateValue, day: date) -> int | None:
    """Whole years from birth to day (by year alone if that is all there is); None if negative or > 130.

    >>> age_on(DateValue(1971, 8, 15), date(2024, 5, 2)), age_on(DateValue(1971), date(2024, 5, 2))
    (52, 53)
    """
    if birth.year is None:
        return None
    years = day.year - birth.year
    if birth.month is not None and (day.month, day.day) < (birth.month, birth.day or 1):
        years -= 1
    return years if 0 <= years <= 130 else None
