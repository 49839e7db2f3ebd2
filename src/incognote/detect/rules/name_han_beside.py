"""Given names that what stands beside them proves: 承恩、承佑雙胞胎, 怕志遠發現, “念念，别哭”, 小寶學長, 予晴🙂也來.

The second of a pair whose first is surely a given name; what somebody fears, hides from or waits for and that then
does something; who is spoken to at the head of a quotation; who is called by a word of school; who stands
before a picture. Each must be made of characters that given names use and be no everyday word. Source: catalogue 3.2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "欣怡、承佑雙胞胎。他怕志遠發現。頭痛、腹瀉都有。"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['欣怡', '承佑', '志遠']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import never, starts_right
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import (
    based,
    given_weight,
    is_han,
    strangeness,
    surname_weight,
    tables,
    usual_given,
)
from incognote.names.search import is_clinical_word

SOURCE: Final = "rules/name_han_beside"
_JOINT: Final = re.compile(f"[、和與与跟及](?<=[{HAN}]{{2}}.)(?=[{HAN}])")
_TOGETHER: Final = re.compile(r"(?:[雙双龍龙][胞鳳凤]胎|[兩两二三][人位姊姐兄]|姊妹|姐妹|兄弟|母[女子]|父[女子]|夫[婦妇妻]|一[起同家]|都|均|皆|同[住時时行])")
_FEARS: Final = (
    "怕", "怕被", "害怕", "擔心", "担心", "不讓", "不让", "瞞著", "瞒着", "躲著", "躲着", "不想讓", "不想让", "不想被", "等", "恨", "氣", "嫌", "怪", "想念", "夢到", "梦到", "夢見", "梦见", "捨不得", "舍不得", "不敢讓", "不敢让", "怕讓", "聽說", "听说", "幸好", "還好", "没想到", "沒想到", "後來", "后来", "結果", "结果",
)  # fmt: skip
_TELLS: Final = ("交代", "交待", "提醒", "拜託", "拜托", "麻煩", "麻烦", "委託", "轉告", "转告", "通知", "告知")
_HOLDS: Final = ("抱著", "抱着", "帶著", "带着", "餵", "喂", "照顧", "照顾", "接送", "打", "哄")
_KNOWS: Final = re.compile(r"知道|[發发][現现火脾]|生[氣气]|看[到見见]|[罵骂打]|[說说]|[離离][開开]|[來来回]|[難难][過过]|[擔担]心|[會会要]|不|死|走|又|也")
_QUOTED: Final = re.compile(f"[「『“‘\"]([{HAN}]{{2}})[,!~、][^」』”’\"\n]")
_SCHOOL: Final = ("學長", "学长", "學姊", "學姐", "学姐", "學弟", "学弟", "學妹", "学妹")
_PICTURE: Final = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_BEFORE_PICTURE: Final = re.compile(f"(?<![{HAN}])([{HAN}]{{2}})\\Z")
_BEHIND_PICTURE: Final = re.compile(f"[\ufe0f\u200d\U0001f300-\U0001faff\u2600-\u27bf]*[ \t]?([{HAN}]{{0,3}})")
_USUAL_WORD: Final = -5.0
_STRANGE: Final = 3.9


@lru_cache(maxsize=8192)
def _firm(base: str) -> bool:
    """欣怡, 承恩: a given name that texts do not use as a word."""
    return base in usual_given() and base not in tables().words and base not in never() and base not in role_of()


@lru_cache(maxsize=8192)
def _likely(base: str) -> bool:
    """志遠, 宏達, 予晴: a given name, or like one, and no everyday or clinical word."""
    if base in never() or base in role_of() or (is_clinical_word(base) and base not in usual_given()):
        return False
    if base in usual_given():
        return tables().words.get(base, -9.0) < _USUAL_WORD
    return base not in tables().words and min(map(given_weight, base)) > -3.75 and strangeness(base) > _STRANGE


def find(page: Page) -> Iterator[Span]:
    text, base = page.text, based(page.text)
    for joint in _JOINT.finditer(text):
        yield from _pair(page, base, joint.start())


def _pair(page: Page, base: str, at: int) -> Iterator[Span]:
    """Two given names of which one is sure, with nothing else between two borders."""
    text = page.text
    first, second = base[at - 2 : at], base[at + 1 : at + 3]
    if not (_firm(first) or _firm(second)):
        return
    left = text[at - 3 : at - 2] if at > 2 else ""
    if is_han(left or " ") and left not in left_words() and not role_before(text, at - 2) and left not in "、和與与跟及是有":
        return
    if len(second) == 2 and is_han(second[1]) and _likely(second) and _ends(text, at + 3):
        if _likely(first):
            yield from _named(page, at - 2, at)
            yield from _named(page, at + 1, at + 3)
    elif _firm(first) and text[at] != "、" and given_weight(second[0]) > -3.3 and surname_weight(second[0]) is None and _ends(text, at + 2):
        yield from _named(page, at - 2, at)
        yield from _named(page, at + 1, at + 2)


def _ends(text: str, end: int) -> bool:
    after = text[end : end + 1]
    return not is_han(after or " ") or _TOGETHER.match(text, end) is not None or starts_right(text[end : end + 3]) or after in "、和與与跟及"


def _named(page: Page, start: int, end: int) -> Iterator[Span]:
    label, kind = label_for(whose(page.text, start, end))
    yield page.span(start, end, label, kind, SOURCE, 0.8)


def feared(page: Page) -> Iterator[Span]:
    """怕志遠發現, 怕被宏達知道: who is feared, and then does something."""
    text, base = page.text, based(page.text)
    for start, end in page.cues.get("given_feared", NO_CUES):
        before = text[start - 1 : start]
        if is_han(before or " ") and text[end - 1] in "等氣怪嫌恨" and before not in "他她我你在":  # 他等, never 平等, 空氣
            continue
        at = end + 1 if text[end : end + 1] in "被讓让" else end
        pair = base[at : at + 2]
        if len(pair) == 2 and is_han(pair[1]) and _likely(pair) and _KNOWS.match(text, at + 2):
            yield from _named(page, at, at + 2)


def quoted(page: Page) -> Iterator[Span]:
    """“念念，别哭。”: who is spoken to at the head of a quotation."""
    base = based(page.text)
    for said in _QUOTED.finditer(page.text):
        start, end = said.span(1)
        pair = base[start:end]
        if _is_doubled(base, start) or (_likely(pair) and pair in usual_given()):
            yield from _named(page, start, end)


def schoolmates(page: Page) -> Iterator[Span]:
    """小寶學長, 志遠學長: a nickname or given name before a word of school."""
    text, base = page.text, based(page.text)
    for at, _ in page.cues.get("given_school", NO_CUES):
        start = at - 2
        if start < 0 or not is_han(text[start]) or not is_han(text[start + 1]):
            continue
        left = text[start - 1 : start]
        if left and is_han(left) and left not in left_words() and text[max(0, start - 2) : start] not in left_words() and not role_before(text, start):
            continue
        pair = base[start:at]
        is_nick = text[start] in "小阿大" and given_weight(text[start + 1]) > -4.0 and pair not in role_of()
        if is_nick or _likely(pair) or (pair[0] == pair[1] and given_weight(pair[0]) > -4.0 and pair not in role_of()):
            yield from _named(page, start, at)


def pictured(page: Page) -> Iterator[Span]:
    """予晴🙂也來: a name before a picture, then a verb."""
    text, base = page.text, based(page.text)
    for picture in _PICTURE.finditer(text):
        name = _BEFORE_PICTURE.search(text, max(0, picture.start() - 3), picture.start())
        behind = _BEHIND_PICTURE.match(text, picture.end())
        if name and behind and _likely(base[name.start() : name.end()]) and (_firm(base[name.start() : name.end()]) or starts_right(behind[1])):
            yield from _named(page, *name.span())


def healthy(page: Page) -> Iterator[Span]:
    """若汐均体健: somebody of the family whose name no list has; 父母均体健 is nobody's."""
    text, base = page.text, based(page.text)
    for at, _ in page.cues.get("given_healthy", NO_CUES):
        pair = base[max(0, at - 2) : at]
        if at < 2 or not all(map(is_han, pair)) or is_han(text[at - 3 : at - 2] or " ") or pair in tables().words or pair in role_of() or pair in never():
            continue
        if strangeness(pair) > _STRANGE and given_weight(pair[0]) > -3.75 and pair not in role_of():
            yield from _named(page, at - 2, at)


