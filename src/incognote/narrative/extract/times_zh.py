"""Chinese expressions of time, in either script: 一年半前, 近兩個禮拜, 次日, 服藥第三天, 十六歲時."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.narrative.extract.moment import MONTH, YEAR, Kind, Time, length
from incognote.text.numerals import CHARACTERS, to_int

_UNIT_DAYS: Final = {
    "年": YEAR, "載": YEAR, "载": YEAR, "個月": MONTH, "个月": MONTH, "月": MONTH, "週": 7, "周": 7, "星期": 7, "禮拜": 7, "礼拜": 7,
    "天": 1, "日": 1, "晚": 1, "夜": 1, "d": 1, "wk": 7, "mo": MONTH, "yr": YEAR,
}  # fmt: skip
_NUMBER: Final = rf"(?:\d{{1,4}}(?:\.\d)?|[{CHARACTERS}]{{1,5}})"
_MONTH_WORD: Final = r"(?:個|个)月"
_WEEK: Final = r"週|周|(?:個|个)?(?:星期|禮拜|礼拜)"
_TOLD: Final = re.compile(
    rf"(?P<lead>距今|最初|起初|[頭头首](?=[一二兩两三四五六七八九十\d])|迄今|至今|(?:又|再|才|直)?[過过]了?|隔了?|不到(?=[^年]{1,4}[就便即])|[没沒](?=[几幾][天日])|[這这]|最近的?|近|已經|已经|已有?|過去|过去|前後|前后|將近|将近|大約|大约|約|约|再|又|往[後后]|其[後后]|隨[後后]|随[後后]|之[後后]|晚|[後后](?=約|约|大約|大约|[一兩两二三四五六七八九十\d])|[滿满](?=[^，。]{{1,4}}[改加換换調调升])|[有則则共吃服做])?"
    rf"(?:\s*(?:約|约|快|近|整整|足足|大概|差不多)\s*)?"
    rf"(?:(?P<n>{_NUMBER}|[數数幾几])\s*(?P<more>多|餘|余|來|来|幾|几)?\s*"
    rf"(?P<unit>年|載|载|(?P<mh>(?:個|个)半)?{_MONTH_WORD}|(?:個|个)半月|(?:個|个)多月|月|{_WEEK}|天|日|晚|夜)(?P<half>半)?(?P<odd>多|餘|余|有餘|有余)?"
    rf"(?:[又零]?(?P<n2>{_NUMBER})(?P<unit2>{_MONTH_WORD}|天|日|週|周)(?P<half2>半)?)?"
    rf"|(?P<big>大)?半(?P<halfunit>年|(?:個|个)?多?月)(?P<odd2>多|餘|余)?)"
    rf"\s*(?:左右|上下|許|许|光景)?"
    rf"(?P<tail>以前|之前|前(?![後后])|以來|以来|來(?![院診到自])|来(?![院诊到自])|了|以後|以后|之後|之后|後(?![來来])|后(?![来])|[頭头]上|[過过]去(?=[，。（(、])|開外|上下|下來|下来|歷史|历史|病史|病程|內|内)?"
)
_NTH: Final = re.compile(rf"第\s*(?P<n>{_NUMBER})\s*(?:個|个)?(?P<unit>天|日|週|周|星期|禮拜|礼拜|月|年)|(?<![a-z0-9])(?P<d>d|day ?|week ?)(?P<n2>\d{{1,2}})(?![\d./:%]|\s*(?:mg|次))")
_AGE: Final = re.compile(rf"(?P<n>{_NUMBER})\s*[歲岁](?:多)?\s*(?:時|时|那年|起|開始|开始|就|以來|以来|的時候|的时候|上)")
_DAY: Final = {
    "大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "昨兒": -1, "昨儿": -1,
    "上上週": -14, "上上周": -14, "上週": -7, "上周": -7, "上星期": -7, "上禮拜": -7, "上礼拜": -7, "上個星期": -7, "上个星期": -7, "上個禮拜": -7, "上个礼拜": -7,
    "上個月": -MONTH, "上个月": -MONTH, "上月": -MONTH, "上上個月": -2 * MONTH, "上上个月": -2 * MONTH, "去年": -YEAR, "前年": -2 * YEAR, "大前年": -3 * YEAR,
}  # fmt: skip
_LATER: Final = {
    "隔天": 1, "隔日": 1, "翌日": 1, "次日": 1, "第二天": 1, "次晨": 1, "翌晨": 1, "轉天": 1, "转天": 1, "次週": 7, "次周": 7, "隔週": 7, "隔周": 7, "下一週": 7, "下一周": 7,
    "次月": MONTH, "隔月": MONTH, "翌月": MONTH, "下個月起": MONTH, "翌年": YEAR, "次年": YEAR, "隔年": YEAR, "第二年": YEAR, "隨後一個月": MONTH, "随后一个月": MONTH,
    "當天": 0, "当天": 0, "當日": 0, "当日": 0, "同一天": 0, "同天": 0, "同日": 0, "當晚": 0, "当晚": 0, "那天起": 0, "當週": 0, "当周": 0, "同月": 0,
}  # fmt: skip
_SAME: Final = (
    "同時", "同时", "同一時期", "同一时期", "同期", "那時起", "那时起", "從那時", "从那时", "自那時", "自那时", "從那以後", "从那以后", "從那之後", "从那之后", "打那以後", "打那以后",
    "從此", "从此", "自此", "此後", "此后", "那之後", "那之后", "那以後", "那以后", "從那天", "从那天", "自那天", "也是那時", "也是那时", "就在那幾天", "就在那几天", "也是那幾天", "也是那几天",
)  # fmt: skip
_FIXED: Final = re.compile("|".join(sorted((*_DAY, *_LATER, *_SAME), key=len, reverse=True)))
_BEFORE: Final = frozenset(("以前", "之前", "前", "開外", "开外"))
_AFTER: Final = frozenset(("過去", "过去", "以後", "以后", "之後", "之后", "後", "后"))
_SINCE: Final = frozenset(("以來", "以来", "來", "来", "了", "下來", "下来", "歷史", "历史", "病史", "病程"))
_SINCE_LEADS: Final = re.compile(r"至今|迄今|不到(?=[^年]{1,4}[就便即])|[没沒](?=[几幾][天日])|[這这]|最近的?|近|過去|过去|將近|将近")
_PASSING: Final = re.compile(r"(?:又|再|才|直)?[過过]了?|隔了?|再|又|不到|[没沒]|往[後后]|其[後后]|[隨随][後后]|之[後后]|晚|[後后]|[滿满]")
_BACK: Final = re.compile(r"(?:(?:更早|往前|早了?)(?:約|约)?$)|(?:那|此|发病|發病|起病|入院|住院|手术|手術|出事|事发|事發)之?前(?:的)?\s*(?:約|约|大約|大约)?$")


def chinese(text: str) -> Iterator[Time]:
    """Every Chinese expression of time in `text`, in no order; they may overlap.

    >>> [(t.kind, t.days) for t in chinese("一個半月前，兩年半來，半個月後，過了四十天左右，距今三週，入院第三天，第十二週")]
    [('at', -45), ('since', -910), ('after', 15), ('after', 40), ('at', -21), ('nth', 2), ('since', -84)]
    """
    for found in _FIXED.finditer(text):
        word = found[0]
        if (text[found.end() : found.end() + 1] in ("、", "冬", "夏", "春", "秋") and word.endswith("年")) or text[found.start() - 1 : found.start()] == "、":
            continue
        kind: Kind = "at" if word in _DAY else "after" if word in _LATER else "same"
        yield Time(found.start(), found.end(), kind, _DAY.get(word, _LATER.get(word, 0)))
    if any(c in text for c in "年月週周天日期拜晚夜載载"):
        yield from filter(None, (_read(found, text) for found in _TOLD.finditer(text)))
    for found in _NTH.finditer(text):
        if time := _nth(found, text):
            yield time
    for found in _AGE.finditer(text):
        number = to_int(found["n"])
        if number:
            yield Time(found.start(), found.end(), "age", number * YEAR)


def _nth(found: re.Match[str], text: str) -> Time | None:
    """入院第四天 is three days behind, 獲救後第四天 four; a bare 第八週 is the eighth of something that goes on."""
    number = to_int(found["n"] or found["n2"])
    unit = _UNIT_DAYS[found["unit"]] if found["unit"] else 7 if found["d"].startswith("w") else 1
    if not number:
        return None
    ends = text[found.end() : found.end() + 1] in ("，", "。", "；", ",", "") and text[found.start() - 1 : found.start()] in ("，", "、", ",", " ")
    if unit == 1 and ends and number > 3 and not found["d"]:
        return Time(found.start(), found.end(), "since", -number)
    if unit > 1 and not re.match(r"起|[開开]始|\s*[(（]距今", text[found.end() : found.end() + 12]) and text[found.start() - 1 : found.start()] not in ("到", "後", "后"):
        return Time(found.start(), found.end(), "since", -number * unit)
    counted = text[found.start() - 1 : found.start()] in ("後", "后") or text[found.end() : found.end() + 2] in ("以後", "以后", "之後", "之后")
    return Time(found.start(), found.end(), "nth", (number if counted and not found["d"] else number - 1) * unit, unit)


def _read(found: re.Match[str], text: str) -> Time | None:
    lead, tail = found["lead"] or "", found["tail"] or ""
    if text[found.start() - 1 : found.start()] in ("每", "第", "歲", "岁", "-", "/", "."):
        return None
    days = _days(found)
    if days is not None and lead == "不到":
        days -= 5 if days >= MONTH else 2 if days >= 7 else 0
    if found["n"] in ("幾", "几") and text[found.start("n") - 1 : found.start("n")] in ("前", "十", "好"):
        return None
    if days is None or _is_calendar(found, text) or _is_rate(found, text):
        return None
    kind: Kind = "lasting"
    if _BACK.search(text[max(0, found.start() - 9) : found.start("n") if found["n"] else found.start()]):
        return Time(found.start(), found.end(), "after", -days)
    if tail in ("頭上", "头上"):
        return Time(found.start(), found.end(), "nth", days)
    if lead in ("最初", "起初", "頭", "头", "首"):
        return Time(found.start(), found.end(), "first", days)
    if lead == "距今" or tail in _BEFORE:
        kind = "at"
    elif tail in _AFTER or (_PASSING.fullmatch(lead) and not _is_verb(lead, text[max(0, found.start() - 1) : found.start()])):
        kind = "after"
    elif tail in ("內", "内") and not _SINCE_LEADS.fullmatch(lead):
        return None
    elif tail in _SINCE or _SINCE_LEADS.fullmatch(lead):
        kind = "since"
    return Time(found.start(), found.end(), kind, -days if kind in ("at", "since") else days)


def _is_verb(lead: str, before: str) -> bool:
    """試過一個月 has lasted a month; 過一個月 comes a month after."""
    return lead in ("過", "过") and bool(before) and before not in "，。；、,;：: 「\n"


def _days(found: re.Match[str]) -> int | None:
    if found["halfunit"]:
        return 8 * MONTH if found["big"] and found["halfunit"] == "年" else 180 if found["halfunit"] == "年" else 15
    number = 5.0 if found["n"] in tuple("數数幾几") else _number(found["n"])
    if number is None:
        return None
    unit = found["unit"].replace("個星", "星").replace("个星", "星").replace("個禮", "禮").replace("个礼", "礼")
    size = MONTH if unit.endswith("月") else _UNIT_DAYS[unit]
    number += 0.5 if found["half"] or found["mh"] or unit in ("個半月", "个半月") else 0
    if size == YEAR and number == 1.5:
        return 18 * MONTH  # 一年半 is told of eighteen months
    further = 0
    if found["n2"] and (second := _number(found["n2"])) is not None:
        further = length(second + (0.5 if found["half2"] else 0), MONTH if found["unit2"].endswith("月") else _UNIT_DAYS[found["unit2"]])
    return length(number, size) + further


def _number(said: str) -> float | None:
    """The number; of two neighbours (三四, 十五六) the smaller."""
    if said[0].isdigit():
        return float(said)
    if len(said) > 1 and all(c in "一二兩两三四五六七八九" for c in said[-2:]):
        said = said[:-1]
    return to_int(said)


def _is_calendar(found: re.Match[str], text: str) -> bool:
    """3月, 2016年, 民國98年 and 5日 are parts of dates, where nothing else makes them a length."""
    if found["halfunit"] or not found["n"]:
        return False
    unit, marked = found["unit"], bool(found["tail"] or _SINCE_LEADS.fullmatch(found["lead"] or "") or (found["lead"] or "") in ("距今", "已", "已有", "滿", "過了", "过了", "約", "约"))
    if unit == "年":
        return bool(len(found["n"]) >= 4 or text[max(0, found.start("n") - 2) : found.start("n")] in ("民國", "民国", "西元", "公元") or re.match(r"\s*(?:\d|[一二三四五六七八九十]{1,2}月|級|级|次|齡|龄|輕|轻|生)", text[found.end() : found.end() + 12]))
    if unit == "月":
        return not (marked and not found["n"].isdigit()) and found["n"] not in ("兩", "两")
    if unit in ("日", "晚", "夜"):
        if unit != "日" and text[max(0, found.start() - 1) : found.start()] in ("起", "共", "連", "连"):
            return False
        return not (found["tail"] or _PASSING.fullmatch(found["lead"] or "")) or text[max(0, found.start("n") - 3) : found.start("n")].rstrip()[-1:] == "月"
    return False


def _is_rate(found: re.Match[str], text: str) -> bool:
    """一天 20 mg, 一週三次: of how much, not how long; one day or week alone counts at the end of a clause."""
    if not found["tail"] and re.match(r"\s*[一兩两三\d]{1,2}[次回趟]", text[found.end() : found.end() + 12]):
        return True
    if found["halfunit"] or found["n"] not in ("一", "1", "每") or found["unit"].endswith("月") or found["unit"] in ("年", "載", "载"):
        return False
    if found["tail"] or found["half"] or (found["lead"] or "") not in ("", "有", "則", "则", "共", "吃", "服", "做", "又", "再"):
        return False
    return not re.match(r"\s*(?:[，。；、）),;.]|$|內|内|平息|消退|緩解|缓解|消失|止|停|就停|即)", text[found.end() : found.end() + 12])
