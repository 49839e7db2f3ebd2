"""Days without a calendar date: holidays, lunar days, zodiac and cyclic years, weekdays, 60年次, 七年級生.

A weekday is a date only where it fixes one day (上週三, since Tues); a recurrent schedule (每週三, Mon/Wed,
周二上午门诊) is none (catalogue 7.5 D5). 意識清明 is no holiday, Christmas disease no day, 家屬馬上 no zodiac.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted(s.kind for s in detector(RULES)(Document("1", "去年中秋跌倒，上週三回診，每週三洗腎，屬虎，60年次")))
['dob', 'holiday', 'weekday', 'zodiac']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.name_words import plausible
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/date_special"
_FIXED_HOLIDAYS: Final = (
    "中秋", "中秋節", "中秋节", "端午", "端午節", "端午节", "除夕", "除夕夜", "小年夜", "大年夜", "年三十", "春節", "春节", "過年前", "过年前", "過年後", "过年后",
    "過年期間", "过年期间", "過年時", "过年时", "過完年", "过完年", "農曆年", "农历年", "農曆新年", "农历新年", "舊曆年", "旧历年", "農曆過年", "舊曆年前", "旧历年前", "農曆年前", "农历年前", "農曆年後", "舊曆年後", "舊曆過年", "元旦", "元宵", "元宵節", "元宵节", "國慶",
    "国庆", "國慶日", "國慶節", "国庆节", "國慶連假", "雙十節", "雙十國慶", "清明節", "清明节", "清明連假", "清明假期", "中元節", "中元节", "中元普渡", "七夕", "藏历新年", "藏曆新年", "古尔邦节", "开斋节", "泼水节", "七月半", "農曆七月半", "小年夜",
    "重陽節", "重阳节", "冬至", "母親節", "母亲节", "父親節", "父亲节", "教師節", "教师节", "兒童節", "儿童节", "婦女節", "妇女节", "勞動節", "劳动节", "五一假期",
    "十一假期", "黃金週", "黄金周", "聖誕", "圣诞", "聖誕節", "圣诞节", "聖誕夜", "平安夜", "跨年", "跨年夜", "情人節", "情人节", "萬聖節", "万圣节", "感恩節", "感恩节",
    "復活節", "复活节", "光復節", "行憲紀念日", "和平紀念日", "二二八連假", "228連假", "尾牙", "開齋節", "豐年祭", "佛誕", "佛誕日", "臘八", "腊八", "小年",
    "easter", "easter sunday", "easter monday", "good friday", "christmas", "christmas day", "christmas eve", "xmas",
    "xmas eve", "boxing day", "new year's eve", "new year's day", "new years eve", "new years day", "new year’s eve",
    "new year’s day", "nye", "thanksgiving", "thanksgiving day", "halloween", "labor day", "labour day", "memorial day",
    "independence day", "fourth of july", "anzac day", "australia day", "valentine's day", "valentine’s day", "mother's day",
    "mother’s day", "father's day", "father’s day", "mothers day", "fathers day", "veterans day", "mlk day",
    "presidents day", "columbus day", "chinese new year", "lunar new year", "lunar new year's eve", "chinese new year's eve", "cny", "mid-autumn festival", "moon festival",
    "dragon boat festival", "tomb sweeping day", "double ten day", "national day", "queen's birthday", "king's birthday",
    "melbourne cup day", "st patrick's day", "st. patrick's day", "ash wednesday", "palm sunday", "eid", "eid al-fitr",
    "eid al-adha", "yom kippur", "rosh hashanah", "passover", "hanukkah", "diwali", "bank holiday monday", "guy fawkes night",
    "hogmanay", "canada day", "waitangi day", "juneteenth", "super bowl sunday", "election day", "remembrance day",
)  # fmt: skip
_YEAR_OF: Final = re.compile(
    rf"(?:去年|今年|前年|明年|大前年|當年|当年|本年|上個|上个|(?:民[國国]|西元)?\s?(?:\d{{2,4}}|[{CHARACTERS}]{{2,8}})\s?年的?|(?<!\d)(?:19|20)\d\d)\s?$"
)
_NUMERAL_SIGNS: Final = frozenset("第一二三四五六七八九十百〇零月個个点點床樓楼號号歲岁")
_AROUND_DAY: Final = re.compile(r"(?:[前后後](?![\u4e00-\u9fff]?[\d月天])|期[间間]|假期|[长長]假|[當当]天|[黄黃]金[周週])")
_BIG_YEAR: Final = re.compile(r"三十|初[一二三四五六七八九十]|夜")
_LUCID: Final = re.compile(r"[意神][識识志]|轉|转|恢|復|复|尚|仍|可|清醒|對答|呼|瞳")
_DAY_OF: Final = re.compile(r"(?<![\d.])(?:0?[1-9]|1[0-2])[./](?:0?[1-9]|[12]\d|3[01]) ?(?<![A-Za-z])$")
_HOLIDAY_REST: Final = re.compile(r"連假|连假|假期|長假|长假|前夕|夜")
_YEAR_REST: Final = re.compile(r",? (?:(?:19|20)\d\d|['’]\d\d)(?!\d)")
_NOT_A_HOLIDAY: Final = re.compile(r" (?:disease|tree|factor|egg|syndrome|seal|lily)|(?:路|街|醫院|国小|國小|橋|里|區|区|紅|草|花|島|岛)", re.IGNORECASE)
_HOLIDAY_TITLE: Final = re.compile(r"(?:意識|意识|神志|神識|神智|ms\.?|mrs\.?|mr\.?|dr\.?|miss) ?$", re.IGNORECASE)
_ANIMALS: Final = "鼠牛虎兔龍龙蛇馬马羊猴雞鸡狗豬猪"
_ZODIAC_REST: Final = re.compile(rf"[\s:是為为屬属老小]{{0,3}}([{_ANIMALS}])(?![上桶達达蹄])")
_NOT_ZODIAC: Final = "家金親亲附眷下隸隶直部歸归所專专從从配當统統軍军"
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
_CYCLE: Final = tuple(_STEMS[i % 10] + _BRANCHES[i % 12] + "年" for i in range(60))
_LUNAR_REST: Final = re.compile(
    rf"\s?(?:生日)?[\s:]{{0,2}}(?P<day>(?:(?:民[國国])?\s?(?:\d{{1,4}}|[{CHARACTERS}元]{{1,8}})\s?年)?\s?[閏闰]?(?:\d{{1,2}}|[{CHARACTERS}正臘腊冬]{{1,3}})\s?(?:月|[/.\-])\s?(?:初?[{CHARACTERS}]{{1,3}}|\d{{1,2}})?\s?[日號号]?)"
)
_LUNAR_MONTH: Final = re.compile(rf"(?:[閏闰](?:[{CHARACTERS}正臘腊冬]{{1,3}}|\d{{1,2}})月|[正臘腊冬]月)(?:初?[{CHARACTERS}]{{1,3}}[日號号]?)?")
_LUNAR_DAY: Final = re.compile(r"[一二三四五六七八九十](?![次步級级診诊期始])")
_LUNAR_THEN: Final = re.compile(r"(?:入院|出院|住院|回診|回诊|手術|手术|開刀|才[來来]|[來来]|早上|晚上|下午|上午|[後后]返|那天|當天|当天|回家|返家)")
_LUNAR_BEFORE: Final = ("農曆", "年", "於", "在")
_CYCLE_REST: Final = re.compile(r"年?(?:次|生(?!活|存|命))")
_COHORT_BEFORE: Final = re.compile(rf"(?:(?:民[國国])\s?)?(?<!\d)(?:\d{{2,3}}|(?:19|20)\d\d|[{CHARACTERS}]{{1,6}})\s?$")
_CLASS_BEFORE: Final = re.compile(r"(?<!\d)(?:[一二三四五六七八九]|[1-9])\s?$")
_WEEKDAY_REST: Final = re.compile(r"[一二三四五六日天](?![、,/至到\-~]?\s?[一二三四五六日](?![月日點点個])|[、,/至到\-~]\s?(?:週|周|星期))")
_WEEKDAY_FIXED: Final = re.compile(r"(?:上上?個?个?|這個?|这个?|本|下下?個?个?)$")
_WEEKDAY_LOOSE: Final = re.compile(r"(?:[於于在因自從从到至約约待趕赶]|(?<![A-Za-z])(?:since|on|last|until) |預計|预计|原訂|改|延至)$")
_RECURRENT: Final = re.compile(r"(?:每個?|每逢|逢|隔|固定|(?:週|周|星期|禮拜|礼拜)[一二三四五六日天]\s?[、,/至到~\-])\s?$")
_DAY_TIME: Final = re.compile(r"(?:凌晨|清晨|晨|早上?|上午|中午|下午|傍晚|晚上?|夜)(?![^,;。\n]{0,6}(?:門診|门诊|(?<![回複覆复就])[診诊]))")
_THEN: Final = re.compile(r"\s?(?:\(?\d{1,2}[/月]|由[\u4e00-\u9fff]{2}|拔[除掉管]|[飛飞]|的[會会約约]|[還还][喝吃說说去在有]|看反[應应]|night|evening|morning|入院|出院|回診|回诊|手術|手术|開刀|抽血|驗血|验血|驗尿|验尿|拿藥|領藥|领药|取药|看報告|看报告|看結果|复查|複查|追蹤|追踪|通知|出庭|搬|帶|带|送|接|拆線|住院|發燒|跌倒|轉|轉|家訪|訪視|檢查|來電|急診|來訪|来访|來|来|再|要|會|会|回來|回来|才|會談|会谈|會議|開會|探視|探视|面談|換藥|换药|打針|出國|返家|回家|上課|會客|请假|請假)")
_OF_MONTH: Final = re.compile(rf"(?<![每{CHARACTERS}\d])(?:\d{{1,2}}|[{CHARACTERS}]{{1,3}}|本|[這这下上][個个]?|[當当])\s?月份?的?(?:第\s?[一二三四五1-5]|最[後后]一?)\s?[個个]?\Z")
"""12月第一個禮拜四."""
_NTH: Final = re.compile(r"(?:(?:the )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th) )?\Z", re.IGNORECASE)
_MONTH_BEHIND: Final = re.compile(r" (?:of|in) (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?![A-Za-z])(?:,? (?:19|20)\d\d)?")
_ENGLISH_FIXED: Final = re.compile(
    r"(?<![A-Za-z])(?:(?P<take>last|this past|this coming|this|past|next|coming)|on|since|until|till|by|from|before|after|due|late|early|seen|saw|admitted|discharged|called|fell|started|arrived|visited|him|her|them|returned|appointment|surgery|d/c)\s$", re.IGNORECASE
)
_ENGLISH_RECURRENT: Final = re.compile(r"\s?(?:/|&|,|-|and\b|through\b|thru\b|to\b|or\b)\s?(?:mon|tue|wed|thu|fri|sat|sun)|s\b|\s?(?:clinic|list|rounds|opd)\b", re.IGNORECASE)
_ENGLISH_BEFORE: Final = re.compile(r"(?:/|&|every|each|mondays?|mwf|tts|(?:mon|tues?|wed|thurs?|fri)(?:day)?,?(?: and)?)\s?$", re.IGNORECASE)
_WEEKDAYS: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun",
)  # fmt: skip


def find(page: Page) -> Iterator[Span]:
    yield from _holidays(page)
    yield from _lunar(page)
    yield from _zodiac(page)
    yield from _cohorts(page)
    for start, end in page.cues.get("weekday", NO_CUES):
        yield from _weekday_cjk(page, start, end)
    for start, end in page.cues.get("weekday_en", NO_CUES):
        yield from _weekday_en(page, start, end)


def _holidays(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("holiday", NO_CUES):
        if _NOT_A_HOLIDAY.match(text, end) or _HOLIDAY_TITLE.search(text, max(0, start - 5), start):
            continue
        if text[start].isascii() and text[start].isalpha() and not text[start].isupper():
            continue
        if year := _YEAR_OF.search(text, max(0, start - 12), start):
            start = year.start()
        elif day := _DAY_OF.search(text, max(0, start - 6), start):  # 5.1劳动节
            start = day.start()
        rest = _HOLIDAY_REST.match(text, end) or _YEAR_REST.match(text, end)
        yield page.span(start, rest.end() if rest else end, "DATE", "holiday", SOURCE, 0.75)
    for start, end in page.cues.get("double_day", NO_CUES):  # 五一, 十一
        year = _YEAR_OF.search(text, max(0, start - 12), start)
        whole = text[start - 1 : start] not in _NUMERAL_SIGNS and text[end : end + 1] not in _NUMERAL_SIGNS
        if whole and (year or _AROUND_DAY.match(text, end)):
            yield page.span(year.start() if year else start, end, "DATE", "holiday", SOURCE, 0.65)
    for start, end in page.cues.get("big_year", NO_CUES):  # 大年三十, 大年初五
        if day := _BIG_YEAR.match(text, end):
            yield page.span(start, day.end(), "DATE", "lunar", SOURCE, 0.8)
    for start, end in page.cues.get("clear_bright", NO_CUES):  # 清明 is a state of mind unless a day is meant
        year = _YEAR_OF.search(text, max(0, start - 12), start)
        if not year and re.match(r"[前后後]", text[end : end + 1]) and not _LUCID.search(text, max(0, start - 6), start):
            yield page.span(start, end, "DATE", "holiday", SOURCE, 0.6)
        elif year or re.match(r"(?:連假|连假|掃墓|扫墓|當天|当天|期間|期间|假期|前後)", text[end : end + 2]):
            yield page.span(year.start() if year else start, end, "DATE", "holiday", SOURCE, 0.7)


def _lunar(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("lunar", NO_CUES):
        if rest := _LUNAR_REST.match(text, end):
            between = text[end : rest.start("day")].strip(" :")
            first = rest.start("day") if between else start
            kind = "dob" if between == "生日" else "lunar"
            yield page.span(first, rest.start("day") + len(rest["day"].rstrip()), "DATE", kind, SOURCE, 0.85)
    for start, _ in page.cues.get("lunar_month", NO_CUES):
        if rest := _LUNAR_MONTH.match(text, start):
            yield page.span(start, rest.end(), "DATE", "lunar", SOURCE, 0.75)
    for start, end in page.cues.get("lunar_day", NO_CUES):
        more = _LUNAR_DAY.match(text, end)
        if more and (text.endswith(_LUNAR_BEFORE, max(0, start - 2), start) or _LUNAR_THEN.match(text, end + 1)):
            yield page.span(start, end + len(more[0]), "DATE", "lunar", SOURCE, 0.6)


def _zodiac(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("zodiac", NO_CUES):
        if start and text[start - 1] in _NOT_ZODIAC and end - start == 1:
            continue
        if animal := _ZODIAC_REST.match(text, end):
            yield page.span(animal.start(1), animal.end(1), "DATE", "zodiac", SOURCE, 0.8)
    for start, end in page.cues.get("cycle", NO_CUES):
        rest = _CYCLE_REST.match(text, end)
        last = rest.end() if rest and rest[0].endswith("次") else end
        yield page.span(start, last, "DATE", "zodiac", SOURCE, 0.75)


def _cohorts(page: Page) -> Iterator[Span]:
    """60年次, 民國六十年次, 七年級生: a year or a decade of birth."""
    text = page.text
    for start, end in page.cues.get("cohort", NO_CUES):
        is_class = text[start + 1] in "級级"
        before = (_CLASS_BEFORE if is_class else _COHORT_BEFORE).search(text, max(0, start - 10), start)
        if before and (number := to_int(re.sub(r"[民國国\s]", "", before[0]))) is not None:
            # 5年級生 of a primary school is told from a decade only by what stands before it
            if is_class and re.search(r"(?:國小|小學|小学|國中|高中|大學|大学)\s?$", text[max(0, before.start() - 3) : before.start()]):
                continue
            if is_class or number >= 10 or "民" in before[0]:
                yield page.span(before.start(), end, "DATE", "dob", SOURCE, 0.85)


def _weekday_cjk(page: Page, start: int, end: int) -> Iterator[Span]:
    text = page.text
    day = _WEEKDAY_REST.match(text, end)
    if not day or text[start - 1 : start] == "(":
        return
    if text[start - 1 : start] in _COUNTED and (month := _OF_MONTH.search(text, max(0, start - 14), start)):
        yield page.span(month.start(), day.end(), "DATE", "partial", SOURCE, 0.75)
        return
    if fixed := _WEEKDAY_FIXED.search(text, max(0, start - 3), start):
        yield page.span(fixed.start(), day.end(), "DATE", "weekday", SOURCE, 0.75)
        return
    if _RECURRENT.search(text, max(0, start - 5), start) or re.match(r"\s?(?:門診|门诊|固定)", text[day.end() : day.end() + 3]):
        return
    if _DAY_TIME.match(text, day.end()):
        yield page.span(start, day.end(), "DATE", "weekday", SOURCE, 0.8)  # 周四晨 is nobody's name
    elif _THEN.match(text, day.end()) or _WEEKDAY_LOOSE.search(text, max(0, start - 7), start) or _stands_alone(text, start, day.end()):
        yield page.span(start, day.end(), "DATE", "weekday", SOURCE, 0.6)


_COUNTED: Final = frozenset("個个一二三四五12345後后")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """A weekday on its own at the end of a line, as over an entry or behind a signature."""
    if text[end : end + 1] not in {"", "\n"}:
        return False
    line = text.rfind("\n", max(0, start - 8), start) + 1
    return line > 0 and (not text[line:start].strip() or plausible(text[line:start].strip()))


def _weekday_en(page: Page, start: int, end: int) -> Iterator[Span]:
    text = page.text
    if month := _MONTH_BEHIND.match(text, end):  # the first Thursday of December
        nth = _NTH.search(text, max(0, start - 12), start)
        yield page.span(nth.start() if nth else start, month.end(), "DATE", "partial", SOURCE, 0.75)
        return
    if not text[start].isupper() or text[start:end] in {"SAT", "MON", "SUN"}:
        return
    if _ENGLISH_RECURRENT.match(text, end) or _ENGLISH_BEFORE.search(text, max(0, start - 14), start):
        return
    if re.match(r"\.? ?\d{1,2}/\d{1,2}(?![\d/]?\d)", text[end : end + 8]):
        yield page.span(start, end, "DATE", "weekday", SOURCE, 0.6)
        return
    if re.match(r"\.? ?(?:\d|%)", text[end : end + 3]):
        return  # Sat 98%; a weekday before a day of the month belongs to date_words
    if fixed := _ENGLISH_FIXED.search(text, max(0, start - 13), start):
        first = fixed.start() if fixed["take"] else start
        yield page.span(first, end, "DATE", "weekday", SOURCE, 0.7)
    elif re.match(r" (?:night|morning|afternoon|evening)", text[end : end + 10], re.IGNORECASE):
        yield page.span(start, end, "DATE", "weekday", SOURCE, 0.55)


_CUES: Final = {
    "holiday": _FIXED_HOLIDAYS,
    "clear_bright": ("清明",),
    "double_day": ("五一", "十一"),
    "big_year": ("大年",),
    "lunar": ("農曆", "农历", "舊曆", "旧历", "陰曆", "阴历", "古曆"),
    "lunar_month": ("閏", "闰", "正月", "臘月", "腊月", "冬月"),
    "lunar_day": ("初",),
    "zodiac": ("屬", "属", "生肖", "肖"),
    "cycle": _CYCLE,
    "cohort": ("年次", "年級生", "年级生"),
    "weekday": ("週", "周", "星期", "禮拜", "礼拜"),
    "weekday_en": _WEEKDAYS,
}
RULES = (Rule("date_special", find, _CUES, needs=tuple(_CUES)),)
