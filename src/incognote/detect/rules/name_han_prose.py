"""Han names in running text with no label, title or role word beside them.

Every surname character that a given-name character follows is weighed: the name against the words that
explain the same characters (`names/likelihood.py`), with a prior that rises with what stands left and right
(a line start, punctuation, 由 與 和, English words, 表示 陪同 說). Two-character names need more. Source:
catalogue 3.1, 3.2, 3.5; the borders 黃疸指|數, 高血|壓 are what plain surname lists get wrong.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "今天由張簡宜蓁陪同，黃疸指數上升，周邊水腫"))]
[(3, 7)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import ends_in_title, never, starts_right, without_next_word, word_names
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import (
    RARE,
    UNSEEN_WORD,
    Found,
    based,
    bound,
    crossing,
    era_names,
    given_characters,
    given_weight,
    name_in,
    name_likelihood,
    surname_characters,
    surname_weight,
    tables,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import in_base, variants

SOURCE: Final = "rules/name_han_prose"
PRIOR: Final = -2.8
EDGE: Final = 0.7
WORD: Final = 0.9
ENGLISH: Final = 1.2
SHORT: Final = -1.2
NO_CUE: Final = -0.6
UNEXPLAINED: Final = -2.5
ALONE: Final = 0.6
WHOLE: Final = 0.7
BETWEEN: Final = 1.3
"""For a name of two characters with a border or cue before and a verb behind."""
UNUSUAL: Final = -0.6
PLACE: Final = -2.0
MOST: Final = ENGLISH + ALONE + WHOLE
"""The most that the right side can add: candidates that cannot win even then are not weighed."""
_BEFORE: Final = 4
"""Characters before a name that say how likely it is, a blank between included."""
_BEHIND: Final = 6
"""Characters behind a name that do: what `_FORMULA` looks at."""
_REACH: Final = 4 + _BEHIND
_NEVER: Final = -99.0
_UNLIKELY: Final = -9.2
"""A rare surname with a less likely given name needs a border, a verb or a word behind it."""
_NOT_LAST: Final = frozenset("湯汤散飲饮丸片膏劑剂素酸酶酮醇酯胺嗪唑啶苷鈉钠鉀钾鈣钙菌症炎癌瘤穴草藤前烯氏器狀状型體体蚊鎮镇鄉乡村區区縣县州河路街巷站島岛語语號号幫帮堡部隊队術术後后時时日週周次線线們们无無沒没科室院庫库組组")
# What is called after somebody who is no patient: charts, scales, signs, tests.
_MEASURES: Final = ("視力", "视力", "量表", "評分", "评分", "指數", "指数", "分級", "分级", "分類", "分类", "徵象", "征象", "試驗", "试验", "測驗", "测验", "反射", "三角", "韌帶", "韧带", "測試", "测试")
_FORMULA: Final = re.compile(f"[{HAN}]{{1,3}}[湯汤散丸飲饮](?!的|[{HAN}]?[過过了])")  # 陳夏六君子湯
_COUNTED: Final = frozenset("一二三四五六七八九十個个上下每本當当半兩两幾几數数正同")
_SIDES: Final = frozenset("外內内上下中前後后一二三四五側侧半肝肺腎肾")
_HEADS: Final = frozenset("科院室庫库組组部站所局隊队員员")
"""What the words for a ward, an office or a trade end in: 骨科熊海峰, 該院嚴春民."""
_PARTS: Final = frozenset("叶根皮花子仁枝")
_HOMES: Final = frozenset(("娘家", "婆家"))
_PLACE: Final = frozenset("路街道巷村里鄉乡鎮镇區区市縣县州省院廟庙宮宫橋桥山河湖島岛站線线港寺丸散湯汤膏丹片劑剂素酸鹼碱鈉钠鉀钾鈣钙菌毒症炎癌瘤術术穴經经脈脉氏")


@cache
def _hit() -> re.Pattern[str]:
    second = {name[1] for name in tables().compound}
    follow = given_characters(-4.6) + "".join(second | {v for c in second for v in variants().get(c, "")})
    return re.compile(f"[{surname_characters(-2.0)}](?=[{HAN}])|[{surname_characters()}](?=[{follow}])")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    done, base = 0, based(text)
    for hit in _hit().finditer(text):
        start = hit.start()
        if start < done or bound(base[start : start + 3]) + PRIOR + MOST + ENGLISH <= 0:
            continue
        lead = min(start, _BEFORE)
        judged = _judge(text[start - lead : start + _REACH], lead)
        if judged:
            done = start + judged[0]
            if _ends_a_title(text, start):
                start += 1
            label, kind = label_for(whose(text, start, done))
            yield page.span(start, done, label, kind, SOURCE, judged[1])


def _ends_a_title(text: str, at: int) -> bool:
    """Whether what reads as a surname is the end of a title: 護理師雅婷, whose name is what stands behind."""
    return any(text[at - before : at + 1] in role_of() for before in (1, 2, 3) if before <= at)


@lru_cache(maxsize=8192)
def _judge(text: str, start: int) -> tuple[int, float] | None:
    """Size and score of the name that begins at `start`, by all that counts: `_BEFORE` characters before it and `_REACH` from it on.

    Kept: wards write the same phrases and name the same people again and again.
    """
    base = in_base(text)
    most = bound(base[start : start + 3]) + PRIOR + MOST
    if text[start + 1] == text[start] == text[start + 2 : start + 3] or most + ENGLISH <= crossing(base, start):
        return None
    left = _left(text[:start])
    if most + left <= 0:
        return None
    found = name_in(base, start, prior=PRIOR + left + MOST)
    if found is None or found.margin <= 0:
        return None
    margin = _margin(text, base, found, left)
    if margin <= MOST:
        return None
    end = without_next_word(text, start, found.end)
    if end != found.end:
        found = found._replace(end=end)
        margin = _margin(text, base, found, left)
    return end - start, max(0.5, min(0.78, 0.5 + (margin - MOST) / 20))


def _margin(text: str, based_text: str, found: Found, left: float) -> float:
    """The margin of a find with what stands behind it and what is peculiar about it."""
    name, base = text[found.start : found.end], based_text[found.start : found.end]
    if _is_none(name, base):
        return -9.0
    right = _right(text[found.end : found.end + _BEHIND])
    if right == _NEVER:
        return -9.0
    margin = found.margin + right
    if len(name) == 2:
        margin += SHORT + (BETWEEN if left > 0 and right >= WORD and given_weight(name[1]) > -3.0 and base not in word_names() else 0.0)
    elif left > 0 and right > 0:
        margin += ALONE + (WHOLE if _is_whole(text, found) else 0.0)
    if found.surname == 1 and (surname_weight(name[0]) or -9.0) < RARE:
        if right < 0 and not _goes_on(based_text, found.end) and name_likelihood(base)[0] < _UNLIKELY:
            return -9.0
        margin += UNUSUAL
    return margin


def _goes_on(base: str, end: int) -> bool:
    """Whether a word begins behind a name: 由秋霞|小腿, not 巴宾斯|基征."""
    return base[end : end + 2] in tables().words or base[end : end + 3] in tables().words


@lru_cache(maxsize=8192)
def _is_none(name: str, base: str) -> bool:
    """Whether what looks like a name is none wherever it stands: 孫子游, 關瓦斯, 杜仲葉, 張力高."""
    if (name[0] in "左右" and name[1] in _SIDES) or name[1] in "過过" or (name[-1] == "月" and name[-2] in _COUNTED):  # 左外叶, 顧過孫
        return True
    if base[:2] in role_of() or (len(base) == 3 and base[1:] in tables().words and base[1:] not in era_names() and min(map(given_weight, base[1:])) < -3.5):
        return True
    if name[-1] in _NOT_LAST or base in tables().words or base in never() or ends_in_title(name):
        return True
    return len(base) == 3 and (base[1:] in _HOMES or (base[2] in _PARTS and is_clinical_word(base[:2])) or (base[2] in "高低大小强弱" and base[:2] in never()))


def _is_whole(text: str, found: Found) -> bool:
    """Whether nothing but the name stands between two borders."""
    before, after = text[found.start - 1 : found.start], text[found.end : found.end + 1]
    return before < "\u3400" and after < "\u3400"


@lru_cache(maxsize=8192)
def _left(before: str) -> float:
    """The bonus for the last `_BEFORE` characters before a name."""
    if not before:
        return EDGE
    if before[-1] in " \t" and before[-2:-1] >= "\u4e00":  # 由 陳聰明 追蹤
        before = before[:-1]
        if before[-1] not in left_words():
            return EDGE
    if before[-1] < "\u3400":
        tail = before[-3:].rstrip(" ,.:;(/\t")
        return ENGLISH if tail and tail[-1].isascii() and tail[-1].isalpha() else EDGE
    words = left_words()
    if before[-1] in words or before[-2:] in words or before[-3:] in words:
        return WORD
    if before[-1] in _HEADS and before[-2:-1] >= "\u3400":
        return EDGE
    return NO_CUE if _explained(in_base(before)) else UNEXPLAINED


def _explained(base: str) -> bool:
    """Whether what stands before is a word: 班 before 蔡怡念, not 美 before 羅培南 (meropenem)."""
    known = tables().words
    return known.get(base[-1], UNSEEN_WORD) > -3.9 or base[-2:] in known or base[-3:] in known


@lru_cache(maxsize=8192)
def _right(behind: str) -> float:
    """The bonus for the first `_BEHIND` characters behind a name; `_NEVER` if no name stands before them."""
    if behind.startswith(_MEASURES) or "氏" in behind[:2] or _FORMULA.match(behind):
        return _NEVER
    after = behind[:1]
    if after in _PLACE:
        return PLACE
    if after in " \t" and starts_right(behind[1:4]):
        return WORD
    if after < "\u3400" or after > "\ufa00":
        head = behind[:3].lstrip(" ,.:;)(/\t'")
        return ENGLISH if head and head[0].isascii() and head[0].isalpha() else EDGE
    return WORD if starts_right(behind[:3]) else NO_CUE


RULES = (Rule("name_han_prose", find),)
