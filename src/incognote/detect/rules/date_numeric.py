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
from calendar import monthrange
from collections.abc import Iterator
from typing import Final, NamedTuple

from incognote.detect import date_context
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/date_numeric"
_TOKEN: Final = re.compile(r"[0-9]+(?: ?[/.\-] ?[0-9]+)*")
_SPACED: Final = re.compile(r"\d{3,4} ?([/.\-]) ?\d{1,2} ?\1 ?\d{1,2}")
_TIGHT: Final = re.compile(r"[0-9]+(?:[/.\-][0-9]+)*")
_ERA: Final = re.compile(r"(?:(?:中華|中华)?民[國国]|西元|公元|西曆|西历|(?<![A-Za-z])ROC|(?<![A-Za-z])AD) ?$")
_STRONG_BEFORE: Final = re.compile(
    r"(?:(?:(?<![A-Za-z])(?:on|since|until|till|dated?|visit|seen|adm|opd|er|f/u|starting|beginning)[\s:(]{0,2}|"
    r"[於于][\s:(]?|自從|從|从|截至|迄|今日|今天|昨日|昨天|明日|明天|預計|预计|下次|次回|前次|上次|曾|請|定於|擬|拟|預約|回診|追蹤|入院|出院|住院|轉院|就診|(?:週|周|星期|禮拜)[一二三四五六日天])[\s:(]{0,2}|"
    r"(?<![A-Za-z])(?:cxr|kub|ct|mri|mra|echo|ekg|ecg|egd|colonoscopy|sono|pet|labs?|biopsy|cath|x-?ray|b/c|u/c|u/a)[ :(]{1,2})$",
    re.IGNORECASE,
)
_WEAK_BEFORE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:from|before|after|by|thru|through|to|at|around|post|s/p [a-z]{2,12})|[在自至到待因])[\s:(]{0,2}$",
    re.IGNORECASE,
)
_SPAN_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])(?:for|x|in|every|next|past|last|about)|×) ?$", re.IGNORECASE)
_STRONG_AFTER: Final = re.compile(
    r"[ ,]{0,2}(?:\(?\d{1,2}:\d\d|(?:[01]\d|2[0-3])[0-5]\d(?=[)\s])|回診|回诊|追蹤|追踪|入院|出院|住院|手術|手术|開刀|門診|门诊|急診|复诊|複診|"
    r"轉|转|送|就醫|就診|就诊|會診|会诊|化療|化疗|放療|發作|发作|發病|发病|發燒|发烧|跌倒|上午|下午|凌晨|早上|早晨|晚上|晚間|中午|清晨|夜|晨|晚|早|起|因|由|至|前|後|后|做|"
    r"行|打|抽血|安排|曾|開始|开始|拔|放置|停|改|追|照|於|在|和|與|及|之|的|日|當|連假|连假|CT|MRI|CXR|OPD|OP\b|ER\b|lab|f/u|"
    r"at (?:\d|noon)|by\b|then\b|she\b|he\b|pt\b|was\b|admitted|underwent|visit)",
    re.IGNORECASE,
)
_SCORE_AFTER: Final = re.compile(
    r"[ ,)(]{0,2}(?:頁|页|次|劑(?!型)|剂|週|周(?![一二三四五六日])|張|病例|分|級|级|肌|顆|颗|錠|片|包|支|strength|power|muscle|motor|murmur|systolic|diastolic|level|pts?\b|points?\b|"
    r"tab|cap|amp|vial|wks?\b|weeks?\b|mmhg|#|bilat|in (?:all|both|upper|lower|the|rue|lue|rle|lle|bilateral)|"
    r"(?:over|of) (?:all|both|upper|lower|the|right|left|bilateral)|over[rl]t\b|throughout|criteria|cores?\b|nodes?\b|positive|on (?:the )?(?:right|left|rue|lue|rle|lle|nrs|vas|pain)|"
    r"pain|pulses|pitting|edema|right|left|bilateral|(?-i:[RL](?![\w\-])|RUE|LUE|RLE|LLE)|/hpf|dose(?! \d)|strain|thickness|distal|proximal|upper|lower|th\b)",
    re.IGNORECASE,
)  # fmt: skip
_AFTER_VALUE: Final = re.compile(r"\d[KkM%]? ?\($")
_PAIRED_NAME: Final = re.compile(r"(?<![A-Za-z])(?!d/c|f/u|s/p|r/o|u/a|b/c|u/c)[A-Za-z]{1,5}/[A-Za-z]{1,5}[ :=]{1,2}$", re.IGNORECASE)  # CK/CKMB 12/3
_WEEKS: Final = re.compile(r"(?<!\d)[1-4]\d ?\+?$")
_LIST: Final = re.compile(r" ?(?:、|,|&|和|及|與|与|跟|and|~|-|to|至|到) ?")
_CLAUSE: Final = "\n\r,，。;；、(（【[|:：!?"
_FRACTION: Final = frozenset({2, 3, 4, 5, 6, 8, 9, 10})


