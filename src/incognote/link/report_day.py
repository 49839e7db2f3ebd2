"""The day a report was made, from which its dates are counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from incognote.document import Document, Finding, Span
from incognote.link import dates
from incognote.link.parts import Structure
from incognote.text import calendar
from incognote.text.calendar import Reading
from incognote.text.script import Script

_CUE: Final = re.compile(
    r"(?:report(?:ed)?(?: date| day| made| taken)?|date(?: and time)? of (?:this )?report|date reported|rpt date|rec(?:eived|'?d|d)|call(?: taken)?(?: of| on)?|submitted|sent|reported on|dated?"
    r"|通報(?:日期|時間|日)|受理(?:日期|時間)|報案|填表日期|報告日期|紀錄日期|日期|進線(?:日期|時間)?)\W{0,3}(?:\(unchanged\))?(?:on|is|at|to the Child Abuse Report Line|by phone)?[^\n\d]{0,24}\n?\W{0,4}\Z",
    re.IGNORECASE,
)
_NO_ANCHOR: Final = frozenset({"dob", "year", "holiday", "lunar", "zodiac", "weekday", "partial"})
_HEAD: Final = 360


def report_day(document: Document, spans: Sequence[Span], structure: Structure, *, script: Script) -> tuple[date | None, list[Finding]]:
    """The labelled day of the report; else a full date in its head, else the day given; a finding where there is none."""
    text = document.text
    dated = [s for s in spans if s.label == "DATE" and s.kind not in _NO_ANCHOR]
    reading = dates.reading_for(text, spans, script=script)
    full = [(s, day) for s in dated if (day := _day(text, s, reading)) is not None]
    fields = [f for f in structure.fields if f.kind in {"report_date", "report_day"}]
    for test in (
        lambda s: any(f.start <= s.start < f.end for f in fields),
        lambda s: _CUE.search(text, max(0, s.start - 60), s.start) is not None and s.start < 3 * _HEAD,
        lambda s: s.kind == "visit",
        lambda s: s.start < _HEAD,
    ):
        for span, day in full:
            if test(span):
                return day, []
    given = dates.given_day(document.meta)
    return given, [] if given else [Finding("report_day_missing", "source", 0, 0, "warning")]


def _day(text: str, span: Span, reading: Reading) -> date | None:
    return calendar.day_of(calendar.value_of(text[span.start : span.end], reading), None)
