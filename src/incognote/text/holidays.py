"""Which day a holiday is in a year: fixed days, nth weekdays, those counted from Easter, and feasts of the lunar year.

English names follow the Australian calendar (Mother's Day the second Sunday of May, Father's Day the first of
September), Chinese ones Taiwan's where both sides keep the day (父親節 8 August, 兒童節 4 April) unless the writing is
simplified (国庆 1 October). Lunar feasts are known for the years of `_NEW_YEARS`; there is no guess for others.
Sources: computus after Meeus; government office calendars of Taiwan; catalogue 5.3.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from incognote.text.numerals import CHARACTERS, to_int

_FIXED: Final = {
    "christmas": (12, 25), "christmas day": (12, 25), "xmas": (12, 25), "xmas day": (12, 25), "christmas eve": (12, 24), "xmas eve": (12, 24), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "hogmanay": (12, 31), "new year's day": (1, 1), "new years day": (1, 1), "anzac day": (4, 25), "australia day": (1, 26),
    "valentine's day": (2, 14), "valentines day": (2, 14), "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "halloween": (10, 31), "remembrance day": (11, 11), "guy fawkes night": (11, 5),
    "bonfire night": (11, 5), "waitangi day": (2, 6), "canada day": (7, 1), "independence day": (7, 4), "fourth of july": (7, 4), "juneteenth": (6, 19), "veterans day": (11, 11),
    "元旦": (1, 1), "情人節": (2, 14), "情人节": (2, 14), "和平紀念日": (2, 28), "二二八": (2, 28), "228": (2, 28), "婦女節": (3, 8), "妇女节": (3, 8), "兒童節": (4, 4), "儿童节": (6, 1), "勞動節": (5, 1),
    "劳动节": (5, 1), "五一": (5, 1), "父親節": (8, 8), "父亲节": (8, 8), "教師節": (9, 28), "教师节": (9, 10), "雙十節": (10, 10), "雙十國慶": (10, 10), "國慶": (10, 10), "國慶日": (10, 10), "國慶節": (10, 10), "double ten day": (10, 10),
    "国庆": (10, 1), "国庆节": (10, 1), "十一": (10, 1), "光復節": (10, 25), "萬聖節": (10, 31), "万圣节": (10, 31), "聖誕": (12, 25), "圣诞": (12, 25), "聖誕節": (12, 25), "圣诞节": (12, 25), "行憲紀念日": (12, 25),
    "聖誕夜": (12, 24), "平安夜": (12, 24), "跨年": (12, 31), "跨年夜": (12, 31),
}  # fmt: skip
_FROM_EASTER: Final = {"ash wednesday": -46, "palm sunday": -7, "good friday": -2, "easter saturday": -1, "easter": 0, "easter sunday": 0, "復活節": 0, "复活节": 0, "easter monday": 1}
_NTH: Final = {
    "mother's day": (5, 6, 2), "mothers day": (5, 6, 2), "母親節": (5, 6, 2), "母亲节": (5, 6, 2), "father's day": (9, 6, 1), "fathers day": (9, 6, 1), "labour day": (10, 0, 1), "labor day": (9, 0, 1),
    "queen's birthday": (6, 0, 2), "king's birthday": (6, 0, 2), "melbourne cup day": (11, 1, 1), "thanksgiving": (11, 3, 4), "thanksgiving day": (11, 3, 4), "感恩節": (11, 3, 4), "感恩节": (11, 3, 4),
    "mlk day": (1, 0, 3), "presidents day": (2, 0, 3), "columbus day": (10, 0, 2), "memorial day": (5, 0, -1), "election day": (11, 1, 1),
}  # fmt: skip
"""Month, weekday (0 Monday), which one (-1 the last)."""
_NEW_YEARS: Final = {
    2010: (45, 167, 265), 2011: (34, 157, 255), 2012: (23, 175, 274), 2013: (41, 163, 262), 2014: (31, 153, 251), 2015: (50, 171, 270), 2016: (39, 161, 259), 2017: (28, 150, 277), 2018: (47, 169, 267),
    2019: (36, 158, 256), 2020: (25, 177, 275), 2021: (43, 165, 264), 2022: (32, 154, 253), 2023: (22, 173, 272), 2024: (41, 162, 261), 2025: (29, 151, 279), 2026: (48, 170, 268), 2027: (37, 160, 258), 2028: (26, 149, 277),
}  # fmt: skip
"""Days of the year on which the lunar year begins, the Dragon Boat and the Mid-Autumn feasts fall."""
_LUNAR: Final = {
    **dict.fromkeys(("春節", "春节", "農曆年", "农历年", "農曆新年", "农历新年", "舊曆年", "旧历年", "農曆過年", "大年初一", "chinese new year", "lunar new year", "cny"), (0, 0)),
    **dict.fromkeys(("除夕", "除夕夜", "大年夜", "年三十", "大年三十", "lunar new year's eve", "chinese new year's eve"), (0, -1)), "小年夜": (0, -2), "大年初二": (0, 1), "大年初三": (0, 2), "大年初四": (0, 3), "大年初五": (0, 4),
    **dict.fromkeys(("元宵", "元宵節", "元宵节"), (0, 14)), **dict.fromkeys(("端午", "端午節", "端午节", "dragon boat festival"), (1, 0)), **dict.fromkeys(("中秋", "中秋節", "中秋节", "mid-autumn festival", "moon festival"), (2, 0)),
}  # fmt: skip
"""Which of the three, and how many days from it."""
_CLEAR_BRIGHT: Final = frozenset(("清明", "清明節", "清明节", "tomb sweeping day"))
_YEAR: Final = re.compile(rf"(?P<said>去年|今年|本年|當年|当年|前年|明年)|(?:(?:民[國国]|西元|公元) ?)?(?P<number>\d{{2,4}}|[{CHARACTERS}]{{2,8}}) ?年?的? ?(?=\D)", re.IGNORECASE)
_SAID: Final = {"前年": -2, "去年": -1, "今年": 0, "本年": 0, "當年": 0, "当年": 0, "明年": 1}
_YEAR_BEHIND: Final = re.compile(r",? (?:(?P<long>(?:19|20)\d\d)|['’](?P<short>\d\d))\Z")
_REST: Final = re.compile(r"(?:連假|连假|假期|長假|长假|前夕)\Z")


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar.

    >>> easter(2022), easter(2024)
    (datetime.date(2022, 4, 17), datetime.date(2024, 3, 31))
    """
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def in_year(name: str, year: int) -> date | None:
    """The day of the holiday `name` (lower case, straight apostrophes) in a year; None where it is not known.

    >>> in_year("good friday", 2023), in_year("父親節", 2023), in_year("father's day", 2023), in_year("春節", 2024)
    (datetime.date(2023, 4, 7), datetime.date(2023, 8, 8), datetime.date(2023, 9, 3), datetime.date(2024, 2, 10))
    """
    if not 1900 <= year <= 2099:
        return None
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _FROM_EASTER:
        return easter(year) + timedelta(days=_FROM_EASTER[name])
    if name in _NTH:
        return _nth(year, *_NTH[name])
    if name in _CLEAR_BRIGHT and year >= 2000:
        return date(year, 4, int(year % 100 * 0.2422 + 4.81) - year % 100 // 4)
    if name in _LUNAR and year in _NEW_YEARS:
        which, days = _LUNAR[name]
        return date(year, 1, 1) + timedelta(days=_NEW_YEARS[year][which] - 1 + days)
    return None


def _nth(year: int, month: int, weekday: int, which: int) -> date:
    if which < 0:
        last = date(year, month, 31)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (which - 1))


