"""Names without a surname or with a peculiar shape: 阿明, 小玲, 老王, 妞妞, 王○明, 巴奈‧古穆, 阮氏蘭, 我叫阿努.

A nickname in running text needs a border, a quotation mark or a cue on its left; behind a role word a given
name alone is enough. Kinship (阿嬤) and words (小便, 老年) are none. Source: catalogue 3.2, 3.4, 7.3 N4, N9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "王○明與阿明、巴奈‧古穆一起小便"))]
[(0, 3), (4, 6), (7, 12)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.people import DOT, HAN, never, role_before
from incognote.detect.rules.name_han_role import CATEGORIES
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import left_words, right_words, role_of
from incognote.names.likelihood import around, surname_characters, surname_weight, tables, words_cost
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_nickname"
_DISEASE: Final = "[症病徵征菌法式氏試试綜综檢检囊細细瘤線线體体腺]"
_NICK: Final = re.compile(f"[阿小老大]([{HAN}])|([{HAN}])\\2")
_DOTTED: Final = re.compile(f"[{HAN}]{{1,8}}(?:[‧·・•⋅][{HAN}]{{1,8}}){{1,3}}(?!{_DISEASE})")
_VIETNAMESE: Final = re.compile(f"[阮黎范武裴鄧邓吳吴胡楊杨陳陈黃黄潘何段杜梁張张丁鄭郑馮冯]氏[{HAN}]{{1,2}}")
_INTRODUCED: Final = re.compile(
    f"(?:我叫做?|我名叫|名字[叫是]做?|名叫|姓名[叫是]|自稱是?|自称是?|[綽绰]號[叫是]?|绰号[叫是]?|暱稱|昵称|人稱|人称|化名|本名|原名|叫做)[ :「『\"“]{{0,2}}([{HAN}]{{2,4}})(?![{HAN}])"
)
_GAP: Final = re.compile(r"[ \t]{0,2}[\"'「『“(,]?[ \t]?")
_RUN: Final = re.compile(f"[{HAN}]{{2,8}}")
_KIN: Final = frozenset("公嬤嬷媽妈伯姨婆叔嫂姑舅爸爹哥姐姊弟妹嬸婶爺爷嗎吗啊呀是們们的了個个")


@cache
def _masked() -> re.Pattern[str]:
    surnames = surname_characters()
    return re.compile(
        f"[{surnames}](?:[○〇◯□]{{1,2}}[{HAN}]?|[{HAN}][○〇◯□]|[OXＸx*＊]{{1,2}}[{HAN}]|[{HAN}][OXＸ*＊](?![A-Za-z0-9])|[*＊]{{2}}|某某?(?![種种些]))"
    )


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    yield from _shaped(page)
    for category, kind in CATEGORIES.items():
        for _, end in page.cues.get(category, NO_CUES):
            gap = _GAP.match(text, end)
            yield from _given_only(page, gap.end() if gap else end, kind)
    for nick in _NICK.finditer(text):
        if nick.group()[0] in "阿小老" or nick[2]:
            yield from _nickname(page, nick.start())


def _shaped(page: Page) -> Iterator[Span]:
    text = page.text
    for found in _masked().finditer(text):
        if not text[found.end() : found.end() + 1].isalnum() or text[found.end()] >= "\u3400":
            yield page.span(*found.span(), "NAME", _kind(text, found.start()), SOURCE, 0.82)
    if any(dot in text for dot in "‧·・•⋅"):
        for found in _DOTTED.finditer(text):
            parts = re.split(f"[{DOT}]", found[0])
            if max(map(len, parts)) > 1 and all(_strange(part) for part in parts if len(part) > 1):
                yield page.span(*found.span(), "NAME", _kind(text, found.start()), SOURCE, 0.85)
    if "氏" in text:
        for found in _VIETNAMESE.finditer(text):
            end = found.start() + (4 if _given_weight(found[0][3:4]) > -3.6 and not _is_word_start(text, found.start() + 3) else 3)
            if _given_weight(found[0][2]) > -4 and found[0][2] not in "症病徵征菌":
                yield page.span(found.start(), min(end, found.end()), "NAME", _kind(text, found.start()), SOURCE, 0.82)
    if "叫" in text or "名" in text or "稱" in text or "称" in text or "號" in text or "号" in text:
        for found in _INTRODUCED.finditer(text):
            base = found[1].translate(to_base())
            if base not in tables().words and base not in never() and base not in role_of() and _strange(found[1], -3.0):
                yield page.span(*found.span(1), "NAME", None, SOURCE, 0.82)


def _kind(text: str, start: int) -> str | None:
    kind = role_before(text, start)
    return None if kind == "staff" else kind


def _given_weight(char: str) -> float:
    shares = tables().given.get(char.translate(to_base()))
    return max(shares) if shares else -9.0


def _is_word_start(text: str, at: int) -> bool:
    return text[at : at + 2].translate(to_base()) in tables().words


def _strange(part: str, least: float = -3.6) -> bool:
    """Whether no words explain `part`: its cost a character is high."""
    return words_cost(part.translate(to_base())) / len(part) < least


def _given_only(page: Page, at: int, kind: str) -> Iterator[Span]:
    """A given name alone right behind a role word: 友人芷涵, 先生達拉, 其弟扎西次仁."""
    text = page.text
    run = _RUN.match(text, at)
    if run is None:
        return
    words = right_words()
    for size in (4, 3, 2):
        piece = run[0][:size]
        rest = run[0][size:]
        if len(piece) < size or (rest and rest[:2] not in words and rest[:1] not in words and rest[:3] not in words):
            continue
        base = piece.translate(to_base())
        if base in never() or base in role_of() or base in tables().words:
            continue
        fit = sum(_given_weight(c) > -3.3 for c in piece)
        if fit == size and _strange(piece, -3.9 if size > 2 else -4.1):
            yield page.span(at, at + size, "NAME", kind, SOURCE, 0.8)
            return


def _nickname(page: Page, start: int) -> Iterator[Span]:
    text = page.text
    first, second = text[start], text[start + 1]
    if second in _KIN or (first + second).translate(to_base()) in role_of():
        return
    share = _given_weight(second)
    if first in "小老" and first != second:
        share = max(share - (1.5 if first == "老" else 0.4), surname_weight(second) or -9)
    role = role_before(text, start)
    prior = _border(text, start, role) + (0.8 if first == "阿" else 0.0)
    left, right = around(text, start, start + 2)
    window = text[left:right].translate(to_base())
    named = words_cost(window[: start - left]) + share + words_cost(window[start + 2 - left :])
    if first == second:
        prior -= 0.8
    if named + prior - words_cost(window) > 0:
        kind = None if role == "staff" else role
        label = "DOCTOR" if role == "staff" else "NAME"
        yield page.span(start, start + 2, label, kind, SOURCE, 0.8 if role else 0.6)


def _border(text: str, start: int, role: str | None) -> float:
    """The prior for a nickname by what stands on its left and right."""
    prior = -3.6
    before = text[start - 1] if start else "\n"
    if role:
        prior += 2.2
    elif before in "「『“\"'":
        prior += 1.8
    elif before < "\u3400" or before in left_words() or text[max(0, start - 2) : start] in left_words():
        prior += 0.9
    else:
        prior -= 1.0
    after = text[start + 2 : start + 3]
    words = right_words()
    if not after or after < "\u3400" or after > "\ufa00":
        return prior + 0.8
    return prior + (0.6 if after in words or text[start + 2 : start + 4] in words else -0.8)


RULES = (Rule("name_nickname", find),)
