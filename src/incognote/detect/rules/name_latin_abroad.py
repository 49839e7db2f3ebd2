"""Latin names in Chinese text whose bearer comes from abroad: 媳Nga(越籍), 805 Batuhan 外籍, SURYANI 印籍.

The word of nationality, or an employer, stands right behind the name; after 阿 a Latin name is one too
(阿Ken). Source: catalogue 3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "805 Batuhan 外籍 MRSA 隔離; 前男友阿Ken"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Batuhan', '阿Ken']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER, WORD, is_listed, is_ordinary, is_unheard, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import eponyms

SOURCE: Final = "rules/name_latin_abroad"
NATIONS: Final = (
    "外籍", "印籍", "印尼籍", "越籍", "越南籍", "菲籍", "菲律賓籍", "泰籍", "泰國籍", "緬籍", "馬籍", "日籍", "韓籍", "美籍", "英籍", "法籍", "德籍", "加籍", "港籍", "陸籍", "土籍", "俄籍", "印尼看護", "越南看護", "外看", "外傭", "移工", "雇主", "僱主",
    "越配", "印配", "陸配", "外配", "菲律宾籍", "韩籍", "泰国籍", "印尼", "越南", "菲律賓",
)  # fmt: skip
_NAME: Final = re.compile(rf"(?<![A-Za-z0-9])(?P<name>{WORD.pattern}(?: {WORD.pattern}){{0,3}})(?: ?[((,，:：/]? ?)\Z")
_IN_BRACKETS: Final = re.compile(rf"\((?:(?<=[\u3400-\u9fff].)|(?<=[\u3400-\u9fff] .))(?P<first>[{UPPER}][A-Za-z'’-]+),? (?P<second>[{UPPER}][A-Za-z'’-]+)\)")
_AFTER_AH: Final = re.compile(rf"[{UPPER}][a-z]{{1,11}}(?![A-Za-z0-9])")


_BRACKET: Final = re.compile(rf"\((?=[{UPPER}])")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, _ in page.cues.get("latin_nation", NO_CUES):
        if start < 3 or not text[start - 3 : start].strip(" (,:/"):
            continue
        before = _NAME.search(text, max(0, start - 36), start)
        if before and _is_name(before["name"]):
            yield page.span(*before.span("name"), "NAME", None, SOURCE, 0.8)
    for start, end in page.cues.get("latin_ah", NO_CUES):
        name = _AFTER_AH.match(text, end)
        if name and name[0].lower() not in stops():
            yield page.span(start, name.end(), "NAME", None, SOURCE, 0.8)
    for match in _IN_BRACKETS.finditer(text) if "(" in text else ():
        if _is_turned_pair(match["first"], match["second"]):
            yield page.span(match.start("first"), match.end("second"), "NAME", None, SOURCE, 0.65)


def _is_turned_pair(first: str, second: str) -> bool:
    """SATO Kenichi behind a name in Han; not Lung Cancer, not Keytruda Injection."""
    words = (first.lower(), second.lower())
    if any(is_ordinary(w) or w in stops() or w in eponyms() for w in words):
        return False
    return (first.isupper() and len(first) > 2 and second.istitle()) or any(map(is_listed, words))


def _is_name(name: str) -> bool:
    """Whether no word of it is a term, an abbreviation or an everyday word: not `MRSA 外籍`, `Covid 外籍`."""
    words = [w.lower() for w in name.split()]
    if any(w in eponyms() or w in stops() or is_ordinary(w) for w in words):
        return False
    return all(len(w) > 2 for w in words) and (not name.isupper() or len(name) > 4 or any(map(is_unheard, words)))


RULES = (Rule("name_latin_abroad", find, {"latin_nation": NATIONS, "latin_ah": ("阿",)}, needs=("latin_nation", "latin_ah", _BRACKET)),)
