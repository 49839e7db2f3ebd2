"""Han names behind titles and ranks, and lone surnames of staff who are asked: 護理師陳怡君, R2 黃, 請馬確認, 李Dr.

A name of two or more characters leaves its title outside; one character takes it in. A rank in Latin letters is
written large or stands apart (R 側 is the right side). Source: catalogue 7.3 N2, N3.

>>> from incognote.detect.rules import detector, name_han_title
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector((*name_han_title.RULES, *RULES))(Document("1", "護理師陳怡君轉介，R2 黃，請馬確認"))]
[(3, 6), (15, 16), (9, 13)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_han_title import FUNCTION, begins, ends
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_expected, read_single
from incognote.document import Span
from incognote.names.cues import role_of
from incognote.names.likelihood import is_han, surname_weight

SOURCE: Final = "rules/name_han_behind"
_RANKS: Final = (
    "r1", "r2", "r3", "r4", "r5", "r6", "r7", "cr", "vs", "np", "pgy", "pgy1", "pgy2", "dr", "dr.", "prof", "prof.", "sw",
    "n0", "n1", "n2", "n3", "n4", "rn", "intern", "int", "emt", "emtp", "r", "sp", "hn", "ahn", "pa", "lpn", "p",
)  # fmt: skip
_RANK_GAP: Final = re.compile(rf"[ .]{{0,2}}(?=[{HAN}])")
_SINGLE: Final = re.compile(f"([{HAN}])(?![{HAN}])")
_BETWEEN: Final = frozenset(" (-")
_BETWEEN_TWO: Final = frozenset("/、,")
_TOLD: Final = re.compile(r"(?:[Cc]all|[Ww]ith|[Aa]sk|\b[Bb]y|告知|通知|[請请找問问由報报]|[聯联][絡络])[ \t]?\Z")
_ASKED: Final = re.compile(f"[請请補补知](?:(?<=[請请補补])|(?<=[告通]知))([{HAN}])(?=確認|确认|醫囑|医嘱|協助|协助|幫忙|帮忙|處理|处理|覆核|複核|評估|评估|支援|上台|[ \t]\\d{{1,2}}[:/]\\d)")
_BOTH: Final = re.compile(f"[、/和及](?=([{HAN}])[兩两二]位)")
_FIRST_OF_BOTH: Final = re.compile(f"(?<![{HAN}])[請请由與与找]?([{HAN}])\\Z")


def find(page: Page) -> Iterator[Span]:
    for start, end in page.cues.get("title_staff", NO_CUES):
        yield from _behind(page, start, end)
    if not page.text.isascii():
        yield from _asked(page)
        yield from _ranked(page)


def _behind(page: Page, start: int, end: int) -> Iterator[Span]:
    text = page.text
    if text[end : end + 1] in {"線", "线"}:  # 長照專線
        return
    if text[end : end + 1] == "、" and start and is_han(text[start - 1]):  # 繆主任、段博帶組
        read = read_expected(text, end + 1)
        if read and text[read.end : read.end + 2] not in role_of():
            yield page.span(read.start, read.end, "DOCTOR", None, SOURCE, 0.8)
        return
    at = end + 1 if text[end : end + 1] in _BETWEEN else end
    read = read_expected(text, at)
    if read:
        yield page.span(read.start, read.end, "DOCTOR", None, SOURCE, read.score)
        return
    if read_single(text, at, is_glued=at == end):
        inside = start if text[end : at].strip() == "" else at
        yield page.span(inside, at + 1, "DOCTOR", None, SOURCE, 0.85)
        other = _SINGLE.match(text, at + 2) if text[at + 1 : at + 2] in _BETWEEN_TWO else None
        if other and (surname_weight(other[1]) or -9) > -2.7:  # 刷手護理師 陳/李
            yield page.span(at + 2, at + 3, "DOCTOR", None, SOURCE, 0.8)


def _asked(page: Page) -> Iterator[Span]:
    """請馬確認, 補潘醫囑: one surname between what is asked of staff; 劉、謝兩位醫師."""
    if "位" in page.text:
        for second in _BOTH.finditer(page.text):
            first = _FIRST_OF_BOTH.search(page.text, max(0, second.start() - 2), second.start())
            if first and min(surname_weight(first[1]) or -9.0, surname_weight(second[1]) or -9.0) > -3.4:
                yield page.span(*first.span(1), "DOCTOR", None, SOURCE, 0.8)
                yield page.span(*second.span(1), "DOCTOR", None, SOURCE, 0.8)
    for found in _ASKED.finditer(page.text):
        if (surname_weight(found[1]) or -9.0) > -3.0 and found[1] not in FUNCTION:
            yield page.span(*found.span(1), "DOCTOR", None, SOURCE, 0.8)


def _ranked(page: Page) -> Iterator[Span]:
    text = page.text
    for begin, stop in page.cues.get("rank", NO_CUES):
        if begin and text[begin - 1] >= "\u3400" and _called(text, begin, stop):
            yield page.span(begin - 1, stop, "DOCTOR", None, SOURCE, 0.85)
            continue
        gap = _RANK_GAP.match(text, stop) if text[begin:stop] not in "pP" else None
        if gap is None or (begin and ((text[begin - 1].isascii() and text[begin - 1].isdigit()) or text[begin - 1] == "第")):
            continue  # 第R2孔: a well
        if stop - begin == 1 and not (text[begin] == "R" and gap[0] and _TOLD.search(text, max(0, begin - 8), begin)):  # R 側 is right
            continue
        at = gap.end()
        read = read_expected(text, at, prior=0.0)
        if read:
            yield page.span(read.start, read.end, "DOCTOR", None, SOURCE, read.score)
        elif (single := read_single(text, at, is_glued=False)) is not None:
            yield page.span(begin, single, "DOCTOR", None, SOURCE, 0.9)


def _called(text: str, begin: int, stop: int) -> bool:
    """李Dr, 王P (professor): a common surname right before, nothing that runs on behind."""
    least = -6.0 if text[stop : stop + 1] in {":", "的", ","} else -2.9
    if text[begin:stop].lower() not in {"dr", "dr.", "p"} or (surname_weight(text[begin - 1]) or -9.0) < least:
        return False
    return (begins(text, begin - 1) and ends(text, stop)) or (least < -3 and text[stop : stop + 1] == "的" and begins(text, begin - 1))


RULES = (Rule("name_han_behind", find, {"rank": _RANKS}),)
