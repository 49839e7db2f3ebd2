"""Names without a surname: 阿明, 小玲, 老王, 妞妞, 凱哥, and given names alone behind a role word.

A nickname in running text needs a border, a quotation mark or a cue on its left; behind a role word a given
name alone is enough. Kinship (阿嬤) and words (小便, 老年) are none. Source: catalogue 3.2, 3.4, 7.3 N4, N9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "由阿明陪同，一起小便，與芷涵訂婚"))]
[(12, 14), (1, 3)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import name_like, never, starts_right, without_next_word, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_han_role import CATEGORIES, VERBS
from incognote.detect.rules.name_shaped import kind_of, parts_of
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import (
    around,
    given_weight,
    is_han,
    stands_alone,
    strangeness,
    surname_weight,
    tables,
    usual_given,
    words_cost,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_nickname"
_KINDRED: Final = "伯嬸婶婆姨叔哥姐姊嫂公嬤嬷仔妹弟桑"
_OLD_NICK: Final = re.compile(rf"阿[{HAN}][{_KINDRED}]")
_ELDER: Final = re.compile("[哥姐姊嫂嬸婶仔]")
_NOT_BEFORE_KIN: Final = frozenset("大小二三四五六七表堂親亲師师帥帅的我你他她這这那老學学阿空個个幾几帶带找陪叫對对跟和與与為为是有給给請请問问說说嫁同其之案胞繼继長长么幺公爺爷姑姨舅乾干義义兩两各男女護护醫医")
_NICK: Final = re.compile(f"[阿小老「『“\"'](?:(?<=[阿小老])(?=[{HAN}])|(?<=[「『“\"'])(?=([{HAN}])\\1))")
_FIELD_GAP: Final = re.compile(r"[ \t]{0,2}:?[ \t]{0,2}")
_LISTED: Final = frozenset(["、"])
_PLACES: Final = frozenset(["急診", "急诊", "病房", "門診", "门诊", "藥局", "药房", "藥房", "櫃檯", "柜台", "批價", "檢驗"])
_AFFIX: Final = frozenset("阿小老大")
_GAP: Final = re.compile(r"[ \t]{0,2}(?:[\"'「『“(][ \t]?)?")
# What two people do together: 與芷涵訂婚, 和雅婷吵架
_TOGETHER: Final = (
    "訂婚", "订婚", "結婚", "结婚", "離婚", "离婚", "分手", "交往", "同居", "復合", "复合", "爭執", "争执", "爭吵", "争吵", "吵架",
    "口角", "同住", "聊天", "見面", "见面", "通話", "通话", "相處", "相处", "相戀", "相恋", "和好",
)  # fmt: skip
_RUN: Final = re.compile(f"[{HAN}]{{2,8}}")
_EVERYDAY: Final = -4.2
_ASPECT: Final = frozenset("著着過过了")
_MET: Final = frozenset("跟和與与同找被給给請请叫問问對对向替幫帮讓让罵骂欠")
_NOT_MET: Final = frozenset(["小黄", "小白", "小康", "小高", "老黄", "老高"])
_USUAL: Final = -2.3
"""The least weight of a surname that 老 or 小 and a preposition make a person: 跟老王."""
_QUOTES: Final = frozenset("「『“\"'")
_KIN: Final = frozenset("公嬤嬷媽妈伯姨婆叔嫂姑舅爸爹哥姐姊弟妹嬸婶爺爷嗎吗啊呀是們们的了個个")
# One of these stands in every nickname that no cue announces.
_SIGN: Final = re.compile("[阿小老大哥姐姊嫂嬸婶仔「『“\"']")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    yield from _together(page)
    for category, kind in CATEGORIES.items():
        for start, end in page.cues.get(category, NO_CUES):
            if end - start == 1:
                continue
            gap = _GAP.match(text, end)
            at = gap.end() if gap else end
            if text[at : at + 1] >= "\u3400":
                yield from _given_only(page, at, kind)
                if text[at : at + 1] == text[at + 1 : at + 2]:
                    yield from _nickname(page, at)
    for category in ("field_staff", "field_relative", "rank"):
        for _, end in page.cues.get(category, NO_CUES):
            gap = _FIELD_GAP.match(text, end)
            at = gap.end() if gap else end
            if text[at : at + 1] in _AFFIX and is_han(text[at + 1 : at + 2] or " "):
                yield from _nickname(page, at, role="relative" if category == "field_relative" else "staff")
    for titled in _OLD_NICK.finditer(text):  # 阿土伯, 阿水嬸
        if text[titled.start() + 1] not in _KIN and stands_alone(text, titled.start()):
            yield page.span(*titled.span(), "NAME", kind_of(text, *titled.span()), SOURCE, 0.82)
    for elder in _ELDER.finditer(text):
        yield from _elder(page, elder.start() - 1, elder.end())
    for nick in _NICK.finditer(text):
        yield from _nickname(page, nick.start() + (nick[1] is not None))


def _together(page: Page) -> Iterator[Span]:
    """與芷涵訂婚, 和雅婷吵架."""
    text = page.text
    for start, _ in page.cues.get("together", NO_CUES):
        for at in (start - 3, start - 4):
            if at >= 0 and text[at] in "與和跟与" and name_like(text[at + 1 : start]):
                yield page.span(at + 1, start, "NAME", "third_party", SOURCE, 0.6)


def _elder(page: Page, start: int, end: int) -> Iterator[Span]:
    """凱哥, 曼姊 behind a role or verb, before a border or verb."""
    text = page.text
    if start < 1 or text[start] < "\u3400":
        return
    after = text[end : end + 1]
    if text[start] in _NOT_BEFORE_KIN or text[start] == text[start + 1] or given_weight(text[start]) < -4.0:
        return
    if text[end - 1] == "仔" and _is_dear(text, start, end):
        yield page.span(start, end, "NAME", None, SOURCE, 0.8)
        return
    role = role_before(text, start)
    if role in {None, "staff"} and "\u3400" <= after < "\ufa00" and not starts_right(text[end : end + 3]):
        return
    left = text[start - 1]
    if text[start:end].translate(to_base()) not in tables().words and (role not in {None, "staff"} or left in left_words() or text[start - 2 : start] in left_words()):
        yield page.span(start, end, "NAME", role if role != "staff" else None, SOURCE, 0.8)


def _is_dear(text: str, start: int, end: int) -> bool:
    """「慧仔」, (輝仔一天兩包, 兒翔仔: a character of given names and 仔 behind a quotation mark, a bracket or kin."""
    left = text[start - 1]
    if left not in _QUOTES and left not in "(兒儿媳跟和":
        return False
    return given_weight(text[start]) > -4.0 and text[start:end].translate(to_base()) not in tables().words and text[start] not in "牛豬猪公狗雞鸡打細细古靚靓飛飞擔担"


def _given_only(page: Page, at: int, kind: str) -> Iterator[Span]:
    """A given name alone right behind a role word: 友人芷涵, 先生達拉, 其弟扎西次仁."""
    text = page.text
    run = _RUN.match(text, at)
    if run is None:
        return
    single, tibetan = parts_of("single"), parts_of("tibetan")
    for size in range(min(5, len(run[0])), 1, -1):
        part = run[0][:size]
        if (part in single or part in tibetan) and (len(run[0]) == size or starts_right(run[0][size:])):
            yield page.span(at, at + size, "NAME", kind, SOURCE, 0.8)
            return
    pair = run[0][:2].translate(to_base())
    if (pair in tables().words and (pair not in usual_given() or tables().words[pair] > _EVERYDAY)) or run[0][0] in VERBS or run[0][0] == "姓" or pair in {"均体", "均健", "均安"} or _led_by_kin(run[0]):
        return
    for size in (4, 3, 2):
        piece = run[0][:size]
        rest = run[0][size:]
        if len(piece) < size or piece[0] in left_words() or (rest and not starts_right(rest) and rest[:2] not in role_of()):
            continue
        base = piece.translate(to_base())
        if piece[-1] in _ASPECT:
            continue
        usual = base in usual_given() and kind != "patient"
        if base in never() or base in role_of() or (base in tables().words and not usual):
            continue
        if kind == "patient":
            fit = all(given_weight(c) > -3.3 for c in piece) and strangeness(piece) > (3.9 if size > 2 else 4.1)
        else:
            fit = min(map(given_weight, piece)) > -4.3 and sum(map(given_weight, piece)) > -3.7 * size and strangeness(piece) > 3.8
        if usual or fit:
            yield page.span(at, without_next_word(text, at, at + size), "NAME", kind, SOURCE, 0.8)
            return


def _led_by_kin(run: str) -> bool:
    """家屬(女何佳穎), 家屬(姊姊穆芳): a word of kinship stands before the name; other rules read behind it."""
    return run[:2] in role_of() or (run[0] in "女子媳婿夫妻兒儿孫孙" and len(run) > 2 and (surname_weight(run[1]) or -9.0) > -3.4)


def _nickname(page: Page, start: int, *, role: str | None = None) -> Iterator[Span]:
    text = page.text
    first, second = text[start], text[start + 1]
    if second in _KIN or (first + second).translate(to_base()) in never() or (first + second).translate(to_base()) in role_of():
        return
    if role is None and first in "老小" and _is_met(text, start):
        yield page.span(start, start + 2, "NAME", None, SOURCE, 0.8)
        return
    told = role or ("staff" if text[max(0, start - 2) : start] in _PLACES else None)
    role = told or role_before(text, start)
    pair = (first + second).translate(to_base())
    is_nick = first in "小老" and (surname_weight(second) or -9.0) > -2.8
    if first == "大" and first != second and (surname_weight(second) or -9.0) < -2.8:  # 家屬大吵
        return
    if role and first in "小大老" and first != second and pair in tables().words and pair not in word_names() and not is_nick:  # 孕婦小心, 助理大家
        return
    is_word = not role and pair in tables().words and pair not in word_names() and not (is_nick and text[start - 1 : start] in _LISTED)
    if is_word and (first != "阿" or given_weight(second) < -3.2 or is_clinical_word(pair)):
        return
    share = given_weight(second)
    if first in "小老" and first != second:
        weight = surname_weight(second) or -9.0
        share = max(share - (1.5 if first == "老" else 0.4), weight if weight > -2.6 else -9.0)
    after = text[start + 2 : start + 3]
    if "\u3400" <= after < "\ufa00" and not role and not starts_right(text[start + 2 : start + 5]) and text[start - 1 : start] not in _QUOTES:
        return
    prior = _border(text, start, role) + (0.8 if first == "阿" else 0.0)
    left, right = around(text, start, start + 2)
    window = text[left:right].translate(to_base())
    named = words_cost(window[: start - left]) + share + words_cost(window[start + 2 - left :])
    if first == second:
        if not role and text[start - 1 : start] not in _QUOTES:
            return
        prior -= 0.3
    if named + prior - words_cost(window) > 0:
        label, kind = label_for(told or whose(text, start, start + 2))
        yield page.span(start, start + 2, label, kind, SOURCE, 0.8 if role else 0.6)


def _is_met(text: str, start: int) -> bool:
    """跟老王喝酒, 與小陳口角, 老張、老趙: a usual surname with its affix behind a preposition, and no word that goes on."""
    left = text[start - 1 : start]
    if left == "、":
        left = text[start - 4 : start - 3] if text[start - 3 : start - 2] in ("老", "小") else ""
    if not left or left not in _MET or (surname_weight(text[start + 1]) or -9.0) < _USUAL:
        return False
    base = text[start : start + 4].translate(to_base())
    known = tables().words
    goes_on = base[:3] in known if is_han(base[2:3] or " ") else False
    return base[:2] not in _NOT_MET and not is_clinical_word(base[:2]) and base[:2] not in never() and not goes_on and not any(base[1:size] in known for size in (3, 4) if len(base) >= size)


def _border(text: str, start: int, role: str | None) -> float:
    """The prior for a nickname by what stands on its left and right."""
    prior = -3.6
    before = text[start - 1] if start else "\n"
    if role:
        prior += 2.2
    elif before in _QUOTES:
        prior += 1.8
    elif before < "\u3400" or before in left_words() or text[max(0, start - 2) : start] in left_words():
        prior += 0.9
    else:
        prior -= 1.0
    after = text[start + 2 : start + 3]
    if not after or after < "\u3400" or after > "\ufa00":
        return prior + 0.8
    return prior + (0.6 if starts_right(text[start + 2 : start + 5]) else -0.8)


RULES = (Rule("name_nickname", find, {"together": _TOGETHER}, needs=(*CATEGORIES, "together", _SIGN)),)
