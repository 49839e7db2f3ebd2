"""Years alone where they date an event of a person: s/p CABG in 2015, first admission 2017, TKR (2018), the '90s.

Not a year: a dose, a volume, a count, a ward number, the year of a guideline or classification
(catalogue 7.5 D4, decoys 2015 cc and WHO 2016).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "CABG in 2015, 2015 cc, in 2016 WHO classification"))]
[(8, 12)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import fours
from incognote.document import Span

SOURCE: Final = "rules/date_year"
_SHORT_YEAR: Final = re.compile(r"(?<![A-Za-z])(?:in|since|until|from|of|before|after) (['’]\d\d)(?![\ds])", re.IGNORECASE)
_YEAR_ALONE: Final = re.compile(r"[12](?<![\d/.:#*$-]1)(?<![\d/.:#*$-]2)(?<!\d,.)(?<![A-Za-z]\d)(?:9\d\d|0[0-3]\d|8[5-9]\d)(?![\dA-Za-z/^#*]|[:.,]\d|-(?!(?:19|20)\d\d(?!\d))\d)")
_MORE_YEARS: Final = re.compile(r" ?(?:-|to|and|&|,|, and|、|~|至|到|及) ?(?P<y>(?:19|20)\d\d)(?![\dA-Za-z/:^#*]|[.,]\d)")
_YEAR_PREPOSITION: Final = re.compile(
    r"(?<![A-Za-z])(?:in|since|until|till|from|during|circa|b\.|ca?\.|around|about|before|after|by|summer of|winter of|spring of|fall of|autumn of|"
    r"summer|winter|spring|fall|autumn|Q[1-4]|early|late|mid|back in|year|and|to)[ -]$", re.IGNORECASE
)
_YEAR_EVENT: Final = re.compile(
    r"s/p|h/o|hx|\bdx|diagnos|admi|surg|\bop\b|ectomy|plasty|graft|\bpci\b|cabg|stent|transplant|\bborn|married|divorc|moved|retired|died|"
    r"accident|fracture|stroke|\bmi\b|\bcva\b|trauma|relaps|onset|episode|biopsy|replacement|\btkr\b|\bthr\b|\btka\b|\btha\b|repair|"
    r"chemo|infarct|quit|stopped|started|allerg|\bmva\b|\btia\b|\btbi\b|pacemaker|\bppm\b|shunt|\btb\b|widow|migrat|graduat|\bserved\b|\bworked\b|\btaught\b|\blived\b|手術|術|確診|確诊|確立|診斷|诊断|住院|開刀|車禍|於|于|發病|中風|因|曾", re.IGNORECASE
)
_ILLNESS: Final = re.compile(
    r"(?:itis|osis|[ae]mia|oma|pathy|plegia|depression|anxiety|psychosis|PTSD|[Cc]ancer|[Aa]sthma|[Ee]pilepsy|[Ss]eizures?|disease|syndrome|smear|mammogram|colonoscopy|hernia|[Ss]hingles|DVT|PE|AF|T[12]DM|DM|HTN|COPD|CKD|IHD|MS) $"
)
_EVENT_SHORT: Final = re.compile(r"['’](?<=[A-Za-z)] .)(?<!in .)(?<!of .)\d\d(?=[.,;)\n]|\Z| (?:in|at|by|with|for|and|w/|s/p)(?![a-z]))")  # CABG '09 in Manila
_DECADE_EN: Final = re.compile(r"(?:(?:19|20)\d0|['’]\d0)(?:['’]?s)(?![A-Za-z])")
_COUNTED: Final = re.compile(
    r" ?(?:年|times|steps|kcal|cal\b|h\b|hrs?\b|hours|units?|cells|patients|元|塊|块|步|份|人|次|grams?|gms?|pounds|lbs?|beds?|a\.?m|p\.?m)",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(r" ?[)|;,]| ?\(|[.]?(?:\s|$)")
_BRACKET_CLOSED: Final = re.compile(r" ?[)|,;]")
_LEADING: Final = re.compile(r"(?:^|[\n;,.(\-] ?)$")
_OWNER: Final = re.compile(r"(?<![a-z])(?:his|her|their|mid|early|late|sats?|bp|hr|rate)[ -]$")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    done = -1
    for start in fours(text):
        end = start + 4
        if start < done or _YEAR_ALONE.match(text, start) is None or not _is_event(page, start, end):
            continue
        yield date_context.dated(page, (start, end), "year", SOURCE, 0.65)
        while (more := _MORE_YEARS.match(text, end)) and not date_context.has_unit(text, more.end()):
            yield date_context.dated(page, (more.start("y"), more.end()), "year", SOURCE, 0.6)
            end = done = more.end()


def short(page: Page) -> Iterator[Span]:
    """In '98, CABG '09 in Manila."""
    text = page.text
    for found in _SHORT_YEAR.finditer(text):
        yield page.span(found.start(1), found.end(1), "DATE", "year", SOURCE, 0.6)
    for found in _EVENT_SHORT.finditer(text):
        if _YEAR_EVENT.search(text, max(0, found.start() - 24), found.start()):
            yield page.span(*found.span(), "DATE", "year", SOURCE, 0.6)


def decades(page: Page) -> Iterator[Span]:
    """The 1990s, the '90s; not the patient in her 80's."""
    for found in _DECADE_EN.finditer(page.text):
        if not _OWNER.search(page.lower, max(0, found.start() - 7), found.start()):
            yield page.span(*found.span(), "DATE", "year", SOURCE, 0.6)


def _is_event(page: Page, start: int, end: int) -> bool:
    text = page.text
    if _COUNTED.match(text, end) or text.endswith(_COMPARED, 0, start):
        return False
    if not (_is_introduced(text, start, end) or _names_event(text, start, end) or _is_cell(page, start, end)):
        return False
    return not date_context.has_unit(text, end) and not date_context.is_published(page, start, end)


_YEAR_HAN: Final = re.compile(r"(?:[自從从][約约]?|[約约曾](?:[於于在從从自])?|(?<![低高大小多少優优屬属])[於于])$")
_SINCE: Final = re.compile(r"(?:起(?![伏床身點点跳])|開始|开始|以[來来])")


_COMPARED: Final = (*(f"{how}{at}" for how in "低高大小多少優优" for at in "於于"), "超過", "超过", "不到", "不足")


def _is_introduced(text: str, start: int, end: int) -> bool:
    """In 2015, since 2010, (2018), 從2023開始; `to 2000` and `by 1990` only as a range of years."""
    if text[start - 1 : start] > "\u4e00" and _YEAR_HAN.search(text, max(0, start - 3), start) and (_SINCE.match(text, end) or text[end : end + 1] in _HAN_AFTER_YEAR):
        return True
    if _SINCE.match(text, end) and (text[start - 1 : start] == "(" or not text[start - 1 : start].isascii()):
        return True
    preposition = _YEAR_PREPOSITION.search(text, max(0, start - 11), start)
    if preposition:
        weak = preposition[0].lower().startswith(("and", "to", "by", "from"))
        return not weak or _MORE_YEARS.match(text, end) is not None
    bracketed = text.endswith(("(", "|", "| "), 0, start)
    return bracketed and _BRACKET_CLOSED.match(text, end) is not None


def _names_event(text: str, start: int, end: int) -> bool:
    """First admission 2017; 2015 CABG."""
    line = text.rfind("\n", max(0, start - 32), start) + 1
    if (_CLOSED.match(text, end) or _MORE_YEARS.match(text, end)) and _YEAR_EVENT.search(text, max(line, start - 32), start):
        return True
    if _ILLNESS.search(text, max(0, start - 12), start) and (_CLOSED.match(text, end) or text.startswith(" nad", end)):
        return True  # depression 2018, smear 2021; a level (ferritin 2018) is none
    return _LEADING.search(text, max(0, start - 2), start) is not None and (
        _YEAR_EVENT.match(text, end + 1) or _YEAR_EVENT.match(text, end + 2)
    ) is not None


def _is_cell(page: Page, start: int, end: int) -> bool:
    return date_context.context_of(page, start, end).labelled


_HAN_AFTER_YEAR: Final = frozenset("收曾在因於于做行診诊住開开確确,。;")


RULES = (
    Rule("date_year", find, date_context.CUES),
    Rule("date_year", short, needs=(re.compile(r"'\d\d"), re.compile(r"’\d\d"))),
    Rule("date_year", decades, needs=(re.compile("0'?s"),)),
)
