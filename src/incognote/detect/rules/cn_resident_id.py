"""Mainland resident ID (居民身份证, GB 11643-1999), issued by the police: 18 characters, before 1999 15 digits.

Six of area, eight of birth date, three of sequence, one check character. Neither the check nor the date
gates a labelled number. Unlabelled 18-character forms need a province and a possible date; 15 digits too.
Source: catalogue 2.2.

>>> check_digit("11010519491231002X"), check_digit("110101198001010011")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule, tokens
from incognote.document import Span

_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_AREA: Final = r"(?:1[1-5]|2[123]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[123])\d{4}"
_DAY: Final = r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_WHOLE: Final = re.compile(rf"{_AREA}(?:(?:18|19|20)\d\d{_DAY}\d{{3}}[\dXx]|\d\d{_DAY}\d{{3}})")
_SPACED: Final = re.compile(
    rf"[ \n-]\n?(?:18|19|20)\d\d{_DAY}[ -]?\n?\d{{3}}[\dXx](?![A-Za-z0-9])"
)
_MASKED: Final = re.compile(r"(?:\*{4}|●{4}|○{4}|[xX]{6})[*●○xX]{0,8}\d{0,4}[\dXx]?(?![A-Za-z0-9])")
_BEFORE_MASK: Final = re.compile(rf"(?<![A-Za-z0-9]){_AREA}\d{{0,8}}$")
LABELS: Final = (
    "身份证号码", "身份证号", "身份证", "居民身份证", "公民身份号码", "身份证件号", "身份证件号码", "证件号码", "证件号", "证号", "身份号码", "社会保障号",
    "社会保障号码", "社保号", "id card", "id card no", "id no", "id number", "居住证", "居住证号",
)  # fmt: skip


def check_digit(number: str) -> bool:
    """Weighted sum modulo 11 picks the check character from `10X98765432`."""
    value = number.upper().replace(" ", "").replace("\n", "")
    if len(value) != 18 or not value[:17].isdigit():
        return False
    return "10X98765432"[sum(int(d) * w for d, w in zip(value[:17], _WEIGHTS, strict=True)) % 11] == value[17]


def bare(page: Page) -> Iterator[Span]:
    """The shape without a label: whole, split in 6-8-4, or with its middle masked."""
    text = page.text
    for start, end in tokens(text):
        if end - start in (15, 18) and _WHOLE.fullmatch(text, start, end):
            score = 0.8 if check_digit(text[start:end]) else 0.75
            yield page.span(start, end, "IDNO", None, "rules/cn_resident_id", score)
        elif end - start >= 6 and (tail := _SPACED.match(text, end)) and text[end - 6 : end].isdigit():
            yield page.span(end - 6, tail.end(), "IDNO", None, "rules/cn_resident_id", 0.75)
    if "*" in text or "●" in text or "○" in text or "xxxxxx" in page.lower:
        for mask in _MASKED.finditer(text):
            head = _BEFORE_MASK.search(text, max(0, mask.start() - 15), mask.start())
            if head:
                yield page.span(head.start(), mask.end(), "IDNO", None, "rules/cn_resident_id", 0.75)


RULES = (
    number_rule(
        "cn_resident_id",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"\d(?:[ -]?\n?[\dlO]){13,16}[ -]?\n?[\dX]|\d{13,20}X?|\d{3,14}[*xX○●]{3,14}\d{0,4}[\dX]?|[*xX]{6,16}\d{3,4}X?",
        check=check_digit,
    ),
    Rule("cn_resident_id", bare),
)
