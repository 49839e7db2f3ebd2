"""The years that a written age says, in digits, Chinese numerals or English words."""

from __future__ import annotations

import re
from typing import Final

from incognote.text.numerals import CHARACTERS, to_int
from incognote.text.view import fold

_TENS_WORDS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ONES_WORDS: Final = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_AGE_WORDS: Final = {"supercentenarian": 110, "centenarian": 100, "nonagenarian": 90, "octogenarian": 80, "septuagenarian": 70} | {
    tens[:-1] + "ies": 20 + 10 * i for i, tens in enumerate(_TENS_WORDS)
}
_AGE_YEARS: Final = re.compile(rf"(\d{{1,3}}|[{CHARACTERS}]{{1,4}})(?:\s*[幾几多餘余來来])?\s*[歲岁旬]")
_AGE_YOUNGER: Final = re.compile(
    rf"(?:\d{{1,3}}|[{CHARACTERS}]{{1,4}})\s*(?:個|个)?\s*(?P<unit>月|天|日|週|周|小時|小时)", re.IGNORECASE
)
_AGE_YOUNGER_EN: Final = re.compile(r"(\d{1,3})[\s-]*(month|week|day|hour|mo\b|wk|m/o|d/o)", re.IGNORECASE)


def years_of(surface: str) -> int | None:
    """The years a written age says: 52歲, 九十三歲, 92 y/o, 052Y, 90幾歲 (90), 百歲 (100), in her 80s (80).

    Ages in months are whole years (18個月: 1), in weeks, days or hours 0.

    >>> [years_of(t) for t in ("九十有四", "one hundred and two", "a hundred")]
    [94, 102, 100]
    >>> [years_of(t) for t in ("3歲2個月", "出生28天", "93-year-old", "sixty-two year old", "age 14", "百歲人瑞")]
    [3, 0, 93, 62, 14, 100]
    """
    text = fold(surface).strip().lower().replace("有", "")  # 九十有四
    if text == "人瑞":
        return 100
    if found := _AGE_YEARS.search(text):
        number = to_int(found[1])
        number = 100 if found[1] == "百" else number
        return number * 10 if number is not None and found[0].endswith("旬") and number <= 10 else number
    if (found := _AGE_YOUNGER.search(text)) or (found := _AGE_YOUNGER_EN.search(text)):
        digits = re.match(r"\d+", found[0])
        number = int(digits[0]) if digits else to_int(re.split(r"[個个月天日週周\s]", found[0])[0])
        is_months = found[0].rstrip().endswith(("月", "month", "mo", "m/o"))
        return (number or 0) // 12 if is_months else 0
    if found := re.search(r"\d{1,3}", text):
        return int(found[0])
    return _years_in_words(text)


def _years_in_words(text: str) -> int | None:
    words = re.findall(r"[a-z]+", text)
    for i, word in enumerate(words):
        if word in _AGE_WORDS:
            return _AGE_WORDS[word]
        if word in _TENS_WORDS:
            ones = words[i + 1] if i + 1 < len(words) else ""
            return 20 + 10 * _TENS_WORDS.index(word) + (_ONES_WORDS.index(ones) + 1 if ones in _ONES_WORDS[:9] else 0)
        if word == "hundred":
            return 100 + (_ONES_WORDS.index(words[-1]) + 1 if words[-1] in _ONES_WORDS else 0)
        if word in _ONES_WORDS and words[i + 1 : i + 2] != ["hundred"]:
            return _ONES_WORDS.index(word) + 1
    return to_int(text) if text and all(c in CHARACTERS for c in text) else None
