"""Beds and wards in English, with their words: 4 West Rm 412-B, Ward 5, Bed 12, Room 4A bed 2, Bay 3.

`room air`, `bed rest` and `ward round` hold no number. Source: rule R1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "to 4 West Rm 412-B, later Ward 5; SpO2 97% room air"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['4 West Rm 412-B', 'Ward 5']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

WORDS: Final = ("rm", "rm.", "room", "ward", "bed", "bay", "cubicle", "theatre", "cubby", "operating room", "wing", "trauma bay", "exam room", "isolation room", "unit")
_VALUE: Final = re.compile(r" ?#?(?P<value>\d{1,4}(?:[A-Z]\d{0,2}|-[A-Z0-9]{1,3})?|[A-Z]\d{1,3}(?:-\d{1,2})?|\d?[A-Z](?= |,|\.|\)|\Z))(?:,? ?(?:bed|Bed|bay|-) ?#?\d{1,2}[A-Z]?)?(?![A-Za-z0-9%]|[./:]\d| (?:days?|hours?|times|min|weeks?|mg|L|am|pm|h)\b)")
_BEFORE: Final = re.compile(r"(?<![A-Za-z0-9.])(?:\d{1,2} ?(?:West|East|North|South|NW|NE|SW|SE|Main|Tower|[A-Z])|[1-9]\d?(?:st|nd|rd|th) [Ff]loor),? \Z")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("latin_room", NO_CUES):
        value = _VALUE.match(text, end)
        if not value or UNIT.match(text, value.end("value")):
            continue
        if not any(map(str.isdigit, value[0])) and not text[start].isupper():
            continue
        if page.lower[start:end] in {"unit", "wing", "bay"} and not text[start].isupper():
            continue
        before = _BEFORE.search(text, max(0, start - 14), start)
        yield page.span(before.start() if before else start, value.end(), "ROOM", None, "rules/room_latin", 0.8)


RULES = (Rule("room_latin", find, {"latin_room": WORDS}),)
