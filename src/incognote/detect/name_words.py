"""Words beside a Han name: those that are names too, those that never are, those that follow one."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from incognote.names.cues import right_words, role_of, titles
from incognote.names.likelihood import (
    based,
    given_weight,
    name_likelihood,
    strangeness,
    surname_weight,
    tables,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import in_base, rows, to_base

_FAMILY: Final = frozenset(["家屬", "家属", "家人", "陪護", "陪护", "幼時", "幼时", "受不", "挪車", "挪车", "發藥", "发药"])
_NEVER_LAST: Final = frozenset("及等說说稱称問问詢询陪訴诉")
# What people do that no list of words behind names has: 卫东|叫的120, 诸葛|带教, 刘能|介绍.
_DOES: Final = frozenset(
    ["叫的", "叫了", "叫來", "叫来", "带教", "帶教", "介绍", "介紹", "知道", "撥打", "拨打", "均体", "均體", "均健", "均安", "打的", "送來", "送来", "开的", "開的", "管的", "带的", "帶的", "交代", "交待", "教的", "写的", "寫的"]
)
_FORMULA: Final = frozenset("湯汤散飲饮丸膏")
_NOT_GIVEN: Final = frozenset("他她它你我其此該该案父母兄弟姊姐妹爸媽妈家人友夫妻子女公婆醫医師师們们")


@cache
def placeholders() -> frozenset[str]:
    """What stands in a name field in place of a name (未提供, 同上), in base characters."""
    return frozenset(word.translate(to_base()) for kind, text in rows("never_names") if kind == "placeholder" for word in text.split(" "))


@cache
def never() -> frozenset[str]:
    """Placeholders and words that stand behind a role word and are no name there, in base characters."""
    return frozenset(word.translate(to_base()) for _, text in rows("never_names") for word in text.split(" "))


@cache
def word_names() -> frozenset[str]:
    """Words that are also used as names, in base characters."""
    return frozenset(word.translate(to_base()) for row in rows("word_names") for word in row[0].split(" "))


def plausible(name: str) -> bool:
    """Whether a whole stretch may be a name although it is a word: 何首烏, 黃連, 白雪, never 黃疸."""
    base = name.translate(to_base())
    if base in never() or base in role_of():
        return False
    likelihood, surname = name_likelihood(base)
    return surname > 0 and likelihood > -10.5


def ends_in_title(name: str) -> bool:
    """張簡小姐, 林女士: what looks like the given name is a title."""
    return name[-2:] in titles()


@lru_cache(maxsize=16384)
def mere_word(name: str) -> bool:
    """老師關心, 護理師程序, 太太張開眼, 張簡小姐: what looks like a name is a word, or ends in a title."""
    base = name.translate(to_base())
    if name[-2:] in titles() or base in never() or name[-1] in _FORMULA:
        return True
    if len(base) == 3 and (base[:2] in never() or base[:2] in tables().words):  # 宣教防, 張開眼; not 王子睿
        return given_weight(base[2]) < (-2.9 if base[:2] in never() else -3.3)
    return base in tables().words and base not in word_names()


def is_word(base: str) -> bool:
    """Whether base characters are a word, or four of them two words."""
    words = tables().words
    return base in words or (len(base) == 4 and base[:2] in words and base[2:] in words)


def name_like(piece: str) -> bool:
    """Whether a piece without a surname looks like a given name and like no word: 芷涵, 雅婷."""
    base = piece.translate(to_base())
    if base in never() or base in role_of() or base in tables().words or any(c in _NOT_GIVEN for c in piece):
        return False
    return all(given_weight(char) > -3.6 for char in piece) and strangeness(piece) > 3.6


def leads_nowhere(text: str, at: int) -> bool:
    """Whether what stands behind a role is plainly a word: 媽媽表示, 家屬說. A quick answer for most places."""
    if surname_weight(text[at : at + 1]) is not None or surname_weight(text[at : at + 2]) is not None:
        return False
    return based(text)[at : at + 2] in tables().words or starts_right(text[at : at + 3])


def without_next_word(text: str, start: int, end: int) -> int:
    """The end of a name without the first character of the word behind it: 林志強|護送, 趙啟|及社工.

    >>> without_next_word("林志強護送", 0, 4), without_next_word("王志同意", 0, 3), without_next_word("王雅婷說", 0, 3)
    (3, 2, 3)
    """
    if end - start < 3:
        return end
    words = right_words()
    if end - start == 4 and (text[end - 2 : end] in words or text[end - 2 : end] in _DOES):  # 睿哲|出生
        return end - 2
    if text[end - 1 : end + 1] in _DOES and given_weight(text[end - 1]) < -3.0:  # 卫东|叫的120
        return end - 1
    last, next_char = text[end - 1], text[end : end + 1]
    crosses = next_char >= "\u3400" and (text[end - 1 : end + 1] in words or text[end - 1 : end + 2] in words or text[end - 1 : end + 1] in _FAMILY)
    short = crosses and (end - start > 3 or given_weight(last) < -3.0 or not starts_right(text[end : end + 3]))
    if short or last in _NEVER_LAST or (end - start > 3 and last in words and given_weight(last) < -2.9):
        return without_next_word(text, start, end - 1)
    if end - start == 3 and next_char >= "\u3400" and is_clinical_word(in_base(text[end - 1 : end + 2])):  # 馬秀|高血壓
        return end - 1
    return end


def starts_right(rest: str) -> bool:
    """Whether a verb or another word that follows names begins `rest`."""
    words = right_words()
    return rest[:1] in words or rest[:2] in words or rest[:3] in words or rest[:2] in _DOES
