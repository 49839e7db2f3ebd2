"""Han names before and behind titles, ranks and honorifics: 王醫師, 蔡承叡醫師, 護理師陳怡君, R2 黃, 老王.

A name of two or more characters leaves its title outside; one character takes it in (catalogue 7.3 N2, N3).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.label) for s in detector(RULES)(Document("1", "轉介王醫師，由歐陽淑貞護理師衛教"))]
[(2, 5, 'DOCTOR'), (7, 11, 'DOCTOR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.people import HAN, label_for, read_role, role_before
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import words
from incognote.names.likelihood import around, name_before, surname_weight, words_cost
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_title"
_RANK: Final = re.compile(rf"(?<![A-Za-z0-9])(?:R[1-7]|CR|VS|NP|PGY[12]?|Dr\.?|Prof\.?|SW|N[1-4]|RN|Intern|SP|HN|AHN|PA)[ .]{{0,2}}(?=[{HAN}])", re.IGNORECASE)
_SINGLE: Final = re.compile(f"([{HAN}])(?![{HAN}])")
_OLD_YOUNG: Final = re.compile(f"(?<![{HAN}])?[老小]([{HAN}])")
_SHORT: Final = frozenset("君氏哥姐姊董總总伯嫂媽妈爸嬤公婆姨叔弟妹")


def find(page: Page) -> Iterator[Span]:
    yield from _titled(page, "title_staff", "staff")
    yield from _titled(page, "title_person", None)
    for start, end in page.cues.get("title_staff", NO_CUES):
        yield from _behind(page, start, end)
    if not page.text.isascii():
        yield from _ranked(page)


def _titled(page: Page, category: str, kind: str | None) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get(category, NO_CUES):
        edge = start - 1 if start and text[start - 1] == " " else start
        if not edge or text[edge - 1] < "\u3400":
            continue
        short = end - start == 1
        found = name_before(text, edge, prior=-0.9)
        single = _single(text, edge, start, end, short=short)
        if found and found.margin > 0.3 and found.margin > single and not (short and found.end - found.start < 3):
            label, attribute = label_for(kind or _kind(text, found.start))
            yield page.span(found.start, found.end, label, attribute, SOURCE, 0.9)
        elif single > 0:
            label, attribute = label_for(kind or _kind(text, edge - 1))
            yield page.span(edge - 1, end, label, attribute, SOURCE, 0.9)


def _kind(text: str, start: int) -> str | None:
    kind = role_before(text, start)
    return None if kind == "staff" else kind


def _single(text: str, edge: int, start: int, end: int, *, short: bool) -> float:
    """The logarithm of how much likelier one surname and its title are than other words."""
    weight = surname_weight(text[edge - 1])
    if weight is None or (short and (weight < -2.8 or (end < len(text) and text[end] >= "\u3400" and weight < -2))):
        return -9.0
    left, right = around(text, edge - 1, end)
    window = text[left:edge].translate(to_base())
    tail = text[start:right].translate(to_base())
    titled = words_cost(window[:-1]) + weight + words_cost(tail)
    plain = words_cost(window + tail)
    return titled - plain - (1.0 if short else -0.8)


def _behind(page: Page, start: int, end: int) -> Iterator[Span]:
    text = page.text
    at = end + 1 if text[end : end + 1] == " " else end
    read = read_role(text, at)
    if read:
        yield page.span(read.start, read.end, "DOCTOR", None, SOURCE, read.score)
        return
    single = _SINGLE.match(text, at)
    if single and text[at - 1] != "\n" and (surname_weight(single[1]) or -9) > -2.7:
        inside = start if at - end <= 1 else at
        yield page.span(inside, at + 1, "DOCTOR", None, SOURCE, 0.85)


def _ranked(page: Page) -> Iterator[Span]:
    text = page.text
    for rank in _RANK.finditer(text):
        read = read_role(text, rank.end(), prior=0.0)
        if read:
            yield page.span(read.start, read.end, "DOCTOR", None, SOURCE, read.score)
            continue
        single = _SINGLE.match(text, rank.end())
        if single and surname_weight(single[1]) is not None:
            yield page.span(rank.start(), single.end(), "DOCTOR", None, SOURCE, 0.9)


RULES = (
    Rule(
        "name_han_title",
        find,
        {"title_staff": words("title_staff"), "title_person": words("title_person")},
    ),
)
