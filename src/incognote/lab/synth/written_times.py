"""How a drawn day or age is written: the forms of DATE and AGE that slots ask for."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Final

from incognote.text.calendar import roc_year

_ENGLISH_MONTHS: Final = tuple(
    "January February March April May June July August September October November December".split()
)
_ENGLISH_DAYS: Final = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_HAN_DAYS: Final = "一二三四五六日"
_HAN_DIGITS: Final = "零一二三四五六七八九"


def han_number(number: int) -> str:
    """A number below 1,000 in Han numerals: 67 is 六十七."""
    if number < 10:
        return _HAN_DIGITS[number]
    if number >= 100:
        rest = number % 100
        return f"{_HAN_DIGITS[number // 100]}百" + (("零" if rest < 10 else "") + han_number(rest) if rest else "")
    tens, ones = divmod(number, 10)
    return ("" if tens == 1 else _HAN_DIGITS[tens]) + "十" + (_HAN_DIGITS[ones] if ones else "")


def age_text(years: int, months: int, form: str, *, script: str, rng: random.Random) -> str:
    """An age in a form of `skeleton.AGE_FORMS`; under two years in months unless `bare` or `han` asks for years."""
    is_infant = years < 2 and form != "han"
    if form == "bare":
        return str(years)
    if script == "en":
        count, unit = (months, "month") if is_infant else (years, "year")
        match form:
            case "yo":
                return f"{count} {'mo' if is_infant else rng.choice(['yo', 'y/o', 'y.o.'])}"
            case "y" | "months":
                return f"{count}{'m' if is_infant else 'y'}"
            case "old":
                return f"{count} {unit}{'' if count == 1 else 's'} old"
            case _:
                return f"{count}-{unit}-old"
    unit = "個月" if script == "zh-TW" else "个月"
    year = "歲" if script == "zh-TW" else "岁"
    match form:
        case "han":
            return han_number(years) + year
        case "yo" | "old" | "hyphen":
            return f"{years} {rng.choice(['y/o', 'yo', 'y.o.'])}" if form == "yo" else (f"{years}-year-old" if form == "hyphen" else f"{years} years old")
        case "y":
            return f"{years}y"
        case "months":
            return f"{months}{unit}"
        case _:
            return f"{months}{unit}" if is_infant else f"{years}{year}"


MAIN_STYLES: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "tw": (("iso", 18), ("slash", 26), ("roc", 10), ("rocslash", 16), ("rocdot", 8), ("roccompact", 6), ("md", 12), ("compact", 4)),
    "cn": (("iso", 34), ("han", 30), ("dotted", 16), ("slash", 12), ("mdhan", 8)),
    "us": (("us", 60), ("iso", 10), ("english", 25), ("md", 5)),
    "uk": (("uk", 60), ("english", 32), ("iso", 8)),
    "au": (("uk", 66), ("english", 28), ("iso", 6)),
}  # fmt: skip


def date_text(day: date, form: str, *, country: str, rng: random.Random) -> str:
    """A day in a form of `skeleton.DATE_FORMS`."""
    y, m, d = day.year, day.month, day.day
    roc = roc_year(y)
    if form.startswith("roc") and roc < 1:
        form = "slash"
    day_first = country in ("uk", "au")
    match form:
        case "iso":
            return f"{y}-{m:02d}-{d:02d}"
        case "slash":
            return f"{y}/{m:02d}/{d:02d}" if rng.random() < 0.5 else f"{y}/{m}/{d}"
        case "dotted":
            return f"{y}.{m:02d}.{d:02d}" if rng.random() < 0.6 else f"{y}.{m}.{d}"
        case "compact":
            return f"{y}{m:02d}{d:02d}"
        case "roc":
            return rng.choice([f"民國{roc}年{m}月{d}日", f"{roc}年{m}月{d}日", f"民國 {roc} 年 {m:02d} 月 {d:02d} 日", f"{roc}年{m:02d}月{d:02d}日"])
        case "rocslash":
            return f"{roc}/{m:02d}/{d:02d}"
        case "rocdot":
            return f"{roc}.{m:02d}.{d:02d}" if rng.random() < 0.6 else f"{roc}.{m}.{d}"
        case "roccompact":
            return f"{roc:03d}{m:02d}{d:02d}"
        case "han":
            return f"{y}年{m}月{d}日" if rng.random() < 0.6 else f"{y}年{m:02d}月{d:02d}日"
        case "md":
            return f"{d}/{m}" if day_first else f"{m}/{d}"
        case "mdslash":
            return f"{d:02d}/{m:02d}" if day_first else f"{m:02d}/{d:02d}"
        case "mdhan":
            return f"{m}月{d}日"
        case "us":
            return rng.choice([f"{m:02d}/{d:02d}/{y}", f"{m}/{d}/{y}", f"{m}/{d}/{y % 100:02d}"])
        case "uk":
            return rng.choice([f"{d:02d}/{m:02d}/{y}", f"{d}/{m}/{y}", f"{d:02d}/{m:02d}/{y % 100:02d}"])
        case "english" | "english_md":
            month = _ENGLISH_MONTHS[m - 1] if rng.random() < 0.5 else _ENGLISH_MONTHS[m - 1][:3]
            short = f"{d} {month}" if day_first else f"{month} {d}"
            return short if form == "english_md" else (f"{short} {y}" if day_first else f"{short}, {y}")
        case "month":
            return _month_text(day, country, rng)
        case "year":
            return str(y) if country != "tw" or rng.random() < 0.6 or roc < 1 else f"{'民國' if rng.random() < 0.5 else ''}{roc}年"
        case "weekday":
            return _weekday_text(day, country, rng)
        case "yy":
            return f"{d}/{m}/{y % 100:02d}" if day_first else (f"{m}/{d}/{y % 100:02d}" if country == "us" else f"{y % 100:02d}/{m}/{d}")
    raise ValueError(f"unknown form of a date: {form}")


def _month_text(day: date, country: str, rng: random.Random) -> str:
    if country == "tw":
        return rng.choice([f"{roc_year(day.year)}年{day.month}月", f"{day.year}/{day.month:02d}", f"{day.year}年{day.month}月"])
    if country == "cn":
        return rng.choice([f"{day.year}年{day.month}月", f"{day.year}-{day.month:02d}", f"{day.year}.{day.month:02d}"])
    return rng.choice([f"{_ENGLISH_MONTHS[day.month - 1]} {day.year}", f"{_ENGLISH_MONTHS[day.month - 1][:3]} {day.year}", f"{day.month:02d}/{day.year}"])


def _weekday_text(day: date, country: str, rng: random.Random) -> str:
    if country == "tw":
        return rng.choice(["週", "星期", "禮拜"]) + _HAN_DAYS[day.weekday()]
    if country == "cn":
        return rng.choice(["周", "星期"]) + _HAN_DAYS[day.weekday()]
    return _ENGLISH_DAYS[day.weekday()] if rng.random() < 0.7 else _ENGLISH_DAYS[day.weekday()][:3]


def range_texts(start: date, days: int, *, country: str) -> tuple[str, ...]:
    """A range with one month as one text; two texts where it crosses into the next month."""
    end = start + timedelta(days=days)
    day_first = country in ("uk", "au")
    if end.month != start.month:
        return tuple(f"{d.day}/{d.month}" if day_first else f"{d.month}/{d.day}" for d in (start, end))
    return (f"{start.day}-{end.day}/{start.month}" if day_first else f"{start.month}/{start.day}-{end.day}",)
