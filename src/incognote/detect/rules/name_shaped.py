"""Names with a peculiar shape: 王○明, 巴奈‧古穆 and 巴奈 again, 扎西次仁, 王張氏, 阮氏蘭.

A mask, an interpunct, two Tibetan parts side by side or 氏 says that a name stands there, so that no cue is needed.
Source: catalogue 3.2, 3.4, 7.3 N4, N9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "王○明與巴奈‧古穆、阮氏蘭同住，施氏量表"))]
[(0, 3), (4, 9), (10, 13)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import DOT, DOTTED, HAN, dotted, trim_dotted
from incognote.detect.masked import masked
from incognote.detect.name_words import starts_right
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import whose
from incognote.document import Span
from incognote.names.likelihood import given_weight, strangeness, surname_characters, tables
from incognote.names.tables import rows, to_base, variants
from incognote.names.transcribed import letter_class, transcribed_margin

SOURCE: Final = "rules/name_shaped"
_DISEASE: Final = frozenset("症病徵征菌法式氏試试綜综檢检囊細细瘤線线體体腺")
_VIETNAMESE: Final = re.compile(f"[阮黎范武裴鄧邓吳吴胡楊杨陳陈黃黄潘何段杜梁張张丁鄭郑馮冯]氏[{HAN}]{{1,2}}")
_MOST_PARTS: Final = 24
_HALF: Final = 3.0
"""The margin by which one part must be likelier sounds than words."""
# One of these stands in every such name; letters that mask stand behind a surname, or a blank behind it.
_SIGN: Final = re.compile(f"[氏{DOT}○〇◯□●⭕◎ＯOoXＸx*＊某](?:(?<![ＯOoXＸx*＊])|(?<=[{HAN}].)|(?<=[{HAN}] .))")


@cache
def _married() -> re.Pattern[str]:
    """王张氏, 赵王氏: two surnames of a woman of old."""
    usual = surname_characters(-2.8)
    return re.compile(f"(?<![{HAN}])[{usual}]{{2}}氏(?![{HAN}])|(?<=[{HAN}])[{surname_characters(-2.2)}]{{2}}氏(?![{HAN}])")


@cache
def parts_of(kind: str) -> frozenset[str]:
    """Listed parts of names of one kind, in all their writings."""
    listed = [part for name, text in rows("minority_names") if name == kind for part in text.split(" ")]
    first = str.maketrans({base: others[0] for base, others in variants().items()})
    return frozenset({*listed, *(part.translate(first) for part in listed)})


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for start, end in masked(text):
        yield page.span(start, end, "NAME", kind_of(text, start, end), SOURCE, 0.82)
    if dotted(text):
        yield from _dotted(page)
    yield from _tibetan(page)
    if "氏" in text:
        yield from _by_clan(page)


def _dotted(page: Page) -> Iterator[Span]:
    """巴奈‧古穆, and each part of it elsewhere; 徹摩斯 · 卡阿斯."""
    text = page.text
    looked_for: set[str] = set()
    for found in DOTTED.finditer(text):
        start, end = trim_dotted(text, *found.span())
        parts = re.split(f"[{DOT}]", text[start:end])
        odd = any(strangeness(part) > 3.9 for part in parts if len(part) > 1) or _is_sounded(text, (start, end)) or _is_half_sounded(parts)
        if odd and text[start - 1 : start] != "《" and text[end : end + 1] not in _DISEASE:
            kind = kind_of(text, start, end)
            yield page.span(start, end, "NAME", kind, SOURCE, 0.85)
            for part in (parts[0], parts[-1]):
                if part not in looked_for and len(looked_for) < _MOST_PARTS:
                    looked_for.add(part)
                    yield from _alone(page, part, (start, end), kind)
    for found in _apart().finditer(text):
        if sum(transcribed_margin(part, 0, len(part)) for part in found.groups()) > 3:
            yield page.span(*found.span(), "NAME", kind_of(text, *found.span()), SOURCE, 0.8)


@cache
def _apart() -> re.Pattern[str]:
    """徹摩斯 · 卡阿斯: blanks around the interpunct."""
    letters = "".join(sorted(letter_class()))
    return re.compile(f"([{letters}]{{2,6}}) [{DOT}] ([{letters}]{{2,6}})(?![{HAN}])")


def _is_sounded(text: str, place: tuple[int, int]) -> bool:
    """买买提·热合曼, 麥可·威克斯: all characters but the interpunct are such as write other tongues."""
    return all(char in DOT or char in letter_class() for char in text[slice(*place)].replace("不都", ""))


def _is_half_sounded(parts: list[str]) -> bool:
    """巴蘇雅‧伊斯坦大: one part is likelier sounds than words, and the others hold two such characters."""
    return any(len(part) > 2 and transcribed_margin(part, 0, len(part)) > _HALF for part in parts) and all(sum(char in letter_class() for char in part) > 1 for part in parts)


def _alone(page: Page, part: str, whole: tuple[int, int], kind: str | None) -> Iterator[Span]:
    """巴奈 of 巴奈‧古穆 wherever it stands again in the note, if no words explain it."""
    text = page.text
    if len(part) < 2 or strangeness(part) < 3.7:
        return
    at = text.find(part)
    while at >= 0:
        end = at + len(part)
        if not whole[0] <= at < whole[1] and text[at - 1 : at] not in DOT and text[end : end + 1] not in DOT:
            yield page.span(at, end, "NAME", kind, SOURCE, 0.8)
        at = text.find(part, end)


def _tibetan(page: Page) -> Iterator[Span]:
    """Two parts of a Tibetan name side by side; one part alone is a name only with a cue."""
    before: tuple[int, int] | None = None
    text = page.text
    for start, end in page.cues.get("tibetan", NO_CUES):
        linked = start and text[start - 1] in "由與与和跟及" and starts_right(text[end : end + 3])
        if linked:
            yield page.span(start, end, "NAME", None, SOURCE, 0.6)
        if before and before[1] == start:
            yield page.span(before[0], end, "NAME", kind_of(page.text, before[0], end), SOURCE, 0.82)
        before = start, end


def _by_clan(page: Page) -> Iterator[Span]:
    """王張氏, 阮氏蘭."""
    text = page.text
    for found in _married().finditer(text):
        yield page.span(*found.span(), "NAME", kind_of(text, *found.span()), SOURCE, 0.82)
    for found in _VIETNAMESE.finditer(text):
        end = found.start() + (4 if given_weight(found[0][3:4]) > -4.6 and not _is_word_start(text, found.start() + 3) else 3)
        if given_weight(found[0][2]) > -4.8 and found[0][2] not in "症病徵征菌時时後后":
            yield page.span(found.start(), min(end, found.end()), "NAME", kind_of(text, *found.span()), SOURCE, 0.82)


def kind_of(text: str, start: int, end: int) -> str | None:
    """Whose name it is; nobody of staff."""
    kind = whose(text, start, end)
    return None if kind == "staff" else kind


def _is_word_start(text: str, at: int) -> bool:
    return text[at : at + 2].translate(to_base()) in tables().words


RULES = (Rule("name_shaped", find, {"tibetan": tuple(sorted(parts_of("tibetan")))}, needs=("tibetan", _SIGN)),)
