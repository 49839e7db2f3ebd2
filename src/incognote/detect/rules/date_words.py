"""Dates with words in them: 民國一一三年五月二日, 5月2日, May 2, 2024, 2nd of May, in 2017, 九月, June of that year.

Everything starts from a cue (年, 月, a month's name) or a four-digit year. A year alone is a date only
where it dates an event of a person: not in guidelines, classifications, doses or virus names (catalogue
7.5 D4). Durations (三個月, 20 年, 2 years) are never dates. Sources: catalogue 2.1, 2.2, 5.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.kind) for s in detector(RULES)(Document("1", "民國一一三年五月二日 s/p CABG in 2015, 20年"))]
[(0, 10, 'event'), (23, 27, 'year')]
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/date_words"
_N: Final = rf"(?:\d{{1,4}}|[{CHARACTERS}]{{1,8}})"
_SMALL: Final = rf"(?:\d{{1,2}}|[{CHARACTERS}]{{1,3}}|元|正)"
_YEAR_BEFORE: Final = re.compile(
    rf"(?P<era>民國前|民国前|民前|(?:中華|中华)?民[國国]|西元|公元|西曆|西历)?\s{{0,2}}(?P<y>(?<!\d)\d{{1,4}}|[{CHARACTERS}]{{1,8}}|元)\s{{0,2}}$"
)
_NO_MARK: Final = r"(?![\d/.%A-Za-z個个天次歲岁片顆颗週周小分度支包毫月年錠])"
_YEAR_REST: Final = re.compile(
    rf"年(?P<also>\s?\([^()\n]{{1,12}}年\))?(?:\s{{0,2}}(?P<lunar>(?:農曆|农历|舊曆|旧历|陰曆|阴历)\s?)?閏?闰?(?P<m>{_SMALL}|[臘腊冬])\s{{0,2}}月(?:份|\s{{0,2}}(?P<d>初?{_SMALL})(?:\s{{0,2}}[日號号]|{_NO_MARK})|(?=\D))?)?"
    r"(?P<weekday>\s?\((?:週|周|星期|禮拜|礼拜)?[一二三四五六日天]\))?"
)
_NOT_A_YEAR: Final = re.compile(
    r"\s?(?:前|後|后|來|来|間|间|内|內|以|多|餘|余|級|级|代|資|资|版|增修|修訂|修订|指引|指南|準則|准则|標準|标准|分類|分类|共識|共识|公告|第[一二三四五六七八九十\d]+版|WHO|AHA|ESC|ADA|GOLD|生存|存活)"
)
_DECADE: Final = re.compile(r"年代")
_MONTH_BEFORE: Final = re.compile(rf"(?:(?<!\d)\d{{1,2}}|[{CHARACTERS}正]{{1,3}})\s?$")
_MONTH_REST: Final = re.compile(rf"月(?:\s?(?P<d>初?{_SMALL})(?:\s?[日號号]|{_NO_MARK})|(?P<lunar>初[一二三四五六七八九十]))?")
_ALSO_DAY: Final = re.compile(rf"\s?(?:至|到|-|~|～|、|及|和|與)\s?(?P<d>{_SMALL})\s?[日號号]")
_MONTH_FIXED_BEFORE: Final = re.compile(
    r"(?:[於于在自從从到至迄約约因]|自從|去年|今年|前年|明年|當年|当年|同年|隔年|翌年|次年|大前年|預計|预计|每逢|日期|时间|時間)[\s:]?$"
)
_MONTH_FIXED_AFTER: Final = re.compile(
    r"(?:底|初(?![一二三四五六七八九十])|中旬|上旬|下旬|中(?=[^度藥药醫医毒])|份|時|时|間(?!歇)|起|開始|开始|曾|因|入院|住院|出院|手術|開刀|回診|追蹤|診斷|诊断|發病|发病|生(?!理|化|活|存|長))"
)
_LOOSE_YEAR: Final = re.compile(r"(?<!\d)(?:(?:19|20)\d\d[ ./\-]|1[0-5]\d[./])$")  # 2023 11月, 113.5月
_THE_DAY: Final = re.compile(r" (\d{1,2})(?:st|nd|rd|th)(?! (?:day|percentile|floor|rib|week|month|visit|dose|cycle|toe|finger|digit|nerve|of [A-Z]))(?![A-Za-z])")
_SHORT_YEAR: Final = re.compile(r"(?<![A-Za-z])(?:in|since|until|from|of|before|after) (['’]\d\d)(?![\ds])", re.IGNORECASE)
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(?:19|20)\d\d[ -]$")
_MONTH_NOW: Final = re.compile(r"(?:本月|上月|下月|上個月|上个月|下個月|下个月|這個月|这个月|當月|当月|次月|同月)\s?(?P<d>\d{1,2}|[" + CHARACTERS + r"]{1,3})$")
_MONTH_PART: Final = re.compile(r"底|初(?![一二三四五六七八九十])|中旬|上旬|下旬|份")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
)  # fmt: skip
_WEEKDAY_EN: Final = r"(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)(?:day|nesday|sday|rsday|urday)?"
_DAY_BEFORE: Final = re.compile(
    rf"(?<![\w/.,-])(?:(?P<weekday>{_WEEKDAY_EN})\.?,? )?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,? of)?(?P<sep>[ -]?/?)$", re.IGNORECASE
)
_DAY_RANGE_BEFORE: Final = re.compile(r"(?<![\w/.])(?P<d>\d{1,2})(?:st|nd|rd|th)? ?(?:-|to|and|&) ?$", re.IGNORECASE)
_WEEKDAY_BEFORE: Final = re.compile(rf"(?<![A-Za-z]){_WEEKDAY_EN}\.?,? $", re.IGNORECASE)
_DAY_AFTER: Final = re.compile(
    r"\.?[ -]?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?![\d%:/]|\.\d| ?(?:days?|weeks?|wks?|months?|hours?|hrs?|tab|cap|pills?|times|x|doses?)\b)(?:(?:,? ?|-|/)(?P<y>(?:19|20)\d\d|['’]\d\d)(?!\d))?(?P<weekday> \([a-z]{3,9}\))?(?![a-z])", re.IGNORECASE
)
_DASHED_YEAR: Final = re.compile(r"(?:-|/)(?P<y>(?:19|20)?\d\d)(?!\d)")
_YEAR_AFTER: Final = re.compile(r"\.?(?:,? ?(?:of )?|-|/)(?P<y>(?:19|20)\d\d|['’]\d\d)(?!\d)")
_THAT_YEAR: Final = re.compile(r" of (?:that|this|last|the same|the following|next) year", re.IGNORECASE)
_MONTH_WORD_BEFORE: Final = re.compile(
    r"(?<![A-Za-z])(?:in|since|until|till|from|by|during|through|last|this|next|early|late|mid|of|before|after|end of|beginning of)[ -]$", re.IGNORECASE
)
_YEAR_ALONE: Final = re.compile(r"[12](?<![\d/.,:#*$-]1)(?<![\d/.,:#*$-]2)(?<![A-Za-z]\d)(?:9\d\d|0[0-3]\d|8[5-9]\d)(?![\dA-Za-z/:^#*]|[.,]\d|-(?!(?:19|20)\d\d(?!\d))\d)")
_MORE_YEARS: Final = re.compile(r" ?(?:-|to|and|&|,|, and|、|~|至|到|及) ?(?P<y>(?:19|20)\d\d)(?![\dA-Za-z/:^#*]|[.,]\d)")
_DAY_BEFORE_SIGN: Final = re.compile(rf"(?<![第每共院近約约達达隔住滿满前後后數数幾几{CHARACTERS}\d月年/.\-])(?P<d>\d{{1,2}}|[{CHARACTERS}]{{1,3}})$")
_DAY_THEN: Final = re.compile(r"(?:[號号](?:回診|入院|出院|開刀|手術|抽血)|日(?:凌晨|清晨|早|晨|上午|中午|下午|傍晚|晚|夜|起|因|再|入院|出院|回診|轉|转|行|又|開始|开始|突|手術|手术))")
_YEAR_PREPOSITION: Final = re.compile(
    r"(?<![A-Za-z])(?:in|since|until|till|from|during|circa|ca?\.|around|about|before|after|by|summer of|winter of|spring of|fall of|autumn of|"
    r"summer|winter|spring|fall|autumn|Q[1-4]|early|late|mid|back in|year|and|to)[ -]$", re.IGNORECASE
)
_YEAR_EVENT: Final = re.compile(
    r"s/p|h/o|hx|\bdx|diagnos|admi|surg|\bop\b|ectomy|plasty|graft|\bpci\b|cabg|stent|transplant|\bborn|married|divorc|moved|retired|died|"
    r"accident|fracture|stroke|\bmi\b|\bcva\b|trauma|relaps|onset|episode|biopsy|replacement|\btkr\b|\bthr\b|\btka\b|\btha\b|repair|"
    r"chemo|infarct|手術|術|確診|確诊|確立|診斷|诊断|住院|開刀|車禍|於|于|發病|中風|因|曾", re.IGNORECASE
)
_PUBLISHED: Final = re.compile(
    r"who\b|guideline|classif|criteria|edition|\bed\b|ajcc|version|\bver\b|consensus|statement|\bet al|aha\b|acc\b|esc\b|\bada\b|gold\b|kdigo|nccn|figo|rome|"
    r"protocol|recommend|acr\b|eular|icd|dsm|分類|分类|指引|指南|準則|准则|標準|标准|共識|共识|修訂|修订|版|法規|公告|covid|sars|h\dn\d|vaccine trial|study", re.IGNORECASE
)
_DECADE_EN: Final = re.compile(r"(?:(?:19|20)\d0|['’]\d0)(?:['’]?s)(?![A-Za-z])")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    done = -1
    for start, _ in page.cues.get("year_sign", NO_CUES):
        for span, end in _cjk_year(page, start):
            done = max(done, end)
            yield span
    for start, _ in page.cues.get("month_sign", NO_CUES):
        if start >= done or not any(s <= start < done for s, _ in page.cues.get("year_sign", NO_CUES)[-1:]):
            yield from _cjk_month(page, start)
    for start, _ in page.cues.get("day_sign", NO_CUES):
        now = _MONTH_NOW.search(text, max(0, start - 8), start)
        day = now or (_DAY_BEFORE_SIGN.search(text, max(0, start - 4), start) if _DAY_THEN.match(text, start) else None)
        if day and _valid_day("1", day["d"]):
            yield page.span(day.start("d"), start + 1, "DATE", "partial", SOURCE, 0.5)
    for _, end in page.cues.get("on_the", NO_CUES):
        found = _THE_DAY.match(text, end)
        if found and 1 <= int(found[1]) <= 31:
            yield page.span(found.start(1), found.end(), "DATE", "partial", SOURCE, 0.5)
    for start, end in page.cues.get("month_name", NO_CUES):
        yield from _english(page, start, end)
    if "0" in text or "19" in text:
        yield from _years(page)


def _dated(page: Page, start: int, end: int, kind: str | None, score: float) -> Span:
    context = date_context.context_of(page, start, end)
    if context.kind != "event":
        kind = context.kind
    return page.span(start, end, "DATE", kind, SOURCE, 0.9 if context.labelled else score)


def _valid_day(month: str | None, day: str | None) -> bool:
    m = to_int(month) if month else None
    if m is None or not 1 <= m <= 12:
        return False
    d = to_int(day) if day else 1
    return d is not None and 1 <= d <= monthrange(2024, m)[1]


def _cjk_year(page: Page, at: int) -> Iterator[tuple[Span, int]]:
    text = page.text
    before = _YEAR_BEFORE.search(text, max(0, at - 16), at)
    rest = _YEAR_REST.match(text, at)
    if not before or not rest:
        return
    number, era = to_int(before["y"]), before["era"]
    if number is None:
        return
    start, end, month, day = before.start("era" if era else "y"), rest.end(), rest["m"], rest["d"]
    lunar = bool(month and (month in "臘腊冬正" or (day or "").startswith("初"))) or "閏" in rest[0] or rest["lunar"] is not None
    if month and not lunar and not _valid_day(month, day):
        if not _valid_day(month, None):
            month, end = None, at + 1
        else:
            end = rest.end("m") + 1
    if month:
        if number > 150 and not 1850 <= number <= 2150 or (number < 20 and not era and not day):
            return
        kind = "lunar" if lunar else "event" if day else "partial"
        yield _dated(page, start, end, kind, 0.75), end
        yield from ((span, span.end) for span in _more_days(page, end) if day)
    elif (span := _cjk_year_alone(page, start, at, number, era, rest["also"])) is not None:
        yield span, at + 1


def _cjk_year_alone(page: Page, start: int, at: int, number: int, era: str | None, also: str | None) -> Span | None:
    text = page.text
    end = at + 1 + (len(also) if also else 0)
    before_text = text[start:at].strip()
    if _DECADE.match(text, at):
        is_decade = era or number >= 1900 or (number in range(50, 110, 10) and text[start - 1 : start] not in {"", "0"})
        return page.span(start, at + 2, "DATE", "year", SOURCE, 0.7) if is_decade else None
    labelled_birth = date_context.is_labelled(page, "birth", start) or re.match(r"(?:出?生(?!存|活|命|病|產|化|長))", text[end : end + 2])
    if _NOT_A_YEAR.match(text, end) and not (era and text.startswith(("前", "後", "后", "間", "间", "以", "來", "来"), end)):
        if not (1900 <= number <= 2100 and text.startswith(("前", "後", "后", "間", "间", "以", "底"), end)):
            return None
    if text.startswith(("級", "级", "代", "次"), end):
        return None
    fits = 1850 <= number <= 2100 or (100 <= number <= 150 and len(before_text) >= 3) or era is not None
    if not fits and not labelled_birth:
        return None
    if not era and number >= 1000 and _is_published(page, start, end):
        return None
    if era is None and number < 1000 and re.search(r"(?:近|約|共|達|已|逾|超過|\s)$", text[max(0, start - 2) : start]) and not fits:
        return None
    return _dated(page, start, end, "year", 0.7)


def _is_published(page: Page, start: int, end: int) -> bool:
    text = page.text
    left = max(text.rfind("\n", 0, start), text.rfind("。", 0, start), text.rfind(";", 0, start), start - 24)
    return bool(_PUBLISHED.search(text, max(0, left + 1), start) or _PUBLISHED.search(text[end : end + 14]))


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
    before = _MONTH_BEFORE.search(text, max(0, at - 4), at)
    rest = _MONTH_REST.match(text, at)
    if not before or not rest:
        return
    start = before.start()
    previous = text[start - 1 : start]
    if previous in {"每", "個", "个", "/", "-", "."} and not _LOOSE_YEAR.search(text, max(0, start - 6), start):
        return
    if previous == "年" and re.search(rf"{_N}\s?年$", text[max(0, start - 10) : start]):
        return  # belongs to a whole date, or is 3年5月, a term
    month = before[0].strip()
    if rest["lunar"] or month == "正":
        yield _dated(page, start, rest.end(), "lunar", 0.75)
        return
    if text.endswith("每年", 0, start):
        return
    if rest["d"]:
        if rest["d"].startswith("初"):
            yield _dated(page, start, rest.end(), "lunar", 0.7)
            return
        if not _valid_day(month, rest["d"]):
            return
        end = rest.end()
        if day := date_context.BRACKETED_DAY.match(text, end):
            end = day.end()
        yield _dated(page, start, end, "event", 0.75)
        yield from _more_days(page, end)
    elif _valid_day(month, None) and not re.match(r"月(?:大|齡|龄|經|经|子|餅|饼|球|亮)", text[at : at + 2]):
        fixed = _MONTH_FIXED_BEFORE.search(text, max(0, start - 4), start) or _MONTH_FIXED_AFTER.match(text, at + 1)
        if year := _LOOSE_YEAR.search(text, max(0, start - 6), start):
            start, fixed = year.start(), year
        if fixed:
            part = _MONTH_PART.match(text, at + 1)
            yield _dated(page, start, part.end() if part else at + 1, "partial", 0.6)


def _english(page: Page, start: int, end: int) -> Iterator[Span]:
    """A month's name with a day, a year or both; alone only behind a preposition and with a capital."""
    text = page.text
    word = text[start:end]
    before = _DAY_BEFORE.search(text, max(0, start - 24), start)
    if before and 1 <= int(before["d"]) <= 31 and not (before["sep"] == "/" or word == "may" and " of" not in before[0]):
        first = before.start("weekday") if before["weekday"] else before.start("d")
        year = _YEAR_AFTER.match(text, end)
        if before["sep"] == "-" or before["sep"] == "":
            year = year or _DASHED_YEAR.match(text, end)
        yield from _range_start(page, first)
        yield _dated(page, first, year.end() if year else end, "event", 0.75)
        return
    after = _DAY_AFTER.match(text, end)
    if after and 1 <= int(after["d"]) <= 31 and (word != "may" or after["y"]) and not date_context.has_unit(text, after.end("d")):
        first = start
        if year_first := _YEAR_FIRST.search(text, max(0, start - 5), start):
            first = year_first.start()
        elif weekday := _WEEKDAY_BEFORE.search(text, max(0, start - 12), start):
            first = weekday.start()
        last = after.end() if after["weekday"] else after.end("y") if after["y"] else after.end()
        yield _dated(page, first, last, "event", 0.75)
        if more := re.compile(r" ?(?:-|to|and|&) ?(\d{1,2})(?:st|nd|rd|th)?(?![\d/:.%-])(?:, ?(?:19|20)\d\d)?").match(text, last):
            yield page.span(more.start(1), more.end(), "DATE", "partial", SOURCE, 0.6)
        return
    year = _YEAR_AFTER.match(text, end)
    if year:
        yield _dated(page, start, year.end(), "partial", 0.75)
    elif _THAT_YEAR.match(text, end) or (
        word[:1].isupper() and len(word) > 2 and _MONTH_WORD_BEFORE.search(text, max(0, start - 14), start)
    ):
        if word.lower() not in {"mar", "dec", "may", "march"} or word[0].isupper():
            yield _dated(page, start, end, "partial", 0.6)


