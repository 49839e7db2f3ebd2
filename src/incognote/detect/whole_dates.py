"""Is a run of digits a date that holds a year, or one without separators? 05/03/24, 57.3.9, 113/05, 600502, 0502.

The same shapes write versions, doses and times, so labels, the head of a line and what stands behind
decide. Sources: catalogue 2.1, 5.3, 6 (decoys and minimal pairs).
"""

from __future__ import annotations

import re
from typing import Final

from incognote.detect import date_context, month_day
from incognote.detect.date_context import Context
from incognote.detect.number_runs import Token, is_day, is_month_day, year_size
from incognote.detect.page import Page

_ERA: Final = re.compile(r"(?:(?:中華|中华)?民[國国]|(?<![\u4e00-\u9fff])民|西元|公元|西曆|西历|(?<![A-Za-z])ROC|(?<![A-Za-z])AD) ?$")
_ERA_ENDS: Final = frozenset("民國国元曆历CD")
_ROC_BIRTH: Final = re.compile(r"[2-9]\d\.(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])")  # 57.3.9; 2.0.24 and 10.1.5 are versions
_SHORT_YEAR: Final = re.compile(r"(?:2\d|3[01])-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])")
_VERSION: Final = re.compile(r"(?:v|ver|version|rev|release|版本?|ip|section|sec|§|第|章|節|条|條)[ .:]{0,2}$")
_PADDED: Final = re.compile(r"(?=\d\d-\d\d-(?:1[5-9]|2\d|3[0-5]))(?:0[1-9]-\d\d|[123]\d-0[1-9])-\d\d")  # 04-02-24, 25-05-24; 10-10-10 is a dose
_POINTED: Final = re.compile(r"(?:[1-9]|0[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:1[5-9]|2\d|3[0-5])")
_SINCE: Final = re.compile(r"(?:起|至今|開始|开始|發現|发现|診斷|诊断|確診|确诊|開刀|手術|入院|出院|中風|發病|曾)")
_CLOCK_NEXT: Final = re.compile(r" (?:[01]\d|2[0-3])[0-5]\d(?!\d)")  # 0502 0830 at the start of a line
_SEX_NEXT: Final = re.compile(r"生| ?[男女]")
_ON_BEFORE: Final = re.compile(r"(?:[於于]|(?<![a-z])on) ?$")
_VISIT_NEXT: Final = re.compile(r" ?(?:入科|出科|转科|轉科|转入|转出|轉入|轉出|拔管|拔除|出廠|來訪|復診|复查|複查|回診|追蹤|入院|出院|住院|門診|手術|就診|复诊|回诊)")
_CLINIC_DAY: Final = re.compile(r"(?:[診诊]|門診|交班|護理|OPD|ER|班) $")
_GLUED_NAME: Final = re.compile(r"(?<![A-Za-z])(?!Grade|Power|Score|Level|Stage|Type|Class|Motor|Muscle|Pain|Lead|Core|Apgar|Page|Step)[A-Z][a-z]{2,11}$")
_HAN_RIGHT: Final = re.compile(r"[\u4e00-\u9fff]")


def era_start(text: str, start: int) -> int | None:
    """Where the era right before `start` begins: 民國113/05/02, ROC 113/05, 西元2024.

    >>> era_start("生於民國 84", 5), era_start("生於84", 2)
    (2, None)
    """
    said = text[start - 2 : start - 1] if text[start - 1 : start] == " " else text[start - 1 : start]
    era = _ERA.search(text, max(0, start - 5), start) if said in _ERA_ENDS else None
    return era.start() if era else None


def follows_letter(text: str, start: int) -> bool:
    """Whether a Latin letter stands right before `start`: V2024.05.02 is a version."""
    return start > 0 and text[start - 1].isascii() and text[start - 1].isalpha()


def follows_name(text: str, start: int, end: int) -> bool:
    """同學Momo5/12報警: a name in Latin letters, Chinese right behind; MMT5/5 and Grade3/6 are none."""
    return _GLUED_NAME.search(text, max(0, start - 14), start) is not None and _HAN_RIGHT.match(text, end) is not None


def is_range(page: Page, token: Token, size: int) -> bool:
    """Whether `size` numbers, a dash and `size` numbers or the last two are two dates: 113/05/02-05/06, 3/25-4/3."""
    left, right = token.parts[:size], token.parts[size:]
    if size == 3:
        short = len(left[0]) == 2 and left[0] >= "20" and is_month_day(left[1], left[2])  # 24.2.8-2.11
        fits = (short or year_size(right[0])) and is_day(right) if len(right) == 3 else is_month_day(right[0], right[1])
        return (short or (year_size(left[0]) and is_day(left))) and fits
    start, end = token.start, token.end
    swapped = token.seps[0] == "/" and is_month_day(left[1], left[0]) and is_month_day(right[1], right[0])  # 27/9-1/10
    if not (swapped or (is_month_day(left[0], left[1]) and is_month_day(right[0], right[1]))) or follows_letter(page.text, start):
        return False
    if (month_day.has_score_word(page, start, end) and not month_day.has_strong_word(page, start)) or date_context.has_unit(page.text, end):
        return False
    return token.seps[0] != "." or date_context.context_of(page, start, end).labelled


