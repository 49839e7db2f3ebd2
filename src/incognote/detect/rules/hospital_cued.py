"""Hospitals that are named briefly and that nobody knows, where a word says that care was given there.

去年在北峰做過ECMO, 自 潭美 3F ICU, 從仁澤轉廣恩, 轉至康寧急診. The name must be no word, no place and no part
of the house (在家, 在外院, 由家屬). Source: catalogue 7.4 O2, O3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "去年在北峰做過ECMO，在外院開刀，從仁澤轉廣恩"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['北峰', '仁澤', '廣恩']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.hospital_han import COMMON, IN_HOUSE, NO_PLACE, in_words
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import known, name_start, strip_common
from incognote.document import Span

_SOURCE: Final = "rules/hospital_cued"
_TREATED_AT: Final = re.compile(
    r"(?P<name>[\u4e00-\u9fff]{2,3}?)(?:做過|做过|住過|住过|裝過|裝|開過|开过|看過|看过|洗腎|洗肾|住院|開刀|开刀|手術|手术|生產|生产|剖腹|就醫|就医|就診|就诊|看診|看诊|看病|回診|回诊|急診|急诊|追蹤|复查|複查|化療|化疗|打過|打过|查(?=[\u4e00-\u9fff]{0,2}[:：超])|查彩超|拿藥|拿药|照(?= ?[A-Z電超X])|行(?=[剖切介化放置檢检手]|[A-Z]{2,4}(?![a-z]))|(?<=\d [於于].{2})(?=[;；,，。])|(?<=\d [於于].{3})(?=[;；,，。]))"
)
_SENT_TO: Final = re.compile(r" ?([\u4e00-\u9fff]{2,3}?)(?:急診|急诊|門診|门诊|住院|就醫|就医|治療|治疗|追蹤|加護|ICU|ER\b|\)|(?=[ ,，。;；、\n]|$))")
_WENT_ON: Final = re.compile(r" ?(?P<name>[\u4e00-\u9fff]{2,3})(?: (?=\d{1,2}F|[A-Z]{2,4}|急診|病房|加護)|(?=轉|转))(?:[轉转]回?(?P<next>[\u4e00-\u9fff]{2,3})(?=[再又後,，。;；、\n]|$))?")


def _treated(page: Page) -> Iterator[Span]:
    """A short name nobody knows where a word says that care was given: 在北峰做過ECMO, 自 潭美 3F ICU, 從仁澤轉廣恩."""
    text = page.text
    for _, end in page.cues.get("care_at", NO_CUES):
        value = _TREATED_AT.match(text, end)
        if value and _is_unknown(text, value.start("name"), value.end("name")):
            yield page.span(*value.span("name"), "HOSPITAL", None, _SOURCE, 0.8)
    for _, end in page.cues.get("care_to", NO_CUES):
        value = _SENT_TO.match(text, end)
        if value and (_is_unknown(text, *value.span(1)) or (text.startswith(("急診", "急诊", "ICU"), value.end(1)) and _is_unknown(text, *value.span(1), words=True))):
            yield page.span(*value.span(1), "HOSPITAL", None, _SOURCE, 0.8)
    for _, end in page.cues.get("care_from", NO_CUES):
        value = _WENT_ON.match(text, end)
        if value and _is_unknown(text, value.start("name"), value.end("name")):
            yield page.span(*value.span("name"), "HOSPITAL", None, _SOURCE, 0.8)
            if value["next"] and _is_unknown(text, value.start("next"), value.end("next")):
                yield page.span(*value.span("next"), "HOSPITAL", None, _SOURCE, 0.8)


def _is_unknown(text: str, start: int, end: int, *, words: bool = False) -> bool:
    """Whether the stretch is no word, no place, no part of the house and holds no lead-in word."""
    name = text[start:end]
    if name in known() or NO_PLACE.search(name) or IN_HOUSE.search(name) or strip_common(text, end, COMMON) < end:
        return False
    if not words and (any(in_words(name[i : i + 2]) for i in range(len(name) - 1)) or in_words(name)):
        return False
    return name_start(text, end) <= start and not any(c in "我他她它你們们的了是有不也都很再又已曾於在自由從从" for c in name)


RULES = (
    Rule(
        "hospital_cued",
        _treated,
        {"care_at": ("在", "於", "于", "去"), "care_from": ("自", "從", "从", "由"), "care_to": ("轉至", "轉到", "轉往", "送至", "送到", "送往", "轉診至", "轉介至", "转至", "转到", "转往", "外院(", "他院(", "院外(", "轉入:", "转入:", "轉出:", "转出:")},
        needs=("care_at", "care_from", "care_to"),
    ),
)
