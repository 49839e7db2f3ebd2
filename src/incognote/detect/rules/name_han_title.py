"""Han names before titles and honorifics: 王醫師, 蔡承叡醫師, 小簡社工, 方便(先生).

A name of two or more characters leaves its title outside; one character takes it in (catalogue 7.3 N2, N3).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.label) for s in detector(RULES)(Document("1", "轉介王醫師，由歐陽淑貞護理師衛教"))]
[(2, 5, 'DOCTOR'), (7, 11, 'DOCTOR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.name_words import name_like, never, starts_right, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before
from incognote.document import Span
from incognote.names.cues import left_words, role_of, third_parties, words
from incognote.names.likelihood import (
    around,
    is_han,
    name_before,
    stands_alone,
    surname_weight,
    tables,
    vouched_margin,
    weigh,
    words_cost,
)
from incognote.names.tables import rows, to_base

SOURCE: Final = "rules/name_han_title"
_AFTER_GIVEN: Final = frozenset(["學姊", "学姊", "學姐", "学姐", "學長", "学长", "學妹", "学妹", "學弟", "学弟", "老師", "老师", "阿姨", "媽媽", "妈妈", "爸爸", "姐", "姊", "哥", "姨", "叔", "嫂", "護理師", "护士", "社工"])
# 王女, 陳男, 林父: only where nothing runs on at either side
_SEX: Final = frozenset("男女父母童婦妇員员")
FUNCTION: Final = frozenset("經经有相後后來来那從从由向於于和言全代應应原過过同元初明上下前左右老小大各該该本")
_GRAMMAR: Final = frozenset("經经")
_NO_SURNAME: Final = frozenset("治診诊經经新舊旧但長长要把將将被也都就才還还再又更最很太真已曾可能會会想說说看見见聽听此各前後男女總总副首全多每另主兼任帶带任牙中西外內内婦妇兒儿骨心腦脑眼耳皮麻復复康臨临實实住專专資资高初輔辅教校院科病房門门急產产護护藥药社區区村里鄉乡鎮镇市縣县省國国警檢检法律物職职語语營营個个照班組组隊队問问找請请叫和同何時时")
_LISTED: Final = -6.4
_ENDS_TITLES: Final = frozenset("師师員员長长生士公婆伯叔姨嫂姐姊哥妹弟爺爷奶媽妈爸")
"""護理師老師: one title behind another."""
_AFFIX: Final = frozenset("小老大阿")
_JOINS: Final = frozenset("及和與与跟")
_LINES: Final = ("專線", "专线", "月刊", "基金", "熱線", "热线")
_RAREST: Final = -4.8
_UNEXPLAINED: Final = 3.7
"""By how many powers of ten the words around are likelier without the character: 院 of 住院醫師 costs 1.7, 松 of 腎臟松醫師 4.2."""
_SIGNS_BEFORE: Final = frozenset(("", "\n", " \n", "  ", "\t"))
_NOT_A_NAME: Final = frozenset(["車司機", "车司机"])
_HOUSE_STAFF: Final = ("醫師", "医师", "醫生")
_BRACKETED: Final = re.compile(r"\((?:先生|小姐|女士|太太|[男女](?=[,)/ \d]))")


def find(page: Page) -> Iterator[Span]:
    yield from _titled(page, "title_staff", "staff")
    yield from _titled(page, "title_person", None)
    if "(" in page.text and not page.text.isascii():
        yield from _bracketed(page)


def _titled(page: Page, category: str, kind: str | None) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get(category, NO_CUES):
        edge = start - 1 if start and text[start - 1] == " " else start
        if not edge or text[edge - 1] < "\u3400":
            continue
        short = end - start == 1
        if short and not ends(text, end):
            continue
        found = name_before(text, edge, prior=1.5 if _is_word_name(text, edge) else -0.3)
        single = -9.0 if _last_of_spaced(text, edge, start) else _single(text, edge, start, end, short=short)
        if found and text[found.start : found.end].translate(to_base()) in never():
            continue
        if found and (text[found.end - 1] in _JOINS or text[found.start : found.start + 2] in role_of()):  # 趙啟及社工, 通譯黎小姐
            found = None
        if text.startswith(_LINES, end) or text[max(0, edge - 1) : end] in role_of():  # 張老師專線; 孫女, 伯父: words of kinship
            continue
        if text[max(0, edge - 1) : end] in _NOT_A_NAME or (text[start:end] in {"總", "总"} and text.startswith(_HOUSE_STAFF, end)):  # 砂石車司機; 張廖總醫師
            continue
        if not short and (found is None or found.end - found.start == 2) and _whole(text, edge):
            label, attribute = label_for(kind or _kind(text, edge - 3, text[start:end]))
            yield page.span(edge - 3, edge, label, attribute, SOURCE, 0.85)
        elif found and found.margin > 0.3 and found.margin > single and not (short and found.end - found.start < 3):
            label, attribute = label_for(kind or _kind(text, found.start, text[start:end]))
            yield page.span(found.start, found.end, label, attribute, SOURCE, 0.9)
        elif not short and (_double(text, edge) or _bordered_word(text, edge)):
            label, attribute = label_for(kind or _kind(text, edge - 2, text[start:end]))
            yield page.span(edge - 2, edge, label, attribute, SOURCE, 0.9)
        elif single > 0:
            label, attribute = label_for(kind or _kind(text, edge - 1, text[start:end]))
            if edge > 1 and text[edge - 2] in _AFFIX and not short and stands_alone(text, edge - 2):  # 小簡社工, 老王醫師
                yield page.span(edge - 2, edge, label, attribute, SOURCE, 0.9)
            else:
                yield page.span(edge - 1, end, label, attribute, SOURCE, 0.9)
        elif edge == start and text[start:end] in _AFTER_GIVEN and _given_alone(text, start, end):
            label, attribute = label_for(kind or _kind(text, start - 2, text[start:end]))
            yield page.span(start - 2, start, label, attribute, SOURCE, 0.8)


def _is_word_name(text: str, edge: int) -> bool:
    """高明醫師: a word, but the title makes it a name where no word runs on to its left."""
    return text[max(0, edge - 2) : edge].translate(to_base()) in word_names() and stands_alone(text, edge - 2)


def _bordered_word(text: str, edge: int) -> bool:
    """由石松護理師協助: the word is a name if a border or a word that leads to names stands before it."""
    base = text[max(0, edge - 2) : edge].translate(to_base())
    if base not in word_names() or base in never():
        return False
    before = text[edge - 3 : edge - 2]
    return not before or not is_han(before) or before in left_words() or text[edge - 4 : edge - 2] in left_words()


def _whole(text: str, edge: int) -> bool:
    """朴顺姬教授, 解蘭溪醫師: the whole stretch before a title, where no words explain it."""
    start = edge - 3
    if start < 0 or not all(map(is_han, text[start:edge])) or (start and is_han(text[start - 1]) and text[start - 1] not in left_words()):
        return False
    if text[start] in left_words() or text[edge - 1] in _JOINS:
        return False
    return (surname_weight(text[start]) or -9.0) > -4.8 and vouched_margin(text, start, edge) > 0.3


@cache
def _japanese() -> frozenset[str]:
    return frozenset(form for kind, text in rows("minority_names") if kind == "japanese" for word in text.split(" ") for form in (word, word.translate(to_base())))


def _double(text: str, edge: int) -> bool:
    """歐陽醫師, 陳林女士: a surname of two characters with a title."""
    pair = text[max(0, edge - 2) : edge]
    base = pair.translate(to_base())
    if len(pair) < 2 or not stands_alone(text, edge - 2):
        return False
    if surname_weight(pair) is not None or pair in _japanese() or pair in _japanese():
        return True
    return base not in never() and base not in tables().words and all((surname_weight(char) or -9) > -2.5 for char in pair)


def _last_of_spaced(text: str, edge: int, start: int) -> bool:
    """郭 台 明 先生: 明 is no surname."""
    return edge < start and edge > 2 and text[edge - 2] in " \t" and is_han(text[edge - 3])


def _given_alone(text: str, start: int, end: int) -> bool:
    """雅婷學姊, 秀琴姨: a given name with a title, borders on both sides."""
    if start < 2 or not name_like(text[start - 2 : start]):
        return False
    return _bordered(text, start - 2, end) if end - start == 1 else _bordered(text, start - 2, start) or _bordered(text, start - 2, end)


def _kind(text: str, start: int, title: str) -> str | None:
    """Whose name a titled one is: by the role word before it, else by the title itself."""
    kind = role_before(text, start)
    if kind in {None, "staff"}:
        return "third_party" if title in third_parties() else None
    return kind


def _single(text: str, edge: int, start: int, end: int, *, short: bool) -> float:
    """The logarithm of how much likelier one surname and its title are than other words."""
    weight = surname_weight(text[edge - 1])
    if _is_led(text, edge, start, end):
        return -9.0
    if text[edge - 1] in _JOINS and edge > 1 and is_han(text[edge - 2]):  # 昨晚和同學小賀: with a classmate
        return -9.0
    if text[start:end] in _SEX and not _bordered(text, edge - 1, end):
        return -9.0
    if weight is not None and not short and weight > _LISTED and text[edge - 1] not in FUNCTION | _NO_SURNAME and text[edge - 1 : end] not in role_of() and begins(text, edge - 1) and _is_seldom(text, edge - 1):
        return 0.5
    if weight is not None and weight > _LISTED and not short and edge == start and _signs(text, edge - 1, end):
        return 0.5
    if weight is not None and not short and text[edge - 1] not in FUNCTION | _NO_SURNAME and _is_unexplained(text, edge, start, end):
        return 0.5
    if weight is None or weight < _RAREST or text[edge - 1 : end] in role_of() or (short and (weight < -2.8 or not ends(text, end))):
        return -9.0
    if end - start > 2 and text[edge - 1] in FUNCTION:  # 向總值班報備: a long title needs no surname
        return -9.0
    left, right = around(text, edge - 1, end)
    window = text[left:edge].translate(to_base())
    tail = text[start:right].translate(to_base())
    titled = words_cost(window[:-1]) + weight + words_cost(tail)
    plain = words_cost(window + tail)
    alone = not short and ((left == edge - 1 and text[edge - 1] not in FUNCTION) or text[edge - 3 : edge - 1] in left_words())
    return titled - plain - (1.0 if short else -0.8) + (1.8 if alone else 0.0)


def _is_led(text: str, edge: int, start: int, end: int) -> bool:
    """由鄰居代餵, 片區民警, 雜貨店老闆, 向妹妹, 地段護理師: what stands before the title leads to it, or ends a word."""
    char, before = text[edge - 1], text[edge - 2 : edge - 1] if edge > 1 else ""
    role = role_of().get(text[start:end])
    if char == "店" or (char in "區区" and is_han(before or " ")):
        return True
    if char in "由向":
        return role == "relative" or (char == "由" and role != "staff")
    return is_han(before or " ") and (surname_weight(char) or -9.0) < -2.5 and (before + char).translate(to_base()) in tables().words


def _is_unexplained(text: str, edge: int, start: int, end: int) -> bool:
    """主官慕連長, 腎臟松醫師: words end before the character and no word holds it and its title; never 住院醫師, 主治醫師."""
    if text[edge - 1] in _ENDS_TITLES or text[edge - 1 : end] in role_of() or not stands_alone(text, edge - 1):
        return False
    if role_of().get(text[start:end]) == "relative":  # 案母妹妹: kin of kin
        return False
    left, right = around(text, edge - 1, end)
    window, tail = text[left:edge].translate(to_base()), text[start:right].translate(to_base())
    return words_cost(window[:-1]) + words_cost(tail) - words_cost(window + tail) >= _UNEXPLAINED


def _signs(text: str, at: int, end: int) -> bool:
    """戚薇薇  經主任: a word of grammar is a surname where nothing but blanks and the ends of a line stand around."""
    return text[max(0, at - 2) : at] in _SIGNS_BEFORE and text[at] in _GRAMMAR and text[end : end + 1] in {"", "\n"}


def _is_seldom(text: str, at: int) -> bool:
    """Whether the character is no everyday word, and ends none: never 但律師, 對方律師."""
    word = tables().words.get(text[at].translate(to_base()), -9.0)
    return word < ((surname_weight(text[at]) or -9.0) + 1.6 if word > -3.5 else -3.5) and stands_alone(text, at)


def begins(text: str, at: int) -> bool:
    """Whether a border or a word that leads to names stands before `at`: 由弋督導, 問菊主任."""
    before = text[at - 1 : at]
    return not before or not is_han(before) or before in left_words() or text[max(0, at - 2) : at] in left_words()


def _bordered(text: str, start: int, end: int) -> bool:
    left = not start or text[start - 1] < "\u3400" or text[start - 1] > "\ufa00" or text[start - 1] in left_words()
    return left and ends(text, end)


def ends(text: str, end: int) -> bool:
    """Whether a border or a word that follows names stands at `end`: 江君表示, not 江君秀."""
    after = text[end : end + 1]
    return not after or after < "\u3400" or after > "\ufa00" or starts_right(text[end : end + 3])


def _bracketed(page: Page) -> Iterator[Span]:
    """方便(先生), 何首烏(女): the title in brackets makes a name of a word."""
    text = page.text
    for found in _BRACKETED.finditer(text):
        end = found.start()
        for start in (end - 3, end - 2):
            if start < 0 or not all(map(is_han, text[start:end])) or not stands_alone(text, start):
                continue
            base = text[start:end].translate(to_base())
            weighed = weigh(text, start, end, prior=5.0) if base in word_names() or base not in tables().words else None
            if weighed and weighed.margin > 0:
                yield page.span(start, end, "NAME", None, SOURCE, 0.85)
                break


RULES = (Rule("name_han_title", find, {"title_staff": words("title_staff"), "title_person": words("title_person")}),)
