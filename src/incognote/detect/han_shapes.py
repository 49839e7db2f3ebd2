"""The shapes of Han names that are no plain run of characters: with interpuncts, masks or blanks inside."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from incognote.detect.name_words import never, starts_right, word_names
from incognote.detect.whose import role_before
from incognote.names.cues import left_words, right_words
from incognote.names.likelihood import is_han, name_likelihood, surname_weight, tables
from incognote.names.tables import to_base
from incognote.names.transcribed import letter_class

HAN: Final = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
DOT: Final = "‧·・•⋅"
MASK: Final = "○〇Ｏ◯OoXx*＊Ⅹ□_●⚪⭕◎Ο"
_DOT: Final = re.compile(f"[{DOT}]")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
# 林 志 明, 王小 明, 王小\n明: blanks inside a name
_SPACED: Final = re.compile(f"[{HAN}]{{1,2}}(?:[ \t]{{1,2}}|\n)[{HAN}](?:[ \t]{{1,2}}[{HAN}])?(?<![ \t][男女])(?![{HAN}])|[{HAN}]\n[{HAN}]{{2}}|[{HAN}]{{2}}\n[{HAN}]")
DOTTED: Final = re.compile(f"[{HAN}]{{1,8}}(?:[{DOT}][{HAN}]{{1,8}}){{1,3}}")
_MASKED: Final = re.compile(f"[{HAN}](?:[{MASK}]{{1,3}}[{HAN}]{{1,2}}(?![{HAN}])| [{MASK}]{{1,2}} [{HAN}](?![{HAN}])|[{MASK}]{{1,3}}[{HAN}]|[{MASK}]{{1,3}}|[{HAN}] ?[{MASK}]{{1,2}}|某某?)(?![A-Za-z0-9])")
_EVERYDAY: Final = -5.0
"""Words more frequent than this end a line as words: 白天, not 王子 of 王子\n睿."""
_NOT_CUT: Final = frozenset(["阿不都", "阿布都", "阿卜都"])


@lru_cache(maxsize=4)
def runs(text: str) -> tuple[tuple[int, int], ...]:
    """Where unbroken stretches of Han characters stand; kept, since several rules ask for one page's.

    >>> runs("王 小明MD")
    ((0, 1), (2, 4))
    """
    return tuple([run.span() for run in _HAN_RUN.finditer(text)])


@lru_cache(maxsize=4)
def dotted(text: str) -> bool:
    """Whether there is an interpunct at all."""
    return _DOT.search(text) is not None


def trim_dotted(text: str, start: int, end: int) -> tuple[int, int]:
    """A name with interpuncts without the words glued to it: 患者巴奈‧古穆一起 is 巴奈‧古穆.

    Only a role word or a word that leads to a name is cut off its front, only one that follows names its end.
    """
    first = min(i for i in range(start, end) if text[i] in DOT)
    last = max(i for i in range(start, end) if text[i] in DOT)
    for at in range(first - 1, start, -1):
        if text[at - 3 : at] in _NOT_CUT:
            continue
        if role_before(text, at) or text[at - 1] in "由與与和跟及請请" or text[at - 2 : at] in left_words():
            start = at
            break
    else:
        start = max(start, _sounded_from(text, first))
    for at in range(last + 3, end):
        is_sound = text[at] in letter_class() and text[at + 1] in letter_class() and text[at : at + 2] not in right_words() if at + 1 < end else False
        if starts_right(text[at : at + 3]) and not is_sound and text[at - 2 : at + 1] not in _NOT_CUT:  # 阿合|买提汗
            end = at
            break
    sounds = last + 1
    while sounds < end and text[sounds] in letter_class():
        sounds += 1
    tail = text[sounds:end].translate(to_base())
    is_tail = last + 2 < sounds and ((len(tail) > 1 and tail[:2] in tables().words) or tail[:1] in {"您", "你"})
    return start, sounds if is_tail else end  # 阿米娜·麦麦提明|您好


def _sounded_from(text: str, first: int) -> int:
    """Where the characters before the interpunct at `first` begin that names of other tongues use: 贴到|加尔肯·."""
    start = first
    while start and text[start - 1] in letter_class():
        start -= 1
    return start if first - start > 1 and is_han(text[start - 1 : start] or " ") else 0


def masked_at(text: str, at: int) -> re.Match[str] | None:
    """A surname and what hides the rest, at `at`: 王○明, 王○○."""
    found = _MASKED.match(text, at)
    return found if found and surname_weight(found[0][0]) is not None else None


def _cuts_words(text: str, at: int, cut: int) -> bool:
    """安靜\\n平躺, 白天\\n多睡: a word ends the line, and another begins the next one or the first is nobody's name."""
    head = text[at : at + cut].translate(to_base())
    if head not in tables().words:
        return False
    behind = text[at + cut + 1 : at + cut + 3].translate(to_base())
    return behind in tables().words or starts_right(behind) or (tables().words[head] > _EVERYDAY and head not in word_names())


def spaced_at(text: str, at: int) -> re.Match[str] | None:
    """A name with blanks or a line end inside, at `at`: 林 志 明."""
    found = _SPACED.match(text, at)
    if found is None:
        return None
    cut = found[0].find("\n")
    runs_on = cut > 0 and is_han(text[found.end() : found.end() + 1] or " ")
    if runs_on and (not starts_right(text[found.end() : found.end() + 3]) or starts_right(text[at + cut + 1 : at + cut + 4])):  # 王明\n主訴
        return None
    if cut == 2 and _cuts_words(text, at, cut):
        return None
    joined = re.sub(r"\s", "", found[0])
    likelihood, surname = name_likelihood(joined.translate(to_base()))
    return found if surname and likelihood > -8.5 and len(joined) > 2 and joined not in never() else None