def is_sure(page: Page, token: Token, parts: tuple[str, ...], end: int) -> bool:
    """Whether three numbers without a label are a date: 10-10-10 and 2.0.24 are doses and versions."""
    start = token.start
    if start and page.text[start - 1] in "/-":
        return False
    if len(parts[2]) == 4:
        return True
    if token.seps == "//":
        padded = all(len(part) == 2 for part in parts) and len(set(parts)) > 1
        if padded and page.text[start - 1 : start] != "," and date_context.near(page, "score", start, 2) is not None:
            return False  # ROM 10/12/15
        return padded or not month_day.has_score_word(page, start, end)
    if month_day.has_score_word(page, start, end):
        return False
    if token.seps == ".." and _ROC_BIRTH.fullmatch(".".join(parts)) and not _VERSION.search(page.lower, max(0, start - 10), start) and not page.text.startswith(("版", " 版", "v"), end):
        return True
    if token.seps == "--" and len(set(parts)) > 1 and _PADDED.fullmatch("-".join(parts)) and (start == 0 or page.text[start - 1] in "\n ,;(") and page.text[end : end + 1] in {"", "\n", " ", ",", ".", ";", ")"}:
        return not _VERSION.search(page.lower, max(0, start - 10), start)
    if token.seps == ".." and _POINTED.fullmatch(".".join(parts)) and _stands_apart(page.text, start, end):
        return True
    if token.seps == "--" and _SHORT_YEAR.fullmatch("-".join(parts)) and (start == 0 or page.text[start - 1] in "\n，。,") and not page.text.startswith("-", end):
        return True  # 24-3-5 at the head of a line; 10-10-10 is a dose
    return month_day.has_strong_word(page, start) or date_context.bracketed_day(page.text, end) is not None


def _stands_apart(text: str, start: int, end: int) -> bool:
    """A new line, or a bracket of its own: `3.3.22 wound review` below the heading; 2.0.24 in a line is a version."""
    if text[start - 1 : start] == "(":
        return text[end : end + 1] == ")"
    if text.startswith((". ", ".\n"), end) and text[start - 1 : start] == " ":
        return not _VERSION.search(text.lower(), max(0, start - 10), start) and text[start - 2 : start - 1].islower()  # reported by Oyelaran 3.3.22.
    return (start == 0 or text[start - 1] == "\n") and text[end : end + 1] in {"", "\n", " ", ":", ","}


def of_year_and_month(page: Page, token: Token, context: Context) -> float:
    """The score of 113/05 as a month of a year, 0 where it is none."""
    (first, second), start, end = token.parts, token.start, token.end
    if context.labelled or _ERA.search(page.text, max(0, start - 5), start):
        return 0.65
    if token.seps == "." and len(first) == 3 and "080" <= first <= "130" and _SINCE.match(page.text, end):
        return 0.6
    plain = len(first) == 4 and (token.seps != "." or (len(second) == 2 and "1990" <= first <= "2050"))
    roc = len(first) <= 3 and token.seps == "/" and len(second) == 2 and first.zfill(3) >= "080"
    return 0.6 if (plain or roc) and not month_day.has_score_word(page, start, end) else 0.0


def of_few_digits(page: Page, digits: str, start: int, context: Context) -> float:
    """The score of 0502 and 600502: only a label or a verb of a visit makes a date of them; `on 0830` is a time."""
    text, end = page.text, start + len(digits)
    if len(digits) == 6:
        return 0.8 if context.labelled or _SEX_NEXT.match(text, end) else 0.0
    if digits[0] not in "01" or digits[:2] == "19":
        return 0.0
    if context.labelled and context.kind != "dob" and start and text[start - 1] in " :於于在":
        return 0.8
    return 0.6 if _is_day(page, digits, start, end) else 0.0


def _is_day(page: Page, digits: str, start: int, end: int) -> bool:
    """第33診 0613 at the end of a line, 0502 0830 at its head, 0502 入院, on 0613."""
    text = page.text
    if _CLINIC_DAY.search(text, max(0, start - 8), start) and text[end : end + 1] in {"", "\n", "\r"}:
        return True
    if _CLOCK_NEXT.match(text, end) and (start == 0 or text[start - 1] == "\n"):
        return True
    return _VISIT_NEXT.match(text, end) is not None or (digits[3] not in "05" and _ON_BEFORE.search(page.lower, max(0, start - 4), start) is not None)
