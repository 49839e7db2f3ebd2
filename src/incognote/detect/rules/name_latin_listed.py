"""Patients of a ward list, by their surname alone: 2) Long - NSTEMI, bed 4; Bed 5: Ng, UTI; Okafor (SR2) - sepsis.

Most numbered lists are of problems (1) Burns - dressings daily), so a bed must stand in the item, and the head of the
item must be a surname or no word at all. Source: catalogue 4.16 (handover lists), rule R1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "1) Long - NSTEMI, bed 4\\n2) Bed 5: Ng, UTI\\n3) Burns - dressings daily\\n4) Pain - PCA, bed 6"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Long', 'Ng']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_latin_listed"
_PLACE: Final = r"(?:(?:[Bb]ed|BED|[Bb]ay|[Rr]oom|[Rr]m|[Cc]ubicle|[Cc]hair|[Tt]rolley|[Ss]ide ?room) ?#?|SR ?|B)\d{1,3}[A-Z]?(?![A-Za-z0-9%]|\.\d)"
_BED: Final = re.compile(rf"(?<![A-Za-z0-9.]){_PLACE}")
_WITH_BED: Final = re.compile(r"(?:[Bb]ed|BED|[Bb]ay|oom|[Rr]m|ubicle|hair|rolley|SR|(?<![A-Za-z0-9])B) ?#?\d")
_ITEM: Final = re.compile(
    rf"(?:\A|\n|;|:(?= ?\(?\d{{1,2}}[.)]))[ \t]{{0,4}}(?:\(?\d{{1,2}}[.):]{{1,2}}[ \t]{{0,2}}|[-*•>#]{{1,2}}[ \t]{{0,2}})?(?P<bed>{_PLACE}[ \t]?[-–—:.,/)]?[ \t]{{0,2}})?"
    rf"(?P<name>[{latin.UPPER}][{latin.LETTER}]{{1,19}}(?:['’-][{latin.LETTER}]{{1,19}})?)(?P<after>[ \t]?(?:[-–—:,(/]|[(]?\d\d ?[MFyY])|[ \t][A-Z]{{2,7}}(?![A-Za-z]))"
)
_REST: Final = 120


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for item in _ITEM.finditer(text):
        if not _is_surname(item["name"]) or names_a_term(text, item.end("name")):
            continue
        last = item.end() + _REST
        stops = (text.find("\n", item.end(), last), text.find(";", item.end(), last))
        if item["bed"] or _BED.search(text, item.end("name"), min((at for at in stops if at >= 0), default=last)):
            yield page.span(*item.span("name"), "NAME", None, SOURCE, 0.75)


def _is_surname(word: str) -> bool:
    lower = word.lower()
    if lower in roman_surnames() and word[1:].islower():
        return True
    if lower in latin.stops():
        return False
    return (latin.is_listed(lower) and (not word.isupper() or len(word) > 3)) or (not word.isupper() and latin.is_unheard(lower))


RULES = (Rule("name_latin_listed", find, needs=(_WITH_BED,)),)
