"""Dates as days from the report: is each mark the one that follows from the gold day?

The gold day decides, never the text: a month counts months, a year years, all else days. Where the day of the report
is written nowhere, no offset can be right, and none may be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from incognote.lab.evaluate.gold import GoldSpan
from incognote.lab.evaluate.reports import Report, Scrubbed
from incognote.labels import SCRIPTS, age_mark, report_mark
from incognote.text.calendar import DateValue, age_on

REPORT_DAY, FULL_DATE, PARTIAL, WEEKDAY, YEAR, BIRTH = "report day", "full or short date", "month only", "weekday", "year only", "birth date"
_KINDS: Final = {"partial": PARTIAL, "weekday": WEEKDAY, "year": YEAR, "dob": BIRTH}


class Offset(NamedTuple):
    """A gold date that has a day, and whether its mark is exact; `is_anchored`: the report says its own day."""

    report: int
    span: GoldSpan
    what: str
    exact: bool
    is_anchored: bool
    said: str
    wanted: str

    def __repr__(self) -> str:
        return f"Offset({self.report}, {self.span.start}, exact={self.exact})"


def is_anchored(report: Report) -> bool:
    """Whether the day of the report is written in it, by whatever date."""
    return report.day is not None and any(
        s.label == "DATE" and s.kind not in {"dob", "partial", "year"} and report.detail(s).value == report.day for s in report.note.spans
    )


def offsets(reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[Offset]:
    """Every gold date whose day the gold tells, birth dates (which become ages) among them."""
    for at, (report, of) in enumerate(zip(reports, scrubbed, strict=True)):
        anchored = is_anchored(report)
        for span in report.note.spans:
            day = report.detail(span).value
            if span.label != "DATE" or day is None or report.day is None:
                continue
            edit = of.over(span)
            said = edit.replacement if edit and edit.start <= span.start and span.end <= edit.end else ""
            what = _what(span, day, report.day)
            wanted = _wanted(what, day, report.day, is_year=report.detail(span).form == "year")
            yield Offset(at, span, what, said in wanted, anchored, said, wanted[-1])


def _what(span: GoldSpan, day: date, report: date) -> str:
    if span.kind in _KINDS:
        return _KINDS[span.kind or ""]
    return REPORT_DAY if span.kind == "visit" and day == report else FULL_DATE


def _wanted(what: str, day: date, report: date, *, is_year: bool) -> list[str]:
    """The marks that are exact, in every script; of a birth date the age too, either of two where the year alone is told."""
    if what == BIRTH:
        years = report.year - day.year
        told = {years, years - 1} if is_year else {age_on(DateValue(day.year, day.month, day.day), report)}
        return _days(day, report) + [age_mark(age, script) for age in told if age is not None and age >= 0 for script in SCRIPTS]
    if what == YEAR:
        return [report_mark(day.year - report.year, "year", script) for script in SCRIPTS]
    if what == PARTIAL:
        return [report_mark((day.year - report.year) * 12 + day.month - report.month, "month", script) for script in SCRIPTS]
    return _days(day, report)


def _days(day: date, report: date) -> list[str]:
    return [report_mark((day - report).days, "day", script) for script in SCRIPTS]


def ages_kept(reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[tuple[int, bool]]:
    """For each gold age: the report, and whether it stands untouched in the output."""
    for at, (report, of) in enumerate(zip(reports, scrubbed, strict=True)):
        yield from ((at, of.over(span) is None) for span in report.note.spans if span.label == "AGE")
