"""Counting who is alone: classes of equal values, and no value in what is said."""

from __future__ import annotations

import json

import pytest

from incognote.document import Finding, Span
from incognote.lab.risk.quasi import Told, told
from incognote.lab.risk.unique import alone, combined, corpus, table

A, B, C = ({"sex": "F", "place": "甲地", "age band": "30"}, {"sex": "F", "place": "乙地", "age band": "30"}, {"sex": "M", "place": "甲地"})


def documents() -> list[Told]:
    return [Told(A), Told(A), Told(B), Told(C, ("news",), 0.5, "warning")]


def test_a_class_counts_documents_with_equal_values_in_all_its_fields() -> None:
    rows = {row.fields: row for row in combined(documents())}
    assert rows["sex",][1:] == (4, 2, 1, 1, 4)
    assert rows["sex", "place"].unique == 2 and rows["sex", "place"].classes == 3
    assert rows["age band", "sex", "place"].told == 3  # one document tells no age
    assert ("occupation",) not in rows


def test_a_document_is_alone_by_the_fewest_fields_that_do_it() -> None:
    first, second, third, last = alone(documents())
    assert first == second == []
    assert third == [["place"]]
    assert last == [["sex"]]  # no pair that holds sex says more


def test_what_is_not_told_is_a_value_only_where_all_fields_are_put_together() -> None:
    whole = corpus(documents())["all fields"]
    assert whole == {"k": 1, "classes": 3, "unique": 2, "small": 4}


def test_no_value_of_a_note_is_in_the_counts_or_their_reprs() -> None:
    found = corpus(documents())
    for said in (json.dumps(found, ensure_ascii=False), table(found), repr(documents())):
        assert "甲地" not in said and "乙地" not in said
    assert found["narrative_risk"] == [{"document": 4, "severity": "warning", "score": 0.5, "reasons": ["news"]}]
    assert "document 4: warning, 0.50 (news)" in table(found)


@pytest.mark.parametrize(
    ("text", "label", "field", "value"),
    [
        ("67歲", "AGE", "age band", "65"),
        ("3歲2個月", "AGE", "age band", "0"),
        ("101歲", "AGE", "age band", "90"),
        ("公車 司機", "PROFESSION", "occupation", "公車司機"),
        ("板橋", "LOCATION", "place", "板橋"),
        ("雲嶺國小", "SCHOOL", "institution", "雲嶺國小"),
    ],
)
def test_a_field_is_read_from_the_first_span_of_its_labels(text: str, label: str, field: str, value: str) -> None:
    assert told(text, [Span(0, len(text), label, None, "rules", 0.9)], []).values[field] == value


@pytest.mark.parametrize(("text", "sex"), [("性別：女", "F"), ("Sex: M", "M"), ("67歲男性", "M"), ("a 30-year-old woman", "F"), ("女 42歲", "F"), ("男/67 歲", "M"), ("42 y/o F, cough", "F"), ("次女 42歲", None), ("Foley 14F", None), ("3 y/o fell", None), ("她頭痛", None), ("the woman next door", None)])
def test_sex_is_told_where_it_is_stated_of_the_patient(text: str, sex: str | None) -> None:
    assert told(text, [], []).values.get("sex") == sex


def test_an_event_and_the_flag_come_from_the_marks() -> None:
    found = told("客運墜谷，三人身亡", [], [Finding("context_public_event", "source", 2, 9, "info"), Finding("narrative_risk", "source", 0, 0, "info")])
    assert found.values["event"] == "墜谷,三人身亡" and found.reasons == ("public_event",) and found.severity == "info"


def test_a_name_or_a_date_is_no_quasi_identifier() -> None:
    assert not told("王小明 2024/05/02", [Span(0, 3, "NAME", None, "rules", 0.9), Span(4, 14, "DATE", None, "rules", 0.9)], []).values
