"""Telephone numbers in odd dress: digits painted over, blanks between all digits, Han digits, an extension
behind someone who is called (call me 71836, 總醫師游 6620, 通知R3 易(61142)).

Four digits that could be a time are an extension only in brackets. Source: catalogue 2.1, I2, I7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "手機0988-715-0□2，call me 71836，通知王醫師 1430"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['71836', '0988-715-0□2']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.phone_tw import HOTLINES
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

# 0988-715-0□2, 02-2451-88○○, 138****6207: digits painted over, in the number's own place
_PAINTED: Final = re.compile(
    r"[01](?<![A-Za-z0-9.-].)(?:(?<=0)[2-9](?=[\d-]{1,9}[\u25a1\u25cb\u3007\u25a0\u25cf\u25efOoXx*])|(?<=1)[3-9]\d(?=[ -]?[*\u25a1\u25cbXx]{4}))(?:[ -]?[\d\u25a1\u25cb\u3007\u25a0\u25cf\u25efOoXx*]){6,9}(?![A-Za-z0-9*])"
)
_PAINT_SIGNS: Final = (
    re.compile("0[2-9](?=[\\d-]{1,9}[\u25a1\u25cb\u3007\u25a0\u25cf\u25efOoXx*])"), re.compile("1[3-9]\\d[ -]?[*\u25a1\u25cbXx]{4}"),
)  # fmt: skip
_PAINT: Final = frozenset("\u25a1\u25cb\u3007\u25a0\u25cf\u25efXx*")
# call me 71836, 總醫師游 6620, 通知R3 易(61142)
_STAFF_LINE: Final = re.compile(
    r"(?![號号聲声床])[ \t]?(?:me|him|her|us|我|他|她)?(?:R\d|PGY\d?|VS|NP|CR|SW|Dr\.?|N\d)?[ \t]?(?:(?:[\u4e00-\u9fff]{0,5}(?:\u91ab\u5e2b|\u5e2b|\u5c08\u54e1|\u7d44\u9577|\u9577))?[\u4e00-\u9fff]{0,3}|[A-Z][a-z]{1,9})[ \t]?(?P<open>[(:#])?[ \t]?(?P<number>[2-9]\d{3,4})(?P<shut>\))?(?![A-Za-z0-9./%-])"
)
_CLOCK_LIKE: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
# 0 9 1 6 - 4 0 2 - 7 7 8; 零九三五四一八二二六
_LOOSE: Final = re.compile(r"(?<![A-Za-z0-9] )(?<![A-Za-z0-9])0 [2-9](?: ?-? ?\d){7,8}(?! ?-? ?\d)")
_HAN_DIGITS: Final = re.compile(r"[零〇○]九(?:[ -]?[零〇○一二三四五六七八九]){8}(?![零〇○一二三四五六七八九])")


def of_staff(page: Page) -> Iterator[Span]:
    """The extension behind someone who is called: four digits that could be a time only in brackets."""
    text = page.text
    for _, end in page.cues.get("phone_staff", NO_CUES):
        value = _STAFF_LINE.match(text, end)
        if value is None or UNIT.match(text, value.end()):
            continue
        number = value["number"]
        clear = value["open"] == "(" and value["shut"]
        if number in HOTLINES or (not clear and (_CLOCK_LIKE.fullmatch(number) or number[:2] in ("19", "20"))):
            continue
        yield page.span(*value.span("number"), "PHONE", None, "rules/phone_odd", 0.8)


def painted(page: Page) -> Iterator[Span]:
    """Numbers with some digits painted over; without a paint character the page has none."""
    text = page.text
    for value in _PAINTED.finditer(text):
        if any(c in _PAINT for c in value[0]):
            yield page.span(*value.span(), "PHONE", None, "rules/phone_odd", 0.75)


def loose(page: Page) -> Iterator[Span]:
    """Digits with blanks between all of them."""
    for value in _LOOSE.finditer(page.text):
        yield page.span(*value.span(), "PHONE", None, "rules/phone_odd", 0.6)


def spelt(page: Page) -> Iterator[Span]:
    """Mobiles written out in Han digits."""
    for value in _HAN_DIGITS.finditer(page.text):
        yield page.span(*value.span(), "PHONE", None, "rules/phone_odd", 0.7)


_FORMAL: Final = "零〇○Ｏ一二三四五六七八九壹貳贰參叁叄肆伍陸陆柒捌玖"
_SPELT: Final = re.compile(rf"(?:號碼|号码|號|号)?[ :是為为]{{0,3}}(?P<number>[{_FORMAL}](?:[ -]?[{_FORMAL}]){{6,10}})(?![{_FORMAL}十百])")


def spelt_behind(page: Page) -> Iterator[Span]:
    """電話 零玖壹貳參肆伍陸柒捌: any digits in Han behind a word for a line."""
    for category in ("line_word", "line_more"):
        for _, end in page.cues.get(category, NO_CUES):
            if value := _SPELT.match(page.text, end):
                yield page.span(*value.span("number"), "PHONE", None, "rules/phone_odd", 0.85)


# (本科4893), 分机找二院手术室3319, 電話：0868, 回传到58522: short numbers behind a word for a line
_DIGIT_WORD: Final = r"(?:(?:double|triple|treble) )?(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_SAID_LEFT: Final = re.compile(rf"(?<![A-Za-z])(?:{_DIGIT_WORD}[ ,.-]{{1,3}}){{1,14}}\Z", re.IGNORECASE)
_SAID_RIGHT: Final = re.compile(rf"{_DIGIT_WORD}(?:[ ,.-]{{1,3}}{_DIGIT_WORD}){{3,14}}(?![A-Za-z])", re.IGNORECASE)
_SAID_WORD: Final = re.compile(_DIGIT_WORD, re.IGNORECASE)
_TIMES: Final = {"d": 2, "t": 3}
_FEWEST_SAID: Final = 8


def said(page: Page) -> Iterator[Span]:
    """My number is zero four one two, triple five, nine eight seven: digits in words, eight of them or more."""
    text, last = page.text, -1
    for start, _ in page.cues.get("digit_word", NO_CUES):
        if start < last:
            continue
        left = _SAID_LEFT.search(text, max(last, start - 80, 0), start)
        begin = left.start() if left else start
        number = _SAID_RIGHT.match(text, begin)
        if number and sum(_TIMES.get(word[0][0].lower(), 1) if " " in word[0] else 1 for word in _SAID_WORD.finditer(number[0])) >= _FEWEST_SAID:
            last = number.end()
            yield page.span(*number.span(), "PHONE", None, "rules/phone_odd", 0.8)


_SHORT_LINE: Final = re.compile(
    r"(?:[:：]? ?(?P<one>[2-9]\d{3,4})(?=\)| ?(?:\n|\Z))|找?[\u4e00-\u9fff]{2,10}?(?P<two>[2-9]\d{3})(?![\d./%年月日:-])|[:：] ?(?P<three>0\d{3}|[2-9]\d{3,4})(?= ?(?:\n|\Z|[,;、])))"
)
_FAXED: Final = re.compile(r"[到至:： ]{1,2}(\d{4,8})(?![\d./%-]|[年月日天份張张頁页次])")
# 父母電話：0927 078 575、24195
_ALSO_LINE: Final = re.compile(r"(?<=\d)[、/] ?(\d{4,5})(?= ?(?:\n|\Z|[,;、(]))")
# 報案電話17828236131轉156 0812 2878
_TURNED_TO: Final = re.compile(r"(?<=\d)[轉转] ?(1[3-9]\d ?\d{4} ?\d{4}|09\d\d[ -]?\d{3}[ -]?\d{3})(?!\d)")
# 女兒李佳穎(2233-4455)
_KIN_LINE: Final = re.compile(r"[\u4e00-\u9fff]{2,4}\(([2-8]\d{2,3}-\d{4})\)")


def short_lines(page: Page) -> Iterator[Span]:
    """Four or five digits that a word for a line vouches for, and second numbers behind a first."""
    text = page.text
    for start, end in page.cues.get("line_word", NO_CUES):
        value = _SHORT_LINE.match(text, end)
        which = value.lastgroup if value else None
        if value is None or which is None or (which == "two" and text[start] not in "分內内") or (which == "three" and text[start] not in "電电") or value[which] in HOTLINES or value[which][:2] == "20":
            continue
        yield page.span(*value.span(which), "PHONE", None, "rules/phone_odd", 0.8)
    for _, end in page.cues.get("faxed_to", NO_CUES):
        if value := _FAXED.match(text, end):
            yield page.span(*value.span(1), "PHONE", "fax", "rules/phone_odd", 0.8)
    for _, end in page.cues.get("line_word", NO_CUES):
        if text[end - 1] not in "話话":
            continue
        line = text.find("\n", end, end + 32)
        last = line + 1 if line >= 0 else min(len(text), end + 32)
        for shape in (_ALSO_LINE, _TURNED_TO):
            if value := shape.search(text, end, last):
                yield page.span(*value.span(1), "PHONE", None, "rules/phone_odd", 0.8)


def of_kin(page: Page) -> Iterator[Span]:
    """A local number in brackets behind a person."""
    for value in _KIN_LINE.finditer(page.text):
        yield page.span(*value.span(1), "PHONE", None, "rules/phone_odd", 0.6)


RULES = (
    Rule(
        "phone_odd",
        short_lines,
        {"line_word": ("本科", "分機", "分机", "內線", "内线", "電話", "电话"), "faxed_to": ("回傳", "回传", "傳真", "传真", "回傳真", "传真回")},
        needs=("line_word", "faxed_to"),
    ),
    Rule("phone_odd", spelt_behind, {"line_more": ("手機", "手机", "行動", "聯絡", "联系", "撥打", "拨打", "致電", "致电", "號碼", "号码")}, needs=("line_word", "line_more")),
    Rule("phone_odd", said, {"digit_word": ("zero", "oh", "nought", "double", "triple", "treble")}, needs=("digit_word",)),
    Rule("phone_odd", of_kin, needs=(re.compile(r"\(\d{3,4}-"),)),
    Rule(
        "phone_odd",
        of_staff,
        {"phone_staff": ("call", "called", "叫", "通知", "找", "呼叫", "聯絡", "總醫師", "值班醫師", "值班", "專師", "個管師", "個管", "社工", "書記", "組長", "護理長")},
    ),
    Rule("phone_odd", painted, needs=_PAINT_SIGNS),
    Rule("phone_odd", loose, needs=(re.compile("0 [2-9] "),)),
    Rule("phone_odd", spelt, needs=(re.compile("九(?<=[零〇○]九)"),)),
)
