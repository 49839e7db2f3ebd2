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
"""Digits of the longest number that is a help line's whatever it begins with; a longer one must be free or shared."""
_FREE: Final = re.compile(r"(?:\+?1[- ]?)?8(?:00|33|44|55|66|77|88)-|\(?0?80[0-9]|1[38]00|13 ?\d\d ?\d\d|0300|0345|0508|116")
"""How numbers begin that nobody has at home: 0800, 1800, 13 11 14, 0300, 1-800; the mainland masks 400."""
_THEME: Final = "安心|戒[菸烟酒癮瘾毒治]|[關关][懷怀]|保[護护]|心理|援助|危[機机]|自[殺杀]|生命|失智|照[顧顾]|[長长]照|家暴|[婦妇][幼女]|男性|老人|青少年|希望|孕[產产]|哺乳|防疫|[詐诈][騙骗]"
_HAN_BEFORE: Final = re.compile(rf"(?:{_THEME})[\u4e00-\u9fff\d]{{0,6}}?(?:[專专熱热][線线])[ :：(（]{{0,2}}\Z")
_HAN_BEHIND: Final = re.compile(rf"[ (（]{{0,2}}[\u4e00-\u9fff]{{0,4}}?(?:{_THEME})[\u4e00-\u9fff]{{0,4}}[專专熱热][線线]")
_OWNED: Final = re.compile("[院所]|[醫医][療疗師师]|[診诊]|中心|公司|里|村|社")


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
    """Whether the number at `[start, end)` is that of the help line right beside it.

    >>> is_public_number("Crisis Text Line 741741", 17, 23), is_public_number("Lifeline 13 11 14", 9, 17)
    (True, True)
    >>> is_public_number("戒菸專線 0800-636-363", 5, 17), is_public_number("仁愛醫院關懷專線 0800-636-363", 9, 21)
    (True, False)
    >>> is_public_number("Lifeline worker 741741", 16, 22), is_public_number("Lifeline 0412 345 678", 9, 21)
    (False, False)
    """
    is_free = _FREE.match(text, start) is not None
    if sum(map(str.isdigit, text[start:end])) > _SHORT and not is_free:
        return False
    if is_free and (told := _HAN_BEFORE.search(text[max(0, start - 20) : start]) or _HAN_BEHIND.match(text, end)):
        return _OWNED.search(told[0]) is None and _OWNED.search(text[max(0, start - 14) : start]) is None
    head = text[max(0, start - _REACH) : start].lower().rstrip(" :(-–,")
    if is_free:
        head = head.removesuffix("1").rstrip(" +(")  # Samaritans 1-800-...
    return any(line.end() == len(head) for line in _latin().finditer(head))
