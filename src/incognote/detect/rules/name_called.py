"""What somebody is written or called as: 打成卜珮英, 簽成「扈甘梅」, 全名：時光, 街坊喊雪雪, 叫她阿妹.

The verb vouches: behind 打成 and 寫成 stands a name that begins with a surname, behind 全名 and 大名 one that may be a word,
behind 喊 and 叫她 a nickname of two characters. What is merely said (寫成報告, 叫她回家) is none. Source: catalogue 3.2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "藥單打成卜珮英，寫成報告，街坊喊雪雪，叫她回家"))]
[(4, 7), (16, 18)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import never, starts_right, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import role_of
from incognote.names.likelihood import given_weight, name_likelihood, strangeness, surname_weight, tables
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base
from incognote.names.transcribed import transcribed_margin

SOURCE: Final = "rules/name_called"
_CUES: Final = {
    "miswritten": (
        "打成", "寫成", "写成", "拼成", "簽成", "签成", "印成", "登成", "誤寫", "误写", "寫作", "写作", "拆成", "誤植", "误植", "誤植為", "误植为",
        "記成", "记成", "登錄成", "登录成", "認成", "认成", "念成", "聽成", "听成", "暫寫", "暂写", "卡印", "寫的是", "写的是", "印的是",
    ),
    "whole_name": ("全名", "大名", "本名", "真名", "病人叫", "患者叫", "孩子叫", "也叫", "她叫", "他叫", "先生叫", "太太叫", "就叫", "名字叫", "改名", "舊名", "旧名", "曾用名"),
    "hailed": (
        "喊", "喊她", "喊他", "喊我", "叫她", "叫他", "喚", "唤", "都喊", "都叫", "人稱", "人称", "口中的", "的小名", "小名", "乳名", "一直念", "一直喊", "跳出", "進門喊",
    ),
    "nicknamed": (
        "暱稱", "昵称", "綽號", "绰号", "外號", "外号", "小名", "乳名", "暫叫", "暂叫", "都叫他", "都叫她", "家人叫他", "家人叫她",
        "大家叫他", "大家叫她", "人家叫他", "人家叫她", "自稱", "自称", "化名", "真名", "本名",
    ),
    "introduced": ("我叫", "我叫做", "我名叫", "名字叫", "名字是", "名叫", "姓名叫", "姓名是", "人稱", "人称", "原名", "叫做"),
}  # fmt: skip
_VALUE: Final = re.compile(f"[ :是叫做為为]{{0,2}}([「『“\"'‘(]?)[ ]?([{HAN}]{{2,4}})")
_CLOSING: Final = frozenset("」』”\"'’)")
_AFFIX: Final = frozenset("阿小老大")
_NO_NICK: Final = frozenset("回去來来不著着過过了的人有是她他你妳我救痛疼要會会可以為为什麼么停吃喝起睡走坐站家長师師醫医護护狗貓猫車车病名床號号句聲声")
_SPEAKERS: Final = frozenset("病案本婦妇夫主友家證证男女某")
_INTRODUCED: Final = re.compile(f"[做是]?[ :「『\"“]{{0,2}}([{HAN}]{{2,4}})(?![{HAN}])")
_NICKNAMED: Final = re.compile(f"[是為为叫:]{{0,2}}[ ]?(?:[「『“\"']([^」』”\"'\n]{{1,8}})[」』”\"']|([{HAN}]{{2,4}})(?![{HAN}]))")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, judge in (("miswritten", _written), ("whole_name", _whole), ("hailed", _hailed)):
        for _, end in page.cues.get(category, NO_CUES):
            found = _VALUE.match(text, end)
            size = judge(text, found) if found else 0
            if found and size:
                yield page.span(found.start(2), found.start(2) + size, "NAME", None, SOURCE, 0.82)
    yield from _introduced(page)


def _introduced(page: Page) -> Iterator[Span]:
    """Behind 我叫, 暱稱, 乳名."""
    text = page.text
    for start, end in page.cues.get("introduced", NO_CUES):
        if text[start] == "人" and text[start - 1 : start] in _SPEAKERS:  # 病人稱「胸悶」
            continue
        found = _INTRODUCED.match(text, end)
        base = found[1].translate(to_base()) if found else ""
        if found and (base not in tables().words or base in word_names()) and base not in never() and base not in role_of() and strangeness(base) > 3.0:
            yield page.span(*found.span(1), "NAME", None, SOURCE, 0.82)
    for _, end in page.cues.get("nicknamed", NO_CUES):
        found = _NICKNAMED.match(text, end)
        if found:
            which = 1 if found[1] else 2
            base = found[which].translate(to_base())
            if base not in never() and base not in role_of() and (which == 1 or base[:1] not in "无不未是有姓住"):
                yield page.span(*found.span(which), "NAME", None, SOURCE, 0.82)


def _closes(text: str, at: int) -> bool:
    after = text[at : at + 1]
    return not "\u3400" <= after < "\ufa00" or starts_right(text[at : at + 3])


def _is_none(base: str) -> bool:
    return base in role_of() or (base in never() and base not in word_names())


def _written(text: str, found: re.Match[str]) -> int:
    """The size of a name as it was written by mistake: a surname, and no words."""
    for size in (4, 3, 2):
        name = found[2][:size]
        base = name.translate(to_base())
        quoted = bool(found[1]) and text[found.start(2) + size : found.start(2) + size + 1] in _CLOSING
        if len(name) < size or not (quoted or _closes(text, found.start(2) + size)) or _is_none(base):
            continue
        if base in tables().words and not (quoted and base in word_names()):
            continue
        if size == 4 and surname_weight(name[:2]) is None:
            if transcribed_margin(name, 0, 4) > 0:  # 拼成阿西腊体
                return size
            continue
        weight = surname_weight(name[:2]) if size == 4 else surname_weight(name[0])
        if weight is not None and weight > -5.3 and (given_weight(name[-1]) > -4.7 or _again(text, name, found.start(2))):
            return size
    return 0


def _again(text: str, name: str, at: int) -> bool:
    """Whether the note names somebody else, or the same, with all but the last character alike."""
    return name[:-1] in text[:at] if len(name) > 2 else text.count(name[0]) > 1


def _whole(text: str, found: re.Match[str]) -> int:
    """The size of a whole name, which may be a word, before a border."""
    for size in (3, 2):
        name = found[2][:size]
        base = name.translate(to_base())
        after = text[found.start(2) + size : found.start(2) + size + 1]
        if len(name) < size or (surname_weight(name[0]) or -9.0) < -4.9 or base in role_of():
            continue
        closes = not "\u3400" <= after < "\ufa00"
        likely = base not in tables().words and base not in never() and name_likelihood(base)[0] > -9.6
        if (closes and (base in word_names() or likely)) or (likely and size == 3 and starts_right(text[found.start(2) + 3 : found.start(2) + 6])):
            return size
    return 0


def _hailed(text: str, found: re.Match[str]) -> int:
    """2 where a nickname stands: 雪雪, 阿妹, 晶仔, 小如; never a verb."""
    name = found[2][:2]
    after = text[found.start(2) + 2 : found.start(2) + 3]
    if "\u3400" <= after < "\ufa00" and not starts_right(text[found.start(2) + 2 : found.start(2) + 5]) and after not in "就也的都":
        return 0
    base = name.translate(to_base())
    if is_clinical_word(base) or base in role_of() or any(char in _NO_NICK for char in name):
        return 0
    doubled, tailed, headed = name[0] == name[1], name[1] == "仔", name[0] in _AFFIX
    if not (doubled or tailed or headed):
        return 0
    return 2 if base not in tables().words or doubled or (name[0] == "阿") else 0


RULES = (Rule("name_called", find, _CUES, needs=tuple(_CUES)),)
