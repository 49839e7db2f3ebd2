"""Telephone numbers of Taiwan, and whatever stands behind a telephone word.

Trunk 0, area codes of one to three digits, mobiles 09 and eight; +886; extensions join the number, a bare
extension needs its cue; several numbers behind one word are one span each. Public helplines (113, 1925)
are not PHI. Source: catalogue 2.1, I2, I3, I7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "電話(02)2345-6789#7123、0912-345-678，113專線"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['(02)2345-6789#7123', '0912-345-678']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import UNIT, Rule, after_label, gap_end, number_rule, value_pattern
from incognote.document import Span

PHONE_WORDS: Final = (
    "電話", "電話號碼", "聯絡電話", "連絡電話", "聯繫電話", "聯絡方式", "連絡方式", "家裡電話", "家用電話", "住家電話", "住宅電話", "公司電話", "手機", "手機號碼", "行動電話", "行動", "手機號", "市話", "家電", "電洽", "電聯", "去電", "來電", "致電", "請撥", "請洽", "撥打", "撥", "公務機", "公務手機", "緊急聯絡人電話", "聯絡", "連絡", "call機", "呼叫器",
    "电话", "电话号码", "联系电话", "联系方式", "手机", "手机号", "手机号码", "固话", "座机", "移动电话", "家庭电话", "单位电话", "热线", "拨打", "请拨", "致电", "来电", "联系", "小灵通",
    "tel", "tel no", "telephone", "phone", "phone no", "phone number", "mobile", "mobile no", "cell", "cell phone", "cellphone", "contact", "contact no", "contact number", "call", "called", "ph", "hp", "pager", "whatsapp", "home", "work", "office", "(o)", "(h)", "(m)", "emergency contact",
)  # fmt: skip
FAX_WORDS: Final = (
    "傳真",
    "傳真號碼",
    "傳真電話",
    "传真",
    "传真号",
    "传真号码",
    "fax",
    "fax no",
    "fax number",
    "facsimile",
)
EXTENSION_WORDS: Final = (
    "分機",
    "分機號",
    "院內分機",
    "內線",
    "院內短號",
    "短號",
    "簡碼",
    "公務簡碼",
    "分机",
    "分机号",
    "内线",
    "院内短号",
    "短号",
    "ext",
    "ext.",
    "extn",
    "extension",
    "mvpn",
    "phs",
    "gsm",
    "x分機",
    "小號",
)
WEAK_EXTENSION_WORDS: Final = (
    "院內",
    "院内",
    "轉",
    "轉接",
    "转",
    "转接",
    "總機轉",
    "call",
    "page",
    "paged",
    "vpn",
    "通知分機",
    "改打",
    "再打",
    "請打",
    "代表號",
)
HOTLINES: Final = frozenset(
    [
        "110",
        "112",
        "113",
        "114",
        "118",
        "119",
        "120",
        "122",
        "165",
        "166",
        "167",
        "168",
        "1911",
        "1919",
        "1922",
        "1925",
        "1950",
        "1955",
        "1957",
        "1966",
        "1968",
        "1980",
        "1985",
        "1988",
        "1990",
        "1991",
        "1995",
        "1996",
        "1998",
        "1999",
        "12110",
        "12119",
        "12305",
        "12309",
        "12315",
        "12320",
        "12333",
        "12338",
        "12345",
        "12348",
        "12355",
        "12356",
        "12368",
        "12371",
        "12388",
        "12393",
        "988",
        "911",
        "999",
        "111",
        "000",
        "995",
    ]
)

EXT: Final = r"(?:\s?(?:#|轉|转|分機|分机|內線|内线|ext(?:ension)?\.?|x(?=\s?\d)|-(?=\d{2,5}(?![\d-])))\s?(?:分機|分机|內線)?[:.]?\s?\d{1,6}(?:,{1,2}\d{1,6})?(?:\s?(?:或|、|/)\s?\d{3,5}(?![\d-]))?#?){0,3}"
PARTING: Final = " .—_·‧・•⋅/-"
"""What stands between the groups of a number, at the end of a character class; a slash only in a mobile's."""
_GAP: Final = r"[ .—_·‧・•⋅-]?\n?"
# What follows the trunk 0: a mobile, Taiwan's areas with their lengths, service numbers, the mainland's areas.
_TRUNK: Final = (
    rf"(?:\s?9(?:[ .—_·‧・•⋅-]?\d){{2}}\)?{_GAP}(?:\d{_GAP}[ -]?){{5}}\d|9\d\d/\d{{3}}/\d{{3}}"
    rf"|[2-8]\)?{_GAP}\(?\d{{4}}\)?{_GAP}\d{{4}}|[3-8]\)?{_GAP}\(?\d{{3}}\)?{_GAP}\d{{4}}|(?:37|82|89)\)?{_GAP}\d{{3}}{_GAP}\d{{3}}"
    rf"|[2-8]\)?[ -]?\d{{4}}(?:-\n?|\n)\d{{3}}|3\d-\d{{3}}-\d{{3}}|(?:37|49|82|89)(?:-|\))\d{{2,4}}-\d{{3,4}}|[2-8]-\d{{2}}-\d{{2}}-\d{{2}}-\d{{1,2}}|[2-9]\d{{2}}-\d{{7,8}}"
    rf"|49\)?{_GAP}\d{{3}}{_GAP}\d{{4}}|8[23]6\)?{_GAP}\d{{2}}{_GAP}\d{{3}}|70\)?{_GAP}\d{{4}}{_GAP}\d{{4}}|80[09]{_GAP}\d{{3}}{_GAP}\d{{3}}|80-\d{{3}}-\d{{4}}"
    rf"|(?:10|2[0-57-9]|(?:[3-7](?!00)|8(?=[5-9])|9)\d{{2}})\)?{_GAP}\d{{3,4}}{_GAP}\d{{4}})"
)
_COUNTRY: Final = r"\)?[ -]?\(?0?\)?[ -]?[2-9](?:[ -]?\)?\d){7,8}"
_END: Final = rf"{EXT}(?![A-Za-z0-9])"
_INLAND: Final = re.compile(rf"0(?<![A-Za-z0-9.+-].){_TRUNK}{_END}", re.IGNORECASE | re.DOTALL)
_ABROAD: Final = re.compile(rf"886(?<![A-Za-z1-9.-]...){_COUNTRY}{_END}", re.IGNORECASE | re.DOTALL)
_LISTING: Final = frozenset("、/,或和")
_LOCAL_NEXT: Final = re.compile(rf"[、/,或和] ?([2-9]\d{{2,3}}[ -]\d{{4}}{_END})")  # 021-5588 7743、5588 7744转203
_CLOCKS: Final = re.compile(r"0\d[0-5]\d(?:[ -][012]\d[0-5]\d){2}|0\d(?: [012]\d){4}")  # 0730 1130 1730
_SIGN: Final = re.compile(r"\(?(?:\+|00)?$")
_LABELLED: Final = value_pattern(
    rf"(?:\((?:O|H|M)\)\s?)?(?:\(?0{_TRUNK}|\(?(?:\+|00)?886{_COUNTRY}|(?:\+|00)?86[ -]?1\d{{2}}[ -]?\d{{4}}[ -]?\d{{4}}|1[3-9]\d[{PARTING}]?\d{{4}}[{PARTING}]?\d{{4}}"
    rf"|\+\d{{1,3}}(?:[ -]?\(?\d{{1,4}}\)?){{2,5}}|\d{{2,4}}-?\d{{3,4}}-?[*xX]{{3,4}}|\d{{3,4}}[ -]\d{{3,4}}(?:[ -]\d{{3,4}})?|\d{{6,13}}|[零〇○一二三四五六七八九]{{7,11}}|\d{{2,4}}[ -]?[*xX]{{3,6}}[ -]?\d{{2,4}}){EXT}"
)
_SHORT: Final = value_pattern(r"[2-9]\d{3,4}|1\d{4}")
_EXTENSION: Final = re.compile(
    r"(?:\d-\d{3,5}|\d{2,6}(?:-\d{1,3})?)(?![A-Za-z0-9.°-]|/\d{1,2}(?!\d)|\s?(?:度|degree|%|deg))"
)
_HASH: Final = re.compile(r"#(?<![A-Za-z0-9#].)\d{4,5}(?![A-Za-z0-9.])", re.DOTALL)
# A clinical extension: flexion/ext 120, full ext 30
_JOINT: Final = re.compile(
    r"(?:flex(?:ion)?|fle|full|knee|hip|leg|arm|back|trunk|neck|spine|shoulder|ankle|finger|thumb|toe|lumbar|cervical|active|passive|elbow|wrist|flx|f)\s?[/&]?\s?$|/$", re.IGNORECASE
)


