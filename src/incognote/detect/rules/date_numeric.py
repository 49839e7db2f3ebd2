"""Dates written in digits: 113/05/02(四), 1130502, 2024-05-02, 05/03/24, 113.5.2, 5/2, 3/25-4/3, 0502.

A token of digits and separators is cut out whole and read whole, so that a phone number, an ID, an IP
address or a decimal is never cut into dates. Month/day pairs share their shape with muscle power, blood
pressure and fractions; context decides. Sources: catalogue 2.1, 2.2, 5.3, 6 (decoys and minimal pairs).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "MMT 5/2，回診 5/2(四)"))]
[(11, 17)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context, month_day, number_runs
from incognote.detect.date_context import Context
from incognote.detect.number_runs import Token
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.text.calendar import Reading, value_of

SOURCE: Final = "rules/date_numeric"
_ERA: Final = re.compile(r"(?:(?:中華|中华)?民[國国]|(?<![\u4e00-\u9fff])民|西元|公元|西曆|西历|(?<![A-Za-z])ROC|(?<![A-Za-z])AD) ?$")
_ERA_ENDS: Final = frozenset("民國国元曆历CD")
_LUNAR_HEADS: Final = frozenset(" (")
_HAN_NEXT: Final = re.compile(r" ?[\u4e00-\u9fff]")
_CLOCK_NEXT: Final = re.compile(r" (?:[01]\d|2[0-3])[0-5]\d(?!\d)")  # 0502 0830 at the start of a line
_FOUR: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_CLOCK: Final = re.compile(r"[0-2]\d:[0-5]\d(?![\d:])")
_DEPARTMENT: Final = re.compile(r" ?[A-Z]{1,5} ?(?:門診|门诊|OPD|病房|急診|clinic|ward|f/u)")  # 1130502NS門診
_TO_DAY: Final = re.compile(r"(?<=\d)[~至到](?:0?[1-9]|[12]\d|3[01])(?![\d/.:\-%年月個个天週周次顆]| ?(?:days?|hrs?|mg|x)\b)")  # 5/2~6
_AND_DAY: Final = re.compile(r"(?<=\d)、(?:[12]\d|3[01]|[1-9])(?=[、連连日號号皆都兩两]|[回追住出入]|$)")  # 3/28、29連兩天
_AGE_NEXT: Final = re.compile(r"[ ,(]{0,2}(?:[MF男女][ ,/]?)?(\d{1,3}) ?(?:歲|岁|y)", re.IGNORECASE)
_SEX_NEXT: Final = re.compile(r"生| ?[男女]")
_ON_BEFORE: Final = re.compile(r"(?:[於于]|(?<![a-z])on) ?$")
_VISIT_NEXT: Final = re.compile(r" ?(?:入科|出科|转科|轉科|转入|转出|轉入|轉出|拔管|拔除|出廠|來訪|復診|复查|複查|回診|追蹤|入院|出院|住院|門診|手術|就診|复诊|回诊)")
_SINCE: Final = re.compile(r"(?:起|至今|開始|开始|發現|发现|診斷|诊断|確診|确诊|開刀|手術|入院|出院|中風|發病|曾)")
_CLINIC_DAY: Final = re.compile(r"(?:[診诊]|門診|交班|護理|OPD|ER|班) $")
_ROC_BIRTH: Final = re.compile(r"[2-9]\d\.(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])")  # 57.3.9; 2.0.24 and 10.1.5 are versions
_SHORT_YEAR: Final = re.compile(r"(?:2\d|3[01])-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])")
_VERSION: Final = re.compile(r"(?:v|ver|version|rev|release|版本?|ip|section|sec|§|第|章|節|条|條)[ .:]{0,2}$")
_PADDED: Final = re.compile(r"(?=\d\d-\d\d-(?:1[5-9]|2\d|3[0-5]))(?:0[1-9]-\d\d|[123]\d-0[1-9])-\d\d")  # 04-02-24, 25-05-24; 10-10-10 is a dose
_POINTED: Final = re.compile(r"(?:[1-9]|0[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:1[5-9]|2\d|3[0-5])")
_GLUED_NAME: Final = re.compile(r"(?<![A-Za-z])(?!Grade|Power|Score|Level|Stage|Type|Class|Motor|Muscle|Pain|Lead|Core|Apgar|Page|Step)[A-Z][a-z]{2,11}$")
_HAN_RIGHT: Final = re.compile(r"[\u4e00-\u9fff]")
_CYCLES: Final = re.compile(r"(?<![A-Za-z])([CD])\d{1,2} ?\d{1,2}/\d{1,2} ?[,、;] ?\1\d{1,2} ?$")  # C1 4/18, C2 5/9
_LIST: Final = re.compile(r" ?(?:、|,|&|和|及|與|与|跟|and|~|-|—{1,2}|→|to|至|到) ?")


def find(page: Page) -> Iterator[Span]:
    spans = list(_spans(page))
    if len(spans) > 1 and ("y" in page.lower or "歲" in page.text or "岁" in page.text):
        return iter([_as_birth(page, span, spans) for span in spans])
    return iter(spans)


def _as_birth(page: Page, span: Span, spans: list[Span]) -> Span:
    """`60/08/15 52歲` beside a visit of 113: year and age add up to the year of another date."""
    if span.kind != "event" or span.label != "DATE":
        return span
    age = _AGE_NEXT.match(page.text, page.view.from_source(span.start, span.end)[1])
    born = _year_of(page, span) if age else None
    if age is None or born is None:
        return span
    others = (_year_of(page, other) for other in spans if other.label == "DATE" and other.start != span.start)
    if any(year is not None and year > born and abs(born + int(age[1]) - year) <= 1 for year in others):
        return span._replace(kind="dob")
    return span


def _year_of(page: Page, span: Span) -> int | None:
    value = value_of(page.document.text[span.start : span.end], Reading())
    return value.year if value else None


def _spans(page: Page) -> Iterator[Span]:
    full_seen = False
    last = -9
    for token in number_runs.runs(page.text):
        if not number_runs.could_be_date(token):
            continue
        spans = list(_read(page, token, full_seen)) or list(_in_list(page, token, last))
        if spans:
            full_seen = full_seen or token.end - token.start >= 6
            last = token.end
        yield from spans


def _in_list(page: Page, token: Token, last: int) -> Iterator[Span]:
    """The 5/6 of `5/2、5/6、5/9 回診`: the date before it decides."""
    start, end = token.start, token.end
    if token.seps != "/" or not last < start <= last + 7:
        return
    if not _LIST.fullmatch(page.text, last, start) and not _CYCLES.search(page.text, max(0, last - 10), start):
        return
    if number_runs.is_month_day(token.parts[0], token.parts[1]) and not month_day.is_scored(page.text, end) and not date_context.has_unit(page.text, end):
        yield _span(page, start, end, 0.55)


def _read(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    parts, seps, start, end = token.parts, token.seps, token.start, token.end
    text = page.text
    if seps == "." and len(parts[0]) < 3 and not _is_dotted(page, start, end):
        return  # 3.8
    before = text[start - 1] if start else "\n"
    if before in "^$#" or (before == "*" and start > 1 and text[start - 2].isalnum()) or text.startswith("%", end) or (len(parts) < 3 and _continues(text, start, end)):
        return
    if len(parts) == 1:
        yield from _read_digits(page, token)
    elif seps in {"//", "..", "--"}:
        yield from _read_three(page, token)
    elif seps == "---" and number_runs.year_size(parts[0]) and number_runs.is_day(parts[:3]) and _FOUR.fullmatch(parts[3]):
        yield from _with_clock(page, token)
    elif seps == "/" and len(parts[0]) in (7, 8) and _FOUR.fullmatch(parts[1]):
        if number_runs.is_compact(parts[0]):
            yield from _with_clock(page, token)
    elif seps == "-" and all(len(p) in (7, 8) and number_runs.is_compact(p) for p in parts):
        middle = text.index("-", start)
        yield _span(page, start, middle, 0.8)
        yield _span(page, middle + 1, end, 0.8)
    elif len(parts) == 2:
        yield from _read_two(page, token, full_seen)
    elif seps == "./" and len(parts[0]) == 1 and (start == 0 or text[start - 1] in "\n\r。;" or text.endswith(("項目 ", "项目 "), 0, start) or (text[start - 1] == " " and text[end : end + 1] >= "\u4e00")):  # 2.3/11 is item 2, Hb 9.8/29 none
        yield from _read_two(page, Token(start + 2, end, parts[1:], "/"), full_seen)
    elif seps in {"/-/", ".-."}:
        yield from _read_range(page, token, 2)
    elif seps in {"//-//", "..-..", "//-/", "..-."}:
        yield from _read_range(page, token, 3)
    elif seps == "/-" and number_runs.is_month_day(parts[0], parts[1]) and number_runs.is_month_day(parts[0], parts[2]) and not date_context.has_unit(text, end):
        yield from _month_day(page, token, full_seen)
    elif seps in {"//-", "..-"} and number_runs.year_size(parts[0]) and number_runs.is_day(parts[:3]) and number_runs.is_month_day(parts[1], parts[3]):
        yield _span(page, start, end, 0.7)


def _is_dotted(page: Page, start: int, end: int) -> bool:
    """Whether something beside 3.8 makes a day of it."""
    if month_day.is_dotted_day(page.text, start, end) or date_context.is_near_label(page, start):
        return True
    return date_context.bracketed_day(page.text, end) is not None


def _with_clock(page: Page, token: Token) -> Iterator[Span]:
    """1130502/0830, 2024-05-02-0830."""
    yield _span(page, token.start, token.end - 5, 0.6)
    yield page.span(token.end - 4, token.end, "TIME", None, SOURCE, 0.6)


def _continues(text: str, start: int, end: int) -> bool:
    """Whether the number goes on: 36.8/92 after a comma, -5, 1:2 and the like."""
    before = text[start - 1] if start else "\n"
    if before in "+±<>≦≧≥≤~" and start > 1 and text[start - 2].isdigit() and before != "~":
        return True
    # 36,820 is one number; 3,20240108 and 03,2024-04-30 are cells of a table
    thousands = text[start : start + 3].isdigit() and not text[start + 3 : start + 4].isdigit()
    return before == "," and start > 1 and text[start - 2].isdigit() and thousands


def _span(page: Page, start: int, end: int, score: float, *, context: Context | None = None, kind: str = "event") -> Span:
    """A date span with its era in front and its bracketed weekday behind; a birth or visit label gives the kind."""
    text = page.text
    said = text[start - 1 : start] if text[start - 1 : start] != " " else text[start - 2 : start - 1]
    if said in _ERA_ENDS and start and (era := _ERA.search(text, max(0, start - 5), start)):
        start, score, context = era.start(), max(score, 0.75), None
    found = context or date_context.context_of(page, start, end)
    shown = found.kind if found.kind != "event" else kind
    if range_end := _TO_DAY.match(text, end) or _AND_DAY.match(text, end):
        end = range_end.end()
    if text[end : end + 1] in _LUNAR_HEADS and (lunar := date_context.LUNAR_MARK.match(text, end)):
        end, shown = lunar.end(), "lunar"
    elif day := date_context.bracketed_day(text, end):
        end, score = day.end(), max(score, 0.7)
    return page.span(start, end, "DATE", shown, SOURCE, 0.9 if found.labelled else score)


def _latin_before(text: str, start: int) -> bool:
    return start > 0 and text[start - 1].isascii() and text[start - 1].isalpha()


def _name_before(text: str, start: int, end: int) -> bool:
    """同學Momo5/12報警: a name in Latin letters, Chinese right behind; MMT5/5 and Grade3/6 are none."""
    return _GLUED_NAME.search(text, max(0, start - 14), start) is not None and _HAN_RIGHT.match(text, end) is not None


def _read_three(page: Page, token: Token) -> Iterator[Span]:
    text, parts, start, end = page.text, token.parts, token.start, token.end
    if len(parts[2]) in (3, 4) and text.startswith(":", end):  # 2024/5/214:30 is a day and a time
        parts, end = (*parts[:2], parts[2][:-2]), end - 2
        yield from _glued_time(page, end)
    if number_runs.year_size(parts[0]) and number_runs.is_day(parts):
        if token.seps != ".." or not _latin_before(text, start):  # V2024.05.02 is a version
            yield _span(page, start, end, 0.7)
        return
    if (_latin_before(text, start) and len(parts[2]) != 4) or not number_runs.is_short_date(parts) or date_context.has_unit(text, end):
        return
    context = date_context.context_of(page, start, end)
    if context.labelled or _is_sure(page, token, parts, end):
        yield _span(page, start, end, 0.65, context=context)


def _is_sure(page: Page, token: Token, parts: tuple[str, ...], end: int) -> bool:
    """Whether three numbers without a label are a date: 10-10-10 and 2.0.24 are doses and versions."""
    start = token.start
    if start and page.text[start - 1] in "/-":
        return False
    if len(parts[2]) == 4:
        return True
    if token.seps == "//":
        padded = all(len(part) == 2 for part in parts) and len(set(parts)) > 1
        if padded and date_context.near(page, "score", start, 2) is not None:
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


def _glued_time(page: Page, start: int) -> Iterator[Span]:
    if found := _CLOCK.match(page.text, start):
        yield page.span(start, found.end(), "TIME", None, SOURCE, 0.6)


def _read_two(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    (first, second), start, end = token.parts, token.start, token.end
    text = page.text
    if (_latin_before(text, start) and not _name_before(text, start, end)) or date_context.has_unit(text, end):
        return
    if len(first) >= 3 or (len(first) == len(second) == 2 and "80" <= first <= "99" and token.seps == "/" and _HAN_NEXT.match(text, end)):
        yield from _year_month(page, token)
    elif len(second) == 4 and token.seps == "/" and 1 <= int(first) <= 12 and "1900" <= second <= "2099":
        yield _span(page, start, end, 0.65, kind="partial")
    elif len(second) in (3, 4) and token.seps == "/" and text.startswith(":", end):
        if number_runs.is_month_day(first, second[:-2]):
            yield _span(page, start, end - 2, 0.6)
            yield from _glued_time(page, end - 2)
    else:
        yield from _month_day(page, token, full_seen)


def _year_month(page: Page, token: Token) -> Iterator[Span]:
    (first, second), start, end = token.parts, token.start, token.end
    if not number_runs.year_size(first.zfill(3)) or len(second) > 2 or not 1 <= int(second) <= 12:
        return
    context = date_context.context_of(page, start, end)
    if context.labelled or _ERA.search(page.text, max(0, start - 5), start):
        yield _span(page, start, end, 0.65, context=context, kind="partial")
        return
    if token.seps == "." and len(first) == 3 and "080" <= first <= "130" and _SINCE.match(page.text, end):
        yield _span(page, start, end, 0.6, context=context, kind="partial")
        return
    plain = len(first) == 4 and (token.seps != "." or (len(second) == 2 and "1990" <= first <= "2050"))
    roc = len(first) <= 3 and token.seps == "/" and len(second) == 2 and first.zfill(3) >= "080"
    if (plain or roc) and not month_day.has_score_word(page, start, end):
        yield _span(page, start, end, 0.6, context=context, kind="partial")


def _month_day(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    """A month and a day, or a day range 5/2-6, where context says that it is one."""
    text, parts, start, end = page.text, token.parts, token.start, token.end
    swapped = not number_runs.is_month_day(parts[0], parts[1])
    if swapped and not number_runs.is_month_day(parts[1], parts[0]):
        return
    if text.startswith(("#", "^", "*"), end):
        return
    context = date_context.context_of(page, start, end)
    pair = month_day.Pair(start, end, parts, token.seps[0], swapped, context.labelled, full_seen)
    if score := month_day.worth(page, pair):
        yield _span(page, start, end, score, context=context)


def _read_range(page: Page, token: Token, size: int) -> Iterator[Span]:
    """Two dates with a dash between: 3/25-4/3, 113.04.28-113.05.06, 113/05/02-05/06."""
    text, start = page.text, token.start
    left, right = token.parts[:size], token.parts[size:]
    if size == 3:
        short = len(left[0]) == 2 and left[0] >= "20" and number_runs.is_month_day(left[1], left[2])  # 24.2.8-2.11
        whole = short or (number_runs.year_size(left[0]) and number_runs.is_day(left))
        fits = (short or number_runs.year_size(right[0])) and number_runs.is_day(right) if len(right) == 3 else number_runs.is_month_day(right[0], right[1])
        if not whole or not fits:
            return
    else:
        if not (number_runs.is_month_day(left[0], left[1]) and number_runs.is_month_day(right[0], right[1])) or _latin_before(text, start):
            return
        if month_day.has_score_word(page, start, token.end) or date_context.has_unit(text, token.end):
            return
        if token.seps[0] == "." and not date_context.context_of(page, start, token.end).labelled:
            return
    middle = text.index("-", start)
    yield _span(page, start, middle, 0.65)
    yield _span(page, middle + 1 + (text[middle + 1] == " "), token.end, 0.65)


def _read_digits(page: Page, token: Token) -> Iterator[Span]:
    digits, start, end = token.parts[0], token.start, token.end
    size = len(digits)
    text = page.text
    if size not in (4, 6, 7, 8, 12, 14) or (_latin_before(text, start) and not _is_glued_to_label(page, start)):
        return
    if size in (4, 6):
        yield from _read_few(page, digits, start, end)
        return
    if not number_runs.is_compact(digits if size == 7 else digits[:8]) or date_context.has_unit(text, end):
        return
    if date_context.has_cue_in_clause(page, "code_system", start, 16):
        return
    if size <= 8:
        yield _span(page, start, end, 0.8 if _DEPARTMENT.match(text, end) else 0.55)
    elif _FOUR.fullmatch(digits[8:12]):
        yield _span(page, start, start + 8, 0.85 if size == 14 else 0.6)
        yield page.span(start + 8, end, "TIME", None, SOURCE, 0.85 if size == 14 else 0.6)


def _is_glued_to_label(page: Page, start: int) -> bool:
    return date_context.is_near_label(page, start, reach=0)


def _read_few(page: Page, digits: str, start: int, end: int) -> Iterator[Span]:
    """0502 and 600502: only a label or a verb of a visit makes a date of them; `on 0830` is a time."""
    text = page.text
    if not number_runs.is_month_day(digits[-4:-2], digits[-2:]) or date_context.has_unit(text, end):
        return
    context = date_context.context_of(page, start, end)
    if len(digits) == 6:
        if context.labelled or _SEX_NEXT.match(text, end):
            yield _span(page, start, end, 0.8)
    elif digits[0] in "01" and digits[:2] != "19":
        if context.labelled and context.kind != "dob" and start and text[start - 1] in " :於于在":
            yield _span(page, start, end, 0.8, context=context)
        elif _is_day(page, digits, start, end):
            yield _span(page, start, end, 0.6, context=context)


def _is_day(page: Page, digits: str, start: int, end: int) -> bool:
    """第33診 0613 at the end of a line, 0502 0830 at its head, 0502 入院, on 0613."""
    text = page.text
    if _CLINIC_DAY.search(text, max(0, start - 8), start) and text[end : end + 1] in {"", "\n", "\r"}:
        return True
    if _CLOCK_NEXT.match(text, end) and (start == 0 or text[start - 1] == "\n"):
        return True
    return _VISIT_NEXT.match(text, end) is not None or (digits[3] not in "05" and _ON_BEFORE.search(page.lower, max(0, start - 4), start) is not None)


RULES = (Rule("date_numeric", find, date_context.CUES),)
