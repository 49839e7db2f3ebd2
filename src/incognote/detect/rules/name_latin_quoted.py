"""Nicknames in quotation marks: Giuseppe "Pino" D'Angelo, son Junior ("Bubba"), friend "ah Kit", RN "Jomon".

Quoted speech is no name: what stands before the marks is a name, a person word or a verb of saying, and the
quoted words are short, capitalised and no plain answer. Source: catalogue 7.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = 'Barry "Bazza" Tulloch said "No" and "Pain"; son Junior ("Bubba")'
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Barry', 'Bazza', 'Tulloch', 'Bubba']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER, WORD, given_weights, is_ordinary, is_stop, plain, stops, syllables
from incognote.detect.latin_name import extend
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/name_latin_quoted"
_QUOTED: Final = re.compile(rf"[\"“](?P<name>(?:ah |Ah )?[{UPPER}][A-Za-z'’-]{{1,14}}(?: [{UPPER}][A-Za-z'’-]{{0,12}})?)[\"”]")
_MARK: Final = re.compile("[\"“]")
_NAME_BEFORE: Final = re.compile(rf"(?<![A-Za-z0-9])(?P<given>{WORD.pattern}),? (?P<open>\()?\Z")
_SURNAME: Final = re.compile(rf" (?P<surname>{WORD.pattern})(?![A-Za-z0-9])")
_ROLE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:friend|mate|boyfriend|girlfriend|bf|gf|ex|partner|son|daughter|brother|sister|mother|father|cousin|uncle|aunt|nephew|niece|baby|child|boy|girl|twin|named|called|aka|a\.k\.a\.|alias|nickname|nicknamed|known as|"
    r"goes by|prefers|by|man|woman|dealer|neighbour|neighbor|carer|caregiver|helper|maid|nurse|viable [MF]|grandma|grandpa|gran|nan|pet name)|(?<![A-Za-z])(?:RN|NP|EN|LPN|CNA|HCA|PCA|FOB|MOB)),? \(?\Z",
    re.IGNORECASE,
)
_SAID: Final = re.compile(r"(?<![A-Za-z])(?:said|says|saw|blames|mentions|about|with|from|to|told|hears|lives with) \Z", re.IGNORECASE)
_ACTED: Final = re.compile(r" (?:gave|got|did|had|has|hit|told|not to|came|took|said|is|was|will|made|threw|hurt|touched|and me|who|left|sold|in (?=for))")


def find(page: Page) -> Iterator[Span]:
    for match in _QUOTED.finditer(page.text):
        yield from _nickname(page, match)


def _nickname(page: Page, match: re.Match[str]) -> Iterator[Span]:
    text, start, end = page.text, match.start("name"), match.end("name")
    words = match["name"].split()
    if names_a_term(text, match.end()) or names_a_term(text, end):
        return
    before = _NAME_BEFORE.search(text, max(0, match.start() - 24), match.start())
    given = before["given"] if before and not is_stop(before["given"]) else ""
    after = _SURNAME.match(text, match.end())
    surname = plain(after["surname"]) if after else ""
    if given and surname and not before["open"] and (_is_name_like(surname) or given_weights().get(given.lower(), 0) >= 0.6) and _is_name_like(given):  # type: ignore[index]
        yield page.span(before.start("given"), before.end("given"), "NAME", None, SOURCE, 0.8)  # type: ignore[union-attr]
        yield page.span(start, end, "NAME", None, SOURCE, 0.8)
        yield page.span(after.start("surname"), extend(text, after.start("surname") + len(surname), surname), "NAME", None, SOURCE, 0.8)  # type: ignore[union-attr]
        return
    in_brackets = given and before["open"] and text[match.end() : match.end() + 1] == ")"  # type: ignore[index]
    if in_brackets and _is_name_like(given):
        yield page.span(start, end, "NAME", None, SOURCE, 0.75)
    elif _ROLE.search(text, max(0, match.start() - 24), match.start()):
        if not all(w.lower() in stops() for w in words) and (len(words) < 2 or not all(is_ordinary(w.lower()) and len(w) > 1 and not given_weights().get(w.lower()) for w in words)):
            yield page.span(start, end, "NAME", None, SOURCE, 0.75)
    elif _SAID.search(text, max(0, match.start() - 14), match.start()) and _ACTED.match(text, match.end()) and not all(is_ordinary(w.lower()) and not given_weights().get(w.lower()) for w in words):
        yield page.span(start, end, "NAME", None, SOURCE, 0.65)


def _is_name_like(word: str) -> bool:
    lower = word.lower()
    return len(lower) > 1 and (given_weights().get(lower, 0) > 0 or not is_ordinary(lower) or lower in syllables())


RULES = (Rule("name_latin_quoted", find, needs=(_MARK,)),)
