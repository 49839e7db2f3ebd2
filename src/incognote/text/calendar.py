"""All date arithmetic: readings of written dates, values, ages, days between."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal, NamedTuple


class DateValue(NamedTuple):
    """What a written date says; None for a part it does not say. Years are Gregorian."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


class Reading(NamedTuple):
    """One convention per document: how two-digit years and all-number dates are read."""

    short_year: Literal["roc", "ad"] = "roc"
    order: Literal["mdy", "dmy", "ambiguous"] = "mdy"


def reading_of(surfaces: Iterable[str], *, script: str) -> Reading:
    """The convention of a document from all its written dates (a part over 12 decides day or month)."""
    raise NotImplementedError


def value_of(surface: str, reading: Reading) -> DateValue | None:
    """The value of a written date; None where it has none (holiday, zodiac, lunar, weekday, ambiguous)."""
    raise NotImplementedError


def day_of(value: DateValue | None, anchor: date | None) -> date | None:
    """The day a value means; month-day is resolved to the year nearest the anchor; None if coarser."""
    raise NotImplementedError


def weekday_day(surface: str, anchor: date | None) -> date | None:
    """The day a weekday form means (上週三, last Tuesday, 周五) seen from the anchor; None if not one."""
    raise NotImplementedError


def age_on(birth: DateValue, day: date) -> int | None:
    """Whole years from birth to day (by year alone if that is all there is); None if negative or > 130."""
    raise NotImplementedError


def years_of(surface: str) -> int | None:
    """The years a written age says: 52歲, 九十三歲, 92 y/o, 052Y, 90幾歲 (90), 百歲 (100), in her 80s (80)."""
    raise NotImplementedError