def labelled(page: Page) -> Iterator[Span]:
    """Numbers behind a telephone or fax word."""
    text = page.text
    for category, kind in (("phone", None), ("fax", "fax")):
        for start, end in page.cues.get(category, NO_CUES):
            for value in after_label(text, end, _LABELLED):
                yield page.span(*balanced(value), "PHONE", kind, "rules/phone_tw", 0.9)
            if text[start] >= "\u4e00" and (short := _short(text, end)):
                yield page.span(*short.span(), "PHONE", kind, "rules/phone_tw", 0.8)


def _short(text: str, end: int) -> re.Match[str] | None:
    value = _SHORT.match(text, gap_end(text, end))
    return value if value and value[0] not in HOTLINES else None


def extensions(page: Page) -> Iterator[Span]:
    """A bare extension: 分機 2034, ext 6123."""
    text = page.text
    for start, end in page.cues.get("phone_ext", NO_CUES):
        if text[start].isascii() and _JOINT.search(text, max(0, start - 9), start):
            continue
        for value in after_label(text, end, _EXTENSION):
            if text[start].isascii() and value[0][2:3] == "-":
                continue  # leg ext 90-45
            if len(value[0]) > 2 or not text[start].isascii():
                yield page.span(*value.span(), "PHONE", None, "rules/phone_tw", 0.85)


