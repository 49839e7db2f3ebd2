"""What goes on with an address behind its street: the town without a comma, and the lines of a block below it.

A town stands on a line of its own, or before a postcode; without a postcode it must be one of the list. A year behind a
month is no postcode, nor is what a unit follows. Source: catalogue 2.4-2.6, 7.4.

>>> text = "12 Cobbler Lane\\nHeadingley\\nLeeds LS6 2QT\\nTel 0113"
>>> [text[start:end] for start, end in lines_below(text, 15)]
['Headingley', 'Leeds LS6 2QT']
>>> text = "8 Wattlebird Lane Mitcham 5062"
>>> text[17 : town_behind(text, 17)]
' Mitcham 5062'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import LETTER, UPPER, is_ordinary, places, stops
from incognote.detect.rules.rule import UNIT

_TOWN: Final = rf"[{UPPER}][{LETTER}'’.-]{{1,18}}(?:[ -](?:(?:of|on|upon|under|in|le|la|the|by|next|cum)[ -]){{0,2}}[{UPPER}][{LETTER}'’.-]{{1,18}}){{0,3}}"
_APART: Final = r"(?:,? {1,3}| ?[\t|] ?)"
_POSTCODE: Final = (
    r"(?:[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d"
    rf"|(?:NSW|VIC|QLD|TAS|ACT|SA|WA|NT|Vic|Qld|Tas|[A-Z]{{2}}){_APART}(?:\d{{5}}(?:-\d{{4}})?|\d{{4}})|\d{{4,5}}(?:-\d{{4}})?)"
)
_BREAK: Final = r"(?:,?[ \t]{0,3}\r?\n[ \t|>*]{0,8}| ?[\t|] ?)"
_LINE: Final = re.compile(rf"{_BREAK}(?P<line>(?:(?P<town>{_TOWN})(?:{_APART}(?P<code>{_POSTCODE}))?|(?P<alone>[A-Z]{{1,2}}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{{2}}))[,.]?)(?=[ ]?(?:[ ]*\r?\n|\Z|\||\t))")
_CELL: Final = re.compile(r"[^\s|](?:[^\t|]*[^\s|])?")
_MOST_LINES: Final = 4
_NUMBER: Final = re.compile(r",? {1,2}(?:0[289]|[2-8]\d)\d\d(?![\d/:%-]|\.\d)")
_BEHIND: Final = re.compile(rf",? {{1,2}}(?P<town>{_TOWN})(?![{LETTER}'’-])")
_BEFORE: Final = re.compile(rf"(?<![{LETTER}0-9'’-])(?P<town>{_TOWN}),? \Z")
_LEVEL: Final = re.compile(r"[CTLSVBPGHDEFARK]\d{1,2} ")
_REACH: Final = 48
_NO_FIRST: Final = frozenset(("postcode", "address", "area", "zip", "code", "postal", "lives", "living", "lived", "moved", "moving", "at", "of", "to", "near", "home", "addr", "visited", "currently", "now", "resides", "residing", "location", "district"))
_CLOSED: Final = re.compile(r"[ \t]{0,2}(?:[,;)|\n\r\t]|\.(?!\w)|\Z| {2}| (?:Tel|TEL|Ph|Phone|PHONE|Mob|Mobile|DOB|MRN|Fax|Email)(?![A-Za-z]))")
_PARTS_OF_YEAR: Final = frozenset(("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "spring", "summer", "autumn", "winter", "since", "until", "from", "in", "year"))
_LABELS: Final = frozenset(("tel", "ph", "phone", "mobile", "fax", "dob", "mrn", "ext", "room", "ward", "bed", "unit", "level", "dose", "total", "ref", "no", "code", "dr", "mr", "mrs", "ms", "miss", "prof", "date", "re", "dear"))


def lines_below(text: str, end: int) -> Iterator[tuple[int, int]]:
    """The lines of the block that go on with an address ending at `end`, its line: down to the postcode, or a town of the list."""
    lines: list[tuple[int, int]] = []
    kept = 0
    at = end
    for _ in range(_MOST_LINES):
        line = _LINE.match(text, at)
        if line is None or (line["town"] and (_is_no_town(line["town"]) or (line["code"] and _is_value(line["town"], line["code"])))):
            break
        first, last = line.start("line"), line.start("line") + len(line["line"].rstrip(",."))
        lines += [cell.span() for cell in _CELL.finditer(text, first, last)]
        at = line.end()
        if line["code"] or line["alone"]:
            kept = len(lines)
            break
        if places().get(line["town"].lower()) == 1:
            kept = len(lines)
    yield from lines[:kept]


def town_behind(text: str, end: int) -> int:
    """Where a town of the list ends that closes the field right behind the street that ends at `end`; 0 where none does."""
    town = _BEHIND.match(text, end)
    if town is None or _is_no_town(town["town"]):
        return 0
    words = town["town"].split(" ")
    stop = town.end("town")
    while words and not _is_listed(" ".join(words)):
        stop -= len(words.pop()) + 1
    if not words:
        return 0
    code = _NUMBER.match(text, stop)
    if code and not UNIT.match(text, code.end()):
        return code.end()
    return stop if _CLOSED.match(text, stop) else 0


def town_before(text: str, start: int) -> int:
    """Where the town begins that stands right before a British postcode at `start`; `start` where none does.

    >>> text = "now at Leeds LS6 2QT; postcode LS6 2QT"
    >>> town_before(text, 13), town_before(text, 31)
    (7, 31)
    """
    town = _BEFORE.search(text, max(0, start - _REACH), start)
    if town is None:
        return start
    words = town["town"].split(" ")
    begin = town.start()
    while words and (_is_no_town(words[0]) or words[0].lower() in _NO_FIRST):
        begin += len(words.pop(0)) + 1
    if not words or len(words[0]) < 3 or (_LEVEL.match(text, start) and all(is_ordinary(word.lower()) for word in words)):
        return start  # Block C7 2AB
    return begin


def australian(text: str, end: int, town: str) -> bool:
    """Whether the four digits of an Australian or New Zealand postcode stand behind the town that ends at `end`: Mitcham 5062."""
    number = _NUMBER.match(text, end)
    return number is not None and not UNIT.match(text, number.end()) and not _is_no_town(town) and not (number[0].lstrip(", ")[:2] in {"20", "19"} and all(is_ordinary(word.lower()) for word in town.split(" ")))


def _is_value(town: str, code: str) -> bool:
    """Platelets 4500: everyday words before digits alone."""
    return code.isdigit() and not _is_listed(town) and all(is_ordinary(word.lower()) for word in town.split(" "))


def _is_listed(town: str) -> bool:
    return places().get(town.lower()) == 1


def _is_no_town(town: str) -> bool:
    words = [word.strip(".'’").lower() for word in re.split(r"[ -]", town)]
    return any(word in _PARTS_OF_YEAR or word in _LABELS for word in words) or words[0] in stops() - _DIRECTIONS


_DIRECTIONS: Final = frozenset(("north", "south", "east", "west", "upper", "lower", "new", "old", "great", "little", "port", "mount", "mt", "st", "saint", "the"))
