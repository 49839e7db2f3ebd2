"""Short forms of hospitals that nobody knows, told by how such forms are made: 部立青岙, 青岙市醫, 岙川中医, 澄岙基督教.

Two characters that are no word (or a known place) and a word for the kind of house; 配合中医, 信仰基督教 and
傳統中醫 are none, and what goes on to another word (中医药, 基督教徒) neither. Source: catalogue 7.4 O2, O3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "去年在部立青岙住院，转自岙川中医，配合中医治疗，他信基督教"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['岙川中医', '部立青岙']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.hospital_han import IN_HOUSE, in_words
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import is_han, known
from incognote.document import Span

_SOURCE: Final = "rules/hospital_brief"
_KINDS: Final = (
    "市醫", "市医", "縣醫", "基督教", "榮院", "附院", "人医", "人醫", "精卫", "精衛", "中医", "中醫", "妇幼", "婦幼", "耳鼻喉", "省醫", "联合医", "聯合醫",
)  # fmt: skip
_NOT_AFTER: Final = re.compile(
    r"[院學学藥药方師师生徒界辨證证徵科隊队]|保健|[人中]心|衛生|卫生|治[療疗]|信仰|長老|教[會会徒]|[会會]|女青年|青年|墓|调理|調理|外治|內治|护理|護理|特色|适宜|適宜|诊断|診斷|理论|理論|体质|體質"
)
_GRAMMAR: Final = frozenset("像如我他她它你們们的了是有不也都很再又已曾於于在自由從从予以給给請请找看做行經经可能及和與与或並并但因信為为用服某各該该本此这這那哪某同去過过到至往接受學学習习傳传統统現现西大老純纯用小全新無无")
_LEADS: Final = frozenset("持帶带回系係天返去送返转轉於于在至到往自由從从赴給给向由經经住訪访屬属，")
_PUBLIC: Final = re.compile(r"([\u4e00-\u9fff]{2})(?:醫院|医院)?")
_NO_OWN: Final = frozenset(("醫院", "医院", "學校", "大學", "高中", "國中", "國小", "機關", "單位", "機構", "幼兒", "圖書", "美術", "社教", "博物", "療養"))


def find(page: Page) -> Iterator[Span]:
    text, cues = page.text, page.cues
    for start, end in cues.get("house_kind", NO_CUES):
        if start >= 2 and _NOT_AFTER.match(text, end) is None and (left := brief_name(text, start)) is not None:
            if text.startswith(("醫院", "医院"), end):
                end, left = end + 2, left - 4 * text.endswith(("財團法人", "财团法人"), 0, left)
            yield page.span(left, end, "HOSPITAL", None, _SOURCE, 0.86 if text[end - 1] == "院" else 0.82)
    for start, end in cues.get("ministry", NO_CUES):
        value = _PUBLIC.match(text, end)
        if value and value[1] not in _NO_OWN and not set(value[1]) & _GRAMMAR and (not in_words(value[1]) or value[1] in known()):
            yield page.span(start, value.end(), "HOSPITAL", None, _SOURCE, 0.82)


def brief_name(text: str, end: int) -> int | None:
    """Where the two or three characters of a name before the kind begin."""
    left = end - 2
    name = text[left:end]
    if not (is_han(name[0]) and is_han(name[1])) or set(name) & _GRAMMAR:
        return None
    place = name in known()
    if not place and (in_words(name) or IN_HOUSE.search(name) or name[1] in "家者人期內内後后前"):
        return None
    if left and is_han(text[left - 1]) and not place and in_words(text[left - 1 : left + 1]) and text[left - 1] not in _LEADS:
        return None  # 生化中医: 化 belongs to the word before
    if left and is_han(text[left - 1]) and text[left - 1] not in _LEADS | _GRAMMAR and (left == 1 or not is_han(text[left - 2])):
        return left - 1  # three characters between marks
    return left


RULES = (
    Rule("hospital_brief", find, {"house_kind": _KINDS, "ministry": ("部立", "衛部立", "署立")}, needs=("house_kind", "ministry")),
)
