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

from incognote.detect import date_context, month_day, number_runs, whole_dates
from incognote.detect.date_context import Context
from incognote.detect.number_runs import Token
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.text.calendar import Reading, value_of

SOURCE: Final = "rules/date_numeric"
_MINUTES: Final = re.compile(r":[0-5]\d(?!\d)")
_LUNAR_HEADS: Final = frozenset(" (")
_HAN_NEXT: Final = re.compile(r" ?[\u4e00-\u9fff]")
_FOUR: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_CLOCK: Final = re.compile(r"[0-2]\d:[0-5]\d(?![\d:])")
_DEPARTMENT: Final = re.compile(r" ?[A-Z]{1,5} ?(?:門診|门诊|OPD|病房|急診|clinic|ward|f/u)")  # 1130502NS門診
_TO_DAY: Final = re.compile(r"(?<=\d)[~至到](?:0?[1-9]|[12]\d|3[01])(?![\d/.:\-%年月個个天週周次顆]| ?(?:days?|hrs?|mg|x)\b)")  # 5/2~6
_AND_DAY: Final = re.compile(r"(?<=\d)、(?:[12]\d|3[01]|[1-9])(?=[、連连日號号皆都兩两]|[回追住出入]|$)")  # 3/28、29連兩天
_MORE_DAYS: Final = frozenset("~至到、")
_GOES_ON: Final = frozenset("+±<>≦≧≥≤,")
_AGE_NEXT: Final = re.compile(r"[ ,(]{0,2}(?:[MF男女][ ,/]?)?(\d{1,3}) ?(?:歲|岁|y)", re.IGNORECASE)
_CYCLES: Final = re.compile(r"(?<![A-Za-z])([CD])\d{1,2} ?\d{1,2}/\d{1,2} ?[,、;] ?\1\d{1,2} ?$")  # C1 4/18, C2 5/9
_NODES: Final = re.compile(r"(?:[ /]?[yrcp]{0,2}[NM][0-3][abcx]?(?:\(sn\))?|(?<![A-Za-z])(?:LNs?|SLNB?|ALND|nodes?)|淋巴[結结](?:轉移|转移)?)[ :]?[(\[]\Z")  # pT2N1a(2/14), LN(1/22): nodes with cancer of all that were taken
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
    for token in number_runs.dates(page.text):
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
    before = text[start - 1] if start else "\n"
    if before in "^$#" or (before == "*" and start > 1 and text[start - 2].isalnum()) or text.startswith("%", end) or (len(parts) < 3 and _continues(text, start)):
        return
    if seps == "." and len(parts[0]) < 3 and not _is_dotted(page, start, end):
        return  # 3.8
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
    return (
        date_context.bracketed_day(page.text, end) is not None
        or month_day.is_dotted_day(page.text, start, end)
        or date_context.is_near_label(page, start)
    )


def _with_clock(page: Page, token: Token) -> Iterator[Span]:
    """1130502/0830, 2024-05-02-0830."""
    yield _span(page, token.start, token.end - 5, 0.6)
    yield page.span(token.end - 4, token.end, "TIME", None, SOURCE, 0.6)


def _continues(text: str, start: int) -> bool:
    """Whether the number goes on: 36.8/92 after a comma, -5, 1:2 and the like."""
    if start < 2 or text[start - 1] not in _GOES_ON or not text[start - 2].isdigit():
        return False
    # 36,820 is one number; 3,20240108 and 03,2024-04-30 are cells of a table
    return text[start - 1] != "," or (text[start : start + 3].isdigit() and not text[start + 3 : start + 4].isdigit())


def _span(page: Page, start: int, end: int, score: float, *, context: Context | None = None, kind: str = "event") -> Span:
    """A date span with its era in front and its bracketed weekday behind; a birth or visit label gives the kind."""
    text = page.text
    if (era := whole_dates.era_start(text, start)) is not None:
        start, score, context = era, max(score, 0.75), None
    found = context or date_context.context_of(page, start, end)
    shown = found.kind if found.kind != "event" else kind
    if text[end : end + 1] in _MORE_DAYS and (range_end := _TO_DAY.match(text, end) or _AND_DAY.match(text, end)):
        end = range_end.end()
    if text[end : end + 1] in _LUNAR_HEADS and (lunar := date_context.LUNAR_MARK.match(text, end)):
        end, shown = lunar.end(), "lunar"
    elif day := date_context.bracketed_day(text, end):
        end, score = day.end(), max(score, 0.7)
    return page.span(start, end, "DATE", shown, SOURCE, 0.9 if found.labelled else score)


