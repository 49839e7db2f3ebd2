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

from incognote.detect.latin import stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

WORDS: Final = ("rm", "rm.", "room", "ward", "bed", "bay", "cubicle", "theatre", "cubby", "operating room", "wing", "trauma bay", "exam room", "isolation room", "unit")
_VALUE: Final = re.compile(r" ?#?(?P<value>\d{1,4}(?:[A-Z]\d{0,2}|-[A-Z0-9]{1,3})?|[A-Z]\d{1,3}(?:-\d{1,2})?|\d?[A-Z](?= |,|\.|\)|\Z))(?:,? ?(?:bed|Bed|bay|-) ?#?\d{1,2}[A-Z]?)?(?![A-Za-z0-9%]|[./:]\d| (?:days?|hours?|times|min|weeks?|mg|L|am|pm|h)\b)")
_BEFORE: Final = re.compile(r"(?<![A-Za-z0-9.])(?:\d{1,2} ?(?:West|East|North|South|NW|NE|SW|SE|Main|Tower|[A-Z])|[1-9]\d?(?:st|nd|rd|th) [Ff]loor),? \Z")


_WARD_NAME: Final = re.compile(r" ([A-Z][a-z]{3,14})(?![A-Za-z])")
_NAME_WARD: Final = re.compile(r"(?<![A-Za-z0-9])([A-Z][a-z]{3,14}(?:-[A-Z][a-z]+)?) \Z")
_WING: Final = re.compile(r"(?<![A-Za-z0-9.])\d{1,2} (?:North|South|East|West|Main|Tower) \d{2,4}[A-D]?(?:-\d{1,2})?(?![A-Za-z0-9/%-]|\.\d)")  # 5 North 522
_SPECIALTY: Final = re.compile(
    r"(?:ic|al|ry|gy|cy|ics|ity|ive|ia|ment|ward|care|stay|round|rounds|based|staff|nurse|sister|manager|clerk|side|high|dependency|open|closed|locked|stroke|burns|trauma|renal|general|admitted|transfer|labour|labor|delivery|female|male|"
    r"children|paeds|short|step|down|acute|elderly|cancer|rehab|isolation|private|public|day|night|same|this|that|your|their|next|new|old|main|each|every|from|with|onto|base|home|attend\w*|maternity|eye|chest|respiratory|psych|winter|covid|recovery)\Z",
    re.IGNORECASE,
)
_PLACED: Final = re.compile(r"(?:from|in|to|into|at|@|on) \Z")
_CODED: Final = re.compile(r"(?:[Ll]oc(?:ation)?|[Uu]nit|[Nn]ext door|[Pp]osn)(?:: ?| ?\()(?P<value>\d{1,2}[A-Z]{1,2}(?:-\d{1,4}){1,3}[A-Z]?)(?![A-Za-z0-9])")


def named(page: Page) -> Iterator[Span]:
    """Ward Juniper, Kestrel Ward, from bay 3, Loc: 5N-518-2."""
    text = page.text
    for start, end in page.cues.get("latin_ward", NO_CUES):
        if not text[start].isupper():
            continue
        behind, before = _WARD_NAME.match(text, end), _NAME_WARD.search(text, max(0, start - 24), start)
        if behind and not _SPECIALTY.search(behind[1]) and behind[1].lower() not in stops():
            yield page.span(start, behind.end(), "ROOM", None, "rules/room_latin", 0.7)
        elif before and not _SPECIALTY.search(before[1]) and before[1].lower() not in stops():
            yield page.span(before.start(), end, "ROOM", None, "rules/room_latin", 0.7)
    for start, end in page.cues.get("latin_bay", NO_CUES):
        number = re.compile(r" \d{1,2}[A-Z]?(?![A-Za-z0-9/%]|\.\d| (?:days?|weeks?|wks?|months?|years?|times)(?![a-z]))").match(text, end)
        if number and (text[start].isupper() or _PLACED.search(text, max(0, start - 6), start)):
            yield page.span(start, number.end(), "ROOM", None, "rules/room_latin", 0.7)
    for start, _ in page.cues.get("latin_compass", NO_CUES):
        if text[start].isupper() and (wing := _WING.search(text, max(0, start - 3), start + 16)):
            yield page.span(*wing.span(), "ROOM", None, "rules/room_latin", 0.7)
    for start, _ in page.cues.get("latin_loc", NO_CUES):
        if coded := _CODED.match(text, start):
            yield page.span(*coded.span("value"), "ROOM", None, "rules/room_latin", 0.8)


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


RULES = (
    Rule("room_latin", find, {"latin_room": WORDS}, needs=("latin_room",)),
    Rule("room_latin", named, {"latin_ward": ("ward",), "latin_compass": ("north", "south", "east", "west", "main", "tower"), "latin_bay": ("bay", "trauma", "resus", "cubicle", "majors"), "latin_loc": ("loc", "location", "unit", "next door", "posn")}, needs=("latin_ward", "latin_compass", "latin_bay", "latin_loc")),
)
