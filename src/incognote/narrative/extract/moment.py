"""What an expression of time is, in whatever language."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Kind = Literal["at", "since", "until", "lasting", "after", "same", "nth", "first", "age"]

YEAR: Final = 365
MONTH: Final = 30
HALF_YEAR: Final = 180


class Time(NamedTuple):
    """A stretch of text that tells a time.

    `days` is an offset from day 0 (at, since, until), a length (lasting), a distance from what was told before (after,
    same: 0; before it, negative; first: how long it went on from there), from the start of what is told (nth: the third day is 2, `unit` is 1), or a year of life
    (age, in days).
    """

    start: int
    end: int
    kind: Kind
    days: int
    unit: int = 1


def length(number: float, unit: int) -> int:
    """Days of a number of units; half years are 180, half months 15, twelve months a year.

    >>> length(1.5, YEAR), length(2.5, MONTH), length(0.5, YEAR), length(1.5, 7)
    (545, 75, 180, 10)
    """
    whole = int(number)
    if unit == YEAR and number - whole == 0.5:
        return whole * YEAR + HALF_YEAR
    if unit == MONTH and whole and number == whole and whole % 12 == 0:
        return whole // 12 * YEAR
    return round(number * unit) if number * unit != 10.5 else 10
