"""Names written by sound, without an interpunct: 烏麗南卡夫, 阿西拉體, 其木格, 索朗罔久, behind a role word or between borders.

Weighed by `names/transcribed.py`; a role, kinship or naming word before lets shorter and likelier-worded ones pass.
Drugs, eponyms and foreign places are written the same way: they are listed, or end as drugs do, or a dose, 症, 氏 or 徵
follows. Source: catalogue 3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "外婆烏麗南卡夫願照顧，依那普利 5mg"))]
[(2, 7)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import DOT
from incognote.detect.name_words import starts_right
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of, words
from incognote.names.eponyms import sounded_terms
from incognote.names.likelihood import based, drug_ends, is_han, tables
from incognote.names.search import is_clinical_word
from incognote.names.transcribed import letter_class, letters, transcribed_margin

SOURCE: Final = "rules/name_transcribed"
_MOST: Final = 8
_CUED: Final = 1.2
_QUOTED: Final = 3.0
_WHOLE: Final = 3.5
"""Behind a cue, where the letters end but no border or verb is known to follow."""
_FREE: Final = 4.4
_WARD: Final = frozenset("科院室库庫局站")
_KIN: Final = frozenset("父母夫妻兒儿女子兄弟姊姐妹哥媳娃嬰婴爸媽妈")
_QUOTES: Final = frozenset("「『“\"")
_NAMED: Final = ("缺", "喚", "唤", "喊", "拼成", "打成", "寫成", "写成", "誤寫", "误写", "拆成", "簽成", "签成", "暫寫", "暂写", "上是", "曰", "名")
_NOT_BEHIND: Final = re.compile(
    r"[征徵症病氏菌素酸鈉钠鉀钾鈣钙鹽盐片膠胶錠锭針针劑剂苷酯酶肽胺膏油粉霜綜综試试測测量評评反瘤熱热毒族語语國国省市縣县區区州鄉乡村鎮镇]|[細细組组][胞织織]|[ \t]{0,2}(?:\d+(?:\.\d+)?[ \t]?(?:m?g|ml|mcg|ug|IU|#|%|片|粒|顆|颗|錠)|[xX×]\d|\d+/\d)"
)


@cache
def _staff_fields() -> frozenset[str]:
    return frozenset(word for word in words("field_staff") if len(word) > 1 and is_han(word[0]))


@cache
def _runs() -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(letter_class()))}]{{3,14}}")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for run in _runs().finditer(text):
        yield from _in_run(page, *run.span())


def _in_run(page: Page, begin: int, stop: int) -> Iterator[Span]:
    text = page.text
    if (text[begin - 1 : begin] in DOT and begin) or (text[stop : stop + 1] in DOT and stop < len(text)):
        return
    for start in range(begin, stop - 2):
        least = _least(text, start)
        if least is None:
            continue
        best = max(_ends(text, start, stop, least), default=None)
        if best:
            end = best[1]
            label, kind = label_for("staff" if role_of().get(text[end : end + 2]) == "staff" else _kind(text, start, end))
            yield page.span(start, end, label, kind, SOURCE, 0.82 if least < _FREE else 0.7)
            return


def _kind(text: str, start: int, end: int) -> str | None:
    return "staff" if text[start - 1 : start] in _WARD else whose(text, start, end)


def _least(text: str, start: int) -> float | None:
    """The margin that a name at `start` needs; None where a word runs on to its left."""
    before = text[start - 1 : start]
    label = text[max(0, start - 4) : start].rstrip(" :")
    if role_before(text, start) or any(label[-size:] in _staff_fields() for size in (2, 3, 4)) or text[max(0, start - 2) : start] in left_words() or before in left_words() or text[max(0, start - 2) : start].endswith(_NAMED):
        return _CUED
    if before in _QUOTES:
        return _QUOTED
    if not before or not is_han(before):
        return _FREE
    if before in _WARD:
        return _CUED
    return _CUED if before in _KIN and not is_han(text[start - 2 : start - 1] or " ") else None


def _ends(text: str, start: int, stop: int, least: float) -> Iterator[tuple[float, int]]:
    base = based(text)
    for end in range(start + 3, min(stop, start + _MOST) + 1):
        piece, after = base[start:end], text[end : end + 1]
        if least >= _FREE and end - start < 4:
            continue
        known = not is_han(after or " ") or starts_right(text[end : end + 3]) or text[end : end + 2] in role_of() or (least <= _CUED and base[end : end + 2] in tables().words)
        if not known and not (end == stop and least <= _CUED):
            continue
        if piece in sounded_terms() or piece[-2:] in drug_ends() or is_clinical_word(piece) or piece in tables().words or _NOT_BEHIND.match(text, end):
            continue
        if any(piece.startswith(term) for term in (piece[:4], piece[:3]) if term in sounded_terms()) or any(char not in letters() for char in piece):
            continue
        margin = transcribed_margin(text, start, end)
        if margin > (least if known else max(least, _WHOLE)):
            yield margin, end


RULES = (Rule("name_transcribed", find),)
