"""Surname first, with a comma: NGATA, Arnold; PEREZ, GRACIELA; | Cordero, Alma |; and people by number: W1 NAYELI MUNOZ.

Capitals before the comma are the registry's way and enough beside a given name; in title case the pair must fill
its cell or its line. Lists of drugs (ASPIRIN, Heparin) are none. Source: catalogue 3.4, 4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Prisoner NGATA, Arnold seen.\\nW1 NAYELI MUNOZ mother\\n| Cordero, Alma | SC |\\nASPIRIN, Heparin; LEFT, Right"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['NGATA, Arnold', 'NAYELI MUNOZ', 'Cordero, Alma']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import LETTER, UPPER, is_ordinary
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_latin_turned"
_COMMA: Final = re.compile(rf", ?[{UPPER}](?<=[{LETTER}], .|[{LETTER}].,.|[{LETTER}]{{2}},.)")
_SURNAME: Final = re.compile(rf"(?<![{LETTER}0-9'’-])(?:(?:De|Del|Van|Von|Al|El|La|Mac|DE|DEL|VAN|DOS|DA|AL|EL|LA|ST) ){{0,2}}[{UPPER}][{LETTER}'’-]{{2,20}}\Z")
_GIVEN: Final = re.compile(rf"[{UPPER}][{LETTER}'’-]{{1,20}}(?: [{UPPER}][{LETTER}]{{2,15}})?(?: [A-Z]\.?)?(?![{LETTER}0-9-])")
_CELL_BEFORE: Final = frozenset("|\n\t:;¦(>")
_CELL_AFTER: Final = re.compile(r"[ \t]{0,3}(?:[|;)\n\t¦(]|\Z)|  |,? \d| - ")
_NUMBERED: Final = re.compile(
    rf"(?:^|\n)(?:[VWSPOCR][1-9]|(?:Witness|Victim|Suspect|Child|Adult|Person) [1-9]):? (?P<name>[{UPPER}][{LETTER}'’-]+(?:,? [{UPPER}][{LETTER}'’-]+){{1,2}})"
)
_NUMBER_HEAD: Final = re.compile(r" [A-Z](?:(?<=[VWSPOCR ][1-9] .)|(?<=[VWSPOCR ][1-9]: .))")


def turned(page: Page) -> Iterator[Span]:
    text = page.text
    for comma in _COMMA.finditer(text):
        surname = _SURNAME.search(text, max(0, comma.start() - 26), comma.start())
        given = _GIVEN.match(text, comma.end() - 1)
        if surname is None or given is None:
            continue
        span = _pair(text, surname, given)
        if span:
            yield page.span(*span, "NAME", None, SOURCE, 0.8)


def _pair(text: str, surname: re.Match[str], given: re.Match[str]) -> tuple[int, int] | None:
    family, first = surname[0].split(" ")[-1], given[0].split(" ")[0]
    if _is_no_name(family) or _is_no_name(first) or (text[given.end() : given.end() + 1] == "." and not given[0][-2:-1].isspace() and family.istitle()):
        return None
    known = latin.given_weights().get(first.lower(), 0.0)
    if family.isupper() and len(family) > 2:
        if first.isupper() and len(first) > 2:
            fits = known >= 0.6 or (known > 0 and _is_family(family)) or (_is_family(family) and _is_strange(first))
        else:
            fits = first[1:].islower() and (known > 0 or (_is_strange(first) and _is_strange(family)))
    else:
        start = surname.start()
        cell = (not start or text[:start].rstrip(" ")[-1:] in _CELL_BEFORE or not text[:start].strip()) and _CELL_AFTER.match(text, given.end())
        fits = bool(cell) and first[1:].islower() and (known >= 0.6 or (known > 0 and _is_family(family))) and (_is_family(family) or _is_strange(family))
    if not fits:
        return None
    end = given.end()
    more = given[0].split(" ")[1:2]
    if more and len(more[0]) > 2 and (_is_no_name(more[0]) or is_ordinary(more[0].lower()) or more[0].isupper() != first.isupper()):
        end = given.start() + len(first)
    return surname.start(), end


def _is_no_name(word: str) -> bool:
    """A stop or an eponym; a short all-capitals abbreviation that is no listed name."""
    lower = word.lower()
    if lower in latin.stops() and lower not in latin.given_weights() and lower not in latin.surname_weights():
        return True
    return len(word) < 4 and word.isupper() and not latin.is_listed(lower)


def _is_family(word: str) -> bool:
    lower = word.lower()
    return latin.surname_weights().get(lower, 0) > 0 or lower in roman_surnames() or lower in latin.given_weights()


def _is_strange(word: str) -> bool:
    """A word of no dictionary; listed names among them."""
    lower = word.lower()
    return (latin.is_listed(lower) and not is_ordinary(lower)) or (latin.is_unheard(lower) and latin.places().get(lower) != 1)


def numbered(page: Page) -> Iterator[Span]:
    """W1 NAYELI MUNOZ mother; V2 MILLER, BETTY b. 2009."""
    for person in _NUMBERED.finditer(page.text):
        words = re.findall(rf"[{LETTER}'’-]+", person["name"])
        if len(words) > 2 and words[0].isupper() and not words[2].isupper():
            words = words[:2]
        end = person.start("name") + person["name"].index(words[1]) + len(words[1]) if len(words) == 2 else person.end("name")
        if any(latin.is_listed(word.lower()) for word in words) and not any(word.lower() in latin.stops() and not latin.is_listed(word.lower()) for word in words):
            yield page.span(person.start("name"), end, "NAME", None, SOURCE, 0.85)


RULES = (
    Rule("name_latin_turned", turned, needs=(_COMMA,)),
    Rule("name_latin_turned", numbered, needs=(_NUMBER_HEAD,)),
)
