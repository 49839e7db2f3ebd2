"""Who is who in a report, and what a person says instead: it holds for every name, and undoing it gives the first again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from incognote.desk import sessions
from incognote.desk.correct import Correction
from incognote.desk.people import people, relate, told
from incognote.desk.pipelines import Choice, Pipelines
from incognote.desk.sessions import Work
from incognote.desk.written import from_record, to_record
from incognote.document import Document, Finding
from incognote.errors import UsageError

REPORT = (
    "Intake report\nReport date: 12/05/2024\nSubject child: Mia Carter, DOB 03/02/2016\n\nFamily network\nName | Relationship\n"
    "Jane Carter | Mother\nTom Bell | Stepfather\n\nNarrative\nMia said Tom hit her. Jane was at work. Neighbour Bob Hill called police.\n"
)
PIPELINES = Pipelines(tagger=False)


@pytest.fixture(scope="module")
def work() -> Work:
    return sessions.looked_at(sessions.begun(Document("1", REPORT), Choice("child-protection")), PIPELINES)


def related(work: Work, name: str, role: str) -> Work:
    assert work.result is not None
    at = work.document.text.index(name)
    choice = relate(work.document, work.result, (at, at + len(name)), role)
    return sessions.looked_at(sessions.with_correction(work, choice), PIPELINES)


def output(work: Work) -> str:
    assert work.view is not None and work.view.output is not None
    return work.view.output


def test_everybody_is_listed_with_role_and_names(work: Work) -> None:
    assert work.result is not None
    found = {one.role: one for one in people(work.document, work.result)}
    assert found["stepfather"].names == ("Tom Bell", "Tom") and found["stepfather"].becomes == "[stepfather]"
    assert found["child"].said("en") == "subject child" and found["neighbour"].times == 1


def test_who_is_in_doubt_stands_first_and_a_doubt_beside_somebody_is_none(work: Work) -> None:
    assert work.result is not None
    at = work.document.text.index("Bob Hill")
    doubts = (Finding("doubtful_person", "source", at, at + 3, "warning"), Finding("doubtful_person", "output", 0, 999, "warning"))
    found = people(work.document, replace(work.result, findings=doubts))
    assert [(one.names[0], one.is_doubtful) for one in found][:2] == [("Bob Hill", True), ("Mia Carter", False)]
    beside = (Finding("doubtful_person", "source", at + 8, at + 9, "warning"), Finding("other", "source", at, at + 3, "warning"))
    assert not any(one.is_doubtful for one in people(work.document, replace(work.result, findings=beside)))


def test_what_a_person_says_holds_for_every_name_of_somebody(work: Work) -> None:
    changed = output(related(work, "Bob Hill", "grandfather"))
    assert "Neighbour [grandfather] called police" in changed and "Bob" not in changed
    assert output(sessions.looked_at(sessions.undone(related(work, "Bob Hill", "grandfather")), PIPELINES)) == output(work)


def test_the_last_word_on_somebody_holds(work: Work) -> None:
    twice = related(related(work, "Bob Hill", "grandfather"), "Bob Hill", "uncle")
    facts = told(twice.document, twice.corrections).known["people"]
    assert [one["role"] for one in facts] == ["uncle"] and "[uncle]" in output(twice) and "[grandfather]" not in output(twice)


def test_the_last_word_on_a_name_holds_where_two_know_it_by_other_names() -> None:
    document = Document("1", "Tom came. Tom Bell said so.")
    first, second = Correction("relate", role="uncle", named=((0, 3),)), Correction("relate", role="stepfather", named=((0, 3), (10, 18)))
    given = told(document, [first, second]).known["people"]
    assert given == [{"name": "Tom Bell", "aliases": ["Tom"], "role": "stepfather"}]


def test_facts_given_before_stay_beside_it() -> None:
    document = Document("1", "Bob Hill called.", {"people": [{"name": "Ann Hill", "role": "aunt"}]})
    given = told(document, [Correction("relate", role="uncle", named=((0, 8),))]).known["people"]
    assert [(one["name"], one["role"]) for one in given] == [("Ann Hill", "aunt"), ("Bob Hill", "uncle")]
    assert told(document, []) is document


@pytest.mark.parametrize(("name", "role"), [("Bob Hill", "xyzzy"), ("Intake", "uncle")])
def test_a_role_that_is_none_and_a_place_where_nobody_is_are_refused(work: Work, name: str, role: str) -> None:
    with pytest.raises(UsageError) as refused:
        related(work, name, role)
    assert "Hill" not in str(refused.value)


def test_it_is_stored_and_read_again_and_older_rows_still_read() -> None:
    choice = Correction("relate", role="uncle", named=((0, 8),))
    old = {key: value for key, value in to_record(Correction("mask", ((0, 3),), (), "NAME")).items() if key not in {"role", "named"}}
    assert from_record(to_record(choice)) == choice and from_record(old).label == "NAME"
    with pytest.raises(UsageError):
        from_record(to_record(choice) | {"role": "xyzzy"})
