"""What belongs to people and is none: dates counted from the report, phones and addresses with their owner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from incognote.document import Document, Entity, Span
from incognote.link import dates
from incognote.link.mentions import Found
from incognote.link.relations import Related
from incognote.link.report_day import reading_of
from incognote.link.told_days import day_told
from incognote.names.compare import canonical
from incognote.text import calendar
from incognote.text.script import Script, script_of

_TOLD: Final = frozenset(("weekday", "holiday"))


class Dated(NamedTuple):
    """What a DATE says, as `dates.Day`, and the day of the report it is counted from."""

    parts: calendar.DateValue | None
    day: date | None
    reading: calendar.Reading
    report: date | None

    def __repr__(self) -> str:
        return f"Dated({self.reading})"


def others(
    document: Document, spans: Sequence[Span], found: Found, table: Sequence[Related], day: date | None, first: int, default_script: Script
) -> list[Entity]:
    """Dates with the day of the report, phones and addresses with their owner, everything else by value."""
    text = document.text
    reading = reading_of(text, spans, script=script_of(text, default=default_script))
    days = dates.days_of(text, spans, reading, day)
    groups: dict[tuple[object, ...], list[Span]] = {}
    values: dict[tuple[object, ...], object] = {}
    for span in spans:
        key: tuple[object, ...] = span.label, span.kind, canonical(text[span.start : span.end])
        value: object = None
        if span.label == "DATE":
            value = Dated(*days[span], day)
            if span.kind in _TOLD or value.parts is None:
                value = value._replace(day=day_told(text, span, days[span], day))
                key = (*key, value.day)
        elif span.label == "AGE":
            value = calendar.years_of(text[span.start : span.end])
        elif span.label in {"PHONE", "ADDRESS", "EMAIL"}:
            value = _owner(text, span, found, table)
        if key not in groups or (values[key] is None and value is not None):
            values[key] = value
        groups.setdefault(key, []).append(span)
    return [Entity(n, str(key[0]), tuple(group), group[0].kind, values[key]) for n, (key, group) in enumerate(groups.items(), first)]


def _owner(text: str, span: Span, found: Found, table: Sequence[Related]) -> Related | None:
    """Whose a phone or an address is: of the one person named on its line, else of the nearest before it there."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    on_line = [(s, w) for s, w in zip(found.spans, found.whose, strict=True) if start <= s.start < end and len(w) == 1]
    before = [w for s, w in on_line if s.end <= span.start and not re.search(r"[.。;；]\s", text[s.end : span.start])]
    if before:
        return table[before[-1][0]]
    people = {w[0] for _, w in on_line}
    return table[people.pop()] if len(people) == 1 and end - start < 240 else None
