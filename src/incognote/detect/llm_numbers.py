"""Whether a string with digits that a language model points at is a date, a telephone number or a number of a person.

Without a label a number says little: a short one, a dose, a score, a value with a unit, a code of a public list is none,
and of a long one the model must have said that it is one. Days without a year are left to the rules.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from incognote.detect.code_lists import CODE_LISTS
from incognote.detect.llm_people import READ
from incognote.detect.nobody import is_thing
from incognote.detect.rules.rule import UNIT, VALUE_WORD
from incognote.detect.subtypes import subtype
from incognote.text.written_dates import Reading, value_of

_DATE: Final = re.compile(
    r"[民國国中華华西元公 ]{0,6}(?:\d{3,4}([/.\-])\d{1,2}\1\d{1,2}|\d{1,2}([/.\-])\d{1,2}\2\d{4})(?:[ 起至]{0,2}[-~–至][ \d/.\-]{2,12})?"
    r"|(?=[^年月]{0,12}[年月])[\d年月日號号民國国中華华西元公零〇一二三四五六七八九十 \-~至]{3,30}"
    r"|(?:\d{1,2}(?:st|nd|rd|th)?[ \-]?(?:of )?[A-Za-z]{3,9}|[A-Za-z]{3,9}\.? ?\d{1,2}(?:st|nd|rd|th)?)[.,]?(?:[ \-,]{1,2}(?:19|20)?\d\d)?"
)
"""A year and two more numbers, a year or month in words, or a month's name with a day; `value_of` says whether there is such a day."""
_COMPACT: Final = re.compile(r"(?:19|20)\d{6}|[01]\d{6}")
_PHONE: Final = re.compile(r"(?:(?:\+\d{1,3}|\(\+?\d{1,4}\)|0\d{1,4}(?=[ \-~]|\d{5,9}(?!\d)))[ \-~)]{0,2}\d{2,4}[ \-]?\d{2,4}(?:[ \-]?\d{2,4})?|\d{3}([.\-])\d{3}\1\d{4}|\d{3,4}[ \-]\d{4})(?:\s?(?:#|轉|转|分機|分机|ext\.?|x)\s?\d{1,6})?", re.IGNORECASE)
_MOBILE: Final = re.compile(r"09\d{8}|1[3-9]\d{9}")
_NUMBER: Final = re.compile(r"[A-Za-z\u4e00-\u9fff]{0,6}[ #:-]?[A-Za-z0-9][A-Za-z0-9 ()\-/#]{2,30}")
_CODED: Final = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, sorted(CODE_LISTS, key=len, reverse=True)))})(?![A-Za-z])[^\u4e00-\u9fff\n;,，。]{{0,12}}\Z", re.IGNORECASE)
_REACH: Final = 28
_SERIES: Final = re.compile(r"\d{1,2}(?:[-/.]\d{1,2})+")
"""Doses and scores: 10-10-10."""
_WRITTEN: Final = frozenset({"DATE", "PHONE"})
_MISREAD_NUMBER: Final = re.compile(r"[\dOolISs+()/.\- ]{6,}")
_DIGITS_LEAST, _PHONE_LEAST = 6, 7
_MONTHS, _DAYS = 12, 31
_BARE: Final = re.compile(r"(?P<a>\d{1,2})/(?P<b>\d{1,2})/\d\d|(?=0|\d\d/0)(?P<c>\d\d)/(?P<d>\d\d)")
"""Day and month with a short year, day and month of two digits each with a nought (scores have none): 10/9/23, 04/30."""
_MISREAD: Final = str.maketrans("OolISs", "001155")
"""Letters that a scan or a hurried hand puts for digits: 5O3-555-0140, 10/l3/22."""
_WEEKDAY: Final = re.compile(
    r"(?:[上下本這这][個个]?)?(?:週|周|星期|禮拜|礼拜)[一二三四五六日天]"
    r"|(?:(?:last|this|next|since) )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thu(?:rs?)?|fri)",
    re.IGNORECASE,
)  # Sun and Sat are words
_EACH_BEFORE: Final = re.compile(r"(?:[每逢/、及至到~-]|(?<![a-z])(?:every|each|from|to|and|or) )\Z", re.IGNORECASE)
_EACH_BEHIND: Final = re.compile(r"[一二三四五六日天、及和至到/~-]|[上下]午|夜|[門门看]?[診诊]| ?(?:to|and|or) |s\b", re.IGNORECASE)
Sort = Literal["DATE", "PHONE", "ID"]


def number(text: str, start: int, end: int, value: str, said: str) -> Sort | None:
    """What the folded `value` at `[start, end)` is, which holds a digit; None where it is nobody's.

    >>> [number(f"查 {value}", 2, 2 + len(value), value, said) for value, said in (("8837261", "MRN"), ("8837261", "DATE"), ("0912345678", "MRN"), ("120/80", "DATE"))]
    ['ID', None, 'PHONE', None]
    """
    if said in _WRITTEN and _MISREAD_NUMBER.fullmatch(value):
        value = value.translate(_MISREAD)
    if is_date(value) or (said == "DATE" and _is_bare_date(value) and not UNIT.match(text, end) and not _is_listed(text, start)):
        return "DATE"
    digits = sum(map(str.isdigit, value))
    is_value = UNIT.match(text, end) or ("." in value.strip(".") and digits < _PHONE_LEAST)  # 12500 /uL, 36.8
    if is_value or _is_listed(text, start) or is_thing(text, start, end, READ):
        return None
    if digits >= _PHONE_LEAST and (_MOBILE.fullmatch(value) or (_PHONE.fullmatch(value) and (value[0] in "+(0" or said == "PHONE"))):
        return "PHONE"
    is_labelled = subtype(text, (start, end), "ID")[0] != "OTHERID"
    if not _NUMBER.fullmatch(value) or _SERIES.fullmatch(value) or "/" in value or not (is_labelled or said in {"MRN", "IDNO"}):
        return None
    return "ID" if digits > 1 and sum(map(str.isalnum, value)) >= (4 if is_labelled else _DIGITS_LEAST) else None


def _is_listed(text: str, start: int) -> bool:
    """Whether a word before a number says that it belongs to a public code list or is a measured value: SNOMED CT 38341003, PLT 234000."""
    return _CODED.search(text, max(0, start - _REACH), start) is not None or VALUE_WORD.search(text, max(0, start - _REACH), start) is not None


def _is_bare_date(value: str) -> bool:
    if _COMPACT.fullmatch(value):
        return value_of(value, Reading()) is not None
    found = _BARE.fullmatch(value)
    if found is None:
        return False
    day, month = sorted((int(found["a"] or found["c"]), int(found["b"] or found["d"])), reverse=True)
    return 0 < month <= _MONTHS and day <= _DAYS


def is_weekday(text: str, start: int, end: int, value: str) -> bool:
    """Whether a string is a day of the week that falls once: 週六, since Tues; not 每週六, 周二上午门诊.

    >>> [is_weekday(text, at, at + 2, text[at : at + 2]) for text, at in (("等週六回", 1), ("每週六回", 1), ("週二門診", 0), ("週期", 0))]
    [True, False, False, False]
    """
    return _WEEKDAY.fullmatch(value) is not None and not _EACH_BEFORE.search(text, max(0, start - 8), start) and not _EACH_BEHIND.match(text, end)


def is_date(value: str) -> bool:
    """Whether a string is a date that says its year, or its month in words: 5/12 and 10-10-10 are left to the rules."""
    if not _DATE.fullmatch(value):
        return False
    day = value_of(value, Reading())
    return day is not None and day.month is not None and (day.year is not None or day.day is not None)
