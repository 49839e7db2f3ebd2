"""Dates with words in them: 民國一一三年五月二日, 5月2日, May 2, 2024, 2nd of May, in 2017, 九月, June of that year.

Everything starts from a cue (年, 月, a month's name) or a four-digit year. A year alone is a date only
where it dates an event of a person: not in guidelines, classifications, doses or virus names (catalogue
7.5 D4). Durations (三個月, 20 年, 2 years) are never dates. Sources: catalogue 2.1, 2.2, 5.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.kind) for s in detector(RULES)(Document("1", "民國一一三年五月二日起抽菸20年，104年中風"))]
[(0, 10, 'event'), (17, 21, 'year')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.number_runs import LONGEST_MONTHS
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import BLANKS, run_start
from incognote.document import Span
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/date_words"
_N: Final = rf"(?:\d{{1,4}}|[{CHARACTERS}]{{1,8}})"
_SMALL: Final = rf"(?:\d{{1,2}}|[{CHARACTERS}]{{1,3}}|元|正)"
_YEAR_BEFORE: Final = re.compile(
    rf"(?P<era>昭和|大正|明治|民國前|民国前|民前|(?:中華|中华)?民[國国]|西元|公元|西曆|西历)?\s{{0,2}}(?P<y>(?<!\d)\d{{1,4}}|[{CHARACTERS}]{{1,8}}|元)\s{{0,2}}$"
)
_YEAR_SIGNS: Final = f"0123456789{CHARACTERS}元{BLANKS}昭和大正明治民國国前中華华西公曆历"
_YEAR_ENDS: Final = frozenset(f"0123456789{CHARACTERS}元 \t\n\r")
_NO_MARK: Final = r"(?![\d/.%A-Za-z個个天次歲岁片顆颗週周小分度支包毫月年錠])"
_YEAR_REST: Final = re.compile(
    rf"年(?P<also>\s?\([^()\n]{{1,12}}年\))?(?:\s{{0,2}}(?P<lunar>(?:農曆|农历|舊曆|旧历|陰曆|阴历)\s?)?閏?闰?(?P<m>{_SMALL}|[臘腊冬])\s{{0,2}}月(?:份|\s{{0,2}}(?P<d>初?{_SMALL})(?:\s{{0,2}}[日號号]|{_NO_MARK})|[初底](?![診诊次步始一二三四五六七八九十])|[上中下]旬|(?=\D)|$)?)?"
    r"(?P<weekday>\s?\((?:週|周|星期|禮拜|礼拜)?[一二三四五六日天]\))?"
)
_NOT_A_YEAR: Final = re.compile(
    r"\s?(?:前|後|后|來|来|間|间|内|內|以|多|餘|余|級|级|代|資|资|版|增修|修訂|修订|指引|指南|準則|准则|標準|标准|分類|分类|共識|共识|公告|第[一二三四五六七八九十\d]+版|WHO|AHA|ESC|ADA|GOLD|生存|存活)"
)
_ROC_DIGITS: Final = re.compile(rf"\d{{2,3}}|[{CHARACTERS}]{{3,}}")  # 百年 is a word
_YEAR_PART: Final = re.compile(r"(?:[初底末](?![診诊次步始發发期])|[春夏秋冬](?:[天季])?(?![\u4e00-\u9fff]{0,1}[市區区])|[上下]半年)")
_SHORT_YEAR: Final = re.compile(r"[五六七八九〇零○][〇零○一二三四五六七八九]$")  # 八七年的
_OF_SHORT_YEAR: Final = re.compile(r"(?:的(?=[,。;\n]|$)|生(?![存活命病產化長])|出生|[初底春夏秋冬])")
_AT: Final = ("於", "于", "自", "從")
_AROUND: Final = ("前", "後", "后", "間", "间", "以", "來", "来", "底")
_BORN: Final = re.compile(r"出?生(?!存|活|命|病|產|化|長)")
_MONTH_BEFORE: Final = re.compile(rf"(?:(?<!\d)\d{{1,2}}|[{CHARACTERS}正]{{1,3}})\s?$")
_MONTH_ENDS: Final = frozenset(f"0123456789{CHARACTERS}正 \t\n\r")
_MONTH_REST: Final = re.compile(rf"月(?:\s?(?P<d>初?{_SMALL})(?:\s?[日號号]|{_NO_MARK})|(?P<lunar>初[一二三四五六七八九十]))?")
_ALSO_DAY: Final = re.compile(rf"\s?(?:至|到|-|~|～|、|及|和|與)\s?(?P<d>{_SMALL})\s?[日號号]")
_WITH_YEAR: Final = re.compile(rf"{_N}\s?年$")
_NOT_A_MONTH: Final = ("一次", "一回", "兩次", "两次", *"大齡龄經经子餅饼球亮")
_MONTH_FIXED_BEFORE: Final = re.compile(
    r"(?:[於于在自從从到至迄約约因想]|打算|希望|計畫|计划|計劃|自從|去年|今年|前年|明年|當年|当年|同年|隔年|翌年|次年|大前年|預計|预计|每逢|日期|时间|時間)[\s:]?$"
)
_MONTH_FIXED_AFTER: Final = re.compile(
    r"(?:底|初(?![一二三四五六七八九十])|中旬|上旬|下旬|中(?=[^度藥药醫医毒])|份|時|时|間(?!歇)|起|開始|开始|曾|因|入院|住院|出院|手術|開刀|回診|追蹤|診斷|诊断|發病|发病|生(?!理|化|活|存|長))"
)
_LOOSE_YEAR: Final = re.compile(r"(?<!\d)(?:(?:19|20)\d\d[ ./\-]|1[0-5]\d[./])$")  # 2023 11月, 113.5月
_THIS_MONTH: Final = tuple(f"{which}月" for which in "本上下個个當当次同")
_MONTH_NOW: Final = re.compile(r"(?:本月|上月|下月|上個月|上个月|下個月|下个月|這個月|这个月|當月|当月|次月|同月)\s?(?P<d>\d{1,2}|[" + CHARACTERS + r"]{1,3})$")
_PLANNED: Final = ("拟", "擬", "定于", "定於", "拟于", "擬於", "预约", "預約", "預計", "预计")  # 拟28日穿刺
_LISTED: Final = re.compile(r"(?P<y>(?:一[〇零○一二三]|[八九])[〇零○一二三四五六七八九])[、.](?P<m>十?[一二三四五六七八九十])[、.](?P<d>[一二三]?十?[一二三四五六七八九十])(?![一二三四五六七八九十、])")  # 一一四、四、二
_SEASON: Final = re.compile(r"(?:年?底|年?初(?![診诊次步始發发])|[春夏秋冬](?:[天季])?(?![\u4e00-\u9fff]?[市區区])|[上下]半年|暑假|寒假)")
_ITEM: Final = re.compile(r"(?<![\d.])\d{1,2}\.$")
_NEAR_YEAR: Final = re.compile(r"(?:去年|今年|前年|明年|當年|当年|同年|隔年|翌年|次年)$")
_LASTING: Final = re.compile(r"(?:持[續续]|病程|歷時|历时|長達|长达|為期|为期|已|近|達|达|[前後后][约約]?)[约約]?$")
_DAY_SIGNS: Final = f"0123456789{CHARACTERS}{BLANKS}"
_DAY_ENDS: Final = frozenset(f"0123456789{CHARACTERS}")
_MONTH_PART: Final = re.compile(r"底|初(?![一二三四五六七八九十])|中旬|上旬|下旬|份")
_DAY_BEFORE_SIGN: Final = re.compile(rf"(?<![第每共院近約约達达隔住滿满前後后數数幾几{CHARACTERS}\d月年/.\-])(?P<d>\d{{1,2}}|[{CHARACTERS}]{{1,3}})$")
_DAY_THEN: Final = re.compile(r"(?:[號号](?:回診|入院|出院|開刀|手術|抽血)|日(?:凌晨|清晨|早|晨|上午|中午|下午|傍晚|晚|夜|起|因|再|抽血(?!一)|查血|入院|出院|回診|轉|转|行|又|開始|开始|突|手術|手术))")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    taken: list[tuple[int, int]] = []  # from 年 to the end of each date, in order
    for start, _ in page.cues.get("year_sign", NO_CUES):
        for span, end in _cjk_year(page, start):
            taken.append((start, end))
            yield span
    at = 0
    for start, _ in page.cues.get("month_sign", NO_CUES):
        while at < len(taken) and taken[at][1] <= start:
            at += 1
        if at == len(taken) or start < taken[at][0]:
            yield from _cjk_month(page, start)
    for start, end in page.cues.get("year_near", NO_CUES):
        if part := _SEASON.match(text, end):
            yield page.span(start, part.end(), "DATE", "partial", SOURCE, 0.6)
    if text.count("、") > 1:
        for found in _LISTED.finditer(text):
            if 80 <= (to_int(found["y"]) or 0) <= 130 and _valid_day(found["m"], found["d"]):
                yield date_context.dated(page, found.span(), "event", SOURCE, 0.7)
    for start, _ in page.cues.get("day_sign", NO_CUES):
        if not start or text[start - 1] not in _DAY_ENDS:
            continue
        this = run_start(text, start, _DAY_SIGNS, reach=8)
        now = _MONTH_NOW.search(text, max(0, start - 8), start) if text.endswith(_THIS_MONTH, 0, this) else None
        day = now or (_DAY_BEFORE_SIGN.search(text, max(0, start - 4), start) if _DAY_THEN.match(text, start) or text.endswith(_PLANNED, 0, max(0, start - 2)) or text.endswith(_PLANNED, 0, max(0, start - 1)) else None)
        if day and _valid_day("1", day["d"]):
            yield page.span(day.start("d"), start + 1, "DATE", "partial", SOURCE, 0.5)


def _valid_day(month: str | None, day: str | None) -> bool:
    m = to_int(month) if month else None
    if m is None or not 1 <= m <= 12:
        return False
    d = to_int(day) if day else 1
    return d is not None and 1 <= d <= LONGEST_MONTHS[m]


def _cjk_year(page: Page, at: int) -> Iterator[tuple[Span, int]]:
    text = page.text
    if at == 0 or text[at - 1] not in _YEAR_ENDS:
        return
    before = _YEAR_BEFORE.search(text, run_start(text, at, _YEAR_SIGNS, reach=16), at)
    rest = _YEAR_REST.match(text, at) if before else None
    if not before or not rest:
        return
    number, era = to_int(before["y"]), before["era"]
    if number is None:
        return
    start, end, month, day = before.start("era" if era else "y"), rest.end(), rest["m"], rest["d"]
    lunar = rest["lunar"] is not None or "閏" in rest[0] or "闰" in rest[0]
    lunar = lunar or bool(month and (month in "臘腊冬正" or (day or "").startswith("初")))
    if month and not lunar and not _valid_day(month, day):
        month, end = (month, rest.end("m") + 1) if _valid_day(month, None) else (None, at + 1)
    if day and not rest["weekday"] and (weekday := date_context.bracketed_day(page.text, end)):
        end = weekday.end()
    if month:
        if (number > 150 and not 1850 <= number <= 2150) or (number < 20 and not era and not day):
            return  # 3年5月 is a term
        kind = "lunar" if lunar else "event" if day else "partial"
        yield date_context.dated(page, (start, end), kind, SOURCE, 0.75), end
        yield from ((span, span.end) for span in _more_days(page, end) if day)
    elif (span := _cjk_year_alone(page, start, at, number, era)) is not None:
        yield span, at + 1


def _cjk_year_alone(page: Page, start: int, at: int, number: int, era: str | None) -> Span | None:
    """104年, 2015年, 民國70年代; 60年 only with an era or a birth, since it may as well be a duration."""
    text = page.text
    end = at + 1
    is_gregorian = 1850 <= number <= 2100
    if text.startswith("代", end):
        is_decade = era is not None or is_gregorian or number in range(50, 110, 10)
        return page.span(start, end + 1, "DATE", "year", SOURCE, 0.7) if is_decade else None
    if text.startswith(("級", "级", "次"), end):
        return None
    if part := _YEAR_PART.match(text, end):
        end = part.end()
        if era is None and 10 <= number <= 99 and text[at + 1] != "初":
            return page.span(start, end, "DATE", "year", SOURCE, 0.6)  # 23年底
    if era is None and _SHORT_YEAR.fullmatch(text, start, at) and _OF_SHORT_YEAR.match(text, at + 1):
        return page.span(start, end, "DATE", "dob", SOURCE, 0.6)
    is_roc = (80 <= number <= 125 and _ROC_DIGITS.match(text, start)) or (number >= 20 and text.endswith(_AT, 0, start))
    if era is None and not is_gregorian and not is_roc:
        is_birth = date_context.is_labelled(page, "birth", start) or _BORN.match(text, end)
        return page.span(start, end, "DATE", "dob", SOURCE, 0.8) if is_birth else None
    if _NOT_A_YEAR.match(text, end) and not ((era or is_gregorian) and text.startswith(_AROUND, end)):
        return None
    if era is None and is_gregorian and date_context.is_published(page, start, end):
        return None
    return date_context.dated(page, (start, end), "year", SOURCE, 0.7)


def _more_days(page: Page, end: int) -> Iterator[Span]:
    """5月2日至6日, 2日、4日: the days that share the month."""
    for _ in range(8):
        more = _ALSO_DAY.match(page.text, end)
        if not more or not _valid_day("1", more["d"]):
            return
        yield page.span(more.start("d"), more.end(), "DATE", "partial", SOURCE, 0.7)
        end = more.end()


def _cjk_month(page: Page, at: int) -> Iterator[Span]:
    text = page.text
    if at == 0 or text[at - 1] not in _MONTH_ENDS:
        return
    before = _MONTH_BEFORE.search(text, max(0, at - 4), at)
    rest = _MONTH_REST.match(text, at) if before else None
    if not before or not rest:
        return
    start = before.start()
    previous = text[start - 1 : start]
    item = previous == "." and rest["d"] and _ITEM.search(text, max(0, start - 4), start)  # 2.5月16日 is item 2
    if previous in {"每", "個", "个", "/", "-", "."} and not item and not _LOOSE_YEAR.search(text, max(0, start - 6), start):
        return
    if previous == "年" and _WITH_YEAR.search(text, max(0, start - 10), start):
        return  # belongs to a whole date, or is 3年5月, a term
    month = before[0].strip()
    if rest["lunar"] or month == "正":
        yield date_context.dated(page, (start, rest.end()), "lunar", SOURCE, 0.75)
        return
    if text.endswith("每年", 0, start):
        return
    if rest["d"]:
        if rest["d"].startswith("初"):
            yield date_context.dated(page, (start, rest.end()), "lunar", SOURCE, 0.7)
            return
        if not _valid_day(month, rest["d"]):
            return
        end = rest.end()
        if day := date_context.bracketed_day(text, end):
            end = day.end()
        yield date_context.dated(page, (start, end), "event", SOURCE, 0.75)
        yield from _more_days(page, end)
    elif _valid_day(month, None) and not text.startswith(_NOT_A_MONTH, at + 1):
        fixed = _MONTH_FIXED_BEFORE.search(text, max(0, start - 4), start) or _MONTH_FIXED_AFTER.match(text, at + 1)
        if near_year := _NEAR_YEAR.search(text, max(0, start - 3), start):
            start, fixed = near_year.start(), near_year
        elif year := _LOOSE_YEAR.search(text, max(0, start - 6), start):
            start, fixed = year.start(), year
        if fixed and _LASTING.search(text, max(0, start - 6), start):
            return  # 持续约3月
        if fixed is None and text.startswith(("在", "去", "到", "曾", "于", "於"), at + 1) and (start == 0 or text[start - 1] in "。,，;；、\n："):
            fixed = rest
        if fixed:
            part = _MONTH_PART.match(text, at + 1)
            yield date_context.dated(page, (start, part.end() if part else at + 1), "partial", SOURCE, 0.6)


_OWN_CUES: Final = {
    "year_sign": ("年",),
    "month_sign": ("月",),
    "year_near": ("去年", "前年", "今年", "明年", "大前年", "當年", "当年"),
    "day_sign": ("日", "號", "号"),
}
RULES = (Rule("date_words", find, {**date_context.CUES, **_OWN_CUES}, needs=(*_OWN_CUES, re.compile("、"))),)
