"""The day of the visit, and every time that a narrative tells as days from it, in the order of the telling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

from incognote.document import Span
from incognote.narrative.extract.said import Said
from incognote.narrative.extract.times import Time, times
from incognote.narrative.extract.told import MONTH, YEAR
from incognote.text.calendar import DateValue, Reading, day_of, reading_of, value_of, years_of

_NO_EVENT: Final = frozenset(("dob", "holiday", "lunar", "zodiac", "weekday"))
_HEAD: Final = 250
_FOOT: Final = 60


class Day(NamedTuple):
    """A time that is told, from day 0: when it began (`onset`), when it ended (`offset`), or only how long it was (`span`).

    `sort` says how it was told; `unit` is that of an nth day or week.
    """

    start: int
    end: int
    sort: Literal["at", "since", "until", "lasting", "after", "same", "nth", "date"]
    onset: int | None = None
    offset: int | None = None
    span: int | None = None


def days(said: Said) -> list[Day]:
    """Every time told in a narrative, by start. What comes `after` leans on the onset that was told last."""
    told: list[Day] = []
    now: int | None = None
    age = _age(said)
    for item in sorted((*_dates(said), *_plain(said)), key=lambda one: one.start):
        day = item if isinstance(item, Day) else _resolved(item, now, age)
        if day is None:
            continue
        told.append(day)
        if day.onset is not None and day.sort != "same":
            now = day.onset
    return told


def _plain(said: Said) -> Iterator[Time]:
    """Expressions of time outside written dates, ages and names."""
    taken = [s for s in said.spans if s.label in ("DATE", "AGE", "NAME", "ADDRESS", "PHONE", "MRN", "IDNO")]
    for time in times(said.folded):
        if not any(s.start < time.end and time.start < s.end for s in taken):
            yield time


def _resolved(time: Time, now: int | None, age: int | None) -> Day | None:
    if time.kind in ("at", "since"):
        return Day(time.start, time.end, time.kind, onset=time.days)  # type: ignore[arg-type]
    if time.kind == "until":
        return Day(time.start, time.end, "until", offset=time.days)
    if time.kind == "lasting":
        return Day(time.start, time.end, "lasting", span=time.days)
    if time.kind == "age":
        return None if age is None or age * YEAR < time.days else Day(time.start, time.end, "at", onset=time.days - age * YEAR)
    if time.kind == "nth":
        onset = None if now is None else now + time.days - time.unit
        return Day(time.start, time.end, "nth", onset=onset, span=time.days)
    if now is None:
        return None
    return Day(time.start, time.end, time.kind, onset=min(now + time.days, 0))


def _dates(said: Said) -> Iterator[Day]:
    dates = [s for s in said.spans if s.label == "DATE" and s.kind not in _NO_EVENT]
    reading = reading_of((said.text[s.start : s.end] for s in dates), script=said.script)
    zero = said.day_zero or day_zero(said.text, dates, reading)
    if zero is None:
        return
    for span in dates:
        onset = _offset(value_of(said.text[span.start : span.end], reading), zero, span.kind)
        if onset is not None and onset < 0:
            yield Day(span.start, span.end, "date", onset=onset)


def _offset(value: DateValue | None, zero: date, kind: str | None) -> int | None:
    if value is None:
        return None
    if value.day is None:
        if value.month is None:
            return None if value.year is None else (value.year - zero.year) * YEAR
        year = value.year if value.year is not None else zero.year - (value.month > zero.month)
        months = (year - zero.year) * 12 + value.month - zero.month
        return -(-months // 12 * YEAR + -months % 12 * MONTH)
    day = day_of(value, zero)
    if day is not None and value.year is None and day > zero and (day - zero).days > 60:
        day = day.replace(year=day.year - 1)
    return None if day is None else (day - zero).days


def day_zero(text: str, dates: Sequence[Span], reading: Reading) -> date | None:
    """The day of the visit: a date marked as such, else a full one in the head or the foot of the text, else the last that is told."""
    full = [(s, day) for s in dates if (day := day_of(value_of(text[s.start : s.end], reading), None)) is not None]
    marked = [day for s, day in full if s.kind == "visit"]
    head = [day for s, day in full if s.start < min(_HEAD, text.find("\n", 40) % (_HEAD + 1))]
    foot = [day for s, day in full if len(text) - s.end < _FOOT]
    return next(iter((*marked, *foot, *head)), max((day for _, day in full), default=None))


def _age(said: Said) -> int | None:
    for span in said.spans:
        if span.label == "AGE":
            return years_of(said.text[span.start : span.end])
    return None