def _range_start(page: Page, first: int) -> Iterator[Span]:
    """The 3 of `3-5 May`."""
    if found := _DAY_RANGE_BEFORE.search(page.text, max(0, first - 9), first):
        if 1 <= int(found["d"]) <= 31:
            yield page.span(found.start("d"), found.end("d"), "DATE", "partial", SOURCE, 0.6)


def _years(page: Page) -> Iterator[Span]:
    text = page.text
    done = -1
    for found in _YEAR_ALONE.finditer(text):
        start, end = found.span()
        if text.startswith(("年", " 年"), end) or date_context.has_unit(text, end) or _is_published(page, start, end):
            continue
        if re.match(r" ?(?:times|steps|kcal|cal\b|h\b|hrs?\b|hours|units?|cells|patients|元|塊|块|步|份|人|次|grams?|gms?|pounds|lbs?|beds?|a\.?m|p\.?m)", text[end : end + 9], re.IGNORECASE):
            continue
        if start < done:
            continue
        preposition = _YEAR_PREPOSITION.search(text, max(0, start - 11), start)
        bracketed = text[start - 1 : start] in {"(", "|"} or text[max(0, start - 2) : start] in {"| "}
        closed = re.match(r" ?[)|;,]| ?\(|[.]?(?:\s|$)", text[end : end + 3])
        event = closed and _YEAR_EVENT.search(text[max(text.rfind("\n", 0, start) + 1, start - 32) : start])
        if preposition and preposition[0].lower().startswith(("and", "to", "by", "from")) and not (event or _MORE_YEARS.match(text, end)):
            preposition = None
        leads = re.search(r"(?:^|[\n;,.(\-] ?)$", text[max(0, start - 2) : start]) and _YEAR_EVENT.match(text[end + 1 : end + 16])
        event = event or leads
        column = bracketed and date_context.in_column(page, start, "birth")
        if preposition or column or (bracketed and re.match(r" ?[)|,;]", text[end : end + 2])) or event:
            yield _dated(page, start, end, "year", 0.65)
            while more := _MORE_YEARS.match(text, end):
                yield _dated(page, more.start("y"), more.end(), "year", 0.6)
                end = done = more.end()
        elif any(date_context.is_labelled(page, c, start) for c in ("birth", "visit", "dated")):
            yield _dated(page, start, end, "year", 0.65)
    if "'" in text or "’" in text:
        for found in _SHORT_YEAR.finditer(text):
            yield page.span(found.start(1), found.end(1), "DATE", "year", SOURCE, 0.6)
    if "0s" in text or "0's" in text:
        for found in _DECADE_EN.finditer(text):
            if not re.search(r"(?<![A-Za-z])(?:his|her|their|mid|early|late|sats?|bp|hr|rate)[ -]$", page.lower[max(0, found.start() - 7) : found.start()]):
                yield page.span(*found.span(), "DATE", "year", SOURCE, 0.6)


RULES = (Rule("date_words", find, {"year_sign": ("年",), "month_sign": ("月",), "day_sign": ("日", "號", "号"), "on_the": ("on the", "until the", "since the"), "month_name": _MONTHS}),)
