"""A time belongs to the fact that is told with it, and to no other."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.narrative.extract.when import durations
from unit.narrative.said_of import said_of

ZH = {"script": "zh-TW"}


def _times(marked, **more):
    return {key: when[1:3] for key, when in durations(said_of(marked, **more)).items()}


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("三個月前開始{f1 Symptom insomnia|失眠}，兩週前{f2 Symptom crying|常哭}。", {"f1": (-90, None), "f2": (-14, None)}),
        ("{f1 Symptom insomnia|失眠}已半年。", {"f1": (-180, None)}),
        ("六週前{f1 LifeEvent loss of work|被裁員}，又過一個禮拜{f2 Symptom insomnia|睡不著}。", {"f1": (-42, None), "f2": (-35, None)}),
        ("{f1 Treatment fluoxetine|fluoxetine}十個月前開始，四個月前停。", {"f1": (-300, -120)}),
        ("六週前起{f1 Treatment sertraline|舍曲林}，次日{f2 Symptom nausea|噁心}，五天止。", {"f1": (-42, None), "f2": (-41, -36)}),
        ("{f1 Treatment erp|暴露治療}做了八週。", {"f1": (-56, None)}),
        ("四週前起{f1 Treatment fluoxetine|氟西汀}10mg，兩週後20mg；隔天{f2 Symptom headache|頭痛}。", {"f1": (-28, None), "f2": (-27, None)}),
    ],
)
def test_a_time_is_given_to_its_fact_in_chinese(marked, told):
    assert _times(marked, **ZH) == told


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("{f1 Symptom insomnia|Insomnia} began three months ago; {f2 Symptom fatigue|tired} for two weeks.", {"f1": (-90, None), "f2": (-14, None)}),
        ("{f1 Treatment zopiclone|Zopiclone} from six weeks ago until two weeks ago.", {"f1": (-42, -14)}),
        ("{f1 History cannabis use|He smoked weed} but quit three years ago.", {"f1": (None, -1095)}),
        ("{f1 LifeEvent loss of work|He was fired} ten weeks ago. A month later {f2 Symptom low mood|his mood sank}.", {"f1": (-70, None), "f2": (-40, None)}),
        ("{f1 LifeEvent bereavement|Her son died} eight weeks ago. {f2 Symptom insomnia|Sleepless} ever since.", {"f1": (-56, None), "f2": (-56, None)}),
        ("{f1 Treatment lithium|Lithium}, begun a year ago and stopped a month ago.", {"f1": (-365, -30)}),
        ("He {f1 LifeEvent loss of work|lost his job} four months ago and has had {f2 Symptom low mood|low mood} for three months.", {"f1": (-120, None), "f2": (-90, None)}),
        ("Four months ago {f1 Symptom low mood|low mood} for three months.", {"f1": (-120, None)}),
    ],
)
def test_a_time_is_given_to_its_fact_in_english(marked, told):
    assert _times(marked) == told


def test_written_dates_count_from_the_visit():
    day = date(2024, 5, 1)
    assert _times("<2024-04-01> {f1 LifeEvent divorce|離婚}；<2024年2月>起{f2 Symptom insomnia|失眠}。", day=day, **ZH) == {"f1": (-30, None), "f2": (-90, None)}


def test_the_day_of_the_visit_is_read_from_the_text_where_none_is_given():
    marked = "初診 <2024-05-01>\n<2024-04-01> {f1 LifeEvent divorce|離婚}了。"
    assert _times(marked, **ZH) == {"f1": (-30, None)}


def test_a_date_that_tells_what_a_word_tells_beside_it_counts():
    assert _times("六週半前（<2024-03-17>）{f1 LifeEvent quarrel|大吵}。", day=date(2024, 5, 1), **ZH) == {"f1": (-45, None)}


def test_a_negated_fact_has_no_time():
    assert _times("兩週前{f1 Symptom mania|興奮}，否認。", f1={"negated": True}, **ZH) == {}


def test_a_fact_with_no_time_near_it_has_none():
    assert _times("{f1 Symptom insomnia|Sleep is poor}. {f2 Diagnosis depression|Depression}.") == {}


def test_a_later_time_is_not_that_of_an_earlier_sentence():
    assert _times("{f1 Diagnosis depression|Depression}. Two weeks ago {f2 Symptom insomnia|he stopped sleeping}.") == {"f2": (-14, None)}


def test_a_future_date_is_no_time():
    assert _times("{f1 Symptom insomnia|失眠}，<2024-05-20>回診。", day=date(2024, 5, 1), **ZH) == {}


def test_a_time_that_follows_from_a_fact_is_not_its_own():
    assert "f1" not in _times("{f1 LifeEvent loss of work|丟了工作}後一個月{f2 Symptom insomnia|睡不著}。", **ZH)


@pytest.mark.parametrize("kind", ["Diagnosis major depressive disorder", "VisitEvent cognitive screening score", "History hyperthyroidism"])
def test_what_was_found_at_the_visit_or_long_ago_takes_no_time_from_another_sentence(kind):
    marked = "三個月前開始{f1 Symptom insomnia|失眠}。{f2 " + kind + "|如下}。"
    assert _times(marked, **ZH) == {"f1": (-90, None)}


def test_a_diagnosis_keeps_the_time_of_its_own_clause():
    assert _times("兩年前{f1 Diagnosis schizophrenia|確診思覺失調症}。", **ZH) == {"f1": (-730, None)}
