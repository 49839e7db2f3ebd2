"""Ages that no word for years follows: husband Saul (94), 現年九十九, 他今年97。

The number stands in brackets behind kinship (and a name), or behind 今年 and 現年 before a border. Counts (siblings (3)),
room numbers and rates (今年97床, 今年5%) are none. Source: catalogue 7.5 D9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "husband Saul (94), siblings (3)；現年九十九，他今年97。今年97床"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['94', '九十九', '97']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import latin_words
from incognote.text.numerals import CHARACTERS, to_int

SOURCE: Final = "rules/age_beside"
_BRACKETED: Final = re.compile(r"(?:[A-Z][A-Za-z'’-]{1,20} ?){0,3}\((?P<n>\d{1,3})(?= ?[,;)]| ?[MF]\))")
_COUNTED: Final = frozenset(("kids ", "sons ", "daughters ", "boys ", "girls ", "siblings ", "twins ", "children "))
_VALUE: Final = re.compile(rf" ?(?:已經?|已经|約|约|滿|满|是|為|为)?(?P<n>\d{{1,3}}|[{CHARACTERS}]{{2,4}})(?=[,，。.;；、)\n]|\Z)(?!\.\d)")
_SUBJECT: Final = frozenset("他她我伊公嬤婆爺爷奶媽妈爸父母伯叔姨姑人者")
_BORDERS: Final = frozenset(("", "\n", ",", "，", "。", "、", ";", "；", " ", "("))
_OLDEST: Final = 120


def bracketed(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("latin_person_relative", NO_CUES):
        if text[start] >= "\u3400" or page.lower[start:end] in _COUNTED:
            continue
        value = _BRACKETED.match(text, end)
        if value and 0 < int(value["n"]) <= _OLDEST:
            yield page.span(*value.span("n"), "AGE", None, SOURCE, 0.8)


def this_year(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("age_this_year", NO_CUES):
        value = _VALUE.match(text, end)
        years = to_int(value["n"]) if value else None
        told = text[start] in "現现" or text[start - 1 : start] in _SUBJECT or (text[start - 1 : start] in _BORDERS and years is not None and years >= 18)
        if value and told and years is not None and 0 < years <= _OLDEST:
            yield page.span(*value.span("n"), "AGE", None, SOURCE, 0.8)


RULES = (
    Rule("age_beside", bracketed, {"latin_person_relative": latin_words("latin_person_relative")}, needs=("latin_person_relative",)),
    Rule("age_beside", this_year, {"age_this_year": ("今年", "現年", "现年")}, needs=("age_this_year",)),
)
