"""Taiwan resident numbers (外來人口統一證號), issued by the immigration agency.

New since 2021: a letter, 8 (male) or 9 (female), eight digits. Legacy, until 2030: two letters (the second
A-D) and eight digits. NHI drug codes have the legacy shape (AC45856100) and 10 % of them pass its check,
so a drug word nearby decides against it. Source: catalogue 2.1, decision 3.

>>> check_digit("A800000014"), check_digit("AC01234567"), check_digit("AC01234568")
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules import tw_national_id
from incognote.detect.rules.rule import Rule, number_rule, tokens
from incognote.document import Span

LABELS: Final = (
    "居留證號", "居留證號碼", "居留證", "居留証", "統一證號", "外來人口統一證號", "新式統一證號", "舊式統一證號", "舊式", "新式", "外籍統一證號", "arc", "arc no",
    "arc number", "ui no", "uino", "居留证", "居留证号",
)  # fmt: skip
_NEW: Final = re.compile(r"[A-Z][89]\d{8}", re.IGNORECASE)
_LEGACY: Final = re.compile(r"[A-Z][A-D]\d{8}", re.IGNORECASE)
_DRUG: Final = re.compile(
    r"藥|药|健保碼|健保代碼|健保码|NHI|order|code|代碼|代码|處方|成分|品項|醫令|批號", re.IGNORECASE
)
_DOSE: Final = re.compile(
    r"[\s)]{0,2}(?:\d+(?:\.\d+)? ?(?:mg|g|ml|mcg|tab|cap|amp|vial)|[A-Za-z]{4,} ?\d* ?mg|bid|tid|qd|q\d+h|錠|膠囊)",
    re.IGNORECASE,
)


def check_digit(number: str) -> bool:
    """As the national ID; a second letter counts with the units of its value."""
    value = number.upper().replace(" ", "")
    if len(value) == 10 and value[1] in "ABCD":
        value = f"{value[0]}{ord(value[1]) - ord('A')}{value[2:]}"
    return tw_national_id.check_digit(value)


def _is_drug(text: str, start: int, end: int) -> bool:
    return bool(_DOSE.match(text, end) or _DRUG.search(text, max(0, start - 16), start))


def bare(page: Page) -> Iterator[Span]:
    """Both shapes without a label; the legacy one only with its check and no drug around it."""
    text = page.text
    for start, end in tokens(text):
        if end - start != 10:
            continue
        passed = check_digit(text[start:end])
        if _NEW.fullmatch(text, start, end):
            yield page.span(start, end, "IDNO", None, "rules/tw_resident_id", 0.8 if passed else 0.7)
        elif passed and _LEGACY.fullmatch(text, start, end) and not _is_drug(text, start, end):
            yield page.span(start, end, "IDNO", None, "rules/tw_resident_id", 0.6)


RULES = (
    number_rule(
        "tw_resident_id",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"[A-Z][A-D0-9](?:[ -]?\n?[0-9lO]){7,9}|\d{12}|[A-Z][A-D0-9]\d{0,3}[*xX○]{2,8}\d{0,5}",
        check=check_digit,
    ),
    Rule("tw_resident_id", bare),
)
