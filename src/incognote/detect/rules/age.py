"""Ages of people: 52歲, 3歲2個月, 67-year-old, 36 y/o, 65M, F/78, 052Y, 九十三歲, in her 80s, at 71.

Not gestational age, bone age, survival in years or a duration (catalogue 5.3, 7.5 D9). Ages of 90 and over
are altered by the default profile, so a weak cue (at 92, 98F) never yields one.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted((s.start, s.end) for s in detector(RULES)(Document("1", "F/78，案父52歲，骨齡12歲，a 67-year-old")))
[(2, 4), (7, 10), (19, 30)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import BLANKS
from incognote.document import Span
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/age"
_YEARS_BEFORE: Final = re.compile(rf"(?:(?<![\d.])\d{{1,3}}\s?[\-~至到]\s?)?(?:(?<![\d.])\d{{1,3}}|[{CHARACTERS}]{{1,4}})\s?[幾几多餘余來来]?\s?$")
_YEARS_REST: Final = re.compile(
    rf"[歲岁](?:又?\s?(?:\d{{1,2}}|[{CHARACTERS}]{{1,3}})\s?[個个]?月(?:又?\s?\d{{1,2}}\s?[天日])?|半|人瑞)?"
)
_NOT_A_PERSON: Final = re.compile(r"(?:骨[齡龄]|心智年[齡龄]|心理年[齡龄]|[發发]展年[齡龄]|[發发]展[約约]?|智[齡龄]|肺[齡龄]|血管年[齡龄]|[滿满超逾未])[為为約约:\s]{0,3}$")
_BOUND: Final = re.compile(r"\s?(?:以上|以下|以[內内]|[之以]前就|族群)")
_TEN_YEARS: Final = re.compile(r"(?:[六七八九]|年[過过近屆届])\s?$")
_YOUNG: Final = re.compile(rf"(?:出生|生後|生后)(?:[後后]|[已約约])?\s?(?:第\s?)?(?:\d{{1,3}}|[{CHARACTERS}]{{1,4}})\s?(?:[天日週周]|[個个]月|小[時时])(?:大)?(?!以)")
_MONTHS_OLD: Final = re.compile(rf"(?:(?<!\d)\d{{1,2}}|[{CHARACTERS}]{{1,3}})\s?(?:[個个]月|天|[週周])$")
_NUMBER_BEFORE: Final = re.compile(
    r"(?:(?<![\d./])\d{1,3}|(?<![A-Za-z])(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))[\s-]{0,2}$", re.IGNORECASE
)
_LEADING: Final = re.compile(r"\d+")
_OLD_REST: Final = re.compile(r"[,\s-]{1,2}\d{1,2}[\s-]months?(?:[\s-]old)?", re.IGNORECASE)
_SEX: Final = re.compile(
    r"[0-9MF男女](?<![A-Za-z0-9/.+\-]\w)(?<!\d,\d)(?:"
    r"(?<=[MF男女])\s?[/,]?\s?(?P<a>(?<![MF])\d{1,3})|"
    r"(?<=\d)(?P<b>\d{0,2})\s?[/,]?\s?(?:yo?\s?/?\s?)?(?P<letter>[MF男女])|"
    r"(?<=\d)(?P<c>\d?[Yy]\d{1,2}[Mm]|\d{1,2}[Yy]))(?![A-Za-z0-9/%+]|\.\d| ?[xX×*])"
)
# A letter of sex or years behind digits, with what may stand between, or before digits
_SEX_LETTER: Final = re.compile(
    rf"[MF男女yY](?:{'|'.join(rf'(?<=[0-9][{BLANKS}/,yo]{{{gap}}}.)' for gap in range(9))}|(?=\s?[/,]?\s?\d))"
)
_REACH: Final = 12
_FEVER_OR_WOMAN: Final = re.compile(r" ?(?:with|w/|s/p|c/o|p/w|present|was|who|admit|h/o|hx|fell|lives|living|brought|bib|tripped|collapsed|reports?|complain|known|independent|from (?:home|nh|rh|racf|care))")
_DURATION: Final = re.compile(r"(?:for|x|over|last|past|×) ?$", re.IGNORECASE)
_TEMPERATURE: Final = re.compile(r"(?:temp\w*|t|bt|fever|foley|catheter|fr|tube|sheath|drain|pigtail|ng|stent)[\s:=]{0,2}(?:of |to )?$", re.IGNORECASE)
_LABELLED: Final = re.compile(r"[\s:=(]{0,3}(?:was |is |of |about |approx\.? |~|約|约)?(?P<n>\d{1,3}|["+CHARACTERS+r"]{1,4})(?P<u>\s?(?:[歲岁]|y(?:rs?|ears?|/?o)?(?![A-Za-z])))?(?![\d%/]|[.,]\d|-\d|\s?(?:mg|kg|cm|mm|days?|weeks?|wks?|months?|hours?|hrs?|min)\b)")
_NEAR_YEARS: Final = re.compile(r"(?P<n>[六七八九]十[一二三四五六七八九]?|[5-9]\d)(?=[,;:。、(\s]|\Z)")
_RANGE_REST: Final = re.compile(r"[\s-]{0,2}(?:(?:early|mid|late)[\s-]{1,2})?(?P<n>(?:[2-9]0|100)['’]?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens)(?![A-Za-z])", re.IGNORECASE)
_AT_REST: Final = re.compile(r"\s(?P<n>\d{1,2})(?=[;,.)](?!\d)|\s(?:[a-z]{3,12}ed|from|due|with|of|years?|in hospital|and)\b)")
_AT_WHAT: Final = re.compile(r"(?:rate|level|spo2|sats?|kept|hr|bp|temp|set|remain\w*|stable|stayed|maintained|held|running|flow|cm|line|score\w*|dose|l|floor|bed|look\w*)\s?$", re.IGNORECASE)
_COUNTING: Final = frozenset("每近過过前後后去今明幾几數数全半0123456789一二三四五六七八九十百 ")
_APPROX: Final = re.compile(r"(?:\||unk\w*,?)\s?(?:approx\.?|about|~|c\.|circa)\s?(?P<n>\d{1,3})(?=\s?(?:\||$|\n|y))", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    for start, _ in page.cues.get("age_sign", NO_CUES):
        yield from _years(page, start)
    for start, end in page.cues.get("age_words", NO_CUES):
        yield from _words(page, start, end)
    for _, end in page.cues.get("age_label", NO_CUES):
        found = _LABELLED.match(page.text, end)
        years = to_int(found["n"]) if found else None
        if found and years is not None and years <= 130:
            yield page.span(found.start("n"), found.end("u") if found["u"] else found.end("n"), "AGE", None, SOURCE, 0.85)
    for start, end in page.cues.get("age_near", NO_CUES):  # 祖父年約九十; not 每年約九十, 近5年約90
        near = _NEAR_YEARS.match(page.text, end)
        if near and page.text[start - 1 : start] not in _COUNTING:
            yield page.span(*near.span("n"), "AGE", None, SOURCE, 0.75)
    for _, end in page.cues.get("age_range", NO_CUES):
        if found := _RANGE_REST.match(page.text, end):
            yield page.span(found.start("n"), found.end("n"), "AGE", None, SOURCE, 0.8)
    for start, end in page.cues.get("age_at", NO_CUES):
        found = _AT_REST.match(page.text, end)
        if found and 1 <= int(found["n"]) <= 89 and not _AT_WHAT.search(page.text, max(0, start - 12), start):
            yield page.span(found.start("n"), found.end("n"), "AGE", None, SOURCE, 0.45)
    for start, _ in page.cues.get("age_about", NO_CUES):
        found = _APPROX.search(page.text, max(0, start - 6), start + 24)
        if found and found.start("n") - start < 12:
            yield page.span(found.start("n"), found.end("n"), "AGE", None, SOURCE, 0.7)
    for start, end in page.cues.get("old_person", NO_CUES):
        yield page.span(start, end, "AGE", None, SOURCE, 0.8)
    yield from _young(page)


def _years(page: Page, at: int) -> Iterator[Span]:
    text = page.text
    if text[at] == "旬":
        if found := _TEN_YEARS.search(text, max(0, at - 3), at):
            yield page.span(found.start(), at + 1, "AGE", None, SOURCE, 0.75)
        return
    before = _YEARS_BEFORE.search(text, max(0, at - 7), at)
    rest = _YEARS_REST.match(text, at)
    if not before or not rest or _BOUND.match(text, rest.end()):
        return
    if _NOT_A_PERSON.search(text, max(0, before.start() - 9), before.start()):
        return
    number = to_int(re.sub(r".*[\-~至到]|[幾几多餘余來来\s]", "", before[0]))
    if number is not None and number <= 130:
        yield page.span(before.start(), rest.end(), "AGE", None, SOURCE, 0.85)


def _words(page: Page, start: int, end: int) -> Iterator[Span]:
    text = page.text
    before = _NUMBER_BEFORE.search(text, max(0, start - 16), start)
    if not before:
        return
    first = before.start()
    if before[0].strip(" -").isdigit() and int(before[0].strip(" -")) > 130:
        return
    rest = _OLD_REST.match(text, end)
    yield page.span(first, rest.end() if rest else end, "AGE", None, SOURCE, 0.85)


def _young(page: Page) -> Iterator[Span]:
    text = page.text
    for start, _ in page.cues.get("newborn", NO_CUES):
        if found := _YOUNG.match(text, start):
            yield page.span(start, found.end(), "AGE", None, SOURCE, 0.7)
    for start, _ in page.cues.get("months_old", NO_CUES):
        if found := _MONTHS_OLD.search(text, max(0, start - 6), start):
            yield page.span(found.start(), start + 1, "AGE", None, SOURCE, 0.7)


def sex(page: Page) -> Iterator[Span]:
    """65M, F/78, 052Y, 3y2m, 男 62: the number without the letter of the sex."""
    text = page.text
    for found in chain.from_iterable(_SEX.finditer(text, *window) for window in _windows(text)):
        start, end = found.start("a") if found["a"] else found.start(), found.end()
        if found["letter"]:
            end = found.end("b")
        digits = _LEADING.match(text, start, end)
        age = int(digits[0]) if digits else 999
        if age > 120 or _TEMPERATURE.search(text, max(0, found.start() - 10), found.start()):
            continue
        if found["letter"] == "F" and age >= 90 and not _is_woman(text, found):
            continue
        if found["c"] and _DURATION.search(text, max(0, start - 6), start):
            continue
        if not date_context.has_unit(text, end) or found["letter"] or found["c"]:
            yield page.span(start, end, "AGE", None, SOURCE, 0.6)


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The stretches around a letter that tells sex or years; most of a note is far from any."""
    first, last = 0, -1
    for letter in _SEX_LETTER.finditer(text):
        at = letter.start()
        if at - _REACH > last:
            if last > 0:
                yield first, last
            first = max(0, at - _REACH)
        last = at + _REACH
    if last > 0:
        yield first, last


