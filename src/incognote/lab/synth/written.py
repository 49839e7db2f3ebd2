"""How a drawn value is written: the forms of names, dates, ages and numbers that slots ask for."""

from __future__ import annotations

import random
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.lab.synth.naming import Naming
from incognote.lab.synth.pools import table, words
from incognote.names.tables import readings, to_base
from incognote.text.calendar import roc_year

_MASKS: Final = ("○", "O", "＊", "*", "X")
_ENGLISH_MONTHS: Final = tuple(
    "January February March April May June July August September October November December".split()
)
_ENGLISH_DAYS: Final = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_HAN_DAYS: Final = "一二三四五六日"
_HAN_DIGITS: Final = "零一二三四五六七八九"
_WIDE: Final = str.maketrans({**{chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)}})


class Piece(NamedTuple):
    """A written value; the span leaves out `lead` characters at its start and `tail` at its end."""

    text: str
    lead: int = 0
    tail: int = 0


def name_piece(naming: Naming, form: str, *, rng: random.Random, script: str, extra: str | None = None) -> Piece:
    """A name in one of the forms of `skeleton.NAME_FORMS`; `extra` is the title of titled and prefixed.

    An English text writes a Han name in Latin letters unless the form says `han`.
    """
    if form == "han":
        return Piece(naming.full)
    if script == "en" and naming.is_han and naming.latin:
        naming = Naming(naming.latin[0], naming.latin[-1], False, naming.latin, origin=naming.origin, rarity=naming.rarity)
    if form == "titled":
        return _titled(naming, extra or "")
    if form == "prefixed":
        return _prefixed(naming, extra or "")
    if naming.whole:
        return Piece(_whole(naming, form, rng))
    return Piece(_han(naming, form, rng) if naming.is_han else _latin(naming, form, rng))


def _titled(naming: Naming, title: str) -> Piece:
    """Rule N3: one character takes its title into the span, more leave it out."""
    stem = _stem(naming)
    if naming.is_han and len(stem) == 1:
        return Piece(stem + title)
    if naming.is_han:
        return Piece(stem + title, tail=len(title))
    return Piece(f"{stem}{title}", tail=len(title))


def _stem(naming: Naming) -> str:
    """What a title stands beside: the surname, the first character of an undotted whole name (阮氏翠: 阮小姐)."""
    if naming.whole and "·" not in naming.whole and len(naming.whole) <= 4:
        return naming.whole[0]
    return naming.surname or naming.given


def _prefixed(naming: Naming, title: str) -> Piece:
    stem = _stem(naming)
    if naming.is_han and len(stem) == 1:
        return Piece(title + stem)
    return Piece(title + stem, lead=len(title))


def _whole(naming: Naming, form: str, rng: random.Random) -> str:
    """Names without a surname: Latin forms keep their order, a mask keeps the dot."""
    latin = " ".join(reversed(naming.latin)) if naming.latin else ""
    match form:
        case "roman" | "roman_reversed" | "reversed" | "english" if latin:
            return latin
        case "upper" if latin:
            return latin.upper()
        case "roman_given" if latin:
            return naming.latin[-1]
        case "initials" if latin:
            return "".join(f"{word[0].upper()}." for word in latin.split())
        case "given" | "nick":
            return naming.given
        case "spaced" if "·" in naming.whole:
            return naming.whole.replace("·", " · ")
        case "masked":
            inner = "".join("·" if c == "·" else "○" for c in naming.whole[1:-1])
            return naming.whole[0] + inner + naming.whole[-1]
        case "typo" | "homophone":
            return _han_typo(naming.whole, rng, from_=0)
    return naming.whole


