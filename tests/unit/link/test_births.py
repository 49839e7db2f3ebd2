"""A day equal to a birth date is one, whatever stands before it."""

from __future__ import annotations

import pytest

from incognote.config import Pipeline
from incognote.document import Document


def _kinds(text: str, **known: object) -> list[tuple[str, str | None]]:
    spans, _ = Pipeline.from_profile("clinic-tw", tagger=False).detect(Document("1", text, known))
    return [(text[s.start : s.end], s.kind) for s in spans if s.label == "DATE"]


@pytest.mark.parametrize(
    "text", ["1971-03-05 王大明來診", "王大明 60/3/5 複診", "病人王大明，民國60年3月5日，住台中", "Patient Wang, 5 March 1971, seen"]
)
def test_a_day_equal_to_the_known_birth_date_is_one(text: str) -> None:
    assert [kind for _, kind in _kinds(text, name="王大明", birth="1971-03-05")] == ["dob"]


def test_a_day_equal_to_a_labelled_birth_date_is_one() -> None:
    text = "生日：1971/03/05 就診日：2024/05/02\n1971/3/5 王大明，2024/5/1 發燒"
    assert [kind == "dob" for _, kind in _kinds(text)] == [True, False, True, False]


def test_the_birth_date_of_somebody_given_is_one() -> None:
    people = [{"name": "李小華", "relation": "mother", "birth": "1950-01-02"}]
    assert [kind for _, kind in _kinds("李小華 1950/1/2", name="王大明", people=people)] == ["dob"]


@pytest.mark.parametrize("text", ["1971-03-06 王大明來診", "王大明 03/05 複診", "1971年王大明出國", "2024-03-05 王大明來診"])
def test_another_day_or_part_of_one_is_none(text: str) -> None:
    assert "dob" not in [kind for _, kind in _kinds(text, name="王大明", birth="1971-03-05")]


def test_a_labelled_visit_on_the_day_of_birth_stays_the_visit() -> None:
    assert [kind for _, kind in _kinds("就診日：2024/05/02 新生兒", birth="2024-05-02")] == ["visit"]


def test_no_count_of_days_tells_the_birth_date() -> None:
    result = Pipeline.from_profile("clinic-tw", tagger=False).run(Document("1", "就診日：2024/05/02\n王大明 1971-03-05 來診", {"name": "王大明", "birth": "1971-03-05"}))
    assert result.text is not None
    assert "D-" not in result.text
    assert "[53歲]" in result.text