def short_forms(page: Page) -> Iterator[Span]:
    """Behind a word that only sometimes announces an extension (轉, call, 院內): four or five digits; #71234."""
    text = page.text
    for _, end in page.cues.get("phone_ext_weak", NO_CUES):
        short = _short(text, end)
        if short and not UNIT.match(text, short.end()):
            yield page.span(*short.span(), "PHONE", None, "rules/phone_tw", 0.8)
    for value in _HASH.finditer(text):
        yield page.span(value.start() + 1, value.end(), "PHONE", None, "rules/phone_tw", 0.5)


def bare(page: Page) -> Iterator[Span]:
    """The shapes without a word in front; country code and opening bracket are looked up backwards."""
    text = page.text
    for value in _INLAND.finditer(text):
        if _CLOCKS.fullmatch(value[0]):
            continue
        yield page.span(*with_bracket(text, value), "PHONE", None, "rules/phone_tw", 0.8)
        if text[value.end() : value.end() + 1] in _LISTING and (more := _LOCAL_NEXT.match(text, value.end())):
            yield page.span(*more.span(1), "PHONE", None, "rules/phone_tw", 0.7)
    if "886" in text:
        for value in _ABROAD.finditer(text):
            sign = _SIGN.search(text, max(0, value.start() - 3), value.start())
            yield page.span(
                sign.start() if sign else value.start(), value.end(), "PHONE", None, "rules/phone_tw", 0.8
            )


def with_bracket(text: str, value: re.Match[str]) -> tuple[int, int]:
    """The range with the bracket that opens in front, if it closes inside: (02)2345-6789, not (0912345678)."""
    inside = value[0].find(")")
    opened = (
        value.start() > 0 and text[value.start() - 1] == "(" and inside > 0 and "(" not in value[0][:inside]
    )
    return value.start() - opened, value.end()


def balanced(value: re.Match[str]) -> tuple[int, int]:
    """The range without an opening bracket that closes behind it."""
    opens = value[0].startswith("(") and ")" not in value[0]
    return value.start() + opens, value.end()


TAILS: Final = (
    "末三碼", "後三碼", "末3碼", "後3碼", "手機末三碼", "手機後三碼", "手機末四碼", "手機後四碼", "電話末三碼", "電話後三碼", "電話末四碼", "電話後四碼", "手机尾号", "手机后四位", "电话尾号", "电话后四位", "手机末四位",
)  # fmt: skip
RULES = (
    number_rule(
        "phone_tw", "PHONE", labels=TAILS, category="phone_tail", labelled_shape=r"\d{3,4}", labelled=0.92
    ),
    Rule("phone_tw", labelled, {"phone": PHONE_WORDS, "fax": FAX_WORDS}, needs=("phone", "fax")),
    Rule("phone_tw", extensions, {"phone_ext": EXTENSION_WORDS}, needs=("phone_ext",)),
    Rule("phone_tw", short_forms, {"phone_ext_weak": WEAK_EXTENSION_WORDS}),
    Rule("phone_tw", bare),
)
