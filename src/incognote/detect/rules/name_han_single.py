"""One character for a colleague or a patient behind a role word: 護理師欣交班, 校護葉也看過, 社工妤陪同.

The character is one that given names or surnames use and that texts hardly do alone; what stands behind is what
staff do, so 護理師已交班 and 社工常陪同 are none. Source: catalogue 7.3 N3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "護理師欣交班，護理師已交班，校護葉也看過"))]
[(3, 4), (16, 17)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.likelihood import based, given_weight, is_han, surname_weight, tables
from incognote.names.search import is_clinical_word

SOURCE: Final = "rules/name_han_single"
_ROLES: Final = (
    "護理師", "护理师", "護師", "护师", "護士", "护士", "校護", "校护", "校醫", "校医", "社工", "心理師", "心理师", "治療師", "治疗师", "醫師", "医师", "醫生", "医生", "藥師", "药师", "督導", "督导", "個管師", "个管师",
    "居服員", "居服员", "照服員", "照服员", "志工", "實習生", "实习生", "學姊", "学姐", "學姐", "學長", "学长", "技師", "技师", "營養師", "营养师", "導師", "导师", "輔導老師", "辅导老师", "室友", "病友", "鄰床", "邻床", "隔床",
)  # fmt: skip
_PATIENTS: Final = frozenset(["病友", "鄰床", "邻床", "隔床", "室友"])
_DOES: Final = re.compile(
    r"交班|接班|值班|代班|也?看[過过診诊]|也?來[看過过電电訪访]|也?来[看过电访]|[巡查]房|[換换][藥药班]|[給给][藥药]|打[針针電电]|抽血|量[血體体]|陪[同伴診诊]|[協协]助|[評评]估|[訪访][視视]|[說说](?![明法])"
    r"|表示|告知|通知|提醒|指[導导示]|[衛卫]教|[聯联][絡络繫系]|[電电]訪|[會会][談谈]|[轉转][達达介告]|建[議议]|回[報报覆電电]|[處处]理|[發发][現现藥药]|推床|[帶带](?:[隊队]|病人|患者|班|步|[領领]|[動动]|他|她|操|[團团]|[練练])|教(?:[會会導导]|他|她)|[幫帮](?:忙|他|她)|[換换]上|拿[來来]|也(?:在|有|說|说|知)|[開开][藥药立]|[請请]假|休假|下班"
)
_NEVER: Final = frozenset("已未再常先也都均皆曾正剛刚才今昨早晚夜午會会需請请可能不沒没無无有在來来去又便即就則则仍還还另親亲自同共多各全主代急重新首初前後后中內内外上下左右時时日每次只方并並且而但或與与及和跟對对向從从由於于為为因如若所其之的了著着過过得地將将把被讓让給给電电當当單单線线長长員员生師师老大小男女人們们家處处間间站室科組组方明高成文")
_HEAVY: Final = -4.25
"""Characters that texts use alone more often than this are words behind a role, not names."""

_SURNAME_HEAVY: Final = -3.6


def find(page: Page) -> Iterator[Span]:
    text, base = page.text, based(page.text)
    for start, end in page.cues.get("single_role", NO_CUES):
        if not is_han(text[end : end + 1] or " ") or text[end] in _NEVER or not _DOES.match(text, end + 1):
            continue
        char = base[end]
        surname = surname_weight(text[end]) or -9.0
        is_named = given_weight(char) > -3.5 or surname > -3.6
        joint = (base[end : end + 2], base[end : end + 3], base[end - 1 : end + 1])
        heavy = _SURNAME_HEAVY if surname > -2.8 else _HEAVY
        if is_named and tables().words.get(char, -9.0) < heavy and not any(word in tables().words or is_clinical_word(word) for word in joint):
            label = "NAME" if text[start:end] in _PATIENTS else "DOCTOR"
            yield page.span(end, end + 1, label, "other_patient" if label == "NAME" else None, SOURCE, 0.8)


RULES = (Rule("name_han_single", find, {"single_role": _ROLES}, needs=("single_role",)),)
