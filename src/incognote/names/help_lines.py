"""Whether a stretch of text is a public help line, or its number: Samaritans 116 123, Lifeline 13 11 14, 1980 張老師.

Nobody is told by them. 張老師 is the line only beside what says so; a teacher called 張 stays one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.tables import rows

_REACH: Final = 34
_WORD: Final = re.compile(r"[A-Za-z0-9]+(?:['’][A-Za-z]+)?")
_LINE_BEHIND: Final = re.compile(r"\s?(?:(?:[輔辅][導导]|[諮咨][詢询商]|服[務务])?(?:[專专熱热][線线])|基金[會会]|[((]?\s?1980)")
_LINE_BEFORE: Final = re.compile(r"(?:1980|(?:19(?:25|95)|生命[線线])[^\n。；;]{0,8}?[、,，及和或與与])\s?[:：(（]?\s?\Z")
_TEACHER: Final = ("張老師", "张老师")
_SHORT: Final = 8
"""Digits of the longest number that is asked about: longer ones are masked and the residue check knows them."""


@cache
def _latin() -> re.Pattern[str]:
    lines = sorted((line for kind, cell in rows("help_lines") if kind == "latin" for line in cell.split(" | ")), key=len, reverse=True)
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, lines))})(?![a-z0-9])")


@cache
def _first_words() -> frozenset[str]:
    return frozenset(word for kind, cell in rows("help_lines") if kind == "latin" for line in cell.split(" | ") for word in _WORD.findall(line))


def is_help_line(text: str, start: int, end: int) -> bool:
    """Whether `[start, end)`, held for somebody or something, is a help line or part of its name.

    >>> [is_help_line(text, 0, 10) for text in ("Samaritans 116 123", "Samaritana rang")]
    [True, False]
    >>> is_help_line("1980張老師專線", 4, 7), is_help_line("導師張老師來電", 2, 5), is_help_line("gave Kids Helpline", 5, 18)
    (True, False, True)
    """
    value = text[start:end]
    if value.startswith(_TEACHER):
        return _LINE_BEHIND.match(text, start + 3) is not None or _LINE_BEFORE.search(text[max(0, start - 14) : start]) is not None
    if not value.isascii():
        return False
    lower = value.lower()
    word = _WORD.search(lower)
    if word is None or word[0] not in _first_words():
        return False
    low = max(0, start - _REACH)
    return any(low + line.start() <= start and end <= low + line.end() for line in _latin().finditer(text[low : end + _REACH].lower()))


def is_public_number(text: str, start: int, end: int) -> bool:
    """Whether the number at `[start, end)` is the short one of the help line right before it.

    >>> is_public_number("Crisis Text Line 741741", 17, 23), is_public_number("Lifeline 13 11 14", 9, 17)
    (True, True)
    >>> is_public_number("Lifeline worker 741741", 16, 22), is_public_number("Lifeline 0412 345 678", 9, 21)
    (False, False)
    """
    if sum(map(str.isdigit, text[start:end])) > _SHORT:
        return False
    head = text[max(0, start - _REACH) : start].lower().rstrip(" :(-–,")
    return any(line.end() == len(head) for line in _latin().finditer(head))
