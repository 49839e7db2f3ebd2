"""Expressions of time in three scripts, and what only looks like one."""

from __future__ import annotations

import time

import pytest

from incognote.narrative.extract.times import times
from incognote.narrative.lexicon import folded


def _told(text):
    return [(t.kind, t.days) for t in times(folded(text))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("三個月前", [("at", -90)]),
        ("三个月前起", [("at", -90)]),
        ("一年半前", [("at", -540)]),
        ("半年前", [("at", -180)]),
        ("大半年前", [("at", -240)]),
        ("兩三週前", [("at", -14)]),
        ("三四個月前", [("at", -90)]),
        ("一個半月前", [("at", -45)]),
        ("十幾年前", [("at", -3650)]),
        ("一年又兩個月前", [("at", -425)]),
        ("近兩個禮拜", [("since", -14)]),
        ("八週以來", [("since", -56)]),
        ("距今五個月", [("at", -150)]),
        ("又過一個月", [("after", 30)]),
        ("再過三天", [("after", 3)]),
        ("發病前兩週", [("after", -14)]),
        ("入院第四天", [("nth", 3)]),
        ("獲救後第四天", [("nth", 4)]),
        ("目前第十二週", [("since", -84)]),
        ("十六歲起", [("age", 5840)]),
        ("次日", [("after", 1)]),
        ("上個月", [("at", -30)]),
        ("服藥頭一週", [("first", 7)]),
        ("two weeks ago", [("at", -14)]),
        ("a year and a half ago", [("at", -545)]),
        ("half a year ago", [("at", -180)]),
        ("a couple of months back", [("at", -60)]),
        ("twenty-five years ago", [("at", -9125)]),
        ("until six weeks ago", [("until", -42)]),
        ("for the past fortnight", [("since", -14)]),
        ("a 10-year history of", [("since", -3650)]),
        ("two months on, she", [("after", 60)]),
        ("A month in, the orders", [("after", 30)]),
        ("EMDR, three weeks in", [("since", -21)]),
        ("for three weeks", [("lasting", 21)]),
        ("in the week after", [("after", 7)]),
        ("a week before admission", [("after", -7)]),
        ("the next day", [("after", 1)]),
        ("since she was seven", [("age", 2555)]),
        ("for the first week", [("first", 7)]),
        ("3w ago", [("at", -21)]),
        ("約 500 days ago", [("at", -500)]),
    ],
)
def test_an_expression_of_time_is_read_as_days(text, told):
    assert _told(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "每三天一次",
        "一天 20 mg",
        "一週三次",
        "兩週一次",
        "2019年3月",
        "民國98年",
        "十二歲",
        "五日",
        "第一次",
        "一年級",
        "twice a day",
        "20 mg a night",
        "three days a week",
        "five nights out of seven",
        "a 30-year-old man",
        "she is 42 years old",
        "his wife of forty years",
        "ten minutes",
        "2/12/2020",
        "once a month",
    ],
)
def test_a_rate_an_age_and_a_date_of_the_calendar_are_no_expression_of_time(text):
    assert _told(text) == []


def test_of_two_that_overlap_the_longer_is_read():
    assert _told("六週半前") == [("at", -46)]
    assert len(_told("the day before yesterday")) == 1


@pytest.mark.parametrize("text", ["一" * 60000, "三個月" * 20000, "1 " * 60000, "two weeks " * 8000, "the past " * 8000])
def test_a_hostile_text_is_read_in_linear_time(text):
    begun = time.process_time()
    times(folded(text))
    assert time.process_time() - begun < 5
