"""Clock times: 08:30, 14時30分, 下午2點半, 4:35pm, 0830 behind a date or a nursing cue.

No ratio, allele (HLA-B*15:02), titre (1:80) or dosing schedule (每日9點, 09-17-01) is a time. Tier C: kept
by default. Sources: catalogue 5.3, 7.5 D10.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted((s.start, s.end) for s in detector(RULES)(Document("1", "下午2點半到，HLA-B*15:02，4:35pm，每日9點")))
[(0, 5), (19, 25)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import BLANKS, fours
from incognote.document import Span
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/time_of_day"
_PART_OF_DAY: Final = r"(?:上午|下午|凌晨|清晨|早上|早晨|晚上|晚間|晚间|中午|傍晚|半夜|深夜|午夜|今早|今晚|昨晚|今晨|午後|夜間|夜间|早|晚|AM|PM)"
_CLOCK: Final = re.compile(
    r"[0-9](?:(?<![A-Za-z0-9*:/.].)|(?<=[\u4e00-\u9fff]:.)|(?<=(?:TIME|Time|time).)|(?<=(?:TIME|Time|time):.))(?=[0-9]?[:. apAP])(?:(?P<h>\d?:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(?P<zone>[Zz]|[+-]\d\d:?\d\d(?!\d))?|(?P<d>\d?(?:\.[0-5]\d)?)(?= ?[apAP]\.?[mM]))"
    r"(?P<half> ?(?:[apAP][mM](?![A-Za-z])|[apAP]\.[mM]\.?))?(?!:[!-~]|[0-9*%])", re.DOTALL
)
_ISO: Final = re.compile(r"T(?<=\dT)([0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)(?!\d)")
_GLUED: Final = re.compile(r"[/.\-年月]\d{1,2}$|[日號号)]$")
_RATIO_BEFORE: Final = re.compile(r"(?:ratio|titer|titre|ana|rpr|vdrl|比例?|效價|稀釋|稀释|dilut\w*|mix|i:e|ie)(?: was| of| at| positive at)?[\s:=(]{0,3}$", re.IGNORECASE)
_DOSE: Final = re.compile(r" (?:ones?|doses?|meds?|medications?|tablets?|insulin|feeds?)(?![A-Za-z])")
_BEFORE_CLOCK: Final = re.compile(rf"{_PART_OF_DAY}\s?$")
_SCHEDULE: Final = re.compile(r"(?:每[日天晚早週周][^，。;\n]{0,4}|q[dh]\s?|daily (?:at )?|every (?:day|morning|night) (?:at )?)$", re.IGNORECASE)
_HOUR_BEFORE: Final = re.compile(rf"(?P<part>{_PART_OF_DAY})?\s?(?P<h>(?<!\d)\d{{1,2}}|(?<![第{CHARACTERS}])[{CHARACTERS}]{{1,3}})\s?$")
_HOUR_ENDS: Final = frozenset(f"0123456789{CHARACTERS}{BLANKS}")
_HOUR_REST: Final = re.compile(rf"[點点時时](?:鐘|钟|整|許|许)?(?P<m>\s?(?:\d{{1,2}}|[{CHARACTERS}]{{1,3}})\s?分(?!之|鐘前|钟前|鐘後|钟后)鐘?|半|\s?\d\d(?!\d)|[一三]刻)?")
_HOUR_AFTER: Final = re.compile(r"[於于在約约到至日號号]\s?$|\d\)?\s$")
_NO_HOUR_AFTER: Final = re.compile(r"[後后前第]\s?$")
_FOUR: Final = re.compile(r"[012](?<![0-9A-Za-z/.\-#,:*+]\d)(?:(?<=2)[0-3]|(?<=[01])\d)[0-5]\d(?![\d%/:*^])(?![.,-]\d)")
_FOUR_BEFORE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:[aA]t|[tT]ime|TIME|@|around|about|from|until|till|by|since|[DARP])[\s:]{1,2}|@\s?|(?:時間|时间)[\s:]{0,2}|"
    r"(?:\d{1,2}/\d{1,2}|\d{1,4}[/.\-]\d{1,2}[/.\-]\d{1,4})(?: ?\([^()\n]{1,9}\))?[ ,]{1,2}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (?:19|20)\d\d,? |(?<!\d)[01]\d{6} |(?<![^\n])(?:0\d|1[0-2])[0-3]\d |(?<!\d)(?:19|20)\d{6} |[日號号][ ,]{0,2})$"
)
_NURSING: Final = re.compile(r"\s(?:[A-Z]:|[\u4e00-\u9fff])")
_AT: Final = re.compile(r"(?<![A-Za-z])[aA]t \Z")
_NO_YEAR_AFTER: Final = re.compile(r"[,.;)\]](?!\d)|\n|\Z| (?:an?|the|he|she|they|we|I|on|and|to|when|by|with|after|from|mum|dad|mo|fa|police|patrol|neighbours?|caller)(?![A-Za-z])")
_ASIDE: Final = re.compile(r"(?<![A-Za-z-])[a-z]{2,14}, \Z")
_HOURS: Final = re.compile(r" ?(?:hrs?|hours|h)(?![A-Za-z])", re.IGNORECASE)
_FOUR_AFTER: Final = re.compile(r"\s?(?:[hH](?:rs?|ours)?(?![A-Za-z])|到|抵|入|推|送|返|[DARP]:)")


def find(page: Page) -> Iterator[Span]:
    for start, _ in page.cues.get("hour_sign", NO_CUES):
        yield from _spoken(page, start)
    yield from _four_digits(page)


def clock(page: Page) -> Iterator[Span]:
    """08:30, 4:35pm, 4 p.m."""
    text = page.text
    for found in _CLOCK.finditer(text):
        start, end = found.span()
        hour = int((text[start] + (found["h"] or found["d"])).partition(":")[0].partition(".")[0])
        if hour > 24 or not (found["h"] or found["half"]) or (found["half"] and hour > 12 and not found["h"]):
            continue
        if not found["half"] and (date_context.has_unit(text, end) or _RATIO_BEFORE.search(text, max(0, start - 22), start)):
            continue
        if not found["h"] and _SCHEDULE.search(text, max(0, start - 12), start):
            continue
        if text.endswith("the ", 0, start) and _DOSE.match(text, end):  # when I give the 6 pm ones
            continue
        if part := _BEFORE_CLOCK.search(text, max(0, start - 4), start):
            start = part.start()
        yield page.span(start, end, "TIME", None, SOURCE, 0.6)
    if "T" in text:
        for found in _ISO.finditer(text):
            yield page.span(found.start(1), found.end(1), "TIME", None, SOURCE, 0.8)


def _spoken(page: Page, at: int) -> Iterator[Span]:
    """下午2點半, 03時12分, 凌晨3點; 3點 alone may be three points, so something must say it is a clock."""
    text = page.text
    if text[at - 1 : at] not in _HOUR_ENDS:
        return
    before = _HOUR_BEFORE.search(text, max(0, at - 8), at)
    rest = _HOUR_REST.match(text, at)
    if not before or not rest:
        return
    hour = to_int(before["h"])
    if hour is None or hour > 24:
        return
    cuts = before["part"] in {"早", "晚"} and text[max(0, before.start() - 1) : before.start()] in {"當", "当", "隔", "翌"}  # 當晚11時
    start = before.start("part") if before["part"] and not cuts else before.start("h")
    minute = rest["m"]
    if minute and minute.strip().isdigit() and text[at] in "點点" and int(minute) > 59:
        minute = None
    sure = before["part"] or minute or rest[0][-1] in "整許许" or "鐘" in rest[0] or "钟" in rest[0]
    if not sure and not _HOUR_AFTER.search(text[max(0, start - 2) : start]):
        return
    if not sure and text[at] in "時时" and _NO_HOUR_AFTER.search(text[max(0, start - 2) : start]):
        return
    if _SCHEDULE.search(text, max(0, start - 8), start) or (text[at] in "時时" and text.startswith(("候", "期", "段"), at + 1)):
        return
    yield page.span(start, rest.end() if minute or rest["m"] is None else at + 1, "TIME", None, SOURCE, 0.7)


def _four_digits(page: Page) -> Iterator[Span]:
    text = page.text
    for start in fours(text):
        found, end = _FOUR.match(text, start), start + 4
        if found is None or date_context.has_unit(text, end):
            continue
        line = start == 0 or text[start - 1] == "\n"
        before = _FOUR_BEFORE.search(text, max(0, start - 24), start)
        is_year = found[0][:2] in {"19", "20"}
        unit = _HOURS.match(text, end)
        end = unit.end() if unit else end  # Patrol tasked 2238 hrs
        if before and (not is_year or unit or not before[0].strip().isalpha() or _is_hour(text, start, end)):
            yield page.span(start, end, "TIME", None, SOURCE, 0.65)
        elif not is_year and (
            (_FOUR_AFTER.match(text, start + 4) and (line or text[start - 1] in " ,，。;")) or (line and _NURSING.match(text, end)) or _is_aside(text, start, end)
        ):
            yield page.span(start, end, "TIME", None, SOURCE, 0.55)


def _is_hour(text: str, start: int, end: int) -> bool:
    """Whether digits that may be a year are an hour: At 1925 a call came, not at 2019 levels."""
    return _AT.search(text, max(0, start - 4), start) is not None and _NO_YEAR_AFTER.match(text, end) is not None


def _is_aside(text: str, start: int, end: int) -> bool:
    """A time that is told last, with a zero before it: a two year old not rousing, 0307."""
    return text[start] == "0" and text[end : end + 1] in {"", ".", ";", ",", "\n", ")"} and _ASIDE.search(text, max(0, start - 18), start) is not None


RULES = (
    Rule("time_of_day", clock, needs=(re.compile(r":[0-5]\d(?<=\d:..)"), re.compile(r"[mM](?:(?<=\d[apAP].)|(?<=\d [apAP].)|(?<=\d[apAP]\..)|(?<=\d [apAP]\..))"))),
    Rule("time_of_day", find, {"hour_sign": ("點", "点", "時", "时")}),
)
