"""Han names behind a label or kinship word of one character, or a chat or roster line: 夫曾進財, 醫畢承宣, 交:游詩.

One character is too short to be a cue of its own inside words (夫妻, 醫囑), so it must stand between a border and
the name. Chat lines (`08:53 怡蓁：早`) and rosters (`米D, 余E`) name who speaks or works. Source: catalogue 4, 7.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.label) for s in detector(RULES)(Document("1", "夫曾進財 交:游詩 醫囑：禁食"))]
[(1, 4, 'NAME'), (7, 9, 'DOCTOR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from incognote.detect.han_shapes import HAN, runs
from incognote.detect.name_words import name_like, never, starts_right, word_names
from incognote.detect.page import Page
from incognote.detect.people import Read
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import lines
from incognote.detect.vouched import read_expected, read_single
from incognote.detect.whose import label_for
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import given_weight, surname_weight, tables, vouched_margin
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_lone"
_KIN: Final = "夫妻父母子女兄弟姊姐妹媳婿孫孙嫂爸媽妈爺爷奶姑姨舅叔伯公婆嬰婴兒儿哥娃"
_STAFF: Final = "護护醫医交接班記记錄录代技"
_YOUNG: Final = frozenset("兒儿媳夫妻弟妹兄姊姐")
_FIRST: Final = frozenset(_KIN + _STAFF)
_GAP: Final = re.compile(rf"[:/.]?[ \t]?(?=[{HAN}])")
_WHOLE: Final = re.compile(rf"([{HAN}]{{2,3}})(?=[ \t,、/)\n]|\Z)")  # 護：時光 技：林敏
_SPEAKER: Final = re.compile(rf"[ \t]*\[?\d{{1,2}}:\d{{2}}(?::\d\d)?\]?[ \t]+([{HAN}]{{2,4}})[ \t]?:")
_SPEAKER_HEADS: Final = frozenset(" \t[0123456789")
_ROSTER: Final = re.compile(r"(?:[DEN]|OT|PT|ST|SW|NP|RN|HN|VS)(?![A-Za-z0-9])")
_SHIFTS: Final = frozenset("DENOPSRHV")
_CALLED_DOUBLE: Final = re.compile(rf"姓(?<![同百].)([{HAN}]{{2}})(?![{HAN}])")
_NAMED_SO: Final = re.compile(rf"([{HAN}])姓(?=[男女婦妇少老翁嫌夫妻兄姊姐妹弟父母表堂阿]|家[屬属人]|友人|同[學学事]|[個个]案|病[患人童]|患者|[駕驾][駛驶]|司[機机]|乘客|民[眾众]|長者|长者|[鄰邻]居|住[戶户])")
"""李姓家屬, 陳姓婦人."""
_CALLED: Final = re.compile(rf"姓(?<![同百老貴贵尊冠夫複复單单改本大婆].)([{HAN}])(?:(?![{HAN}])|(?=[的名]))(?:[,，]?名([{HAN}]{{1,2}})(?![{HAN}]))?")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    found_runs = runs(text)
    if "/" in text:
        yield from _pairs(page, found_runs)
    for start, end in found_runs:
        if text[start] in _FIRST:
            yield from _lone(page, start)
        if end - start < 4 and text[end : end + 1] in _SHIFTS and _ROSTER.match(text, end):
            yield from _on_duty(page, start, end)
    for at in lines(text) if ":" in text else ():
        if text[at : at + 1] in _SPEAKER_HEADS and (spoken := _SPEAKER.match(text, at)):
            yield from _speaker(page, spoken)
    if "姓" in text:
        for found in _CALLED.finditer(text):
            if (surname_weight(found[1]) or -9.0) > -4.6:
                yield page.span(*found.span(1), "NAME", None, SOURCE, 0.85)
                if found[2]:
                    yield page.span(*found.span(2), "NAME", None, SOURCE, 0.85)
        for found in _NAMED_SO.finditer(text):
            if (surname_weight(found[1]) or -9.0) > -4.0:
                yield page.span(*found.span(1), "NAME", None, SOURCE, 0.8)
        for found in _CALLED_DOUBLE.finditer(text):
            if surname_weight(found[1]) is not None:
                yield page.span(*found.span(1), "NAME", None, SOURCE, 0.85)


def _all_given(piece: str) -> bool:
    return len(piece) > 1 and all(given_weight(char) > -4.2 for char in piece)


def _pairs(page: Page, found: tuple[tuple[int, int], ...]) -> Iterator[Span]:
    """尤佳/房旭: two names and a slash between borders."""
    text = page.text
    for (start, end), (other, stop) in pairwise(found):
        beside = other == end + 1 and text[end] == "/" and 1 < end - start < 4 and 1 < stop - other < 4
        if beside and _like_name(text, start, end) and _like_name(text, other, stop):
            yield page.span(start, end, "DOCTOR", None, SOURCE, 0.7)
            yield page.span(other, stop, "DOCTOR", None, SOURCE, 0.7)


def _like_name(text: str, start: int, end: int) -> bool:
    base = text[start:end].translate(to_base())
    known = base in tables().words or base in never()
    return not known and (surname_weight(text[start]) or -9.0) > -3.4 and vouched_margin(text, start, end) > -0.4


def _speaker(page: Page, found: re.Match[str]) -> Iterator[Span]:
    base = found[1].translate(to_base())
    if base not in role_of() and base[:2] not in tables().words and base not in never() and base not in tables().words and _all_given(base[-2:]):
        yield page.span(*found.span(1), "DOCTOR", None, SOURCE, 0.8)


def _on_duty(page: Page, start: int, end: int) -> Iterator[Span]:
    """米D, 余E, 季OT: one character takes its shift or trade in."""
    if end - start > 1 and page.text[start] in left_words():  # 由白OT評估
        start += 1
    name = page.text[start:end]
    if (surname_weight(name[0]) or -9.0) > -4.0 and (len(name) == 1 or name.translate(to_base()) not in tables().words):
        found = _ROSTER.match(page.text, end)
        yield page.span(start, found.end() if found and len(name) == 1 else end, "DOCTOR", None, SOURCE, 0.8)


def _is_child(text: str, start: int, read: Read) -> bool:
    """兒宥哲說, 媳宜潔睡著: a given name behind a word of kin and before a verb."""
    return text[start] in _YOUNG and name_like(text[read.start : read.end]) and starts_right(text[read.end : read.end + 3])


def _lone(page: Page, start: int) -> Iterator[Span]:
    text = page.text
    gap = _GAP.match(text, start + 1)
    if gap is None:
        return
    at = gap.end()
    is_staff = text[start] in _STAFF
    glued = not gap[0]
    if glued and text[at] in "左右":  # 嬰左斜頸
        return
    if glued and text[at - 1 : at + 1].translate(to_base()) in tables().words:  # 母乳, 醫囑, 妹妹
        return
    read = read_expected(text, at, prior=-0.6 if glued else 0.0, least=0.8 if glued and is_staff else 0.2)
    if read and not is_staff and read.end - read.start == 2 and surname_weight(text[read.start]) is None and not (glued and _is_child(text, start, read)):  # 女 體健
        return
    if read and glued and text[read.end - 1] in "科室院部":  # 公衛科
        return
    if read and not (is_staff and glued and read.end - at < 3):
        label, kind = label_for("staff" if is_staff else "relative")
        yield page.span(read.start, read.end, label, kind, SOURCE, read.score)
    elif ":" in gap[0] and (word := _WHOLE.match(text, at)) and word[1].translate(to_base()) in word_names():
        label, kind = label_for("staff" if is_staff else "relative")
        yield page.span(*word.span(1), label, kind, SOURCE, 0.82)
    elif is_staff and ":" in gap[0] and (stop := read_single(text, at, is_glued=False)):
        yield page.span(at, stop, "DOCTOR", None, SOURCE, 0.8)


RULES = (Rule("name_han_lone", find),)
