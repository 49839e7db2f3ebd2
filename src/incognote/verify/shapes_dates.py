"""Dates in every usual writing, and ages from ninety."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.verify.reading import Reading

Find = tuple[str, int, int, bool]

_CLUSTER: Final = re.compile(r"\d(?:[-/.]?\d){3,}")
_M, _D = r"(?:1[0-2]|0?[1-9])", r"(?:3[01]|[12]\d|0?[1-9])"
_FULL: Final = re.compile(
    rf"(?:(?:1[89]|20)\d\d([-/.]){_M}\1{_D}|0?1[0-4]\d([-/.]){_M}\2{_D}"
    rf"|{_M}([-/.])(?:{_D})\3(?:19|20)\d\d|(?:{_D})([-/.]){_M}\4(?:19|20)\d\d)(?:(?!\d|[./]\d)|(?=\d{{1,2}}:\d\d))"
)
_SHORT: Final = re.compile(rf"(?:[2-9]\d([-/.]){_M}\1{_D}|{_M}/{_D}/[2-3]\d|{_D}/{_M}/[2-3]\d)(?![\d./-]*\d|%)")
_UNIT: Final = re.compile(r" ?(?:IU|U/|cop|cc|m[Llg]|/)")
_PADDED: Final = re.compile(r"\d\d([-/.])\d\d\1\d\d")
_STAMP: Final = re.compile(r"(?:(?:19|20)\d\d|0?1[0-2]\d|0?[6-9]\d(?=\d{4}(?!\d)))(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\d-])")
_CHINESE: Final = re.compile(
    r"(?:\d{2,4}|[一二三四五六七八九〇零○十百]{2,7}) ?年 ?(?:\d{1,2}|[一二三四五六七八九十正元]{1,3}) ?月"
    r"(?: ?(?:\d{1,2}|[初廿卅一二三四五六七八九十]{1,3}) ?[日號号]?)?"
)
_MONTH_DAY: Final = re.compile(rf"{_M} ?月 ?{_D} ?[日號号]")
_YEAR_LATER: Final = re.compile(r"[/-](?:19|20)\d\d(?!\d)|\.? (?:[0-3]?\d(?:st|nd|rd|th)?,? )?(?:of )?,?(?:19|20)\d\d(?!\d)|\.?-(?:19|20)?\d\d(?!\d)")
_DAY_LATER: Final = re.compile(r"\.? [0-3]?\d(?:st|nd|rd|th)?(?![\d.%/]| ?(?:mg|g\b|cm|mm|ml|days?\b|hours?\b|times\b|tabs?\b|week|month|year))")
_DAY_BEFORE: Final = re.compile(r"(?<![\d./])[0-3]?\d(?:st|nd|rd|th)?(?: of)?[ -]$")
_FOUR: Final = re.compile(r"(?:19|20)\d\d|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
"""Four digits that are a year, or a month and a day: a child weighed 3120 at birth."""
_AFTER_LABEL: Final = re.compile(
    r"[\s:=.)]{0,4}(?:民國|民国|西元)?\s?(\d{2,8}(?:[-/.年 ]{1,2}\d{1,2}){0,2}|\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?)(?![\d%]| ?(?:mg|cm|g\b|天|次|歲|岁|kg|體重|克|wk|週|周))"
)
_OLD: Final = re.compile(
    r"(?:9\d|1[0-2]\d)(?: ?(?:歲|岁)(?!以上)|[ -]?(?:y/?o|years?[ -]old|yrs?[ -]old|yr[ -]old)(?![A-Za-z]))"
)
_AGED: Final = re.compile(r"(?<![a-z])aged?:? (9\d|1[0-2]\d)(?![\d+/%-]|\.\d| ?(?:m|d|w|h)[a-z])")
_TOLD: Final = re.compile(r"(?:[:：] ?|(?<![A-Za-z])on |since |until |from |[於于自] ?)$")
_SLASH_DAY: Final = re.compile(rf"/{_D}(?![\d/.%]|\s?(?:mm|cm|mg))")
_MONTH: Final = re.compile(_M)
_DATED: Final = re.compile(r"(?:(?<![A-Za-z])on |since |until |[於于自] ?)$")
_VISIT: Final = re.compile(r" ?(?:\((?:[一二三四五六日]|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\)|回診|复诊|複診|門診|入院|出院|手術)")
_LINE_END: Final = re.compile(r"[ \t]*(?:\r?\n|$)")
_BORN_IN: Final = re.compile(r"(?<!\d)\d{2,3} ?年次")
_SCORED: Final = re.compile(r"(?:power|MMT|VAS|pain|score|strength|NRS|肌力|疼痛|痛)[^\n]{0,16}$", re.IGNORECASE)
_SERIES: Final = re.compile(r"(?:BP|T/P/R|V/S|ABG|MMT|insulin|RI|NPH|dose|vitals?)[^\n\d]{0,10}$", re.IGNORECASE)


def dates(reading: Reading) -> Iterator[Find]:
    """Dates that say day, month and year; those behind a label also when they say less."""
    text = reading.text
    codes = reading.cues.get("clinical_codes", ())
    for low, high in reading.clusters:
        for cluster in _CLUSTER.finditer(text, low, high):
            if not any(0 <= cluster.start() - end <= 36 for _, end in codes):
                yield from _numeric(text, cluster.start())
    if "月" in text:
        for found in _CHINESE.finditer(text) if "年" in text else ():
            yield "date", *found.span(), True
        for found in _MONTH_DAY.finditer(text):
            if not (found.start() and (text[found.start() - 1].isdigit() or text.endswith("每年", 0, found.start()))):
                yield "date", *found.span(), True
    if "/" in text:
        yield from _month_and_day(text)
    if "年次" in text:
        for found in _BORN_IN.finditer(text):
            yield "date", *found.span(), True
    for start, end in reading.cues.get("months", ()):
        yield from _month_name(reading, start, end)
    for name in ("dob_labels", "date_labels"):
        for _, end in reading.cues.get(name, ()):
            value = _AFTER_LABEL.match(text, end)
            if value and (any(c in value[1] for c in "-/.年") or len(value[1]) in (6, 7, 8) or _FOUR.fullmatch(value[1])):
                yield "labelled_date", *value.span(1), True


def _numeric(text: str, low: int) -> Iterator[Find]:
    before = text[low - 1] if low else " "
    if before.isascii() and (before.isalnum() or before in "./-") and before != "-":
        return
    found = _FULL.match(text, low)
    if found:
        yield "date", *found.span(), True
        return
    found = _STAMP.match(text, low)
    if found and before != "-" and not _UNIT.match(text, found.end()):
        yield "date", *found.span(), len(found[0]) != 6
        return
    found = _SHORT.match(text, low)
    if found and not _SERIES.search(text[max(0, low - 16) : low]):
        padded = bool(_PADDED.fullmatch(found[0])) and "-" not in found[0]
        yield "date", *found.span(), padded or bool(_TOLD.search(text[max(0, low - 7) : low]))


def _month_and_day(text: str) -> Iterator[Find]:
    """3/7 where something says that it is a day: `on`, a visit word, a weekday, a line of its own."""
    for found in _SLASH_DAY.finditer(text):
        slash, end = found.span()
        start = slash
        while start and slash - start < 2 and text[start - 1] in "0123456789":
            start -= 1
        if not _MONTH.fullmatch(text, start, slash):
            continue
        if start and text[start - 1] in "0123456789./-":
            continue
        alone = (not start or text[start - 1] == "\n") and _LINE_END.match(text, end)
        if alone or _VISIT.match(text, end) or _DATED.search(text[max(0, start - 7) : start]):
            yield "date", start, end, not _SCORED.search(text[max(0, start - 24) : start])


def _month_name(reading: Reading, start: int, end: int) -> Iterator[Find]:
    text = reading.text
    if not text[start].isupper() or (start > 1 and text[start - 1] in "-/" and not text[start - 2].isdigit()):
        return
    first = start
    before = _DAY_BEFORE.search(text[max(0, start - 9) : start])
    if before:
        first = start - len(before[0])
    later = _YEAR_LATER.match(text, end)
    if later:
        yield "date", first, later.end(), True
    elif before:
        yield "date", first, end, True
    else:
        day = _DAY_LATER.match(text, end)
        if day:
            yield "date", start, day.end(), text[start:end] != "May"


def ages(reading: Reading) -> Iterator[Find]:
    """Ages of ninety and over (45 CFR 164.514(b)(2)(i)(C))."""
    text = reading.text
    for found in _OLD.finditer(text):
        before = text[found.start() - 1] if found.start() else " "
        if not (before.isdigit() or before in "./-+齡龄"):
            yield "age_over_89", *found.span(), True
    if "age" in reading.lower:
        for found in _AGED.finditer(reading.lower):
            yield "age_over_89", *found.span(1), True
