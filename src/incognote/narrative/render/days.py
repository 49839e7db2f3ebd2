"""Days in words that mean exactly those days: -90 is 三個月前, -95 is 95 天前, -545 "one and a half years ago".

A year has 365 days, half a year 180, a month 30, as in the reading of times.
"""

from __future__ import annotations

from typing import Final

from incognote.document import Script
from incognote.narrative.render.choose import pick

_DIGITS: Final = "零一二三四五六七八九"
_EN: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
_UNITS: Final = {"year": 365, "month": 30, "week": 7, "day": 1}
_ZH_UNITS: Final = {
    "zh-TW": {"year": "年", "month": "個月", "week": "週", "day": "天"},
    "zh-CN": {"year": "年", "month": "个月", "week": "周", "day": "天"},
}  # fmt: skip
_MOST_MONTHS: Final = 730
_MOST_WEEKS: Final = 84


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
    return pick(_ways(days, script), "length", *keys)


def _ways(days: int, script: Script) -> list[str]:
    if days == 180:
        return ["half a year", "six months"] if script == "en" else ["半年", "六個月" if script == "zh-TW" else "六个月"]
    if days % 365 == 0 and days:
        return [_count(days // 365, "year", script)]
    if days > 365 and (days - 180) % 365 == 0:
        return [_half((days - 180) // 365, script)]
    if days % 30 == 0 and 0 < days <= _MOST_MONTHS:
        return [_count(days // 30, "month", script)]
    if days % 7 == 0 and 0 < days <= _MOST_WEEKS:
        return [_count(days // 7, "week", script)]
    return [_count(days, "day", script)]


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
