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

from incognote.detect.latin import given_weights, is_ordinary
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
_OLD: Final = re.compile(r"(?:[,，] ?|[ ,]?[(（])(?P<n>9\d|1[01]\d)(?=[,，)）])(?![,，]\d{3})")
_NAMED: Final = re.compile(r"(?:(?P<title>Mrs?|Ms|Miss|Mx|Sr|Fr|Dr|Prof)\.? |(?P<given>[A-Z][a-z'’-]{1,20}) (?:[A-Z]\.? ?)?)(?:[A-Z][A-Za-z'’-]{1,24} ?){1,2}\Z")
_ELDER: Final = re.compile(r"(?:阿[嬤婆公媽妈爺爷]|奶奶|婆婆|爺爺|爷爷|外婆|外公|老先生|老太太|伯伯|先生|女士|太太|案[祖外曾]{0,2}[母父])\Z")
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


def old(page: Page) -> Iterator[Span]:
    """Margaret Olsen, 94, a widow; Mrs Olsen (94); 王阿嬤，94，: ninety and more alone, since younger ages may stay."""
    text = page.text
    for value in _OLD.finditer(text):
        before = text[max(0, value.start() - 48) : value.start()]
        named = _NAMED.search(before)
        if (named and (named["title"] or _is_given(named["given"].lower()))) or _ELDER.search(before):
            yield page.span(*value.span("n"), "AGE", None, SOURCE, 0.8)


def _is_given(word: str) -> bool:
    """Margaret is a given name, the Ward of Ward Bay none to go by."""
    return word in given_weights() and not is_ordinary(word)


def this_year(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("age_this_year", NO_CUES):
        value = _VALUE.match(text, end)
        years = to_int(value["n"]) if value else None
        told = text[start] in "現现" or text[start - 1 : start] in _SUBJECT or (text[start - 1 : start] in _BORDERS and years is not None and years >= 18)
        if value and told and years is not None and 0 < years <= _OLDEST:
            yield page.span(*value.span("n"), "AGE", None, SOURCE, 0.8)


RULES = (
    Rule("age_beside", old, needs=(_OLD,)),
    Rule("age_beside", bracketed, {"latin_person_relative": latin_words("latin_person_relative")}, needs=("latin_person_relative",)),
    Rule("age_beside", this_year, {"age_this_year": ("今年", "現年", "现年")}, needs=("age_this_year",)),
)
