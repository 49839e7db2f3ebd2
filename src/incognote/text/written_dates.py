"""What a written date says: one convention a document (`Reading`), then a value for each surface.

Sources: catalogue 2.1 (ROC dates, all writings), 5.2 (calendar and order), 5.3 (expressions).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from incognote.text.numerals import CHARACTERS, to_int
from incognote.text.view import fold

_N: Final = rf"(?:\d{{1,4}}|[{CHARACTERS}元]{{1,8}})"
_BRACKET: Final = re.compile(
    r"\s*\((?:週|周|星期|禮拜|礼拜)?[一二三四五六日天]\)|\s*\((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?\)|"
    r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]? +",
    re.IGNORECASE,
)
_WEEKDAY_FIRSTS: Final = frozenset("mtwfs")
_LUNAR: Final = re.compile(r"[農农舊旧陰阴閏闰臘腊]|正月|初[一二三四五六七八九十]|冬月")
_CJK: Final = re.compile(
    rf"(?P<era>民國前|民国前|民前|(?:中華|中华)?民[國国]|西元|公元|西曆|西历)?\s*(?P<y>{_N})\s*年"
    rf"(?P<rest>次|生|代|(?:\s*\([^()]*年\))?(?:\s*(?P<m>{_N})\s*月(?:份|\s*(?P<d>{_N})\s*[日號号]?)?)?)"
)
_YEAR_AND_SIGN: Final = re.compile(r"^((?:19|20)\d\d|1[0-5]\d)[ ./-](?=\d{1,2}月)")
_CJK_MONTH: Final = re.compile(rf"(?P<m>{_N})\s*月(?:份|[底初中]|\s*(?P<d>{_N})\s*[日號号]?)?")
_ERA: Final = re.compile(r"(?P<era>民國前|民国前|民前|(?:中華|中华)?民[國国]|roc|西元|公元|ad)\s*", re.IGNORECASE)
_PARTS: Final = re.compile(r"(\d{1,4})\s*[/.\-]\s*(\d{1,4})(?:\s*[/.\-]\s*(\d{1,4}))?")
DAYS_OF_MONTH: Final = re.compile(r"(?P<first>[12]?\d|3[01])-(?:[12]?\d|3[01])/(?P<month>1[0-2]|[1-9])")
"""Days of one month, the day first: 13-17/3, 6-10/5."""
_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH_WORD: Final = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)})[a-z]*", re.IGNORECASE)
_ENGLISH_DAY: Final = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)", re.IGNORECASE)
_ENGLISH_YEAR: Final = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_APOSTROPHE_YEAR: Final = re.compile(r"['’](\d\d)(?!\d)(?!s)")
_LAST_SHORT_YEAR: Final = re.compile(r"(?<!\d)(\d\d)$")


class DateValue(NamedTuple):
    """What a written date says; None for a part it does not say. Years are Gregorian."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


class Reading(NamedTuple):
    """One convention per document: how two-digit years and all-number dates are read.

    `order` is that of dates whose year is not known to stand first; `ymd` is the mainland's 24/5/2.
    """

    short_year: Literal["roc", "ad"] = "roc"
    order: Literal["mdy", "dmy", "ymd", "ambiguous"] = "mdy"


def reading_of(surfaces: Iterable[str], *, script: str) -> Reading:
    """The convention of a document from all its written dates (a part over 12 decides day or month).

    >>> reading_of(["17/06/2024", "02/03/2016"], script="en").order
    'dmy'
    """
    dates = [_plain(s) for s in surfaces]
    short_year: Literal["roc", "ad"] = "roc" if script == "zh-TW" or any(map(_is_roc, dates)) else "ad"
    firsts = [sign for text in dates if (sign := _order_sign(text))]
    months, days = firsts.count("mdy"), firsts.count("dmy")
    if months != days:
        return Reading(short_year, "mdy" if months > days else "dmy")
    if script == "zh-CN":
        return Reading(short_year, "ymd")
    asian = script != "en" or any(_year_first(text) and not _ISO.match(text) for text in dates)
    if asian or not any(map(_undecided, dates)):
        return Reading(short_year, "mdy")
    return Reading(short_year, "ambiguous")


_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d")
"""As programs write it, wherever they run: no sign of who wrote the note."""


def _plain(surface: str) -> str:
    text = fold(surface).strip()
    if "(" in text or text[:1].casefold() in _WEEKDAY_FIRSTS:
        return _BRACKET.sub("", text).strip()
    return text