def _read_three(page: Page, token: Token) -> Iterator[Span]:
    text, parts, start, end = page.text, token.parts, token.start, token.end
    if len(parts[2]) in (3, 4) and len(parts[0]) > 2 and _MINUTES.match(text, end):  # 2024/5/214:30 is a day and a time, 28/2/2024: is none
        parts, end = (*parts[:2], parts[2][:-2]), end - 2
        yield from _glued_time(page, end)
    if number_runs.year_size(parts[0]) and number_runs.is_day(parts):
        if token.seps != ".." or not whole_dates.follows_letter(text, start):  # V2024.05.02 is a version
            yield _span(page, start, end, 0.7)
        return
    if (whole_dates.follows_letter(text, start) and len(parts[2]) != 4) or not number_runs.is_short_date(parts) or date_context.has_unit(text, end):
        return
    context = date_context.context_of(page, start, end)
    if context.labelled or whole_dates.is_sure(page, token, parts, end):
        yield _span(page, start, end, 0.65, context=context)


def _glued_time(page: Page, start: int) -> Iterator[Span]:
    if found := _CLOCK.match(page.text, start):
        yield page.span(start, found.end(), "TIME", None, SOURCE, 0.6)


def _read_two(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    (first, second), start, end = token.parts, token.start, token.end
    text = page.text
    if (whole_dates.follows_letter(text, start) and not whole_dates.follows_name(text, start, end)) or date_context.has_unit(text, end):
        return
    if len(first) >= 3 or (len(first) == len(second) == 2 and "80" <= first <= "99" and token.seps == "/" and _HAN_NEXT.match(text, end)):
        if number_runs.year_size(first.zfill(3)) and len(second) <= 2 and 1 <= int(second) <= 12:
            context = date_context.context_of(page, start, end)
            if score := whole_dates.of_year_and_month(page, token, context):
                yield _span(page, start, end, score, context=context, kind="partial")
    elif len(second) == 4 and token.seps == "/" and 1 <= int(first) <= 12 and "1900" <= second <= "2099":
        yield _span(page, start, end, 0.65, kind="partial")
    elif len(second) in (3, 4) and token.seps == "/" and text.startswith(":", end):
        if number_runs.is_month_day(first, second[:-2]):
            yield _span(page, start, end - 2, 0.6)
            yield from _glued_time(page, end - 2)
    else:
        yield from _month_day(page, token, full_seen)


def _month_day(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    """A month and a day, or a day range 5/2-6, where context says that it is one."""
    text, parts, start, end = page.text, token.parts, token.start, token.end
    swapped = not number_runs.is_month_day(parts[0], parts[1])
    if swapped and not number_runs.is_month_day(parts[1], parts[0]):
        return
    if text.startswith(("#", "^", "*"), end) or (text.startswith((")", "]"), end) and _NODES.search(text, max(0, start - 12), start)):
        return
    context = date_context.context_of(page, start, end)
    pair = month_day.Pair(start, end, parts, token.seps[0], swapped, context.labelled, full_seen)
    if score := month_day.worth(page, pair):
        yield _span(page, start, end, score, context=context)


def _read_range(page: Page, token: Token, size: int) -> Iterator[Span]:
    """Two dates with a dash between: 3/25-4/3, 113.04.28-113.05.06, 113/05/02-05/06."""
    if whole_dates.is_range(page, token, size):
        middle = page.text.index("-", token.start)
        yield _span(page, token.start, middle, 0.65)
        yield _span(page, middle + 1 + (page.text[middle + 1] == " "), token.end, 0.65)


def _read_digits(page: Page, token: Token) -> Iterator[Span]:
    digits, start, end = token.parts[0], token.start, token.end
    size = len(digits)
    text = page.text
    if size not in (4, 6, 7, 8, 12, 14) or (whole_dates.follows_letter(text, start) and not date_context.is_near_label(page, start, reach=0)):
        return
    if size in (4, 6):
        if number_runs.is_month_day(digits[-4:-2], digits[-2:]) and not date_context.has_unit(text, end):
            context = date_context.context_of(page, start, end)
            if score := whole_dates.of_few_digits(page, digits, start, context):
                yield _span(page, start, end, score, context=context)
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


RULES = (Rule("date_numeric", find, date_context.CUES),)