def _han(naming: Naming, form: str, rng: random.Random) -> str:
    surname, given = naming.surname, naming.given
    if form in ("roman", "roman_reversed", "upper", "roman_given", "reversed", "initials"):
        if not naming.latin:
            return surname + given
        family, first = naming.latin
        if form == "initials":
            return ".".join([*(part[0].upper() for part in first.split("-")), family[0]]) + "."
        return _roman_form(family, first, form)
    if form == "given":
        return given if len(given) > 1 else surname + given
    if form == "surname":
        return surname
    if form == "nick":
        return rng.choice([f"阿{given[-1]}", f"小{given[-1]}", f"阿{given[0]}", given[-1] * 2, f"{given[-1]}仔"])
    if form == "english":
        return naming.english or rng.choice(words("latin_names", "us", rng.choice("MF")))
    if form == "masked":
        mask = rng.choice(_MASKS)
        return surname + mask + given[1:] if len(given) > 1 else surname[:1] + mask
    if form in ("typo", "homophone"):
        return _han_typo(surname + given, rng, from_=len(surname))
    if form == "spaced":
        return rng.choice([" ".join(surname + given), f"{surname} {given}", f"{surname}　{given}"])
    return surname + given


def _roman_form(family: str, given: str, form: str) -> str:
    match form:
        case "roman_reversed":
            return f"{given} {family}"
        case "roman_given":
            return given
        case "upper" | "reversed":
            return f"{family.upper()}, {given.upper() if form == 'upper' else given}"
        case _:
            return f"{family} {given}"


def _latin(naming: Naming, form: str, rng: random.Random) -> str:
    first, family = naming.given, naming.surname
    match form:
        case "given" | "roman_given" | "english":
            return first
        case "surname":
            return family
        case "nick":
            short = {row[0]: row[1].split() for row in table("nicknames")}
            return rng.choice(short[first]) if first in short else first.split()[0]
        case "upper":
            return rng.choice([f"{family.upper()}, {first.upper()}", f"{first.upper()} {family.upper()}"])
        case "reversed" | "roman":
            return rng.choice([f"{family.upper()}, {first}", f"{family}, {first}"])
        case "initials":
            return rng.choice([f"{first[0]}.{family[0]}.", f"{first[0]}{family[0]}"])
        case "masked":
            return f"{first[0]}{'*' * max(2, len(first) - 1)} {family[0]}{'*' * max(2, len(family) - 1)}"
        case "typo" | "homophone":
            return _latin_typo(first, rng) + (f" {family}" if rng.random() < 0.5 else "")
        case _:
            return naming.full


def _latin_typo(word: str, rng: random.Random) -> str:
    """One edit inside a word of four letters and more: two letters swapped, one doubled or one left out."""
    if len(word) < 4:
        return word
    at = rng.randrange(1, len(word) - 1)
    return rng.choice(
        [word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at] + word[at:], word[:at] + word[at + 1 :]]
    )


def _han_typo(name: str, rng: random.Random, *, from_: int) -> str:
    """One character behind `from_` replaced by another of the same sound."""
    spots = list(range(from_, len(name)))
    rng.shuffle(spots)
    for at in spots:
        same = same_sound(name[at])
        if same:
            return name[:at] + rng.choice(same) + name[at + 1 :]
    if len(name) > from_:  # nothing sounds alike: another character of a name, as a wrong choice of the input method
        return name[:-1] + rng.choice([c for c in "文明華美玉志偉英芳成" if c != name[-1]])
    return name


@lru_cache(maxsize=4096)
def same_sound(character: str) -> tuple[str, ...]:
    """Characters of given names in the pools of one script that are read as `character` is."""
    of = readings().of
    said = of.get(character.translate(to_base()), ())[:1]
    if not said:
        return ()
    used = {region: {c for row in table("han_given") if row[0] == region for word in row[-1].split() for c in word} for region in ("tw", "cn")}
    simplified = character == character.translate(to_base())
    pool = used["tw"] if character in used["tw"] or not simplified else used["cn"]
    return tuple(sorted(c for c in pool if c != character and of.get(c.translate(to_base()), ())[:1] == said))


def wide(text: str) -> str:
    """Full-width digits and letters."""
    return text.translate(_WIDE)


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
