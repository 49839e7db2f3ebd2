"""When something was, as days from day 0: 三個月前 is -90, "for two weeks" began at -14, the next day is one behind.

A year has 365 days here, a month 30, half a year 180: what people say so is no more exact than that. Written dates
are read by `text.calendar`; they come in with the spans of a document. Only `after` leans on what was told before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from incognote.text.numerals import CHARACTERS, to_int

Kind = Literal["at", "since", "until", "lasting", "after"]


class Time(NamedTuple):
    """A stretch of text that tells a time. `days` is an offset from day 0 (at, since, until), a length (lasting), or a distance
    from what was told before (after)."""

    start: int
    end: int
    kind: Kind
    days: int


_UNITS: Final = {"年": 365, "載": 365, "载": 365, "個月": 30, "个月": 30, "月": 30, "週": 7, "周": 7, "星期": 7, "禮拜": 7, "礼拜": 7, "天": 1, "日": 1}
_EN_UNITS: Final = {"day": 1, "night": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}
_SMALL: Final = {
    w: n
    for n, words in enumerate(
        ("", "a an one", "two couple", "three few", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen")
    )
    for w in words.split()
} | {"sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "several": 3, "forty": 40, "fifty": 50}
_N: Final = rf"[{CHARACTERS}]{{1,4}}|\d{{1,3}}(?:\.\d)?"
_ZH: Final = re.compile(
    rf"(?P<lead>這|这|近|最近|已經|已经|已|過去|过去|前後|前后)?(?P<about>約|约|大約|大约|將近|将近)?"
    rf"(?:(?P<n>{_N})(?P<n2>(?<=[一二三四五六七八九])[一二三四五六七八九])?(?P<more>多|幾|几|來|来)?(?:個|个)?(?P<half1>半)?(?P<unit>年|載|载|個月|个月|月|週|周|星期|禮拜|礼拜|天|日)(?P<half2>半)?(?P<odd>多)?|(?P<halfyear>半)(?P<halfunit>年|個月|个月|個多月|个多月|天))"
    rf"(?P<tail>以前|之前|前|以來|以来|來|来|了|內|内|以後|以后|之後|之后|後|后|下來|下来)?"
)
_EN: Final = re.compile(
    r"(?<![a-z])(?P<lead>(?:for|over|in|during|within)(?: about| around| nearly| almost| roughly| some| at least| more than| just over)? (?:the )?(?:past |last |previous )?|the past |the last |these |past |last )?"
    r"(?P<about>about |around |some |roughly |nearly |almost |just over |over )?"
    r"(?P<n>\d{1,3}(?:\.\d)?|an?(?: couple of| few)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|several|half a)"
    r"(?P<half> and a half)?[ -](?P<unit>day|night|week|fortnight|month|year)s?(?P<odd> and a half)?(?:['’]s?)?"
    r"(?P<tail> ago| earlier| before| back| prior| later| after(?:wards)?| now| history|-old)?(?![a-z])"
)
_FIXED_ZH: Final = {
    "大前天": ("at", -3), "前天": ("at", -2), "昨天": ("at", -1), "昨日": ("at", -1), "昨晚": ("at", -1), "昨夜": ("at", -1), "今天": ("at", 0), "今日": ("at", 0),
    "今早": ("at", 0), "當天": ("after", 0), "当天": ("after", 0), "同一天": ("after", 0), "隔天": ("after", 1), "翌日": ("after", 1), "次日": ("after", 1),
    "第二天": ("after", 1), "上週": ("at", -7), "上周": ("at", -7), "上星期": ("at", -7), "上禮拜": ("at", -7), "上個月": ("at", -30), "上个月": ("at", -30),
    "上上個月": ("at", -60), "上上个月": ("at", -60), "去年": ("at", -365), "前年": ("at", -730), "大前年": ("at", -1095), "上個禮拜": ("at", -7), "上个礼拜": ("at", -7),
}  # fmt: skip
_FIXED_EN: Final = {
    "yesterday": ("at", -1), "last night": ("at", -1), "today": ("at", 0), "this morning": ("at", 0), "last week": ("at", -7), "last month": ("at", -30),
    "last year": ("at", -365), "a fortnight ago": ("at", -14), "the next day": ("after", 1), "the following day": ("after", 1), "the day after": ("after", 1),
    "the same day": ("after", 0), "that day": ("after", 0), "the day before yesterday": ("at", -2), "the following week": ("after", 7), "the next week": ("after", 7),
    "the following month": ("after", 30), "the year before last": ("at", -730),
}  # fmt: skip
_FIXED: Final = re.compile("|".join(sorted((*_FIXED_ZH, *(rf"(?<![a-z]){w}(?![a-z])" for w in _FIXED_EN)), key=len, reverse=True)))
_BEFORE: Final = frozenset(("以前", "之前", "前", "ago", "earlier", "before", "back", "prior"))
_AFTER: Final = frozenset(("以後", "以后", "之後", "之后", "後", "后", "later", "after", "afterwards"))
_SINCE: Final = frozenset(("以來", "以来", "來", "来", "了", "內", "内", "下來", "下来", "now", "history"))


def times(folded: str) -> list[Time]:
    """What tells a time in a text in lower case, by start; what overlaps a longer one is left out.

    >>> [(t.kind, t.days) for t in times("半年前起失眠，三個月了，兩週後停藥；started three weeks ago, for the past 2 months")]
    [('at', -180), ('since', -90), ('after', 14), ('at', -21), ('since', -60)]
    """
    found = sorted((*_fixed(folded), *_chinese(folded), *_english(folded)), key=lambda t: (t.start, -t.end))
    kept: list[Time] = []
    for time in found:
        if not kept or time.start >= kept[-1].end:
            kept.append(time)
    return kept


def _fixed(text: str) -> Iterator[Time]:
    for found in _FIXED.finditer(text):
        kind, days = (_FIXED_ZH | _FIXED_EN)[found[0]]
        yield Time(found.start(), found.end(), kind, days)  # type: ignore[arg-type]


def _chinese(text: str) -> Iterator[Time]:
    for found in _ZH.finditer(text):
        if found["halfyear"]:
            days = {"年": 180, "天": 0}.get(found["halfunit"], 15)
        else:
            number = _number(found["n"])
            if number is None or (found["unit"] == "月" and not found["tail"] and not found["half1"]) or (found["unit"] in "年日" and not found["tail"] and not found["lead"]):
                continue  # 3月 is a month of the calendar, 2016年 and 5日 parts of a date
            half = 0.5 if found["half1"] or found["half2"] else 0
            days = round((number + half) * _UNITS[found["unit"]])
            if half and found["unit"] in ("年", "載", "载"):
                days = int(number) * 365 + 180
        kind = _kind(found["tail"] or "", found["lead"] or "")
        yield Time(found.start(), found.end(), kind, -days if kind in ("at", "since") else days)


def _english(text: str) -> Iterator[Time]:
    for found in _EN.finditer(text):
        tail = (found["tail"] or "").strip()
        if tail == "-old":
            continue
        if found["n"] == "half a":
            days = {"year": 180, "day": 0}.get(found["unit"], _EN_UNITS[found["unit"]] // 2)
        else:
            number = _number(found["n"].split(" ")[-1] if not found["n"].endswith(" of") else "two")
            if number is None:
                continue
            half = 0.5 if found["half"] or found["odd"] else 0
            days = round((number + half) * _EN_UNITS[found["unit"]])
        kind = _kind(tail, (found["lead"] or "").strip())
        yield Time(found.start(), found.end(), kind, -days if kind in ("at", "since") else days)


def _number(said: str) -> float | None:
    if said in _SMALL:
        return _SMALL[said]
    try:
        return float(said)
    except ValueError:
        return to_int(said)


def _kind(tail: str, lead: str) -> Kind:
    if tail in _BEFORE:
        return "at"
    if tail in _AFTER:
        return "after"
    if tail in _SINCE or lead:
        return "since"
    return "lasting"