def _is_roc(text: str) -> bool:
    if "民" in text:
        return True
    if re.fullmatch(r"[01]\d{6}", text):
        return True
    return bool(re.match(r"0?1[0-5]\d\s*[/.\-年]", text) or re.match(r"0\d\d\s*[/.\-]", text))


def _year_first(text: str) -> bool:
    return _is_roc(text) or bool(re.match(r"(?:19|20)\d\d", text)) or "年" in text


def _undecided(text: str) -> bool:
    parts = _PARTS.fullmatch(text)
    return bool(parts and parts[3] and len(parts[1]) <= 2 and len(parts[3]) in (2, 4) and parts[1] != parts[2])


def _order_sign(text: str) -> Literal["mdy", "dmy"] | None:
    """Which order one date shows; None if it shows none."""
    parts = _PARTS.fullmatch(text)
    if not parts and (word := _MONTH_WORD.search(text)):
        day = _ENGLISH_DAY.search(text)
        return None if not day else "dmy" if day.start() < word.start() else "mdy"
    if not parts or not parts[3] or len(parts[1]) > 2 or len(parts[3]) == 3:
        return None
    first, second, third = (int(p) for p in parts.groups())
    if len(parts[3]) <= 2 and first > 12 and third <= 31 and second <= 12:
        return None  # 60/08/15 is a year in front or a day in front
    if first > 12 >= second:
        return "dmy"
    return "mdy" if second > 12 >= first else None


@lru_cache(maxsize=4096)
def value_of(surface: str, reading: Reading, *, before: date | None = None) -> DateValue | None:
    """The value of a written date; None where it has none (holiday, zodiac, lunar, weekday, ambiguous).

    `before` is for birth dates: a two-digit year is read so that the date does not lie after it. Of a
    range (5/2-6, 13-17/3) it is the first day; of a lunar date with a year (民國15年正月初三) it is the year.

    >>> value_of("113/02/29", Reading()), value_of("民國前2年", Reading())
    (DateValue(year=2024, month=2, day=29), DateValue(year=1910, month=None, day=None))
    """
    text = _plain(surface)
    if not text:
        return None
    for read in (_read_cjk, _read_english, _read_digits, _read_parts):
        found, value = read(text, reading, before)
        if found:
            return value
    return None


_Read = tuple[bool, DateValue | None]


def _year(number: int, era: str | None, reading: Reading, before: date | None, *, digits: int) -> int | None:
    """A Gregorian year; four digits are never ROC and one to 150 never AD, whatever era stands there."""
    if number >= 1000:
        return number  # 民國2024年 is a slip for 西元2024年
    if era and "前" in era:
        return 1912 - number
    if (era and "民" in era) or (era and era.lower() == "roc") or digits >= 3:
        return number + 1911 if number <= 200 else None
    if reading.short_year == "roc" and (before is None or number + 1911 <= before.year):
        return number + 1911
    return _century(number, before)


def _century(number: int, before: date | None) -> int:
    last = before.year if before else 2049
    year = last - last % 100 + number
    return year if year <= last else year - 100


