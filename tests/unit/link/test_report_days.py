"""The order of a report's dates, its weekdays, and its day where no year is told."""

from datetime import date

import pytest

from incognote.document import Document, Span
from incognote.link.dates import Day
from incognote.link.parts import Structure
from incognote.link.report_day import reading_of, report_day
from incognote.link.told_days import day_told, weekday_of
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


TUESDAY = date(2023, 3, 14)


def _told(text: str, surface: str, kind: str, report: date = TUESDAY) -> int | None:
    at = text.index(surface)
    span = Span(at, at + len(surface), "DATE", kind, "rules/x", 0.7)
    value = calendar.value_of(surface, Reading(order="dmy"))
    day = day_told(text, span, Day(value, calendar.day_of(value, report), Reading(order="dmy")), report)
    return (day - report).days if day else None


@pytest.mark.parametrize(
    ("text", "surface", "days"),
    [
        ("Physio to r/v Wed.", "Wed", 1), ("Nan will have them on Friday", "Friday", 3), ("by COB Thu", "Thu", 2), ("will come on Tuesday", "Tuesday", 7),
        ("On Friday she will see the GP", "Friday", 3), ("Will took the car on Wednesday", "Wednesday", -6), ("walked from Glenelg on Wednesday", "Wednesday", -6),
        ("went to see her on Thursday", "Thursday", -5), ("missed it due to asthma on Monday", "Monday", -1), ("she left until I rang on Sunday", "Sunday", -2),
        ("社工預計週五家訪", "週五", 3), ("案母週五來電", "週五", -4),
        ("Medically fit for d/c Friday", "Friday", 3), ("Plan d/c Friday", "Friday", 3), ("aim home Fri", "Fri", 3), ("for OT Friday", "Friday", 3),
        ("d/c Friday", "Friday", -4), ("discharged Friday", "Friday", -4), ("admitted for surgery Friday", "Friday", -4), ("seen for review Friday", "Friday", -4),
        ("Plan: continue abx. Home Friday", "Friday", 3), ("Plan: bloods as were done on Friday", "Friday", -4), ("下次週五回診", "週五", 3), ("約週五開刀", "週五", 3),
    ],
)  # fmt: skip
def test_a_weekday_lies_behind_the_report_only_where_it_is_told_to_come(text: str, surface: str, days: int) -> None:
    assert _told(text, surface, "weekday") == days


@pytest.mark.parametrize(
    ("text", "surface", "days"),
    [
        ("shouting on Boxing Day", "Boxing Day", -78), ("seen Good Friday 2022", "Good Friday 2022", -333), ("in custody until Christmas", "Christmas", 286), ("not seen since Christmas", "Christmas", -79),
        ("home on Anzac Day", "Anzac Day", -323), ("on Father’s Day", "Father’s Day", -191), ("on Mother's Day", "Mother's Day", -310), ("112年父親節前一日", "112年父親節", 147), ("去年母親節", "去年母親節", -310),
        ("春節期間", "春節", -51), ("除夕當天", "除夕", -52), ("during Ramadan", "Ramadan", None), ("過年前", "過年前", None),
    ],
)  # fmt: skip
def test_a_holiday_is_the_last_one_or_that_of_the_year_told(text: str, surface: str, days: int | None) -> None:
    assert _told(text, surface, "holiday") == days


@pytest.mark.parametrize(("text", "surface", "days"), [("told us on the 12th", "12th", -2), ("since the 31st", "31st", -42), ("will be seen on the 20th", "20th", 6), ("on the 14th", "14th", 0)])
def test_a_day_of_the_month_is_the_last_one_of_that_number(text: str, surface: str, days: int) -> None:
    assert _told(text, surface, "partial") == days


def test_without_a_report_day_nothing_told_has_a_day() -> None:
    text = "on Boxing Day"
    span = Span(3, 13, "DATE", "holiday", "rules/x", 0.7)
    assert day_told(text, span, Day(None, None, Reading()), None) is None
