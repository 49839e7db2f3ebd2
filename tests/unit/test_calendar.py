"""Written dates read back to the day they were written for, and days keep their distance."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.text.calendar import (
    DateValue,
    Reading,
    age_on,
    day_of,
    reading_of,
    value_of,
    weekday_day,
    write_like,
    years_of,
)
from incognote.text.numerals import to_int

ROC = Reading("roc", "mdy")
AD = Reading("ad", "mdy")
DAYS = st.dates(date(1912, 1, 1), date(2049, 12, 31))
MODERN = st.dates(date(2011, 1, 1), date(2049, 12, 31))
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
SMALL = "〇一二三四五六七八九"


def in_characters(number: int) -> str:
    if number < 10:
        return SMALL[number]
    tens, ones = divmod(number, 10)
    if tens >= 10:
        rest = number % 100
        return "一百" + ("" if not rest else "零" + SMALL[rest] if rest < 10 else ("一" if rest < 20 else "") + in_characters(rest))
    return ("" if tens == 1 else SMALL[tens]) + "十" + (SMALL[ones] if ones else "")


def digit_by_digit(number: int) -> str:
    return "".join(SMALL[int(c)] for c in str(number))


def writings(day: date) -> list[tuple[str, Reading]]:
    y, m, d, roc = day.year, day.month, day.day, day.year - 1911
    name = MONTHS[m - 1]
    suffix = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(d, "th")
    return [
        (f"{y}/{m}/{d}", ROC), (f"{y}-{m:02}-{d:02}", AD), (f"{y}.{m}.{d}", ROC), (f"{y}{m:02}{d:02}", AD),
        (f"{y}{m:02}{d:02}143000", ROC), (f"{y}年{m}月{d}日", AD), (f"西元{y}年{m}月{d}日", ROC),
        (f"{digit_by_digit(y)}年{in_characters(m)}月{in_characters(d)}日", AD),
        (f"民國{roc}年{m}月{d}日", AD), (f"民國 {roc} 年 {m} 月 {d} 日", ROC), (f"民國{in_characters(roc)}年{in_characters(m)}月{in_characters(d)}日", AD),
        (f"民國{y}年{m}月{d}日", ROC), (f"{y}年(民國{roc}年){m}月{d}日", ROC), (f"{roc:04}/{m:02}/{d:02}", ROC),
        (f"{roc:03}{m:02}{d:02}", AD), (f"{m}/{d}/{y}", Reading("ad", "mdy")), (f"{d}/{m}/{y}", Reading("ad", "dmy")),
        (f"{d:02}.{m:02}.{y}", Reading("roc", "dmy")), (f"{name} {d}, {y}", AD), (f"{name[:3]} {d:02}, {y}", AD),
        (f"{d}{suffix} of {name} {y}", AD), (f"{d:02}-{name[:3]}-{y}", AD), (f"{d} {name} {y}", ROC), (f"{d:02}{name[:3].upper()}{y}", AD),
        (f"{y}/{m}/{d}（{'一二三四五六日'[day.weekday()]}）", ROC), (f"{y}／{m}／{d}", AD),
    ]  # fmt: skip


@given(DAYS)
def test_every_writing_of_a_day_reads_back_to_that_day(day: date) -> None:
    for surface, reading in writings(day):
        assert day_of(value_of(surface, reading), None) == day, surface


@given(MODERN)
def test_three_digit_roc_years_read_the_same_under_every_reading(day: date) -> None:
    roc = day.year - 1911
    for surface in (f"{roc}/{day.month}/{day.day}", f"{roc}.{day.month}.{day.day}", f"{roc}-{day.month:02}-{day.day:02}(四)"):
        for reading in (ROC, AD, Reading("ad", "dmy"), Reading("ad", "ambiguous"), Reading("ad", "ymd")):
            assert day_of(value_of(surface, reading), None) == day


@given(st.dates(date(1921, 1, 1), date(2010, 12, 31)))
def test_two_digit_years_of_a_taiwanese_note_are_roc(day: date) -> None:
    roc = day.year - 1911
    for surface in (f"{roc}/{day.month}/{day.day}", f"{roc}.{day.month:02}.{day.day:02}", f"{roc}{day.month:02}{day.day:02}", f"{roc}年{day.month}月{day.day}日"):
        assert day_of(value_of(surface, ROC), None) == day


@given(DAYS, st.integers(0, 36000))
def test_a_birth_date_with_a_short_year_never_lies_after_the_note(birth: date, days: int) -> None:
    note = birth + timedelta(days=days % 36500)
    for surface, reading in (
        (f"{birth.month}/{birth.day}/{birth.year % 100:02}", AD),
        (f"{birth.day}/{birth.month}/{birth.year % 100:02}", Reading("ad", "dmy")),
        (f"{MONTHS[birth.month - 1]} {birth.day}, '{birth.year % 100:02}", AD),
    ):
        value = value_of(surface, reading, before=note)
        assert value is None or value.year is None or value.year <= note.year


@given(DAYS, st.integers(-180, 180))
def test_a_day_without_a_year_is_the_one_nearest_to_the_note(anchor: date, away: int) -> None:
    day = anchor + timedelta(days=away)
    if (day.month, day.day) != (2, 29):
        assert day_of(value_of(f"{day.month}/{day.day}", ROC), anchor) == day
        assert day_of(value_of(f"{in_characters(day.month)}月{in_characters(day.day)}日", ROC), anchor) == day


@given(MODERN, MODERN)
def test_distances_do_not_depend_on_the_writing(first: date, second: date) -> None:
    apart = (second - first).days
    for (one, reading), (other, other_reading) in zip(writings(first), reversed(writings(second)), strict=True):
        a, b = day_of(value_of(one, reading), None), day_of(value_of(other, other_reading), None)
        assert a is not None and b is not None and (b - a).days == apart


@given(st.integers(0, 9999))
def test_numerals_read_back(number: int) -> None:
    assert to_int(str(number)) == number
    assert to_int(digit_by_digit(number)) == number
    if number < 150:
        assert to_int(in_characters(number)) == number


@given(DAYS, st.integers(0, 47000))
def test_age_is_the_number_of_birthdays_passed(birth: date, days: int) -> None:
    day = birth + timedelta(days=days)
    years = age_on(DateValue(birth.year, birth.month, birth.day), day)
    passed = sum(1 for year in range(birth.year + 1, day.year + 1) if (birth.month, birth.day) <= (day.month, day.day) or year < day.year)
    assert years == passed


@pytest.mark.parametrize(
    ("surface", "value"),
    [
        ("113/2/29", DateValue(2024, 2, 29)),
        ("112/2/29", None),
        ("2024/2/30", None),
        ("民國前2年", DateValue(1910)),
        ("民前10年", DateValue(1902)),
        ("民國元年", DateValue(1912)),
        ("民國2024年", DateValue(2024)),
        ("西元113年", DateValue(2024)),
        ("60年次", DateValue(1971)),
        ("民國六十年", DateValue(1971)),
        ("104年", DateValue(2015)),
        ("113年5月", DateValue(2024, 5)),
        ("113/05", DateValue(2024, 5)),
        ("2024-02", DateValue(2024, 2)),
        ("2/2024", DateValue(2024, 2)),
        ("5/2-6", DateValue(None, 5, 2)),
        ("5/30(四)", DateValue(None, 5, 30)),
        ("0502", DateValue(None, 5, 2)),
        ("九月", DateValue(None, 9)),
        ("6月底", DateValue(None, 6)),
        ("2015", DateValue(2015)),
        ("民國十五年正月初三", DateValue(1926)),
        ("民國70年代", None),
        ("七年級生", None),
        ("農曆八月十五", None),
        ("8/15(農)", None),
        ("虎", None),
        ("去年中秋", None),
        ("上週三", None),
        ("辛亥年次", None),
    ],
)
def test_a_surface_has_the_value_it_says(surface: str, value: DateValue | None) -> None:
    assert value_of(surface, ROC) == value


def test_a_part_over_twelve_decides_the_order_of_its_siblings() -> None:
    reading = reading_of(["12.07.2022", "13.07.2022", "14.07.2022"], script="en")
    days = [day_of(value_of(s, reading), None) for s in ("12.07.2022", "13.07.2022", "14.07.2022")]
    assert days == [date(2022, 7, 12), date(2022, 7, 13), date(2022, 7, 14)]
    assert reading_of(["17/06/2024", "02/03/2016"], script="en").order == "dmy"
    assert reading_of(["03/14/1931", "5/6/24"], script="en").order == "mdy"
    assert reading_of(["Friday 14 June", "02/03/2016"], script="en").order == "dmy"


def test_english_dates_that_nothing_decides_have_no_value() -> None:
    reading = reading_of(["03/04/2024"], script="en")
    assert reading.order == "ambiguous"
    assert value_of("03/04/2024", reading) is None
    assert value_of("05/05/2024", reading) == DateValue(2024, 5, 5)
    assert value_of("2024/05/02", reading) == DateValue(2024, 5, 2)


def test_the_script_or_other_roc_dates_decide_short_years() -> None:
    assert reading_of(["60/08/15"], script="zh-TW").short_year == "roc"
    assert reading_of(["60/08/15", "113/05/02"], script="en").short_year == "roc"
    assert reading_of(["24/5/2"], script="zh-CN") == Reading("ad", "ymd")
    assert value_of("24/5/2", Reading("ad", "ymd")) == DateValue(2024, 5, 2)
    assert value_of("05/03/24", ROC) == DateValue(2024, 5, 3)


def test_birth_dates_with_short_years_give_the_ages_at_the_visit() -> None:
    visit = date(2024, 5, 1)
    ages = []
    for surface in ("3/7/50", "62.8.14", "8/14/62"):
        value = value_of(surface, ROC, before=visit)
        ages.append(None if value is None else age_on(value, visit))
    assert ages == [74, 50, 61]


@pytest.mark.parametrize(
    ("surface", "day"),
    [
        ("上週三", date(2024, 4, 24)),
        ("上上星期五", date(2024, 4, 19)),
        ("本週一", date(2024, 4, 29)),
        ("下禮拜二", date(2024, 5, 7)),
        ("周五", date(2024, 4, 26)),
        ("last Tuesday", date(2024, 4, 30)),
        ("Tues", date(2024, 4, 30)),
        ("next Monday", date(2024, 5, 6)),
        ("last Thursday", date(2024, 4, 25)),
        ("5/2", None),
    ],
)
def test_weekdays_are_seen_from_the_note(surface: str, day: date | None) -> None:
    assert weekday_day(surface, date(2024, 5, 2)) == day
    assert weekday_day(surface, None) is None


def test_ages_that_cannot_be_are_none() -> None:
    assert age_on(DateValue(2025, 1, 1), date(2024, 5, 2)) is None
    assert age_on(DateValue(1850), date(2024, 5, 2)) is None
    assert age_on(DateValue(None, 5, 2), date(2024, 5, 2)) is None
    assert age_on(DateValue(2000, 2, 29), date(2001, 2, 28)) == 0
    assert age_on(DateValue(1960, 5), date(2024, 5, 2)) == 64


@pytest.mark.parametrize(
    ("surface", "years"),
    [
        ("52歲", 52), ("九十三歲", 93), ("92 y/o", 92), ("052Y", 52), ("90幾歲", 90), ("百歲", 100), ("80s", 80), ("14", 14),
        ("3歲2個月", 3), ("出生28天", 0), ("18個月大", 1), ("65", 65), ("93-year-old", 93), ("ninety-three-year-old", 93),
        ("八旬", 80), ("百歲人瑞", 100), ("人瑞", 100), ("nineties", 90), ("6-month-old", 0), ("一百零二歲", 102), ("王", None),
    ],
)  # fmt: skip
def test_written_ages_say_their_years(surface: str, years: int | None) -> None:
    assert years_of(surface) == years


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    value_of(text, ROC)
    value_of(text, Reading("ad", "ambiguous"), before=date(2024, 5, 2))
    reading_of([text], script="en")
    weekday_day(text, date(2024, 5, 2))
    years_of(text)


@given(MODERN, st.integers(-400, 400))
def test_a_shifted_date_keeps_its_writing_and_says_the_shifted_day(day: date, days: int) -> None:
    shifted = day + timedelta(days=days)
    for surface, reading in writings(day):
        rewritten = write_like(surface, day, shifted)
        if rewritten is not None:
            assert day_of(value_of(rewritten, reading), None) == shifted, (surface, rewritten)


@pytest.mark.parametrize("surface", ["113/05/02", "1130502", "2024-05-02", "民國113年5月2日", "May 2, 2024", "2024年5月2日", "5/2", "02-May-2024", "2024/5/2(四)"])
def test_common_writings_can_be_shifted(surface: str) -> None:
    assert write_like(surface, date(2024, 5, 2), date(2024, 5, 16)) is not None


@pytest.mark.parametrize("surface", ["民國一百一十三年五月二日", "除夕", "上週三", "113年5月", "5/5/5/5"])
def test_what_cannot_be_shifted_exactly_is_not_guessed(surface: str) -> None:
    assert write_like(surface, date(2024, 5, 2), date(2024, 5, 16)) is None
