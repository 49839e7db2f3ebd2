"""Days in words that mean exactly those days: -90 is 三個月前, -95 is 95 天前, -545 "one and a half years ago".

A year has 365 days, half a year 180, a month 30; what is written here is read again by `extract.times` before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.document import Script
from incognote.narrative.extract.times import times
from incognote.narrative.lexicon import folded
from incognote.narrative.render.choose import pick

_DIGITS: Final = "零一二三四五六七八九"
_EN: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
_ZH_UNITS: Final = {
    "zh-TW": {"year": "年", "month": "個月", "week": "週", "day": "天"},
    "zh-CN": {"year": "年", "month": "个月", "week": "周", "day": "天"},
}  # fmt: skip
_HALF_YEAR: Final = 180
_HALF_MONTH: Final = 15
_MOST_MONTHS: Final = 730
_MOST_WEEKS: Final = 84
_SPELT: Final = 30
"""More days than these stand in digits."""
_CHOICE: Final = 2


def ago(days: int, script: Script, *keys: str) -> str:
    """When something was that lies `days` (0 or less) from day 0.

    >>> ago(-90, "zh-TW", "s"), ago(-14, "en", "s"), ago(-365, "zh-CN", "s")
    ('三個月前', 'two weeks ago', '一年前')
    """
    if days >= -1:
        return {"zh-TW": ("今天", "昨天"), "zh-CN": ("今天", "昨天"), "en": ("today", "yesterday")}[script][-days if days <= 0 else 0]
    return length(-days, script, *keys) + (" ago" if script == "en" else "前")


def length(days: int, script: Script, *keys: str) -> str:
    """How long something lasted."""
    return pick(_exact(days, script), "length", *keys)


@lru_cache(maxsize=4096)
def _exact(days: int, script: Script) -> tuple[str, ...]:
    """The ways to say so many days that are read as just as many, the roundest first."""
    ways = list(dict.fromkeys(_ways(days, script)))
    back = " ago" if script == "en" else "前"
    read = [way for way in ways if [(t.kind, t.days) for t in times(folded(way + back))] == [("at", -days)]]
    return tuple(way for way in read[:_CHOICE] if way != _days(days, script)) or tuple(ways[-1:])


def _ways(days: int, script: Script) -> Iterator[str]:
    if days == _HALF_YEAR:
        yield "half a year" if script == "en" else "半年"
    years, rest = divmod(days, 365)
    if years and not rest:
        yield _count(years, "year", script)
        return
    if years and rest == _HALF_YEAR:
        yield _half(years, script)
    if days % 30 == 0 and days <= _MOST_MONTHS:
        yield _count(days // 30, "month", script)
    if script != "en" and days % 30 == 15 and _HALF_MONTH < days <= _MOST_MONTHS:
        yield f"{_han(days // 30, script)}{'個' if script == 'zh-TW' else '个'}半月"
    if days % 7 == 0 and days <= _MOST_WEEKS:
        yield _count(days // 7, "week", script)
    if years and rest % 30 == 0:
        yield _count(years, "year", script) + {"zh-TW": "又", "zh-CN": "又", "en": " and "}[script] + _count(rest // 30, "month", script)
    yield _days(days, script)


def _days(days: int, script: Script) -> str:
    return f"{days}{_ZH_UNITS[script]['day']}" if script != "en" and days > _SPELT else _count(days, "day", script)


def _count(number: int, unit: str, script: Script) -> str:
    if script == "en":
        return f"{_EN[number] if number <= 12 else number} {unit}{'s' if number != 1 else ''}"
    return f"{_han(number, script)}{_ZH_UNITS[script][unit]}"


def _half(years: int, script: Script) -> str:
    if script == "en":
        return f"{_EN[years] if years <= 12 else years} and a half years"
    return f"{_han(years, script)}年半"


def _han(number: int, script: Script) -> str:
    """Han numerals up to 99; more in digits."""
    if number == 2:
        return "兩" if script == "zh-TW" else "两"
    if number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")
