"""Han names behind a field label: 姓名, 病人姓名, 聯絡人, 主治醫師, 护士签名, PI.

A label with a colon vouches for any Han value of a name's size, also one whose surname is in no list;
without a colon the value must be likelier a name than words. Source: catalogue 3.3, 4, 7.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.label) for s in detector(RULES)(Document("1", "姓名：王小明性別男 主治醫師：林正軒"))]
[(3, 6, 'NAME'), (15, 18, 'DOCTOR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import leads_nowhere, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.people import read_announced, read_field
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_expected, read_single, read_vouched
from incognote.detect.whose import is_part_of_role, label_for, skip_id, skip_role
from incognote.document import Span
from incognote.names.cues import role_of, words
from incognote.names.likelihood import stands_alone, surname_weight
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_field"
CATEGORIES: Final = {
    "field_patient": "patient",
    "field_relative": "relative",
    "field_third_party": "third_party",
    "field_notifier": "notifier",
    "field_alleged": "alleged",
    "field_staff": "staff",
}
_COLON: Final = re.compile(r"[ \t]{0,3}(?:\([^()\n]{0,12}\)|/ ?name)?[ \t]{0,3}[:=|][ \t]{0,3}\n?[ \t]{0,3}")
_BLANK: Final = re.compile(r"[ \t]{1,3}")
_CLOSE: Final = re.compile(r"[\]】>][ \t]*\n?[ \t]*")
_TITLES: Final = frozenset(["居督", "一線", "二線", "三線", "一线", "二线", "三线", "專輔", "责护", "責護", "總值", "总值"])
_SHORT: Final = re.compile(f"[{HAN}]{{1,3}}(?![{HAN}])")
_HEADING: Final = re.compile(r"[ \t]*(?:病歷|病历|床|性|年|科|診|诊|主|身|電|电|出|生|備|备|關|关|聯|联|地|住|日|編|编|序)")
_PARTS: Final = frozenset("線线站表室組组")
"""What goes on with the label: 長照專線, 值班室, 登記表."""
_SIGNED_OR_NOT: Final = frozenset(["拒签", "未签", "已签", "不签", "免签", "待签", "拒绝签", "既往", "微信"])
_AGAIN_DOSED: Final = re.compile(f"([{HAN}]{{2,4}})[ \t]{{1,3}}[{HAN}]{{2,4}}")
_DOSE: Final = re.compile(r"[ \t]{0,2}\d+(?:\.\d+)?[ \t]?(?:m?g|克|錢|钱|ml)(?![A-Za-z])")
_AND: Final = frozenset("/、&")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, kind in CATEGORIES.items():
        for start, end in page.cues.get(category, NO_CUES):
            yield from _value(page, text, start, end, kind)


def _value(page: Page, text: str, start: int, end: int, kind: str) -> Iterator[Span]:
    if text[end : end + 1] >= "\u3400" and (text[end] in _PARTS or _hopeless(text, start, end, kind)):
        return
    gap = _COLON.match(text, end) or _CLOSE.match(text, end)
    if gap:
        at = skip_id(text, gap.end())
        at, kind = _past_role(text, at, kind)
        if "|" in gap[0] and (kind == "staff" or text[end - 2 : end] not in {"姓名", "名字"} or _HEADING.match(text, at)):
            return
        if "\n" in gap[0]:
            read = read_expected(text, at, prior=0.0)
        elif kind == "staff" or text[start:end] in role_of():
            read = None if _surname_before(text, start) else read_announced(text, at)
        else:
            read = read_field(text, at)
    elif page.lower[start:end] == "reported by":  # fever reported by a parent; a report is signed with a colon
        return
    else:
        blank = _BLANK.match(text, end)
        at = skip_id(text, blank.end() if blank else end)
        if at == end and text[at : at + 1] < "\u3400":
            return
        if kind != "staff" and (is_part_of_role(text, start, end) or (kind == "patient" and skip_role(text, at)[1])):
            return
        at, kind = _past_role(text, at, kind)
        read = read_expected(text, at, prior=0.3 if blank else -0.6)
    if gap and (read is None or read.end - read.start == 2) and text[at : at + 1] >= "\u3400" and (kind == "staff" or text[start:end] not in role_of()):
        longer = read_vouched(text, at)
        read = longer if longer and (read is None or longer.end == at + 3) else read
    label, attribute = label_for(kind)
    if read and text[read.start : read.end].translate(to_base()) in _SIGNED_OR_NOT:  # 家属签字：拒签
        read = None
    if read and (herb := _AGAIN_DOSED.fullmatch(text, read.start, read.end)) and _DOSE.match(text, read.end):
        read = read._replace(end=herb.end(1))  # 姓名：杜仲 杜仲 9g
    if read:
        yield page.span(read.start, read.end, label, attribute, SOURCE, read.score)
        if kind == "staff":
            yield from _others(page, read.end)
    elif kind == "staff" and (stop := read_single(text, at, is_glued=at == end)):
        is_title = at == end and text[start:end] in _TITLES  # 居督王, 二線曾: an abbreviated title goes in
        yield page.span(start if is_title else at, stop, label, None, SOURCE, 0.8)
        yield from _others(page, stop)


_PIECES: Final = re.compile(
    rf"(?:(?<![A-Za-z{HAN}])(?:姓|family name|surname|last name)[ \t]{{0,3}}[:=|\t][ \t|]{{0,3}}(?P<surname>[{HAN}]{{1,2}})[\s,，、;；|/]{{1,6}}(?:名|given names?|first name)[ \t]{{0,3}}[:=|\t][ \t|]{{0,3}}(?P<given>[{HAN}]{{1,3}})"
    rf"|(?<![A-Za-z{HAN}])(?:名|given names?|first name)[ \t]{{0,3}}[:=|\t][ \t|]{{0,3}}(?P<first>[{HAN}]{{1,3}})[\s,，、;；|/]{{1,6}}(?:姓|family name|surname|last name)[ \t]{{0,3}}[:=|\t][ \t|]{{0,3}}(?P<last>[{HAN}]{{1,2}}))(?![{HAN}])",
    re.IGNORECASE,
)


def pieces(page: Page) -> Iterator[Span]:
    """姓：王 above 名：小明: the surname and the given name in fields of their own."""
    for found in _PIECES.finditer(page.text):
        surname, given = ("surname", "given") if found["surname"] else ("last", "first")
        if surname_weight(found[surname][0]) is not None:
            yield page.span(*found.span(surname), "NAME", "patient", SOURCE, 0.9)
            yield page.span(*found.span(given), "NAME", "patient", SOURCE, 0.9)


def _others(page: Page, at: int) -> Iterator[Span]:
    """The rest of a list of staff: 護理師：林淑芬/張雅婷, 簽名：徐/汪, 術者江山/海燕."""
    text = page.text
    while text[at : at + 1] in _AND and at < len(text):
        read = read_expected(text, at + 1)
        other = _SHORT.match(text, at + 1)
        if read:
            start, at = read.start, read.end
        elif other and _may_be_listed(other[0]):
            start, at = other.span()
        else:
            return
        yield page.span(start, at, "DOCTOR", None, SOURCE, 0.8)


def _may_be_listed(piece: str) -> bool:
    base = piece.translate(to_base())
    if len(piece) == 1:
        return (surname_weight(piece) or -9.0) > -3.0
    return base in word_names()


def _hopeless(text: str, start: int, end: int, kind: str) -> bool:
    """Nothing between label and value: the most frequent place, and mostly a word."""
    return (kind != "staff" and text[end - 2 : end] != "姓名") or text[start].isascii() or leads_nowhere(text, end)


def _surname_before(text: str, start: int) -> bool:
    """林醫師：先觀察 is a speaker and what he says, no field."""
    return start > 0 and text[start] >= "\u3400" and surname_weight(text[start - 1]) is not None and stands_alone(text, start - 1)


def _past_role(text: str, at: int, kind: str) -> tuple[int, str]:
    """Behind 聯絡人：the relation may stand before the name."""
    if kind in {"patient", "staff"}:
        return at, kind
    past, role = skip_role(text, at)
    if role == "patient":  # 供史者：患者之姐黎明
        further, told = skip_role(text, past)
        past, role = (further, told) if told else (past, role)
    return (past, role) if role and role != "staff" and past < len(text) and text[past] >= "\u3400" else (at, kind)


RULES = (
    Rule("name_han_field", find, {category: words(category) for category in CATEGORIES}, needs=tuple(CATEGORIES)),
    Rule("name_han_field", pieces, needs=(re.compile("[名姓][:=|\t ]"), re.compile(f"ame[:=|\t ] ?[{HAN}]"))),
)