def told(page: Page) -> Iterator[Span]:
    """交代淑惠追報告, 提醒志豪回診: a sure given name behind a verb of telling."""
    base = based(page.text)
    for _, end in page.cues.get("given_told", NO_CUES):
        pair = base[end : end + 2]
        if len(pair) == 2 and is_han(pair[1]) and _firm(pair) and base[end + 1 : end + 3] not in tables().words:
            yield from _named(page, end, end + 2)


def parents(page: Page) -> Iterator[Span]:
    """婷婷媽說, 抱著豆豆進來: a doubled name before a parent, or behind what one does with a child."""
    text, base = page.text, based(page.text)
    for start, _ in page.cues.get("given_parent", NO_CUES):
        if start > 1 and _is_doubled(base, start - 2) and (not is_han(text[start - 3 : start - 2] or " ") or text[start - 3] in left_words()):
            yield from _named(page, start - 2, start)
    for _, end in page.cues.get("given_held", NO_CUES):
        if _is_doubled(base, end) and base[end + 2 : end + 3] != base[end : end + 1]:
            yield from _named(page, end, end + 2)


def _is_doubled(base: str, at: int) -> bool:
    """婷婷, 豆豆; not 寶寶, 爸爸, 慢慢."""
    pair = base[at : at + 2]
    if at < 0 or len(pair) < 2 or pair[0] != pair[1] or not is_han(pair[0]) or given_weight(pair[0]) < -4.0:
        return False
    return tables().words.get(pair, -9.0) < -5.6 and pair not in role_of() and pair not in never() and not is_clinical_word(pair)


RULES = (
    Rule("name_han_beside", find, needs=(_JOINT,)),
    Rule("name_han_beside", feared, {"given_feared": _FEARS}, needs=("given_feared",)),
    Rule("name_han_beside", healthy, {"given_healthy": ("均体健", "均體健", "均健康", "均健在", "均安好", "体健", "體健")}, needs=("given_healthy",)),
    Rule("name_han_beside", quoted, needs=(re.compile("[「『“‘\"]"),)),
    Rule("name_han_beside", schoolmates, {"given_school": _SCHOOL}, needs=("given_school",)),
    Rule("name_han_beside", told, {"given_told": _TELLS}, needs=("given_told",)),
    Rule("name_han_beside", parents, {"given_parent": ("媽", "妈", "爸", "體重", "体重", "體溫", "体温", "喝奶", "吃奶", "哭鬧", "哭闹"), "given_held": _HOLDS}, needs=("given_parent", "given_held")),
    Rule("name_han_beside", pictured, needs=(_PICTURE,)),
)
