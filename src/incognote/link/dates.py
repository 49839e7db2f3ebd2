"""Which day each DATE means, and which day the note was written on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.link.ahead import weekday_day
from incognote.text import calendar
from incognote.text.calendar import DateValue, Reading

_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


_HAN_BEFORE: Final = re.compile(r"[\u4e00-\u9fff][ :：\]】)）]*\Z")
_AMERICAN: Final = {"IDNO": re.compile(r"\d{3}-\d{2}-\d{4}"), "PHONE": re.compile(r"(?:\+?1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])\d{3}[ .-]\d{4}")}
"""Numbers that are written so in North America alone, whichever rule found them."""


class Day(NamedTuple):
    """What a DATE span says: the parts it names, the day it means where that is known, and how it was read."""

    parts: DateValue | None
    day: date | None
    reading: Reading

    def __repr__(self) -> str:
        return f"Day({self.reading})"


def reading_for(text: str, spans: Iterable[Span], *, script: str) -> Reading:
    spans = list(spans)
    if script == "en" and any(s.source == "rules/tw_national_id" or (s.label == "DATE" and s.kind in {"dob", "visit"} and _HAN_BEFORE.search(text, max(0, s.start - 4), s.start)) for s in spans):
        script = "zh-TW"  # a Taiwanese header above an English body
    reading = _reading(tuple([text[s.start : s.end] for s in spans if s.label == "DATE"]), script)
    if reading.order == "ambiguous" and any(s.source.startswith("rules/us_") or (s.label in _AMERICAN and _AMERICAN[s.label].fullmatch(text, s.start, s.end)) for s in spans):
        return reading._replace(order="mdy")  # a note with an American number writes the month first
    return reading


@lru_cache(maxsize=1024)
def _reading(surfaces: tuple[str, ...], script: str) -> Reading:
    """Remembered, since a batch is linked in two passes."""
    return calendar.reading_of(surfaces, script=script)


def anchor_of(text: str, spans: Sequence[Span], reading: Reading, *, given: date | None) -> date | None:
    """The day of the note: labelled visit date, else the first full date, else what the caller gave.

    Birth dates never date a note (catalogue 5.1, with the whole note for its header: a narrative note
    has none).
    """
    first = None
    for span in spans:
        if span.label != "DATE" or span.kind in {"dob", "year", "holiday", "lunar", "zodiac", "weekday"}:
            continue
        day = calendar.day_of(calendar.value_of(text[span.start : span.end], reading), None)
        if day is None:
            continue
        if span.kind == "visit":
            return day
        first = first or day
    return first or given


def days_of(text: str, spans: Iterable[Span], reading: Reading, anchor: date | None) -> Mapping[Span, Day]:
    """The value of every DATE span as seen from `anchor`."""
    found: dict[Span, Day] = {}
    for span in spans:
        start, end, label, kind, _, _ = span
        if label != "DATE":
            continue
        surface = text[start:end]
        if kind == "weekday":
            found[span] = Day(None, weekday_day(text, span, anchor), reading)
            continue
        if kind == "dob":
            parts = calendar.value_of(surface, reading, before=anchor)
            found[span] = Day(parts, calendar.day_of(parts, None), reading)
        else:  # asked as `anchor_of` asks, so it is read once
            parts = calendar.value_of(surface, reading)
            found[span] = Day(parts, calendar.day_of(parts, anchor), reading)
    return found


def given_day(meta: Mapping[str, object]) -> date | None:
    """The day that the caller's `meta` gives for a note (`date`, ISO 8601), if it does."""
    value = meta.get("date")
    if isinstance(value, date):
        return value
    if isinstance(value, str) and _ISO.match(value):
        try:
            return date.fromisoformat(value[:10])
        except ValueError:
            return None
    return None
