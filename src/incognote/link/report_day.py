"""The day a report was made, from which its dates are counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final

from incognote.document import Document, Finding, Span
from incognote.link import dates
from incognote.link.fields import is_in_a_sentence
from incognote.link.parts import Structure
from incognote.text import calendar
from incognote.text.calendar import DateValue, Reading
from incognote.text.script import Script

_CUE: Final = re.compile(
    r"(?:report(?:ed)?(?: date| day| made| taken)?|date(?: and time)? of (?:this )?report|date reported|rpt date|rec(?:eived|'?d|d)|call(?: taken)?(?: of| on)?|submitted|sent|reported on|rept|rep|dated?"
    r"|通報(?:日期|時間|日)|受理(?:日期|時間)|報案|填表日期|報告日期|紀錄日期|日期|進線(?:日期|時間)?)\W{0,3}(?:\(unchanged\))?(?:on|is|at|to the Child Abuse Report Line|by phone)?[^\n\d]{0,24}\n?\W{0,4}\Z",
    re.IGNORECASE,
)
_NO_ANCHOR: Final = frozenset({"dob", "year", "holiday", "lunar", "zodiac", "weekday", "partial"})
_NUMERIC: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}")
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY_BEFORE: Final = re.compile(r"(?<![A-Za-z])(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? (?:the )?\Z", re.IGNORECASE)
_PLANNED: Final = re.compile(r"\b(?:release|releases?d?|ends?|expir\w+|hearing|board|listed|due|until|till|next|will|booked|edd|trial|turns)\b[^.\n]*\Z", re.IGNORECASE)
_SOON: Final = timedelta(days=45)
_PLANNED_AHEAD: Final = timedelta(days=200)
"""How far ahead of its report a date may lie, told or planned, before another order of day and month is thought of."""
_HEAD: Final = 360
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LED: Final = 24
"""How much of a line may lead a date that is no part of a sentence."""


def reading_of(text: str, spans: Sequence[Span], *, script: Script) -> Reading:
    """How the dates of a report are read: an Australian one writes the day first unless a date in it cannot be read so."""
    reading = dates.reading_for(text, spans, script=script)
    pairs = [tuple(map(int, m.groups())) for s in spans if s.label == "DATE" and (m := _NUMERIC.match(text, s.start, s.end))]
    if any(first > 12 for first, _ in pairs):
        return reading._replace(order="dmy")
    if any(second > 12 for _, second in pairs):
        return reading._replace(order="mdy")
    if script == "en" and _is_month_first(text, spans, reading):
        return reading._replace(order="mdy")
    return reading._replace(order="dmy") if script == "en" else reading


def _is_month_first(text: str, spans: Sequence[Span], reading: Reading) -> bool:
    """Whether days that are told lie long after the first date of a report with the day first, and none with the month first: 9/3/2017 and 9/5/2017."""
    dated = [(text[s.start : s.end], _PLANNED_AHEAD if _PLANNED.search(text, max(0, s.start - 40), s.start) else _SOON) for s in spans if s.label == "DATE" and s.kind not in _NO_ANCHOR]
    ahead = []
    for order in (reading._replace(order="dmy"), reading._replace(order="mdy")):
        days = [(day, limit) for surface, limit in dated if (day := calendar.day_of(calendar.value_of(surface, order), None))]
        ahead.append(any(day - days[0][0] > limit for day, limit in days))
    return ahead == [True, False]


def _without_year(text: str, dated: Sequence[Span], cued: Sequence[Span], reading: Reading) -> date | None:
    """The first labelled day that tells no year, in the first year in which no other date of the report is later."""
    for span in cued:
        parts = calendar.value_of(text[span.start : span.end], reading)
        if parts is None or parts.year is not None or not (parts.month and parts.day):
            continue
        told = [v for s in dated if s.kind != "dob" and (v := calendar.value_of(text[s.start : s.end], reading)) and v.year]
        if not told:
            return _by_weekday(text, span, parts, [v.year for s in dated if s.kind == "dob" and (v := calendar.value_of(text[s.start : s.end], reading)) and v.year])
        last = max((v.year or 0, v.month or 1, v.day or 1) for v in told)
        year = last[0] if (parts.month, parts.day) >= last[1:] else last[0] + 1
        return calendar.day_of(parts._replace(year=year), None)
    return None


def _by_weekday(text: str, span: Span, parts: DateValue, births: Sequence[int]) -> date | None:
    """A day whose year nothing tells, in a year in which it is the weekday that stands beside it: days are counted from it, so any such year does."""
    beside = _WEEKDAY_BEFORE.search(text, max(0, span.start - 16), span.start) or re.match(r"\(?([A-Za-z]{3})", text[span.start : span.start + 4])
    if beside is None or beside[1].lower() not in _WEEKDAYS:
        return None
    first = max(births, default=2010)
    days = (calendar.day_of(parts._replace(year=year), None) for year in range(first, first + 12))
    return next((day for day in days if day is not None and day.weekday() == _WEEKDAYS.index(beside[1].lower())), None)


def report_day(document: Document, spans: Sequence[Span], structure: Structure, *, script: Script) -> tuple[date | None, list[Finding]]:
    """The labelled day of the report; else a full date in its head, else the day given; a finding where there is none."""
    text = document.text
    dated = [s for s in spans if s.label == "DATE" and s.kind not in _NO_ANCHOR]
    reading = reading_of(text, spans, script=script)
    full = [(s, day) for s in dated if (day := _day(text, s, reading)) is not None]
    fields = [f for f in structure.fields if f.kind in {"report_date", "report_day"}]
    tests: tuple[Callable[[Span], bool], ...] = (
        lambda s: any(f.start <= s.start < f.end for f in fields) and not _is_told(text, s),
        lambda s: _CUE.search(text, max(0, s.start - 60), s.start) is not None and s.start < 3 * _HEAD,
        lambda s: s.start < _HEAD and _is_heading(text, s),
        lambda s: s.kind == "visit" and not _is_told(text, s),
        lambda s: s.start < _HEAD and not _is_told(text, s) and not is_in_a_sentence(text, s.start, s.end),
    )
    for test in tests:
        for span, day in full:
            if test(span):
                return day, []
    cued = [s for s in dated if _CUE.search(text, max(0, s.start - 60), s.start) is not None and s.start < 3 * _HEAD]
    told = _without_year(text, [s for s in spans if s.label == "DATE"], cued, reading)
    given = dates.given_day(document.meta) or told
    return given, [] if given else [Finding("report_day_missing", "source", 0, 0, "warning")]


def _is_heading(text: str, span: Span) -> bool:
    """Whether a date is all that its line holds, one of the first three lines: 中華民國一一三年五月六日."""
    if _HAN.search(text) is None or text.count("\n", 0, span.start) > 2:
        return False
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    return not (text[start : span.start] + text[span.end : len(text) if end < 0 else end]).strip(" 　【】[]（）()")


def _is_told(text: str, span: Span) -> bool:
    """Whether a date stands within the sentences of a Chinese report: 案主自113年5月4日起未到校. A label or a few words may lead it."""
    if _HAN.search(text) is None:  # English with dashes and curly quotes is no Chinese
        return False
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return len(line) > _LED or any(sign in line for sign in "，。；")


def _day(text: str, span: Span, reading: Reading) -> date | None:
    return calendar.day_of(calendar.value_of(text[span.start : span.end], reading), None)
