"""A date written as another one was: same order, separators, calendar and padding.

A candidate is only given out if, read back under every reading under which the old writing said the old
day, it says the new one. What cannot be rewritten so (Chinese numerals, weekdays, partial dates) is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import permutations, product
from typing import Final, Literal

from incognote.text.view import fold
from incognote.text.written_dates import DAYS_OF_MONTH, DateValue, Reading, value_of

_RUN: Final = re.compile(r"\d+")
_MONTH: Final = re.compile(
    r"(?<![A-Za-z])(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)([a-z]*)", re.IGNORECASE
)
_NAMES: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)(?![A-Za-z])")
_SHORT_YEARS: Final[tuple[Literal["roc", "ad"], ...]] = ("roc", "ad")
_ORDERS: Final[tuple[Literal["mdy", "dmy", "ymd"], ...]] = ("mdy", "dmy", "ymd")
_READINGS: Final = tuple(Reading(short, order) for short, order in product(_SHORT_YEARS, _ORDERS))


def write_like(surface: str, old: date, new: date, reading: Reading | None = None) -> str | None:
    """`new` in the writing of `surface`, which says `old` under the document's `reading`, or under any if it is not known.

    >>> write_like("113/05/02", date(2024, 5, 2), date(2024, 7, 11)), write_like("1130502", date(2024, 5, 2), date(2025, 1, 9))
    ('113/07/11', '1140109')
    >>> write_like("May 2nd, 2024", date(2024, 5, 2), date(2024, 7, 11)), write_like("民國113年5月2日", date(2024, 5, 2), date(2024, 7, 11))
    ('July 11th, 2024', '民國113年7月11日')
    """
    text = fold(surface)
    if DAYS_OF_MONTH.fullmatch(text):
        return None  # the last day would stay
    readings = [r for r in ([reading] if reading else _READINGS) if _says(value_of(text, r), old)]
    if not readings:
        return None
    for candidate in _candidates(text, old, new):
        if all(_says(value_of(candidate, r), new) for r in readings):
            return candidate
    return None


def _says(value: DateValue | None, day: date) -> bool:
    return value is not None and value.year in {None, day.year} and (value.month, value.day) == (day.month, day.day)


def _candidates(text: str, old: date, new: date) -> Iterator[str]:
    runs = list(_RUN.finditer(text))
    month = _MONTH.search(text)
    if len(runs) == 1 and month is None:
        yield from _compact(text, runs[0], new)
    parts = ("d", "y") if month else ("y", "m", "d")
    is_padded = _is_padded(runs)
    for size in (3, 2, 1):
        for roles in permutations(parts, size) if size == len(runs) else ():
            written = [_rewritten(run[0], role, old, new, is_padded) for run, role in zip(runs, roles, strict=True)]
            if None not in written:
                yield _joined(text, runs, [w or "" for w in written], month, new)


def _compact(text: str, run: re.Match[str], new: date) -> Iterator[str]:
    for year in (f"{new.year:04d}", f"{new.year - _ROC:03d}", f"{new.year - _ROC:02d}", f"{new.year % 100:02d}"):
        digits = f"{year}{new.month:02d}{new.day:02d}"
        if len(digits) == len(run[0]):
            yield text[: run.start()] + digits + text[run.end() :]


_ROC: Final = 1911


def _is_padded(runs: list[re.Match[str]]) -> bool:
    """Whether months and days are written with two digits: a leading zero says so, two pairs let it be."""
    short = [run[0] for run in runs if len(run[0]) <= 2]
    return any(r.startswith("0") for r in short) or (len(short) >= 2 and all(len(r) == 2 for r in short))


def _rewritten(digits: str, role: str, old: date, new: date, is_padded: bool) -> str | None:
    if role != "y":
        was, now = (old.month, new.month) if role == "m" else (old.day, new.day)
        return (f"{now:02d}" if is_padded else str(now)) if int(digits) == was else None
    for was, now in ((old.year, new.year), (old.year - _ROC, new.year - _ROC), (old.year % 100, new.year % 100)):
        if int(digits) == was:
            return str(now).zfill(len(digits))
    return None


def _joined(text: str, runs: list[re.Match[str]], written: list[str], month: re.Match[str] | None, new: date) -> str:
    changes = [(run.start(), run.end(), word) for run, word in zip(runs, written, strict=True)]
    if month:
        name = _NAMES[new.month - 1]
        word = name[:3] if (len(month[0]) <= 3 and month[0].lower() != "may") or (len(text) <= 12 and month[0].lower() == "may") else name
        changes.append((month.start(), month.end(), word.upper() if month[0].isupper() else word))
    if ordinal := _ORDINAL.search(text):
        ending = "th" if 10 < new.day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(new.day % 10, "th")
        changes.append((ordinal.start(), ordinal.end(), ending))
    pieces: list[str] = []
    position = 0
    for start, end, word in sorted(changes):
        pieces += (text[position:start], word)
        position = end
    return "".join([*pieces, text[position:]])