class Token(NamedTuple):
    """A run of numbers: its place, its parts, the separators between them."""

    start: int
    end: int
    parts: tuple[str, ...]
    seps: str


def find(page: Page) -> Iterator[Span]:
    text = page.text
    full_seen = False
    last = -9
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if end - start < 3:
            continue
        for token in _tokens(text, start, end):
            spans = list(_read(page, token, full_seen)) or list(_in_list(page, token, last))
            if spans:
                full_seen = full_seen or token.end - token.start >= 6
                last = token.end
            yield from spans


def _in_list(page: Page, token: Token, last: int) -> Iterator[Span]:
    """The 5/6 of `5/2、5/6、5/9 回診`: the date before it decides."""
    start, end = token.start, token.end
    if token.seps != "/" or not last < start <= last + 5 or not _LIST.fullmatch(page.text, last, start):
        return
    if _is_month_day(*token.parts) and not _SCORE_AFTER.match(page.text, end) and not date_context.has_unit(page.text, end):
        yield _span(page, start, end, 0.55)


def _tokens(text: str, start: int, end: int) -> Iterator[Token]:
    piece = text[start:end]
    if " " in piece and not _SPACED.fullmatch(piece):
        for part in _TIGHT.finditer(piece):
            yield _token(text, start + part.start(), start + part.end())
    else:
        yield _token(text, start, end)


def _token(text: str, start: int, end: int) -> Token:
    piece = text[start:end].replace(" ", "")
    if piece.isdigit():
        return Token(start, end, (piece,), "")
    seps = "".join(c for c in piece if c in "/.-")
    return Token(start, end, tuple(re.split(r"[/.\-]", piece)), seps) if len(seps) < 6 else Token(start, end, (), "")


