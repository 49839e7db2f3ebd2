"""Beds, wards, clinic rooms and theatres: 12A-03, 7B病房 15床, MICU 3, 外二-15床, 第12診, OR 7.

A bare department is no room. A shape alone (12A-03) counts where no clinical word stands before it, so
BI-RADS 4A, C5-6, 1-0-1 and 12-03 stay. Source: catalogue 2.1 (bed and ward), 2.2, rule R1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "床號：12A-03，BI-RADS 4A，C5-6"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['12A-03']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_SOURCE: Final = "rules/room"
_LABELS: Final = (
    "床號", "床号", "病床號", "病床号", "床位", "床位號", "出院床號", "病房床號", "病房號", "病房号", "房號", "房号", "病室", "bed", "bed no", "bed number", "room", "room no", "rm", "房間", "病房/床號", "手術房", "手术间",
    "病房", "ward", "ward/bed", "手術間", "bed#",
)  # fmt: skip
_VALUE: Final = re.compile(
    r"(?: ?[:#(/為为-]{0,2} ?|\. ?)((?:(?:OR|ICU|MICU|SICU|CCU|NICU|PICU|RCW|ER|W|B)[ -]?)?\d{0,3}[A-Za-z]{0,2}\d{0,3}(?:[-/]\d{1,3}){0,2}(?:-?[A-Z](?![A-Za-z]))?(?:病房|房|室)?(?: ?-?\d{1,3})?(?:床|號床|号床)?)(?![A-Za-z0-9])"
)
_WARD: Final = (
    r"(?:\d{1,2}[A-Z]\d{0,2}|[A-Z]\d{1,3}|[A-Z]{1,3}-?\d{1,2}[A-Z]?|\d{1,3}[A-Z]?)(?:病房|房|病室)?"
    r"|(?:外|内|內|骨|儿|兒|妇|婦|产|產|神|心|泌|胸|脑|腦|普|眼|耳|急|肿|腫|感|康|呼|消|肾|腎|血|内分泌|神内|神外|心内|消化|呼吸|普外|胸外)[一二三四五六七八九十]{1,2}(?:科|病区|病區|區|区)?"
    r"|[一二三四五六七八九十]{1,2}(?:病房|病区|病區|樓)|(?:ER|EICU|MICU|SICU|CCU|NICU|PICU|ICU|RCW|RCC)(?:\d{0,2})?(?: ?留觀| ?留观)?|急診留觀|急诊留观|留觀|留观|急診|加护病房|加護病房"
)
_BEDS: Final = re.compile(rf"(?<![A-Za-z0-9.])(?:(?:{_WARD})[ -]?)?(?:第)?(\d{{1,4}}(?:-\d{{1,3}})?[A-Za-z]?|加\d{{1,2}}|[一二三四五六七八九十]{{1,3}}) ?(?:號床|号床|床|號房|房)$")
_NOT_BED: Final = re.compile(r"上|邊|边|旁|位|單|单|墊|垫|欄|栏|頭|头|尾|下|數|数|日|號|号|的規模|规模|試驗|研究|張|床")
_UNITS: Final = re.compile(r"[ -]?(?:第|bed ?|room ?|Bed ?)?(\d{1,2}[A-Z]?(?:-\d{1,2})?)(?! ?(?:天|日|年|月|h|hr|hrs|hours|days|day|d|小時|小时|次|週|周|人|名|位|個|个|/|%|mg|mL|\.\d|:|點|点|歲|岁|號|weeks|wks|times|床以上|years|months|-day))(?![A-Za-z0-9.])(?: ?床)?")
_AMOUNT: Final = re.compile(r" ?(?:張|间|間|air|天|日|次|/|%|:|人|位|名|樓|楼|days?\b|hrs?\b|hours?\b|h\b|times|x\b|weeks?\b|\.\d)")
_CLINIC: Final = re.compile(r"第? ?(?:\d{1,3}|[一二三四五六七八九十]{1,3})$")
_SHAPE: Final = re.compile(r"(?<![A-Za-z0-9./-])(?:\d{1,2}[A-Z]\d{0,2}-\d{1,2}[A-Z]?|[A-Z]\d{2}-\d{2}-\d{1,2}|(?:MICU|SICU|CCU|NICU|PICU|ICU|RCW|RCC|EICU|BICU)-\d{1,2}[A-Z]?)(?![A-Za-z0-9./%-])")
_CLINICAL_BEFORE: Final = re.compile(r"(?:rads|grade|stage|class|type|level|score|size|no|型|級|级|期|分|lot|sn|s/n|序號|批號|#|編號|号|號|code|基因|mutation|exon|[A-Z]\d?)[ :.#]{0,2}$", re.IGNORECASE)
_PLACED: Final = re.compile(r"(?:鄰床|邻床|隔床|隔壁床|鄰房)[^\d\n]{0,8}[(]?((?:\d{1,3}[A-Z]?)-\d{1,2}[A-Z]?)(?![\d/-])")


def find(page: Page) -> Iterator[Span]:
    text, cues = page.text, page.cues
    for _, end in cues.get("room", NO_CUES):
        value = _VALUE.match(text, end)
        if value and any(c.isdigit() for c in value[1]) and not _AMOUNT.match(text, value.end()) and not (text[end : end + 1] == "." and not page.lower[end - 2 : end] in ("no", "rm")):
            start = value.start(1)
            yield page.span(start, value.end(1), "ROOM", None, _SOURCE, 0.82)
    for start, end in cues.get("bed", NO_CUES):
        if not _NOT_BED.match(text, end) or text[start - 1 : start].isdigit():
            bed = _BEDS.search(text, max(0, start - 16), end)
            if bed and (text[start] == "床" or (len(bed[1]) >= 3 and bed[1].isdigit() and text[end : end + 1] not in ("間", "顫", "颤", "室"))):
                yield page.span(bed.start(), end, "ROOM", None, _SOURCE, 0.82)
    for start, end in cues.get("unit", NO_CUES):
        value = _UNITS.match(text, end)
        if value and (page.lower[start:end] != "or" or (text[start:end] == "OR" and "-" not in value[1] and text[end : end + 1] in " -#" and not text[value.end() : value.end() + 1] == ",")):
            yield page.span(start, value.end(), "ROOM", None, _SOURCE, 0.8)
    for start, end in cues.get("clinic_room", NO_CUES):
        value = _CLINIC.search(text, max(0, start - 5), start)
        if value and (value[0].startswith("第") or text[start:end] != "診") and not re.match(r"[斷断治察療疗間间]", text[end : end + 1] if text[start:end] == "診" else ""):
            yield page.span(value.start(), end, "ROOM", None, _SOURCE, 0.8)
    yield from _shapes(page)


def _shapes(page: Page) -> Iterator[Span]:
    text = page.text
    if "-" not in text:
        return
    for value in _SHAPE.finditer(text):
        if not _CLINICAL_BEFORE.search(text, max(0, value.start() - 9), value.start()):
            yield page.span(*value.span(), "ROOM", None, _SOURCE, 0.55)
    for _, end in page.cues.get("next_bed", NO_CUES):
        value_ = _PLACED.search(text, end - 2, min(len(text), end + 24))
        if value_ and value_.start() <= end:
            yield page.span(*value_.span(1), "ROOM", None, _SOURCE, 0.8)


RULES = (
    Rule(
        "room",
        find,
        {
            "room": _LABELS,
            "bed": ("床", "房"),
            "unit": ("micu", "sicu", "ccu", "nicu", "picu", "icu", "eicu", "rcw", "rcc", "or"),
            "clinic_room": ("診", "诊室", "診間", "診室", "號診間", "号诊室"),
            "next_bed": ("鄰床", "邻床", "隔床", "隔壁床", "鄰房"),
        },
    ),
)