def holiday_day(surface: str, anchor: date | None, *, is_ahead: bool = False) -> date | None:
    """The day a holiday means in a text of `anchor`: in the year it tells, else the last one up to then, or the next.

    >>> day = date(2023, 3, 14)
    >>> [holiday_day(s, day) for s in ("Boxing Day", "Good Friday 2022", "去年中秋", "112年父親節")]
    [datetime.date(2022, 12, 26), datetime.date(2022, 4, 15), datetime.date(2022, 9, 10), datetime.date(2023, 8, 8)]
    >>> holiday_day("Easter", day, is_ahead=True), holiday_day("Ramadan", day)
    (datetime.date(2023, 4, 9), None)
    """
    name = surface.replace("’", "'").lower().strip()
    year: int | None = None
    if behind := _YEAR_BEHIND.search(name):
        year, name = int(behind["long"] or 2000 + int(behind["short"])), name[: behind.start()]
    elif name not in _FIXED and (before := _YEAR.match(name)):
        year, name = _year(before, anchor), name[before.end() :]
        if year is None:
            return None
    name = _REST.sub("", name).strip()
    if year is not None:
        return in_year(name, year)
    if anchor is None:
        return None
    days = [day for y in range(anchor.year - 1, anchor.year + 2) if (day := in_year(name, y)) is not None]
    if is_ahead:
        return next((day for day in days if day > anchor), None)
    return next((day for day in reversed(days) if day <= anchor), None)


def _year(told: re.Match[str], anchor: date | None) -> int | None:
    if told["said"]:
        return anchor.year + _SAID[told["said"]] if anchor else None
    number = to_int(told["number"])
    if number is None:
        return None
    return number + 1911 if number <= 200 else number
