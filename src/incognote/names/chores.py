"""Whether Han characters are a verb and its object, or two everyday words, though the first character is a surname: 關瓦斯, 包水餃.

>>> [is_chore(text, 0, 3) for text in ("關瓦斯", "關美玲", "戴口罩", "戴明月", "包紅包")]
[True, False, True, False, True]
>>> is_chore("關水龍頭", 0, 4), is_chore("單親家庭", 0, 4), is_chore("關瓦斯", 0, 3, 0.85)
(True, True, False)
"""

from __future__ import annotations

from functools import cache
from typing import Final

from incognote.names.cues import role_of, titles
from incognote.names.lexicon import based
from incognote.names.likelihood import given_likelihood, given_weight, name_likelihood, tables, usual_given
from incognote.names.tables import rows, to_base

_VOUCHED: Final = 0.8
_FIRM: Final = -3.3
"""From this weight on, a character is usual in names."""
_LEADS: Final = frozenset("由和与向请找跟被给对")
"""What leads to a role word and is taken for a surname: 由志工, 和仲介."""
_CLEARLY: Final = 1.0
_LONGEST: Final = 6


@cache
def _verbs() -> frozenset[str]:
    """Characters that are surnames and verbs, in base characters."""
    return frozenset("".join(cell for kind, cell in rows("chores") if kind == "verb").translate(to_base()))


@cache
def _objects() -> frozenset[str]:
    return frozenset(word.translate(to_base()) for kind, cell in rows("chores") if kind == "object" for word in cell.split(" "))


def is_chore(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for somebody with `score`, is a verb with its object, or everyday words alone."""
    if score >= _VOUCHED or not 1 < end - start <= _LONGEST:
        return False
    base = based(text)
    if end - start == 2:
        return base[start] == base[start + 1] and base[end : end + 1] == "叫"  # 汪汪叫
    return _is_verb_and_object(base, start, end) or _are_two_words(base[start:end]) or (base[start] in _LEADS and text[start + 1 : end] in role_of())


def _is_verb_and_object(base: str, start: int, end: int) -> bool:
    """關|瓦斯: the object may go on behind the name, as in 鍾愛甜|食."""
    if base[start] not in _verbs():
        return False
    words = tables().words
    for first in (start + 1, start + 2):
        for high in range(min(first + 4, len(base)), max(end, first + 2) - 1, -1):
            word = base[first:high]
            if word in _objects():
                return True
            if first == start + 1 and word in words and not _may_be_somebody(word):
                return True
    return False


def _may_be_somebody(word: str) -> bool:
    """Whether a word may be a given name or a title: 明月, 建國, 院長; never 瓦斯."""
    if word in titles() or word[-2:] in titles() or word in role_of():
        return True
    return len(word) < 3 and not _is_plain(word) and all(given_weight(char) > _FIRM for char in word)


def _are_two_words(base: str) -> bool:
    """Four characters that are two everyday words and no name: 單親家庭, 宗教信仰."""
    if len(base) != 4 or name_likelihood(base)[1]:
        return False
    return _is_plain(base[:2]) and _is_plain(base[2:])


def _is_plain(word: str) -> bool:
    """Whether two characters are far likelier a word than a given name: 家庭, not 明月."""
    return word not in usual_given() and tables().words.get(word, -99.0) > given_likelihood(word) + _CLEARLY