def _read(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    parts, seps, start, end = token.parts, token.seps, token.start, token.end
    text = page.text
    before = text[start - 1] if start else "\n"
    if before in "*^$#@" or text.startswith("%", end) or _continues(text, start, end):
        return
    if len(parts) == 1:
        yield from _read_digits(page, token)
    elif seps in {"//", "..", "--"}:
        yield from _read_three(page, token, parts, start, end)
    elif len(parts) == 2:
        yield from _read_two(page, token, full_seen)
    elif seps in {"/-/", ".-."}:
        yield from _read_range(page, token, 2)
    elif seps in {"//-//", "..-..", "//-/", "..-."}:
        yield from _read_range(page, token, 3)
    elif seps == "/-" and _is_month_day(parts[0], parts[1]) and _is_month_day(parts[0], parts[2]):
        yield from _month_day(page, start, end, parts, full_seen)
    elif seps in {"//-", "..-"} and _year_size(parts[0]) and _is_day(parts[:3]) and _is_month_day(parts[1], parts[3]):
        yield _span(page, start, end, 0.7)


def _continues(text: str, start: int, end: int) -> bool:
    """Whether the number goes on: 36.8/92 after a comma, -5, 1:2 and the like."""
    before = text[start - 1] if start else "\n"
    if before in "+±<>≦≧≥≤~" and start > 1 and text[start - 2].isdigit() and before != "~":
        return True
    return before == "," and start > 1 and text[start - 2].isdigit() and text[start : start + 3].isdigit()


def _year_size(year: str) -> bool:
    """Whether `year` is a year on its face: 4 digits, 3 digits of the ROC, 0113 with a zero in front."""
    if len(year) == 4:
        return "1850" <= year <= "2150" or "0001" <= year <= "0150"
    return len(year) == 3 and "001" <= year <= "150"


def _gregorian(year: str) -> int:
    number = int(year)
    return number + 1911 if number <= 200 else number


def _is_month_day(month: str, day: str, year: int = 2024) -> bool:
    if len(month) > 2 or len(day) > 2:
        return False
    m, d = int(month), int(day)
    return 1 <= m <= 12 and 1 <= d <= monthrange(year, m)[1]


def _is_day(parts: tuple[str, ...]) -> bool:
    """Whether month and day are in range; 2024/2/30 and 113/4/31 are slips of real dates and count."""
    return len(parts[1]) <= 2 and len(parts[2]) <= 2 and 1 <= int(parts[1]) <= 12 and 1 <= int(parts[2]) <= 31


def _span(page: Page, start: int, end: int, score: float) -> Span:
    """A date span with its era in front and its bracketed weekday behind."""
    text = page.text
    if era := _ERA.search(text, max(0, start - 5), start):
        start, score = era.start(), max(score, 0.75)
    context = date_context.context_of(page, start, end)
    kind: str | None = context.kind
    if lunar := date_context.LUNAR_MARK.match(text, end):
        end, kind = lunar.end(), "lunar"
    elif day := date_context.BRACKETED_DAY.match(text, end):
        end, score = day.end(), max(score, 0.7)
    return page.span(start, end, "DATE", kind, SOURCE, 0.9 if context.labelled else score)


def _latin_before(text: str, start: int) -> bool:
    return start > 0 and text[start - 1].isascii() and text[start - 1].isalpha()


def _read_three(page: Page, token: Token, parts: tuple[str, ...], start: int, end: int) -> Iterator[Span]:
    text, seps = page.text, token.seps
    if len(parts[2]) in (3, 4) and text.startswith(":", end):  # 2024/5/214:30 is a day and a time
        cut = len(parts[2]) - 2
        parts, end = (*parts[:2], parts[2][:cut]), end - 2
    if _year_size(parts[0]) and len(parts[2]) <= 2 and _is_day(parts):
        if seps[0] == "." and _latin_before(text, start):
            return  # V2024.05.02 is a version
        yield _span(page, start, end, 0.7)
        return
    if len(parts[0]) > 2 or len(parts[1]) > 2 or len(parts[2]) not in (2, 4) or _latin_before(text, start):
        if not (len(parts[0]) == 2 and len(parts[2]) == 1):
            return
    if not _is_short_date(parts) or date_context.has_unit(text, end):
        return
    labelled = date_context.is_any_labelled(page, start, end)
    long_year = len(parts[2]) == 4 or (seps == "//" and all(len(p) == 2 and p > "00" for p in parts) and len(set(parts)) > 1)
    if not labelled and (text[max(0, start - 1) : start] in {"/", "-"} or (not long_year and _is_score(page, start, end))):
        return
    if not labelled and not long_year and seps != "//":
        # 10-10-10 and 2.0.24 are doses and versions unless something says date
        if not _STRONG_BEFORE.search(text, max(0, start - 14), start) and not date_context.BRACKETED_DAY.match(text, end):
            return
    yield _span(page, start, end, 0.65)


def _is_short_date(parts: tuple[str, ...]) -> bool:
    a, b, c = parts
    if len(c) == 4 and not "1850" <= c <= "2150":
        return False
    if "0" in {a, b, c} or "00" in {a, b}:
        return False
    if len(c) == 4 and 1 <= int(a) <= 31 and 1 <= int(b) <= 31 and min(int(a), int(b)) <= 12:
        return True
    return _is_month_day(a, b) or _is_month_day(b, a) or (len(a) == 2 and _is_month_day(b, c))


def _is_score(page: Page, start: int, end: int) -> bool:
    return date_context.has_cue_in_clause(page, "score", start) or bool(_SCORE_AFTER.match(page.text, end))


def _read_two(page: Page, token: Token, full_seen: bool) -> Iterator[Span]:
    (first, second), start, end = token.parts, token.start, token.end
    text, sep = page.text, token.seps
    if _latin_before(text, start) or date_context.has_unit(text, end):
        return
    labelled = date_context.is_any_labelled(page, start, end)
    if len(first) >= 3:
        if _year_size(first) and 1 <= int(second) <= 12 and len(second) <= 2:
            plain = len(first) == 4 and sep != "."
            plain = plain or (len(first) == 4 and len(second) == 2 and "1990" <= first <= "2050")
            if labelled or _ERA.search(text, max(0, start - 5), start) or plain and not _is_score(page, start, end):
                yield _span(page, start, end, 0.65)._replace(kind=_partial(page, start, end))
            elif sep == "/" and len(second) == 2 and not _is_score(page, start, end) and first >= "080":
                yield _span(page, start, end, 0.6)._replace(kind=_partial(page, start, end))
        return
    if len(second) == 4 and sep == "/" and 1 <= int(first) <= 12 and "1900" <= second <= "2099":
        yield _span(page, start, end, 0.65)._replace(kind=_partial(page, start, end))
        return
    if len(second) in (3, 4) and sep == "/" and text.startswith(":", end) and _is_month_day(first, second[:-2]):
        yield _span(page, start, end - 2, 0.6)
        return
    yield from _month_day(page, start, end, token.parts, full_seen, sep)


def _partial(page: Page, start: int, end: int) -> str:
    return "dob" if date_context.context_of(page, start, end).kind == "dob" else "partial"


def _month_day(
    page: Page, start: int, end: int, parts: tuple[str, ...], full_seen: bool, sep: str = "/"
) -> Iterator[Span]:
    """A month and a day, or a day range 5/2-6, where context says that it is one."""
    text = page.text
    if _latin_before(text, start) or date_context.has_unit(text, end) or text[end : end + 1] in {"#", "^", "*"}:
        return
    swapped = not _is_month_day(parts[0], parts[1])
    if swapped and not _is_month_day(parts[1], parts[0]):
        return
    if score := _month_day_score(page, start, end, parts, full_seen, sep, swapped):
        yield _span(page, start, end, score)


def _month_day_score(
    page: Page, start: int, end: int, parts: tuple[str, ...], full_seen: bool, sep: str, swapped: bool
) -> float:
    text = page.text
    if date_context.BRACKETED_DAY.match(text, end) or date_context.LUNAR_MARK.match(text, end):
        return 0.85
    head = max(0, start - 16)
    labelled = date_context.is_any_labelled(page, start, end)
    after_score = bool(_SCORE_AFTER.match(text, end))
    padded = len(parts[0]) == 2 and len(parts[1]) == 2
    if sep == "." or text.endswith("第", 0, start):
        return 0.8 if labelled and not after_score else 0.0
    if labelled and not after_score:
        return 0.85
    if _SPAN_BEFORE.search(text, max(0, start - 8), start) and int(parts[1]) in (7, 52, 12, 24):
        return 0.0  # for 5/7 is five days, 6/12 six months, 2/52 two weeks
    strong = bool(_STRONG_BEFORE.search(text, head, start))
    if strong and not after_score:
        return 0.75
    if text[max(0, start - 1) : start] in {"/", "-", "+"} or after_score:
        return 0.0
    if _AFTER_VALUE.search(text, max(0, start - 6), start) and text.startswith(")", end):
        return 0.55  # Cr 1.2 (4/5)
    if _PAIRED_NAME.search(text, max(0, start - 14), start) or _WEEKS.search(text, max(0, start - 5), start) and parts[1] == "7":
        return 0.0
    if sep == "-" and not padded:
        return 0.0
    if date_context.has_cue_in_clause(page, "score", start):
        return 0.0
    return _bare_score(page, start, end, parts, full_seen, sep, swapped)


def _bare_score(
    page: Page, start: int, end: int, parts: tuple[str, ...], full_seen: bool, sep: str, swapped: bool
) -> float:
    """A pair that no label, preposition or score word decides."""
    text = page.text
    first, second = int(parts[0]), int(parts[1])
    fraction = first <= second and second in _FRACTION
    line = text[max(0, start - 1) : start] in {"", "\n", "\r"}
    if swapped or sep == "-" and not _STRONG_AFTER.match(text, end):
        return 0.0
    alone = line and text[end : end + 1] in {"", "\n", "\r"}
    if first < second <= 5 and text.startswith(("的", "之", "以"), end):
        return 0.0
    if alone or _STRONG_AFTER.match(text, end):
        return 0.65
    if sep == "-":
        return 0.0
    if _WEAK_BEFORE.search(text, max(0, start - 18), start):
        return 0.55 if not fraction or second not in (5, 10) else 0.0
    if line and text.startswith((" ", ":"), end):
        return 0.6 if not fraction or full_seen else 0.0
    clause = text[start - 1] in _CLAUSE or (text[start - 1] == " " and start > 1 and text[start - 2] in _CLAUSE)
    if clause and not first < second <= 5 and re.match(r" ?[\u4e00-\u9fff:]", text[end : end + 2]):
        return 0.55
    if fraction or first == second:
        return 0.0  # 12/12 ribs, 8/10 beds
    return 0.5


def _read_range(page: Page, token: Token, size: int) -> Iterator[Span]:
    """Two dates with a dash between: 3/25-4/3, 113.04.28-113.05.06, 113/05/02-05/06."""
    text = page.text
    middle = text.index("-", token.start)
    left, right = token.parts[:size], token.parts[size:]
    if size == 3:
        if not (_year_size(left[0]) and _is_day(left)):
            return
        ok = _year_size(right[0]) and _is_day(right) if len(right) == 3 else _is_month_day(*right)
    else:
        ok = _is_month_day(*left) and _is_month_day(*right)
        dotted = token.seps[0] == "."
        if not ok or _latin_before(text, token.start) or _is_score(page, token.start, token.end):
            return
        if dotted and not any(date_context.is_labelled(page, c, token.start) for c in ("visit", "dated")):
            return
        if date_context.has_unit(text, token.end):
            return
    if ok:
        yield _span(page, token.start, middle, 0.65)
        yield _span(page, middle + 1, token.end, 0.65)


def _read_digits(page: Page, token: Token) -> Iterator[Span]:
    digits, start, end = token.parts[0], token.start, token.end
    size = len(digits)
    if size not in (4, 6, 7, 8, 12, 14):
        return
    text = page.text
    if _latin_before(text, start) and not any(date_context.near(page, c, start, 0) for c in ("birth", "visit", "dated")):
        return
    if size in (4, 6):
        yield from _read_few(page, digits, start, end)
        return
    year, rest = (digits[:4], digits[4:]) if size != 7 else (digits[:3], digits[3:])
    if not _year_size(year) or (size != 7 and not "1880" <= year <= "2100"):
        return
    if not _is_month_day(rest[:2], rest[2:4], _gregorian(year)):
        return
    if size > 8 and not ("0000" <= rest[4:8] < "2400" and rest[6:8] < "60"):
        return
    if date_context.has_unit(text, end) or date_context.has_cue_in_clause(page, "code_system", start, 16):
        return
    if size > 8:
        yield _span(page, start, start + 8, 0.6)
        yield page.span(start + 8, end, "TIME", None, SOURCE, 0.6)
    else:
        yield _span(page, start, end, 0.55)


def _read_few(page: Page, digits: str, start: int, end: int) -> Iterator[Span]:
    """0502 and 600502: only a label or a verb of a visit makes a date of them."""
    text = page.text
    if date_context.has_unit(text, end) or not _is_month_day(digits[-4:-2], digits[-2:]):
        return
    kinds = ("birth", "visit", "dated") if len(digits) == 6 else ("visit", "dated")
    if any(date_context.is_labelled(page, c, start) for c in kinds) or (len(digits) == 6 and re.match(r"生| ?[男女]", text[end : end + 2])):
        if len(digits) == 4 and (digits[:2] in {"19", "20"} or text[start - 1 : start] not in " :於于在"):
            return
        yield _span(page, start, end, 0.8)
    elif len(digits) == 4 and digits[0] in "01":
        prepared = re.search(r"(?:[於于]|(?<![a-z])on) ?$", page.lower[max(0, start - 4) : start])
        if prepared or re.match(r" ?(?:回診|追蹤|入院|出院|住院|門診|手術|就診|复诊|回诊)", text[end : end + 4]):
            yield _span(page, start, end, 0.6)


RULES = (Rule("date_numeric", find, date_context.CUES),)
