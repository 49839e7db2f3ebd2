"""Runs of numbers and what their parts could be: years, months, days.

A run is cut out whole, so that a phone number, an IP address or a decimal is never cut into dates.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import Final, NamedTuple

from incognote.text.calendar import gregorian_year

_NEVER: Final = frozenset({3, 5, 9, 10, 11, 13})  # digits alone of these lengths write no date
_TOKEN: Final = re.compile(r"[0-9]+(?: ?[/.\-] ?[0-9]+)*")
_SPACED: Final = re.compile(r"\d{3,4} ?([/.\-]) ?\d{1,2} ?\1 ?\d{1,2}")
_TIGHT: Final = re.compile(r"[0-9]+(?:[/.\-][0-9]+)*")


class Token(NamedTuple):
    """A run of numbers: its place, its parts, the separators between them."""

    start: int
    end: int
    parts: tuple[str, ...]
    seps: str


def runs(text: str) -> Iterator[Token]:
    """Every run of at least three characters.

    >>> [(t.parts, t.seps) for t in runs("3/25-4/3, 113 / 05 / 02, 36.8")]
    [(('3', '25', '4', '3'), '/-/'), (('113', '05', '02'), '//'), (('36', '8'), '.')]
    """
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        size = end - start
        if size < 3 or (size in _NEVER and match[0].isdigit()):
            continue
        yield from _tokens(text, start, end)


def _tokens(text: str, start: int, end: int) -> Iterator[Token]:
    piece = text[start:end]
    if " " in piece and not _SPACED.fullmatch(piece):
        for part in _TIGHT.finditer(piece):
            yield _token(text, start + part.start(), start + part.end())
    else:
        yield _token(text, start, end)


def _token(text: str, start: int, end: int) -> Token:
    piece = text[start:end].replace(" ", "")
    if piece.isdigit():
        return Token(start, end, (piece,), "")
    seps = "".join(c for c in piece if c in "/.-")
    return Token(start, end, tuple(re.split(r"[/.\-]", piece)), seps) if len(seps) < 6 else Token(start, end, (), "")


def year_size(year: str) -> bool:
    """Whether `year` is a year on its face: 4 digits, 3 digits of the ROC, 0113 with a zero in front."""
    if len(year) == 4:
        return "1850" <= year <= "2150" or "0001" <= year <= "0150"
    return len(year) == 3 and "001" <= year <= "150"


def is_month_day(month: str, day: str, year: int = 2024) -> bool:
    if len(month) > 2 or len(day) > 2:
        return False
    m, d = int(month), int(day)
    return 1 <= m <= 12 and 1 <= d <= monthrange(year, m)[1]


def is_day(parts: tuple[str, ...]) -> bool:
    """Whether month and day are in range; 2024/2/30 and 113/4/31 are slips of real dates and count."""
    return len(parts[1]) <= 2 and len(parts[2]) <= 2 and 1 <= int(parts[1]) <= 12 and 1 <= int(parts[2]) <= 31


def is_compact(digits: str) -> bool:
    """Whether 7 or 8 digits are a day: 1130502, 20240502."""
    year, month, day = digits[:-4], digits[-4:-2], digits[-2:]
    if not year_size(year) or (len(year) == 4 and not "1880" <= year <= "2100"):
        return False
    return is_month_day(month, day, gregorian_year(int(year)))


def is_short_date(parts: tuple[str, ...]) -> bool:
    """Whether three numbers can be a date whose year has two digits or stands last."""
    a, b, c = parts
    if len(a) > 2 or len(b) > 2 or not (len(c) in (2, 4) or (len(c) == 1 and len(a) == 2)):
        return False
    if "0" in parts or "00" in (a, b):
        return False
    if len(c) == 4:
        return "1850" <= c <= "2150" and max(int(a), int(b)) <= 31 and min(int(a), int(b)) <= 12
    return is_month_day(a, b) or is_month_day(b, a) or (len(a) == 2 and is_month_day(b, c))
