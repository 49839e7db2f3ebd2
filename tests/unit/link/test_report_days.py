"""The order of a report's dates, its weekdays, and its day where no year is told."""

from datetime import date

import pytest

from incognote.document import Document, Span
from incognote.link.parts import Structure
from incognote.link.report_day import reading_of, report_day, weekday_of
from incognote.text import calendar
from incognote.text.calendar import Reading


def _dates(text: str, *surfaces: str, kind: str = "event") -> list[Span]:
    spans = []
    for surface in surfaces:
        at = text.index(surface)
        spans.append(Span(at, at + len(surface), "DATE", kind, "rules/x", 0.9))
    return spans


def _day(text: str, spans: list[Span]) -> date | None:
    return report_day(Document("1", text), spans, Structure((), (), ()), script="en")[0]


def test_months_stand_first_where_else_things_told_lie_long_after_the_report() -> None:
    text = "Report date 09/03/2017. They sit in the room on 9/5/2017."
    spans = _dates(text, "09/03/2017", "9/5/2017")
    assert reading_of(text, spans, script="en").order == "mdy"
    assert _day(text, spans) == date(2017, 9, 3)


def test_days_stand_first_where_only_a_release_lies_ahead() -> None:
    text = "Report date 11/07/2016. Earliest release 10/12/2016."
    assert reading_of(text, _dates(text, "11/07/2016", "10/12/2016"), script="en").order == "dmy"


def test_days_stand_first_where_the_past_is_told() -> None:
    text = "Report date 09/03/2017. Seen on 9/2/2017."
    assert reading_of(text, _dates(text, "09/03/2017", "9/2/2017"), script="en").order == "dmy"


def test_a_weekday_beside_a_day_without_a_year_finds_a_year_for_it() -> None:
    text = "Report date: Fri 22 Jul\nboy born 3/4/2013"
    spans = [*_dates(text, "Fri", kind="weekday"), *_dates(text, "22 Jul"), *_dates(text, "3/4/2013", kind="dob")]
    day = _day(text, spans)
    assert day is not None
    assert (day.month, day.day, day.weekday()) == (7, 22, 4)
    assert day.year > 2013


def test_a_day_without_year_and_weekday_is_no_report_day() -> None:
    text = "Report date: 22 Jul\nboy"
    assert _day(text, _dates(text, "22 Jul")) is None


@pytest.mark.parametrize(
    ("text", "days"), [("gone since Tue", -2), ("gone since Tue week", -9), ("since the previous Tue", -9), ("since Tue weekly", -2)]
)
def test_a_week_or_the_previous_one_takes_a_weekday_seven_days_back(text: str, days: int) -> None:
    thursday = date(2017, 5, 18)
    at = text.index("Tue")
    day = weekday_of(text, Span(at, at + 3, "DATE", "weekday", "rules/x", 0.6), thursday)
    assert day is not None
    assert (day - thursday).days == days


def test_days_of_a_month_mean_the_first_of_them_and_are_not_rewritten() -> None:
    reading = Reading(order="dmy")
    value = calendar.value_of("13-17/3", reading)
    assert value == (None, 3, 13)
    assert calendar.value_of("1-5/7", reading) == (None, 7, 1)
    assert calendar.write_like("13-17/3", date(2017, 3, 13), date(2017, 4, 5)) is None