def _is_woman(text: str, found: re.Match[str]) -> bool:
    """Whether 93F is a woman; 98F and 101F are temperatures."""
    if "/" in found[0] or "y" in found[0] or _FEVER_OR_WOMAN.match(text, found.end()):
        return True
    return text.endswith("(", 0, found.start()) and text.startswith(")", found.end()) and "," in found[0]


_UNIT_WORDS: Final = (
    "year-old", "years-old", "year old", "years old", "yrs old", "yr old", "yr-old", "yrs-old", "yo", "y/o", "y.o.", "y.o",
    "y o", "yo.", "y/old", "years of age", "yrs of age", "year-olds", "month-old", "months old", "months-old", "month old",
    "mo old", "m/o", "week-old", "weeks old", "week old", "day-old", "days old", "day old", "d/o", "w/o/d", "days of age",
    "months of age", "hours old", "hour-old", "yearold", "-something",
)  # fmt: skip
_CUES: Final = {
    "age_sign": ("歲", "岁", "旬"),
    "age_words": _UNIT_WORDS,
    "age_label": (
        "age", "aged", "at age", "at the age of", "age of", "ages", "aet", "when he was", "when she was", "died at", "died aged", "passed away at", "dx at",
        "diagnosed at", "onset at", "turned", "年齡", "年龄", "年紀", "年纪", "享年", "高齡", "享壽", "得年", "實歲", "虛歲", "虚岁", "实岁", "高龄", "享寿", "虛齡", "虚龄",
    ),
    "age_near": ("年約", "年约", "年近", "年逾", "年屆", "年届"),
    "age_range": ("in his", "in her", "in their", "in my"),
    "age_at": ("at",),
    "age_about": ("approx",),
    "old_person": (
        "人瑞", "centenarian", "nonagenarian", "octogenarian", "septuagenarian", "supercentenarian",
    ),
    "newborn": ("出生", "生後", "生后"),
    "months_old": ("大的", "大男", "大女", "大嬰", "大婴", "大，", "大"),
}  # fmt: skip
RULES = (Rule("age", find, _CUES, needs=tuple(_CUES)), Rule("age", sex, needs=(_SEX_LETTER,)))
