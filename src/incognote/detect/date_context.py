"""What stands around a date or a number that might be one: labels, prepositions, scores.

The rule files about dates, times and ages share this; the cue words are found in the page's one pass
(`CUES` hangs on the rule `date_numeric`). Sources: catalogue 5.3, 6, 7.5.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from incognote.detect.page import NO_CUES, Cue, Page
from incognote.detect.rules.rule import UNIT
from incognote.document import Span
from incognote.names.studies import follows_criteria

CUES: Final[Mapping[str, tuple[str, ...]]] = {
    "birth": (
        "出生", "出生日期", "出生日", "出生年月日", "出生年月", "生日", "生於", "生于", "生年月日", "農曆生日", "农历生日", "國曆生日",
        "生年", "誕生", "诞生", "dob", "d.o.b", "d.o.b.", "born", "born on", "born in", "date of birth", "birth date", "birthdate",
        "birthday", "birth", "bd", "bday", "出生年",
    ),
    "visit": (
        "看診日", "看診日期", "就診日", "就診日期", "就診時間", "就诊日期", "就诊时间", "就医日期", "就醫日期", "入院日期", "入院日", "入院時間",
        "入院时间", "住院日期", "住院日", "住院期間", "住院起迄", "住院起訖", "住院期间", "報告日期", "報告日", "報告時間", "报告日期", "报告时间", "檢查日期", "檢查日", "檢查時間", "检查日期",
        "检查时间", "會診日期", "會診時間", "会诊日期", "会诊时间", "門診日期", "门诊日期", "門診日", "到院", "到院時間", "到院日期", "掛號日期",
        "紀錄日期", "記錄日期", "紀錄時間", "記錄時間", "记录日期", "记录时间", "日期", "今日", "今天", "入院", "回覆日期", "回复日期",
        "訪視日期", "訪視時間", "訪談日期", "填寫日期", "填表日期", "評估日期", "评估日期", "來診日期", "收案日期", "開單日期", "轉診日期", "通報日期",
        "adm", "adm date", "admission", "admission date", "admit date", "date of admission", "admitted", "admitted on",
        "report date", "reported", "reported on", "date of report", "date", "visit", "visit date", "date of visit",
        "date of service", "dos", "encounter date", "exam date", "date of exam", "date of examination", "study date",
        "exam", "seen on", "seen", "today", "date of consult", "consult date", "date seen", "clinic date",
        "previous visit", "visit on",
    ),
    "dated": (
        "出院日期", "出院日", "出院", "出院時間", "出院时间", "手術日期", "手术日期", "手術日", "手術時間", "手术时间", "時間", "时间", "簽署日期", "交班", "接班", "交班日期",
        "採檢日期", "采样日期", "送檢日期", "送检日期", "收件日期", "發病日", "發病日期", "发病日期", "死亡日期", "死亡時間", "轉入日期", "轉出日期",
        "預約日期", "预约日期", "回診日", "回診日期", "下次回診", "複診日期", "复诊日期", "結案日期", "有效日期", "有效期限", "效期", "簽名", "简名",
        "末次月經", "末次月经", "預產期", "预产期", "接種日期", "接种日期", "開立日期", "處方日期", "领药日期", "領藥日期", "生效日", "事故日期", "術日",
        "dc", "d/c", "disch", "discharge", "discharge date", "date of discharge", "discharged", "discharged on",
        "lmp", "edc", "edd", "surgery date", "date of surgery", "op date", "date of operation", "procedure date",
        "collected", "received", "date of onset", "onset", "onset date", "signed", "signed on", "dated", "dictated",
        "effective", "expiry", "expires", "exp", "due date", "next visit", "next appointment", "appointment", "f/u",
        "follow up", "follow-up", "followup", "rtc", "date of death", "dod", "last dose", "comparison", "dx date",
        "transferred", "printed", "updated", "last seen", "vaccinated", "filed", "scheduled", "scheduled for",
    ),
    "score": (
        "psv", "pcv", "simv", "bipap", "bilevel", "ipap", "epap", "cpap", "ranson", "bisap", "apache", "sofa", "alvarado", "blatchford", "rockall", "4ts", "wells", "duke", "mews", "news", "ciwa", "hads", "lawton", "morse", "braden",
        "vf", "visual field", "schirmer", "forrest", "hestia", "pesi", "timi", "grace",
        "mmt", "mrc", "muscle power", "power", "mp", "bp", "sbp", "nbp", "abp", "vas", "nrs", "dtr", "dtrs", "apgar",
        "murmur", "gcs", "strength", "motor", "va", "left eye", "right eye", "both eyes", "pinhole", "unaided", "vision", "visual acuity", "acuity", "snellen", "grade", "gr", "level",
        "score", "scale", "scored", "scores", "pain", "pulse", "pulses", "reflex", "reflexes", "tpr", "t/p/r", "vital signs",
        "v/s", "ratio", "ef", "lvef", "i/o", "abg", "vbg", "insulin", "novorapid", "humalog", "insulatard", "novomix", "lantus", "nph", "tresiba", "levemir", "toujeo", "apidra",
        "ryzodeg", "mixtard", "humulin", "actrapid", "epworth", "ess", "bishop", "bishop score", "barthel", "adl", "iadl", "hamd", "ham-d",
        "madrs", "bprs", "panss", "cam-icu", "braden", "norton", "flacc", "rass", "aldrete", "fibrosis", "efficacy", "index", "bsrs-5",
        "cage", "has-bled", "cha2ds2-vasc", "child-pugh", "meld", "asa", "tanner", "kps", "pps", "rr", "h/h", "iop", "od", "os", "ou", "rom", "bid", "tid", "qid", "prn", "page", "cervix", "cx", "ga", "dose", "mmse",
        "moca", "cdr", "nihss", "mrs", "ecog", "phq-9", "gad-7", "audit", "fib-4", "edema", "ulcer", "node", "nodes",
        "lymph nodes", "ln", "core", "cores", "slides", "hpf", "fev1", "fvc", "positive", "stage", "wagner", "fraction",
        "tipvda", "bsrs", "bsrs-5", "amts", "amt", "4at", "cas", "epds", "pews", "gds", "mna", "sppb", "criteria", "sirs", "curb-65", "qsofa", "centor", "wells", "blood pressure", "percocet", "norco", "vicodin",
        "肌力", "肌肉力量", "血壓", "血压", "視力", "视力", "疼痛", "疼痛指數", "痛覺", "分數", "评分", "評分", "量表", "反射", "雜音", "杂音",
        "級", "頁", "页", "淋巴結", "淋巴结", "比例", "比值", "劑量", "剂量", "胰島素", "胰岛素", "生命徵象", "生命体征", "尿量", "胎動", "胎动", "程度", "裸視", "矯正", "握力",
    ),
    "code_system": (
        "snomed", "snomed ct", "sct", "icd", "icd-9", "icd-10", "icd-10-cm", "loinc", "atc", "rxnorm", "umls", "cui", "pmid",
        "doi", "nct", "健保碼", "健保藥碼", "藥碼", "醫令碼", "支付代碼", "医保码", "药码", "ndc", "gtin", "批號", "批号", "lot", "ref",
        "isbn", "issn", "版本", "version", "ver", "cpt", "hcpcs", "concept", "hgvs", "oid",
    ),
    "published": (
        "who", "guideline", "guidelines", "classification", "classifications", "criteria", "edition", "ajcc", "version",
        "consensus", "aha", "acc", "esc", "ada", "gold", "kdigo", "nccn", "figo", "rome", "acr", "eular", "icd-9", "icd-10",
        "icd-11", "dsm-5", "dsm-iv", "dsm", "et al", "h1n1", "h1n1pdm", "h5n1", "h7n9", "sars", "mers", "分類", "分类", "指引", "指南", "準則",
        "准则", "標準", "标准", "共識", "共识", "修訂", "修订", "版", "法規", "公告", "條例", "辦法",
    ),
}  # fmt: skip

_MORE_UNITS: Final = re.compile(r"\s?(?:U(?![A-Za-z])|units?(?![a-z])|單位|单位|kcal|kPa|torr|HPF|/LPF|msec|sec(?![a-z])|度(?!假)|倍|ribs|bottles|sets?(?![a-z])|joules?|°)")
_NEW_SENTENCE: Final = re.compile(r"(?:[A-Za-z\d]{3}|\d [A-Z])\. [A-Z]")  # apixaban 2.5 bid. Staples out 1/11
_VALUE_GIVEN: Final = re.compile(r"\d{2,3}/\d{2,3}[^,]{0,8},")
_LONGEST_ROW: Final = 600
_LONGEST_TABLE: Final = 4000
_END: Final = itemgetter(1)
_NO_UNIT: Final = frozenset(("", *"\n\r，。、；：,.;:!?()[]{}<>|+-=~*#&\"'"))  # no unit begins so
_CLAUSE_END: Final = frozenset("\n。;")
_GAP: Final = re.compile(
    r"[\s:=.)(\[【】〔|,、;\-~]{0,12}(?:(?:民國\)|民国\)|西元\)|年/月/日\)|[ymdYMD]{2,4}[/\-][ymdYMD]{2,4}[/\-][ymdYMD]{2,4}\)|是|為|为|於|于|在|約|约|西元|公元|國曆|农历|農曆|on|is|of|in|at|the|was|號碼|:)[\s:=(]{0,4}){0,2}"
)
_USUAL_GAPS: Final = frozenset(("", ":", ": ", " "))
_AFTER_BIRTH: Final = re.compile(r"\s?(?:出生|生(?!化|理|產|产|命|活|長|长|病|效|氣|气|物|前|殖|下)|誕生|birth\b)")
_AFTER_VISIT: Final = re.compile(
    r"\s?(?:(?:上午|下午|凌晨|晚上|早上|晚間|中午)?\s?\d{1,2}[:時时點点]\d{0,2}分?\s?)?(?:[^\s\d,.:;，。；：]{0,8}?)"
    r"(?:入院|就診|就诊|來診|来诊|初診|初诊|看診|門診(?!追蹤|回診|複診)|住院|急診)"
)
BRACKETED_DAY: Final = re.compile(
    r" ?\((?:週|周|星期|禮拜|礼拜)?[一二三四五六日天]\)| ?(?:週|周|星期|禮拜|礼拜)[一二三四五六日天](?![\u4e00-\u9fff]{0,3}[門门][診诊])|"
    r" (?-i:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)(?:day|nesday|sday|rsday|urday)?(?![A-Za-z]| ?\d)| ?\((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?\)", re.IGNORECASE
)
LUNAR_MARK: Final = re.compile(r" ?\([農农]曆?历?\)")


_DAY_HEADS: Final = frozenset("(週周星禮礼MTWFS")


def bracketed_day(text: str, end: int) -> re.Match[str] | None:
    """The weekday behind a date: (四), 週四, Thu; most dates have none."""
    first = text[end : end + 1]
    if first == " ":
        first = text[end + 1 : end + 2]
    return BRACKETED_DAY.match(text, end) if first in _DAY_HEADS else None


class Context(NamedTuple):
    """The kind that a label gives a date, and whether a label vouched for it."""

    kind: str | None
    labelled: bool


def has_unit(text: str, end: int) -> bool:
    """Whether a unit follows on the same line; `12/9` above a line that begins with CC has none."""
    return text[end : end + 1] not in _NO_UNIT and (UNIT.match(text, end) or _MORE_UNITS.match(text, end)) is not None


def near(page: Page, category: str, start: int, reach: int) -> int | None:
    """The end of the last cue of `category` that ends at most `reach` characters before `start`."""
    cue = _last(page.cues.get(category, NO_CUES), start)
    return None if cue is None or cue[1] < start - reach else cue[1]


def _last(cues: Sequence[Cue], start: int) -> Cue | None:
    """The last of `cues` that ends by `start`; their ends are in order as their starts are."""
    at = bisect_left(cues, (start,)) - 1
    while at >= 0 and cues[at][1] > start:
        at -= 1
    return cues[at] if at >= 0 else None


def is_near_label(page: Page, start: int, *, reach: int = 16) -> bool:
    """Whether any label of a date ends at most `reach` characters before `start`: a cheap first test."""
    return (
        near(page, "birth", start, reach) is not None
        or near(page, "visit", start, reach) is not None
        or near(page, "dated", start, reach) is not None
    )


def label_before(page: Page, category: str, start: int) -> Cue | None:
    """The cue of `category` before `start` with nothing but a colon or a small word between."""
    cue = _last(page.cues.get(category, NO_CUES), start)
    if cue is None or cue[1] < start - 16:
        return None
    return cue if page.text[cue[1] : start] in _USUAL_GAPS or _GAP.fullmatch(page.text, cue[1], start) else None


def is_labelled(page: Page, category: str, start: int) -> bool:
    """Whether a cue of `category` stands before `start` with nothing but a colon or a small word between."""
    return label_before(page, category, start) is not None


def has_cue_in_clause(page: Page, category: str, start: int, reach: int = 26) -> bool:
    """Whether a cue of `category` stands before `start` in the same clause."""
    end = near(page, category, start, reach)
    if end is None:
        return False
    between = page.text[end:start]
    # BP 120/80, 5/3 BP 118/76: the value has been given, a new entry begins behind the comma
    return _CLAUSE_END.isdisjoint(between) and not _VALUE_GIVEN.search(between) and not _NEW_SENTENCE.search(page.text, end - 3, start)


def is_published(page: Page, start: int, end: int) -> bool:
    """Whether the year at `[start, end)` is that of a guideline or classification; `who had` is no WHO."""
    text = page.text
    if follows_criteria(text, start):
        return True
    cues = page.cues.get("published", NO_CUES)
    for cue, cue_end in cues[(at := bisect_left(cues, (start - 40, 0))) : at + 8]:
        if cue > end + 14:
            break
        first, last = (cue_end, start) if cue_end <= start else (end, cue)
        if last - first > (24 if cue_end <= start else 14) or not _CLAUSE_END.isdisjoint(text[first:last]):
            continue
        if cue_end <= start and "," in text[first:last] and page.lower.endswith("in ", 0, start):
            continue  # GOLD 3, old TB in 1988
        if cue_end - cue > 4 or not text[cue].isascii() or text[cue:cue_end].isupper() or text[cue] == "R":
            return True
    return False


def context_of(page: Page, start: int, end: int) -> Context:
    """What a label before, a heading above or a word behind says of the date at `[start, end)`."""
    if label_before(page, "birth", start) or _AFTER_BIRTH.match(page.text, end) or in_column(page, start, "birth"):
        return _BORN
    visit, dated_cue = label_before(page, "visit", start), label_before(page, "dated", start)
    if visit and (dated_cue is None or visit[0] <= dated_cue[0]):  # 日期 is a label, but 出院日期 is the longer one
        return _VISITED
    if dated_cue:
        return _DATED
    if _CARE.isdisjoint(page.text[end : end + 26]) or _AFTER_VISIT.match(page.text, end) is None:
        return _NOTHING_SAID
    return _CARED_FOR


_BORN: Final = Context("dob", True)
_VISITED: Final = Context("visit", True)
_DATED: Final = Context("event", True)
_CARED_FOR: Final = Context("visit", False)
_NOTHING_SAID: Final = Context("event", False)
_CARE: Final = frozenset("院診诊")


def dated(page: Page, place: tuple[int, int], kind: str, source: str, score: float) -> Span:
    """A date span at `place`: a label gives its kind (dob, visit) and vouches for it."""
    context = context_of(page, *place)
    shown = context.kind if context.kind != "event" else kind
    return page.span(*place, "DATE", shown, source, 0.9 if context.labelled else score)


def in_column(page: Page, start: int, category: str) -> bool:
    """Whether `start` stands in a table cell (`|` or tab) under a heading with a cue of `category`."""
    cues = page.cues.get(category)
    if not cues:
        return False
    text = page.text
    if "|" not in text and "\t" not in text:
        return False
    line = text.rfind("\n", 0, start) + 1
    if start - line > _LONGEST_ROW:
        return False
    for mark in ("|", "\t"):
        column = text.count(mark, line, start)
        if column == 0:
            continue
        last = bisect_right(cues, line, key=_END) - 1
        for cue, _ in reversed(cues[max(0, last - 3) : last + 1]):  # a heading is near, and names births once
            heading = text.rfind("\n", 0, cue) + 1
            if heading < line and start - heading < _LONGEST_TABLE and text.count(mark, heading, cue) == column:
                return True
    return False
