"""Han names with blanks or a line end inside: 王 小 明, 王 小明, 刘 洋 男, 莊 and 啟東 on the next line.

The surname stands alone between borders; what follows must be a usual given name, or its sex must be told. Source:
catalogue 3.2, 7.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "王 小 明 到院，由莊 醫師 轉介"))]
[(0, 5)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import starts_right, word_names
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, whose
from incognote.document import Span
from incognote.names.likelihood import (
    based,
    is_han,
    name_at,
    name_likelihood,
    surname_characters,
    surname_weight,
    tables,
    usual_given,
)
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_apart"
_EVERYDAY: Final = -5.0
# A single character between a border and a blank, and what goes on; a line end inside Han text.
_SIGNS: Final = (
    *(re.compile(f"{blank}(?<=[{HAN}]{blank})(?<![{HAN}]{{2}}{blank})[ \t]?[{HAN}]") for blank in (" ", "\t")),
    re.compile(f"\n(?<=[{HAN}]\n)[{HAN}]{{2}}"),
)


@cache
def _spaced() -> re.Pattern[str]:
    """王 小 明, 王 小明: a surname alone, then one or two blanks, between borders."""
    return re.compile(f"[{surname_characters(-2.6)}](?=[ \t])(?<![{HAN}].)[ \t]{{1,2}}[{HAN}](?:[ \t]{{1,2}})?[{HAN}](?<![男女])(?![{HAN}])")


@cache
def _sexed() -> re.Pattern[str]:
    """刘 洋 男: a surname, a blank and one character before the sex."""
    return re.compile(f"[{surname_characters(-2.8)}](?=[ \t])(?<![{HAN}].)[ \t]{{1,2}}[{HAN}](?=[ \t]{{1,3}}[男女](?![{HAN}]))")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for spaced in _spaced().finditer(text):
        joined = "".join(spaced[0].split())
        found = name_at(joined, 0, prior=-1.5)
        if found and found.end == 3 and found.margin > 0 and name_likelihood(based(joined))[0] > -8.2 and not _is_plain(joined[1:]):
            label, kind = label_for(whose(text, *spaced.span()))
            yield page.span(*spaced.span(), label, kind, SOURCE, 0.8)
    if "男" in text or "女" in text:
        for spaced in _sexed().finditer(text):
            yield page.span(*spaced.span(), "NAME", "patient", SOURCE, 0.8)
    yield from _broken(page)


def _is_plain(given: str) -> bool:
    """VS 林/陳/黃 輪流查房, 病人 林 安靜: what stands behind the surname is an everyday word and nobody's given name."""
    base = given.translate(to_base())
    return tables().words.get(base, -9.0) > _EVERYDAY and base not in usual_given() and base not in word_names()


def _broken(page: Page) -> Iterator[Span]:
    """A name that a line break cuts behind the surname: 莊\n啟東於門口等候."""
    text, at = page.text, page.text.find("\n")
    while 0 < at < len(text) - 2:
        if is_han(text[at + 1]) and is_han(text[at + 2]) and (surname_weight(text[at - 1]) or -9.0) > -2.8 and (at < 2 or not is_han(text[at - 2])):
            joined = based(text[at - 1] + text[at + 1 : at + 3])
            if name_likelihood(joined)[0] > -9.0 and joined[1:] not in tables().words and (not is_han(text[at + 3 : at + 4] or " ") or starts_right(text[at + 3 : at + 6])):
                label, kind = label_for(whose(text, at - 1, at + 3))
                yield page.span(at - 1, at + 3, label, kind, SOURCE, 0.8)
        at = text.find("\n", at + 1)


RULES = (Rule("name_han_apart", find, needs=_SIGNS),)
