"""Is a pair of small numbers a month and a day? 5/2, 12-03, 4.18, 5/2-6.

The same shape writes muscle power, blood pressure, fractions, doses and levels, so context decides:
a label or preposition before, a verb behind, the kind of line, score words in the clause. Sources:
catalogue 5.3, 6 (decoys and minimal pairs).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from incognote.detect import date_context
from incognote.detect.page import Page
from incognote.detect.terms import DURATIONS, is_duration, writes_day_first

# Words right before a day; the tuples serve the pattern and a quick test that most numbers fail.
_PREPOSITIONS: Final = (
    "on", "since", "until", "till", "date", "dated", "visit", "seen", "adm", "opd", "er", "f/u", "stay", "starting", "beginning", "rept", "rpt", "recd", "rec'd", "reported", "notified", "lodged", "phoned", "w/e", "ending", "wk of", "week of", "fortnight of", "incident", "moved out", "moved in", "text of", "call of", "email of", "letter of",
)  # fmt: skip
_EXAMINATIONS: Final = (
    "cxr", "kub", "ct", "mri", "mra", "echo", "ekg", "ecg", "egd", "colonoscopy", "sono", "pet", "lab", "labs", "bloods", "eval", "biopsy", "cath",
    "xray", "x-ray", "b/c", "u/c", "u/a",
)  # fmt: skip
_STEPS: Final = (
    "自從", "從", "从", "截至", "迄", "今日", "今天", "昨", "昨日", "昨天", "明日", "明天", "預計", "预计", "下次", "次回", "前次", "上次", "曾", "請", "定於", "擬", "拟", "預約",
    "拆線", "拆线", "下一針", "下一针", "下一劑", "下一剂", "門診", "门诊", "回診", "複診", "覆診", "复诊", "巡診", "追蹤", "入院", "出院", "住院", "轉院", "就診",
    *(week + day for week in ("週", "周", "星期", "禮拜") for day in "一二三四五六日天"),
)  # fmt: skip
_STRONG_WORDS: Final = (*_PREPOSITIONS, *_EXAMINATIONS, *_STEPS, "於", "于")
_STRONG_BY_END: Final = {end: tuple(w for w in _STRONG_WORDS if w[-1] == end) for end in {w[-1] for w in _STRONG_WORDS}}
_STRONG_BEFORE: Final = re.compile(
    rf"(?:(?:(?<![A-Za-z])(?:{'|'.join(_PREPOSITIONS)})[\s:(]{{0,2}}|[於于][\s:(]?|{'|'.join(_STEPS)})[\s:(]{{0,2}}|"
    rf"(?<![A-Za-z])(?:{'|'.join(_EXAMINATIONS)})[ :(]{{1,2}})$",
    re.IGNORECASE,
)
_LOOSE: Final = frozenset(" \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\u3000:(")
_WEAK_BEFORE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:from|before|after|by|thru|through|to|at|around|post|s/p [a-z]{2,12})|[在自至到待因])[\s:(]{0,2}$",
    re.IGNORECASE,
)
_SPAN_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])(?:for|x|in|every|next|past|last|about)|×) ?$", re.IGNORECASE)
_STRONG_AFTER: Final = re.compile(
    r"[ ,]{0,2}(?:\(?\d{1,2}:\d\d|(?:[01]\d|2[0-3])[0-5]\d(?=[)\s])|回診|回诊|追蹤|追踪|入院|出院|住院|手術|手术|開刀|門診|门诊|急診|复诊|複診|"
    r"造影|體溫|体温|退[燒烧熱热]|都[發发]|探[視视]|各[上做來]|開(?!心)|开(?!心)|POD|MBD|HD ?#?\d|s/p|外出|请假|請假|返院|返家|回家|回國|回印|回越|報警|报警|复查|複查|复检|剛|刚|抵|出境|入境|離|离|来|來|到院|喘息|居服|家訪|訪視|来访|來訪|換藥|换药|拆線|拆线|recheck|re-?check|repeat|"
    r"轉|转|送|就醫|就診|就诊|會診|会诊|化療|化疗|放療|發作|发作|發病|发病|發燒|发烧|跌倒|上午|下午|凌晨|早上|早晨|晚上|晚間|中午|清晨|夜|晨|晚|早|起|因|由|至|前|後|后|做|"
    r"行|打|抽血|安排|曾|開始|开始|拔|放置|停|改|追|照|於|在|和|與|及|之|的|日|當|連假|连假|CT|MRI|CXR|OPD|bloods|OP\b|ER\b|lab|f/u|"
    r"at (?:\d|noon)|by\b|then\b|she\b|he\b|pt\b|was\b|admitted|underwent|visit)",
    re.IGNORECASE,
)
_SCORE_AFTER: Final = re.compile(
    r"[ ,)(]{0,2}(?:頁|页|項|项|題|题|次|劑(?!型)|剂|週(?![期一二三四五六日])|周(?![期一二三四五六日])|張|病例|分|級|级|肌|顆|颗|錠|片|包|支|strength|power|muscle|motor|murmur|systolic|diastolic|level|pts?\b|points?\b|"
    r"tab|cap|amp|vial|wks?\b|weeks?\b|mmhg|#|bilat|in (?:all|both|upper|lower|the|rue|lue|rle|lle|bilateral)|"
    r"(?:over|of) (?:all|both|upper|lower|the|right|left|bilateral)|over[rl]t\b|throughout|criteria|cores?\b|(?:rooms?|beds?) (?:full|taken|used)|(?:[a-z]{4,12} ){0,2}(?:nodes?|LNs?)\b|positive|on (?:the )?(?:right|left|rue|lue|rle|lle|nrs|vas|pain)|"
    r"pain|pulses|pitting|edema|right|left|bilateral|(?-i:[RL](?![\w\-])|RUE|LUE|RLE|LLE)|/hpf|dose(?! \d)|strain|thickness|distal|proximal|upper|lower|th\b|ago\b|durations?\b|visits\b|sessions\b|(?:on|in) (?:AMTS?|4AT|MMSE|MoCA|GCS|GDS|BPI)\b)",
    re.IGNORECASE,
)  # fmt: skip
_NO_SCORE: Final = frozenset(("", *"\n\r。、:;.!?[]{}<>|+-=~"))  # no score begins so
_AFTER_VALUE: Final = re.compile(r"\d[KkM%]? ?\($")
_PAIRED_NAME: Final = re.compile(r"(?<![A-Za-z])(?!d/c|f/u|s/p|r/o|u/a|b/c|u/c|a/r)[A-Za-z]{1,5}/[A-Za-z]{1,5}[ :=]{1,2}$", re.IGNORECASE)  # CK/CKMB 12/3
_WEEKS: Final = re.compile(r"(?<!\d)[1-4]\d ?\+?$")
_NO_WORD: Final = frozenset(("", "\n", "、", ",", "，", "。", ";", "/", "-", "~", "|", "[", "+"))
_CLAUSE: Final = "\n\r,，。;；、(（【[|:：!?"
_HAN_NEXT: Final = re.compile(r" ?[\u4e00-\u9fff:]")
_METRES: Final = frozenset(("1", "2", "3", "4", "5", "6"))
_ACUITIES: Final = frozenset(("5", "6", "7", "9", "12", "15", "18", "20", "24", "30"))
_EYE: Final = re.compile(r"(?:(?:[左右雙双兩两患健單单]|另一|對側|对侧)眼|裸視|裸视|眼鏡|眼镜|戴鏡|戴镜|矯正[後后]?|矫正[後后]?)[ \t:=]{0,3}(?:(?:[最佳遠远近裸]{0,2}(?:視力|视力)|裸視|裸视|矯正[後后]?|矫正[後后]?|VA|BCVA|UCVA)[ \t:=為为]{0,3})?\Z")
_SETS: Final = re.compile(r"(?<![A-Za-z])(?:[bu]/c|blood culture|bcx?|sputum|culture)[ :(]{1,2}$", re.IGNORECASE)
_GROWN: Final = re.compile(r" ?(?:\(?\+|set|套|瓶|bottle|pos|grew|grow|yield|GPC|GNB|GNR|GPB|MRSA|MSSA|CoNS|CRAB|KP\b|[A-Z]\. ?[a-z]|[EKSP]\.? ?(?:coli|pneu|aureus|aerug)|Staph|Strep|Kleb|Candida|Pseudo|Enteroc|yeast)")
_CLOCK_BEHIND: Final = re.compile(r"(?:凌晨|清晨|上午|下午|晚上?|夜[间間]?|中午|早上?) ?\d{1,2} ?[:点點时時]|\d{1,2}:\d\d| \d{1,2}:\d\d")
_CLOCK_AFTER: Final = re.compile(r" \d{1,2}[:.]\d\d ?(?:[ap]m|[AP]M)?(?![\d/])| \d{1,2} ?[ap]m\b")
_PRESSURE_NEXT: Final = re.compile(r" (?:BP ?)?(?:[89]\d|1\d\d|2[0-3]\d)/(?:[4-9]\d|1[0-3]\d)(?!\d)")
_EVENT_NEXT: Final = re.compile(r" ?(?:回診|回诊|複診|复诊|复查|複查|入院|出院|開刀|手術日|門診追蹤|返院|收案|結案)")
_VISIT_NEXT: Final = re.compile(r" ?(?:回[診诊院]|[複复覆][診诊查檢检]|初[診诊]|[門门急][診诊](?!量)|看[診诊]|就[診诊醫医]|[住入出轉转返][院](?!天|日|期)|[開开]刀|手[術术](?!室)|拆[線线]|抽血|追[蹤踪]|打[針针]|化[療疗]|開庭|家[訪访]|OPD(?![A-Za-z])|RTC(?![A-Za-z])|f/u)")
"""What follows a day that is written with a dash or a point: 6-13 住院, 1.15、1.29 回診."""
_VISIT_BEFORE: Final = re.compile(r"(?:回[診诊]|[複复覆][診诊]|[預预][約约]|拆[線线]|返[診诊院])(?:日期?|[時时][間间])?[於于在是為为]?[ :：]{0,2}(?:(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])[、,] ?){0,3}\Z")
_DAYS_ROW: Final = re.compile(r"(?:[、,] ?(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])(?![\d.])){0,4}")
_ENDS_DAY: Final = re.compile(r"(?![\d.%])(?=[、,，。;；)\n]|\Z| ?[\u4e00-\u9fff(])(?! ?(?:倍|次|公|毫|度|[顆颗粒錠锭片支]|[個个]|[週周天]))")
_VALUED: Final = re.compile(r"(?:[A-Za-z]{2,}|共|[約约近需]|[數数]|每)[ :=]{0,2}\Z")
_DASH_HEADS: Final = frozenset(("", *" \t\n\r,，。;；、(:："))
_DOTTED_DAY: Final = re.compile(r"(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])")
_DOTTED_BEFORE: Final = re.compile(r"(?:^|[\n。;,(、]|[术術][后後]|交班 {0,2}|筛查\()$")
_NO_EVENT: Final = frozenset(("", *" \n\r\t,。、;.%°/-"))  # no event behind a day begins so
_DOTTED_AFTER: Final = re.compile(
    r"(?:复查|複查|退[热熱烧燒]|查(?!看|询|詢|閱|阅)|夜[间間班]|凌晨|清晨|晨|上午|下午|晚|早上|入院|出院|入科|转|轉|拔|手术|手術|化疗|化療|开始|開始|起|突|再发|再發|在[\u4e00-\u9fff]{0,6}(?:麻醉|手术|下行|院|科)|行[\u4e00-\u9fff])|\)[:：]?[\u4e00-\u9fff:]"
)
_MEASURED_NEXT: Final = re.compile(r" (?:MMT|MP|BP|GCS|VS|T/P/R|TPR|NRS|VAS|肌力|血壓|血压)[ :]{0,2}\d")
_DAY_FIRST_END: Final = re.compile(r"[,;)\n]|\.(?!\d)| ?\(|\Z| ?~| (?:at|and|in|with|w|for|after|before|to|-|–|by)(?![A-Za-z])")
_DOSED: Final = re.compile(r"(?<![A-Za-z])(?:bd|bid|tds|tid|qds|qid|od|prn|mane|nocte) $")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_TODAY: Final = re.compile(r"(?:today|now|now is|今天|今日)[ :=]{1,3}\Z", re.IGNORECASE)
_CARE_PLACES: Final = ("Hospital ", "Children's ", "Children’s ", "Clinic ", "Emergency ", "Base ", "Memorial ", "Surgery ", "Medical Centre ")
_CARE_NEXT: Final = re.compile(r" (?:SC|Mo|Fa|MGM|PGM|child|baby|bub|twin|[a-z]{3,})(?![A-Za-z/])")
_FRACTION: Final = frozenset({2, 3, 4, 5, 6, 8, 9, 10})
_RECEPTORS: Final = re.compile(r",? ?(?:PR|HER-?2|Ki)", re.IGNORECASE)  # ER 8/8, HER2
_STEPPED: Final = ("減到", "减到", "減至", "减至", "加到", "加至", "降到", "降至")  # 減到1/4 顆
_ALSO_DAY: Final = re.compile(r" ?([、,~及和與与至到]) ?(1[0-2]|[1-9])/([12]\d|3[01]|[1-9])(?![\d/%])")  # 5/5、5/7各上一次課
_DAY_BEFORE: Final = re.compile(r"(?<![0-9/.])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?:,? (?:and|&) |, ?)\Z")


class Pair(NamedTuple):
    """Two numbers at `[start, end)` that could be a month and a day (`swapped`: only as day and month)."""

    start: int
    end: int
    parts: tuple[str, ...]
    sep: str
    swapped: bool
    labelled: bool
    full_seen: bool

    def __repr__(self) -> str:
        return f"Pair({self.start}, {self.end})"

    @property
    def is_fraction(self) -> bool:
        return int(self.parts[0]) <= int(self.parts[1]) and int(self.parts[1]) in _FRACTION

    @property
    def is_small_fraction(self) -> bool:
        return int(self.parts[0]) < int(self.parts[1]) <= 5


def has_strong_word(page: Page, start: int) -> bool:
    """Whether a preposition or verb that takes a date stands right before `start`."""
    if page.text[start - 1 : start] in _NO_WORD:
        return False
    end, lower = start, page.lower
    while end > start - 4 and lower[end - 1 : end] in _LOOSE:
        end -= 1
    if not lower.endswith(_STRONG_BY_END.get(lower[end - 1 : end], ()), max(0, start - 16), end):
        return False
    return _STRONG_BEFORE.search(page.text, max(0, start - 16), start) is not None


def has_score_word(page: Page, start: int, end: int) -> bool:
    """Whether the clause before or the word behind speaks of a score, level or dose."""
    return date_context.has_cue_in_clause(page, "score", start) or is_scored(page.text, end)


def is_dotted_day(text: str, start: int, end: int) -> bool:
    """4.11夜间, 术后8.7复查: a month and a day with a point, at the head of a clause and with an event behind.

    血钾4.5在正常范围 and 餐后8.7复查 are values.
    """
    if _DOTTED_DAY.fullmatch(text, start, end) and _is_visited(text, start, end):
        return True
    if text[end : end + 1] in _NO_EVENT or _DOTTED_DAY.fullmatch(text, start, end) is None or _DOTTED_AFTER.match(text, end) is None:
        return False
    head = max(0, start - 4)
    if text.endswith((":", "："), 0, start):
        return text.startswith("在", end)
    return _DOTTED_BEFORE.search(text, head, start) is not None


def _is_visited(text: str, start: int, end: int) -> bool:
    """1.15、1.29 回診; 複診 1.15: a visit stands behind the days, or before them and nothing that is measured behind."""
    if text[max(0, start - 1) : start] in _DASH_HEADS and (row := _DAYS_ROW.match(text, end)) and _VISIT_NEXT.match(text, row.end()):
        head = text[max(0, start - 3) : start].rstrip(" \t")
        return not head or head[-1] in "\n\r,，。;；、(" or head[-1] in "次於于在計计排約约定訂订至到改自"
    return _VISIT_BEFORE.search(text, max(0, start - 28), start) is not None and _ENDS_DAY.match(text, end) is not None


def is_scored(text: str, end: int) -> bool:
    """Whether the word behind makes the number a score, level or dose."""
    return text[end : end + 1] not in _NO_SCORE and _SCORE_AFTER.match(text, end) is not None


def worth(page: Page, pair: Pair) -> float:
    """The score of `pair` as a date, 0 where it is none."""
    text, start, end = page.text, pair.start, pair.end
    if date_context.bracketed_day(text, end) or date_context.LUNAR_MARK.match(text, end):
        return 0.85
    scored = is_scored(text, end)
    if pair.sep == "/" and pair.parts[0].lstrip("0") in _METRES and pair.parts[1] in _ACUITIES and _EYE.search(text, max(0, start - 12), start) and not _STRONG_AFTER.match(text, end):
        return 0.0  # 左眼 6/12
    if (text.startswith(":", start - 1) and text.startswith(":", end)) or (text[start - 1 : start] == "(" and text[start - 2 : start - 1].isalnum() and text.startswith((")M", ")cM", ")pM"), end)) or _RECEPTORS.match(text, end) or text.endswith(_STEPPED, 0, start) or (pair.sep == "." and text.startswith("→", end)):
        return 0.0  # A*02:01/24:02, pT3N1a(1/22)M0, 3.5→4 hr
    if pair.is_fraction and int(pair.parts[1]) <= 6 and _GROWN.match(text, end) and _SETS.search(text, max(0, start - 16), start):
        return 0.0  # B/C 2/2 E. coli: two sets of two
    if pair.sep == "/" and not pair.swapped and (_PRESSURE_NEXT.match(text, end) or (text[start - 1 : start] in {",", " ", "、"} and _EVENT_NEXT.match(text, end))):
        return 0.6  # 4/12 132/84; MMT 4/5, 4/5 回診
    if pair.sep == "-" and not pair.swapped and len(pair.parts) == 2 and text[start - 1 : start] in _DASH_HEADS and not _VALUED.search(text, max(0, start - 12), start) and _VISIT_NEXT.match(text, end):
        return 0.6  # 6-13 住院
    if pair.sep == "." and is_dotted_day(text, start, end):
        return 0.55
    if pair.sep == "." or text.endswith("第", 0, start):
        return 0.8 if pair.labelled and not scored else 0.0
    if pair.parts[1] in DURATIONS and _DOSED.search(text, max(0, start - 6), start):
        return 0.0  # 100 bd 3/7
    if pair.labelled and not scored and not _is_share(page, pair):
        return 0.85
    if pair.parts[1] in {"7", "52", "12", "24"} and _SPAN_BEFORE.search(text, max(0, start - 8), start):
        return 0.0  # for 5/7 is five days, 6/12 six months
    if pair.sep == "/" and not scored and _is_spread(text, pair) and not date_context.has_cue_in_clause(page, "score", start):
        return 0.6
    if not scored and pair.sep == "/" and _goes_on(page, pair):
        return 0.7
    if not scored and has_strong_word(page, start) and not (pair.swapped and _HAN.search(text, max(0, start - 2), start)):
        return 0.75
    if scored or _is_part(text, start, pair):
        return 0.0
    if text.startswith(")", end) and _AFTER_VALUE.search(text, max(0, start - 6), start):
        return 0.55  # Cr 1.2 (4/5)
    if text.startswith("(", start - 1) and not pair.is_small_fraction and _STRONG_AFTER.match(text, end):
        return 0.6  # tid(3/2開 14天)
    named = "/" in text[max(0, start - 14) : start] and _PAIRED_NAME.search(text, max(0, start - 14), start)
    if named or date_context.has_cue_in_clause(page, "score", start):
        return 0.0
    if pair.sep == "/" and pair.parts[1] in DURATIONS and not text.endswith(_CARE_PLACES, 0, start) and is_duration(text, (start, end), pair.parts[1]):
        return 0.0
    return _bare(page, pair)


def _goes_on(page: Page, pair: Pair) -> bool:
    """on 14/3 and 15/3: a day behind days of the same month, before the first of which stands what takes a date."""
    month = pair.parts[1] if pair.swapped else pair.parts[0]
    at = pair.start
    while before := _DAY_BEFORE.search(page.text, max(0, at - 12), at):
        if before["second" if pair.swapped else "first"] != month:
            return False
        at = before.start("first")
        if has_strong_word(page, at):
            return True
    return False


def _is_share(page: Page, pair: Pair) -> bool:
    """Danger scale today: 3/10: the word of the day is no label where a score stands before it."""
    return pair.is_fraction and pair.parts[1] in {"5", "10"} and _TODAY.search(page.text, max(0, pair.start - 12), pair.start) is not None and date_context.has_cue_in_clause(page, "score", pair.start, 40)


def _is_spread(text: str, pair: Pair) -> bool:
    """5/8-12 and 02/11: a range of days that goes up, or a month with its zero."""
    if len(pair.parts) > 2:
        return int(pair.parts[1]) < int(pair.parts[2]) > 5
    return pair.parts[0][0] == "0" and len(pair.parts[1]) == 2 and int(pair.parts[1]) > 5 and not pair.swapped and text[pair.start - 1 : pair.start] in _BEFORE_ZERO


def _is_listed(text: str, pair: Pair) -> bool:
    """3/4、3/6 and 3/4~3/8 go on in the month; 5/5、5/7 hold a day that is no score."""
    more = _ALSO_DAY.match(text, pair.end)
    if more is None:
        return False
    day = int(more[3])
    return (more[2] == pair.parts[0] and day > max(5, int(pair.parts[1]))) or (more[1] in "、," and day > 6)


_BEFORE_ZERO: Final = frozenset(("", " ", ",", "、", "。", ";", "\n", "("))


def _is_part(text: str, start: int, pair: Pair) -> bool:
    """Whether the pair is part of a longer expression: 39 3/7 weeks, 3+/3+, 5-2 without zeros."""
    if pair.sep == "-" and _CLOCK_BEHIND.match(text, pair.end):
        return False
    if start and text[start - 1] in "/-+":
        return True
    if pair.parts[1] == "7" and _WEEKS.search(text, max(0, start - 5), start):
        return True
    return pair.sep == "-" and not (len(pair.parts[0]) == len(pair.parts[1]) == 2)


def _is_day_first(text: str, pair: Pair) -> bool:
    """TOV clinic 30/05, Lap chole 23/4 (Dr Ho): no duration (21/7, 18/12), no acuity (20/10), no pressure (15/5)."""
    day, month = pair.parts
    if month in DURATIONS or (int(day) < 21 and month[0] != "0" and not writes_day_first(text)) or text[pair.start - 1 : pair.start] not in {"", " ", "\n", "(", ","}:
        return False
    return _DAY_FIRST_END.match(text, pair.end) is not None


def _bare(page: Page, pair: Pair) -> float:
    """A pair that no label, preposition or score word decides."""
    text, start, end = page.text, pair.start, pair.end
    if pair.swapped and _CLOCK_AFTER.match(text, end) and pair.sep == "/":
        return 0.55  # 14/4 2:30pm
    if pair.sep == "/" and text.endswith(_CARE_PLACES, 0, start) and _CARE_NEXT.match(text, end):
        return 0.55  # Hx: Wandoo Base Hospital 4/9 SC found drowsy
    if pair.swapped and pair.sep == "/" and _is_day_first(text, pair):
        return 0.5
    if pair.swapped or (pair.is_small_fraction and text.startswith(("的", "之", "以"), end)):
        return 0.0
    at_line = start == 0 or text[start - 1] in "\n\r"
    if pair.sep == "-" and _CLOCK_BEHIND.match(text, end):
        return 0.6
    closed = pair.sep != "-" and at_line and text[end : end + 1] in {"", "\n", "\r"}
    if closed or _STRONG_AFTER.match(text, end):
        return 0.65
    if pair.sep == "-":
        return 0.0
    if _WEAK_BEFORE.search(text, max(0, start - 18), start):
        return 0.55 if not pair.is_fraction or pair.parts[1] not in {"5", "05", "10"} else 0.0
    if at_line and _MEASURED_NEXT.match(text, end):
        return 0.6  # 3/4 MMT 3/4
    if at_line and text.startswith((" ", ":"), end):
        return 0.6 if not pair.is_fraction or pair.full_seen else 0.0
    begins = text[start - 1] in _CLAUSE or (text[start - 1] == " " and start > 1 and text[start - 2] in _CLAUSE)
    if begins and not pair.is_small_fraction and _HAN_NEXT.match(text, end):
        return 0.55
    if _is_listed(text, pair) or (text[start - 1] in "科約约" and not pair.is_small_fraction and text[end : end + 1] in {"", "\n", ",", "。", " ", ")", ";"}):
        return 0.5  # 5/5、5/7; 眼科8/13, 約8/8
    if pair.is_fraction or int(pair.parts[0]) == int(pair.parts[1]):
        return 0.0  # 12/12 ribs, 8/10 beds
    return 0.5
