"""Occupations in Chinese of people who are not staff (tier C: counted and shown, masked by profile).

The job noun with its modifier; 退休 and 職業 stay outside. Words that are also titles of somebody near
the patient (經理, 警察, 老師) need a word for work before them. Source: catalogue 7.1, 7.7 Q1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "退休公車司機，於店內任收銀員"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['公車司機', '收銀員']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import DATA
from incognote.document import Span
from incognote.gazetteer.loader import read_list

_SOURCE: Final = "rules/profession_han"
_JOBS: Final = read_list(DATA, "professions_han")
_WORK: Final = re.compile(
    r"(?:職業|职业|工作|從事|从事|擔任|担任|任職|任职|任|退休|曾任|現任|原為|曾為|職稱|职务|職務|身分|身份|是|為|为|做|當|当|retired|an?|as|occupation|worked as|(?:職業|职业)[:： ]{1,2}[\u4e00-\u9fff]{2,8})[ :：為为是/]{0,3}$",
    re.IGNORECASE,
)
_AFTER_LABEL: Final = re.compile(r"[ ::為为是]{1,3}(?:退休|前|已退休|曾任)?([\u4e00-\u9fff]{2,8}?)(?=[\s,.;，。；、()（）/]|$)")
_NOT_JOBS: Final = frozenset(["無", "无", "無業", "退休", "待業", "失業", "不詳", "不详", "其他", "未知", "學齡前", "无业", "離職", "已退休", "不明", "否認"])
_DISEASE_NEXT: Final = re.compile(r"工|肘|膝|肺|病|指|症|手|腰|家庭|肩")  # 礦工肺, 家庭主婦膝, 女工


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("profession", NO_CUES):
        if _DISEASE_NEXT.match(text, end):
            continue
        works = _WORK.search(text, max(0, start - 18), start)
        if works or _JOBS[text[start:end]] >= 1:
            yield page.span(start, end, "PROFESSION", None, _SOURCE, 0.82 if works else 0.5)
    for _, end in page.cues.get("profession_label", NO_CUES):
        value = _AFTER_LABEL.match(text, end)
        if value and value[1] not in _NOT_JOBS:
            yield page.span(*value.span(1), "PROFESSION", None, _SOURCE, 0.5)


RULES = (Rule("profession_han", find, {"profession": tuple(_JOBS), "profession_label": ("職業", "职业")}, needs=("profession", "profession_label")),)
