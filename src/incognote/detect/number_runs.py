"""Runs of numbers and what their parts could be: years, months, days.

A run is cut out whole, so that a phone number, an IP address or a decimal is never cut into dates.
"""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.text.calendar import gregorian_year

LONGEST_MONTHS: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of each month, of February in a leap year; the first month is that at 1."""
_REMEMBERED: Final = 40
"""Characters of a run whose reading is kept: wards write the same pressures, doses and days all the time."""
_NEVER: Final = frozenset({5, 9, 10, 11, 13})  # digits alone of these lengths write no date, nor do three and less
_SIZES: Final = frozenset({4, 6, 7, 8, 12, 14})
_FULL: Final = frozenset({"//", "..", "--"})
# Looking back behind the first digit and giving nothing back make the search three times as fast.
_TOKEN: Final = re.compile(r"[0-9](?<![0-9].)[0-9]*+(?:(?: ?[/.\-] ?[0-9]++)++|(?<=[0-9]{4}))")
_SPACED: Final = re.compile(r"\d{3,4} ?([/.\-]) ?\d{1,2} ?\1 ?\d{1,2}")
_TIGHT: Final = re.compile(r"[0-9]+(?:[/.\-][0-9]+)*")
_NUMBER: Final = re.compile(r"[0-9]+")
# 113/05/02120/80/72, 60/8/5160/85: a day and, without a blank, a blood pressure and a pulse
_PRESSED: Final = re.compile(r"(\d{2,4}/(?:0?[1-9]|1[0-2])/(?:[12]\d|3[01]|0?[1-9]))(?:[6-9]\d|1\d\d|2[0-4]\d)/(?:[3-9]\d|1[0-4]\d)(?:/\d{2,3})?")


class Token(NamedTuple):
    """A run of numbers: its place, its parts, the separators between them."""

    start: int
    end: int
    parts: tuple[str, ...]
    seps: str

    def __repr__(self) -> str:
        return f"Token({self.start}, {self.end})"


def dates(text: str) -> Iterator[Token]:
    """Every run whose parts are of a size and range that some date has: not 36.8, 126/64, 0912-345-678.

    >>> [(t.parts, t.seps) for t in dates("3/25-4/3, 113 / 05 / 02, 36.8, 126/64, 0912-345-678, 5/2, 113.04.28")]
    [(('3', '25', '4', '3'), '/-/'), (('113', '05', '02'), '//'), (('5', '2'), '/'), (('113', '04', '28'), '..')]
    """
    for match in _TOKEN.finditer(text):
        piece = match[0]
        for token in _kept(piece) if len(piece) <= _REMEMBERED else _dates_in(piece):
            yield Token(match.start() + token.start, match.start() + token.end, token.parts, token.seps)


def _dates_in(piece: str) -> tuple[Token, ...]:
    """The runs in what `_TOKEN` found that could be dates, counted from its beginning."""
    if piece.isdigit():
        found = [Token(0, len(piece), (piece,), "")] if len(piece) not in _NEVER else []
    elif " " in piece and not _SPACED.fullmatch(piece):
        found = [_token(part[0], *part.span()) for part in _TIGHT.finditer(piece)]
    else:
        found = [_token(piece, 0, len(piece))]
    return tuple(filter(_could_be_date, found))


_kept = lru_cache(maxsize=4096)(_dates_in)


def _token(piece: str, start: int, end: int) -> Token:
    sep = "/" if "/" in piece else "-" if "-" in piece else "."
    split = piece.split(sep)
    if "".join(split).isdigit():
        if len(split) == 3 and len(split[2]) > 4 and split[2][:2] in ("19", "20") and sep == "/":  # 04/30/1972 51M without the blank
            return Token(start, end - len(split[2]) + 4, (split[0], split[1], split[2][:4]), "//")
        if sep == "/" and len(split) > 3 and len(split[2]) > 2 and (pressed := _PRESSED.fullmatch(piece)):
            return Token(start, start + pressed.end(1), (split[0], split[1], pressed[1].rsplit("/")[2]), "//")
        return Token(start, end, tuple(split), sep * (len(split) - 1)) if len(split) < 7 else Token(start, end, (), "")
    parts = tuple(_NUMBER.findall(piece))
    if len(parts) > 6:
        return Token(start, end, (), "")
    return Token(start, end, parts, "".join([c for c in piece if c in "/.-"]))


def _could_be_date(token: Token) -> bool:
    parts, seps = token.parts, token.seps
    size = len(parts)
    if size == 2:
        return _could_be_pair(parts[0], parts[1])
    if size == 1:
        digits = parts[0]
        if len(digits) not in _SIZES:
            return False
        if len(digits) < 7:
            return is_month_day(digits[-4:-2], digits[-2:])
        return is_compact(digits if len(digits) == 7 else digits[:8])
    if seps not in _FULL:
        return size > 0
    if len(parts[2]) in (3, 4) and not is_short_date(parts):
        parts = (*parts[:2], parts[2][:-2])  # 2024/5/214:30 is a day and a time
    return (year_size(parts[0]) and is_day(parts)) or is_short_date(parts)


def _could_be_pair(first: str, second: str) -> bool:
    if len(second) > 2:
        return True
    month = int(second)
    if len(first) > 2:
        return 1 <= month <= 12
    if 1 <= month <= 12 and (1 <= int(first) <= 31 or "80" <= first <= "99"):
        return True
    return is_month_day(first, second)


def year_size(year: str) -> bool:
    """Whether `year` is a year on its face: 4 digits, 3 digits of the ROC, 0113 with a zero in front."""
    if len(year) == 4:
        return "1850" <= year <= "2150" or "0001" <= year <= "0150"
    return len(year) == 3 and "001" <= year <= "150"


def is_month_day(month: str, day: str, year: int = 2024) -> bool:
    if len(month) > 2 or len(day) > 2:
        return False
    m, d = int(month), int(day)
    return 1 <= m <= 12 and 1 <= d <= LONGEST_MONTHS[m] and (d < 29 or m != 2 or isleap(year))


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
