"""Han names where a label, a role or a title says that there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.names.likelihood import name_before
from incognote.names.tables import first_names
from incognote.verify.han_names import (
    FUNCTION,
    GOES_ON,
    HAN,
    LEADS,
    WORDY_SURNAMES,
    Find,
    given,
    is_han,
    is_rare,
    is_word,
    judge,
    margin,
    run_before,
    run_end,
    surnames,
    unlike_words,
)
from incognote.verify.reading import Reading

_GAP: Final = re.compile(r"[ \t\u3000]?[:(「『\"、/,，]?[ \t\"「]?")
_LABEL_GAP: Final = re.compile(r"[ \t]{0,3}[:(]?[ \t\"「]{0,3}")
_DOTTED: Final = re.compile(rf"[{HAN}]{{1,6}}[‧·・•][{HAN}]{{1,6}}(?:[‧·・•][{HAN}]{{1,6}})?")
_NICKNAME: Final = re.compile("[阿小老][\u3400-\u9fff]")
_NO_NICKNAME: Final = frozenset("便時时腿腸肠腦脑孩兒儿學学組组心姐弟妹產产聲声指趾板細细量於于年人師师化花姨嬤嬷公伯婆爸媽妈斯托莫片")
_SPACED: Final = re.compile(r"([\u3400-\u9fff])[ \t]([\u3400-\u9fff])(?:[ \t]([\u3400-\u9fff]))?(?![\u3400-\u9fff])")
_EMPTY: Final = frozenset("性年出生不未無无同如見见電电身病住地職职男女聯联關关與与和或及已本")
_PATIENTS: Final = frozenset({"病人", "患者", "病患", "個案", "个案", "病童", "患儿", "患兒", "家屬", "家属", "先生", "小姐"})
_STAFF_LAST: Final = frozenset({"社工", "護理師", "護士", "护士", "專師", "醫師", "医师", "主治", "督導", "藥師", "技師"})
_ROLES: Final = frozenset({"牙醫師", "牙医师", "牙醫生", "刀醫師", "刀医师", "獸醫師", "班主任", "公衛護理師", "公卫护士", "公衛護士"})
_OF_LAWS: Final = frozenset("法節节")  # 《醫師法》第25條, 護士節
_CONTACT: Final = ("微信", "電聯", "电联", "簡訊", "短信")  # 家屬微信聯繫
_HOTLINE: Final = ("專線", "1980", "熱線", "輔導")
_GIVEN_LATIN: Final = re.compile(r"[A-Z][a-z]{2,}")


def names(reading: Reading) -> Iterator[Find]:
    """Names that a cue announces, before it or behind it."""
    text = reading.text
    for _, end in reading.cues.get("name_labels", ()):
        yield from _after_label(text, end)
    for start, end in reading.cues.get("roles", ()):
        yield from _after_role(text, start, end)
    for start, end in reading.cues.get("titles", ()):
        yield from _before_title(text, start, end)
        yield from _after_title(text, start, end)


def _after_label(text: str, at: int) -> Iterator[Find]:
    gap = _LABEL_GAP.match(text, at)
    start = gap.end() if gap else at
    has_colon = any(c in text[at:start] for c in ":( ")
    dotted = _DOTTED.match(text, start)
    if dotted:
        yield "labelled_name", *dotted.span(), True
        return
    spaced = _SPACED.match(text, start)
    if spaced and spaced[1] in surnames():
        yield "labelled_name", *spaced.span(), True
        return
    end = run_end(text, start, 6)
    if end - start == 1 and start > at and text[start] in surnames():
        yield "labelled_name", start, end, True
    if end - start < 2 or text[start] in _EMPTY:
        return
    yield from judge(text, start, "labelled_name", sure=has_colon)


def _after_role(text: str, start: int, end: int) -> Iterator[Find]:
    if text[start:end] in {"母", "父", "妻", "夫"} and start and is_han(text[start - 1]):
        return
    if start > 2 and text[start - 1] == "(":
        yield from _before_bracket(text, start - 1)
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at < len(text) and "A" <= text[at] <= "Z" and text[start:end] not in _PATIENTS:
        yield from _latin(text, at, attached=at == end)
    if at >= len(text) or not is_han(text[at]) or text.startswith(_CONTACT, at):
        return
    if "(" in text[end:at]:
        last = run_end(text, at, 5)
        if text[last : last + 1] == ")" and last - at >= 2 and unlike_words(text[at:last]):
            yield "name_after_role", at, last, True
            return
    dotted = _DOTTED.match(text, at)
    if dotted and dotted[0][0] not in _EMPTY:
        yield "name_after_role", *dotted.span(), True
        return
    nickname = _NICKNAME.match(text, at)
    if nickname and text[at + 1] not in _NO_NICKNAME and (text[at + 2 : at + 3] in GOES_ON or not is_word(text[at + 1 : at + 3])):
        yield "name_after_role", *nickname.span(), True
        return
    yield from judge(text, at, "name_after_role", sure=False)


def _before_bracket(text: str, at: int) -> Iterator[Find]:
    """小玲(案女), 陳美玲(母)."""
    low = run_before(text, at)[0]
    name = text[low:at]
    if 2 <= len(name) <= 4 and ((_NICKNAME.fullmatch(name) and name[1] not in _NO_NICKNAME) or (name[0] in surnames() and not is_word(name))):
        yield "name_before_role", low, at, True


def _latin(text: str, at: int, *, attached: bool) -> Iterator[Find]:
    """看護Yanti, 專師Amy: a capitalised word behind a Chinese role or title."""
    name = _GIVEN_LATIN.match(text, at)
    if (name and not text[name.end() : name.end() + 2].strip().isascii()) or (name and text[name.end() : name.end() + 1] in ",.;:)"):
        yield "name_after_role", *name.span(), attached or first_names().get(name[0].lower(), 0) >= 0.5


def _before_title(text: str, start: int, end: int) -> Iterator[Find]:
    """王醫師, 蔡承叡醫師; not 石膏室護理師, not 於醫師."""
    at = start - 1 if start and text[start - 1] == " " else start
    if not at or not is_han(text[at - 1]) or _is_role(text, at, end):
        return
    family, fit = surnames(), given()
    for size in (3, 2):
        low = at - size
        if low >= 0 and text[low] in family and all(c in fit for c in text[low + 1 : at]):
            name = text[low:at]
            wordy = is_word(name) or is_word(name[:2]) or (is_rare(name) and margin(text, low, at, prior=0.0) <= 0)
            if size == 3 and not wordy and is_word(name[1:]):
                wordy = margin(text, low, at, prior=0.0) <= 0
            if not wordy and (size == 3 or not low or not is_han(text[low - 1])):
                yield "name_before_title", low, end, True
                return
    first = text[at - 1]
    if first in "男女老":
        return
    if first == "于" and at > 1 and text[at - 2].isascii():
        yield "name_before_title", at - 1, end, text[at - 2].isalpha()
    if first in family and first not in FUNCTION and text[start:end] not in {"君", "董", "總", "某某"}:
        before = text[at - 2] if at > 1 else " "
        free = not is_han(before)
        if free or not (is_rare(first) or is_word(before + first)):
            yield "name_before_title", at - 1, end, free or first not in WORDY_SURNAMES or before in LEADS
            return
    if first in fit or any(c in family for c in text[max(0, at - 3) : at - 1]):
        found = name_before(text, at, prior=0.0)
        if found and found.margin > (1 if is_rare(text[found.start : found.end]) else 0):
            yield "name_before_title", found.start, end, True


def _is_role(text: str, at: int, end: int) -> bool:
    """牙醫師, 主刀醫師, 班主任, 外公, 護理師 社工師: what stands before a title belongs to a role."""
    first, before = text[at - 1], text[at - 2 : at - 1]
    if first == "公" and before and before in "阿外":
        return True
    if first in "師师" and before and is_han(before):
        return True
    titled = text[at - 1 : end]
    return titled in _ROLES or text[at - 2 : end] in _ROLES or (titled == "張老師" and text.startswith(_HOTLINE, end))


def _after_title(text: str, start: int, end: int) -> Iterator[Find]:
    if text[start:end] in {"先生", "小姐", "女士", "太太", "君", "董", "總", "主任", "教授"}:
        return
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at >= len(text) or (at == end and text[at] in _OF_LAWS):
        return
    if "A" <= text[at] <= "Z":
        yield from _latin(text, at, attached=at == end)
    elif text[at] in surnames():
        if at == end and text[at] not in FUNCTION and not is_rare(text[at]) and not is_han(text[at + 1 : at + 2]) and text[start:end] in _STAFF_LAST:
            yield "name_after_title", start, at + 1, True  # 社工吳
        yield from judge(text, at, "name_after_title", sure=False)