def _made(year: int | None, month: int | None, day: int | None) -> DateValue | None:
    """A value if it can be a date; 29 February without a year can."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and (month is None or not 1 <= day <= monthrange(year or 2024, month)[1]):
        return None
    return DateValue(year, month, day) if year is not None or month is not None else None


def _int(text: str | None) -> int | None:
    return to_int(text) if text else None


def _read_cjk(text: str, reading: Reading, before: date | None) -> _Read:
    if text.isascii():
        return False, None
    lunar = bool(_LUNAR.search(text))
    if "月" in text:
        text = _YEAR_AND_SIGN.sub(r"\1年", text)
    found = _CJK.search(text) if "年" in text else None
    if found:
        number = to_int(found["y"])
        if number is None or found["rest"] == "代" or "級" in text or "级" in text:
            return True, None
        era = found["era"]
        year = _year(number, era, reading, before, digits=len(found["y"]) if found["y"].isascii() else 2)
        if number > 99 and not (era and era.startswith(("民國前", "民国前", "民前"))):
            year = number + 1911 if number <= 200 else number
        if found["rest"] in {"次", "生"} and number < 200 and not (era and "前" in era):
            year = number + 1911 if reading.short_year == "roc" or era else year
        month, day = (None, None) if lunar else (_int(found["m"]), _int(found["d"]))
        return True, _made(year, month, day)
    if lunar:
        return True, None
    found = _CJK_MONTH.match(text)
    return (True, _made(None, _int(found["m"]), _int(found["d"]))) if found else (False, None)


def _read_english(text: str, _: Reading, before: date | None) -> _Read:
    word = _MONTH_WORD.search(text)
    if not word:
        return False, None
    month = _MONTHS.index(word[1].lower()) + 1
    rest = text[: word.start()] + " \0 " + text[word.end() :]
    year: int | None = None
    if long := _ENGLISH_YEAR.search(rest):
        year, rest = int(long[1]), rest[: long.start()] + rest[long.end() :]
    elif short := _APOSTROPHE_YEAR.search(rest):
        year, rest = _century(int(short[1]), before), rest[: short.start()]
    day = _ENGLISH_DAY.search(rest)
    after = rest[day.end() :] if day else ""
    if year is None and day and (tail := _LAST_SHORT_YEAR.search(after)):
        year = _century(int(tail[1]), before)
    return True, _made(year, month, int(day[1]) if day else None)


def _read_digits(text: str, reading: Reading, before: date | None) -> _Read:
    if not re.fullmatch(r"\d+", text):
        return False, None
    size = len(text)
    if size in (8, 12, 14):
        return True, _made(int(text[:4]), int(text[4:6]), int(text[6:8]))
    if size == 7:
        return True, _made(int(text[:3]) + 1911, int(text[3:5]), int(text[5:7]))
    if size == 6:
        if text[:2] in {"19", "20"} and 1 <= int(text[4:]) <= 12 and not 1 <= int(text[2:4]) <= 12:
            return True, _made(int(text[:4]), int(text[4:]), None)
        year = _year(int(text[:2]), None, reading, before, digits=2)
        return True, _made(year, int(text[2:4]), int(text[4:6]))
    if size == 4:
        number = int(text)
        return True, DateValue(number) if 1800 <= number <= 2199 else _made(None, number // 100, number % 100)
    return True, None


def _read_parts(text: str, reading: Reading, before: date | None) -> _Read:
    era: str | None = None
    if prefix := _ERA.match(text):
        era, text = prefix["era"], text[prefix.end() :]
        if text.isdigit():
            return True, _made(_year(int(text), era, reading, before, digits=len(text)), None, None)
    if days := DAYS_OF_MONTH.fullmatch(text):
        return True, _made(None, int(days["month"]), int(days["first"]))
    parts = _PARTS.match(text)
    if not parts:
        return False, None
    if parts[3] is None or _is_day_range(text):
        return True, _two_parts(parts, era, reading, before)
    for year, month, day in _orders(parts, era, reading, before):
        if (value := _made(year, month, day)) is not None:
            if reading.order == "ambiguous" and _undecided(parts[0]) and month != day and day <= 12:
                return True, None
            return True, value
    return True, None


def _is_day_range(text: str) -> bool:
    """5/2-6: the dash joins two days, unlike 5-2-6 and 113/5-2."""
    return bool(re.fullmatch(r"\d{1,2}/\d{1,2}\s*-\s*\d{1,2}(?:/\d{1,2})?", text))


def _two_parts(parts: re.Match[str], era: str | None, reading: Reading, before: date | None) -> DateValue | None:
    first, second = int(parts[1]), int(parts[2])
    if len(parts[1]) >= 3 or era:
        return _made(_year(first, era, reading, before, digits=len(parts[1])), second, None)
    if len(parts[2]) == 4:
        return _made(second, first, None)
    orders = [(first, second), (second, first)] if reading.order != "dmy" else [(second, first), (first, second)]
    values = [value for month, day in orders if (value := _made(None, month, day))]
    if reading.order == "ambiguous" and len(values) == 2 and first != second:
        return None
    return values[0] if values else None


def _orders(
    parts: re.Match[str], era: str | None, reading: Reading, before: date | None
) -> Iterator[tuple[int | None, int, int]]:
    """The readings of three numbers, the likeliest first: (year, month, day)."""
    a, b, c = (int(p) for p in parts.groups())
    digits = len(parts[1])
    year_first = _year(a, era, reading, before, digits=digits)
    if digits >= 3 or era:
        yield year_first, b, c
        return
    last = c if len(parts[3]) >= 3 else _century(c, before)
    # A year in front has two digits and no leading zero: 05/03/24 and 3/7/50 begin with a month.
    can_lead = digits == 2 and parts[1][0] != "0" and len(parts[3]) <= 2
    leads = can_lead and (reading.order == "ymd" or (reading.short_year == "roc" and reading.order != "dmy"))
    if leads:
        yield year_first, b, c
    month_first, day_first = (last, a, b), (last, b, a)
    yield from (day_first, month_first) if reading.order == "dmy" else (month_first, day_first)
    if can_lead and not leads:
        yield year_first, b, c
