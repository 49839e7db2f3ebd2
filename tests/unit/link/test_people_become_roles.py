"""A report's people become roles: by its table, by the words beside their names, never by a guess."""

from __future__ import annotations

import re

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document, Result
from incognote.labels import OUR_MARKS, report_mark, role_mark, role_words, roles

REPORT = """Report date 11/07/2016

Family network
Name | Relationship | DOB | Phone
Archer Brandt | SC | 9/5/2013 |
Hazel Brandt | sister | 24/4/2008 |
Maree Costello | Mo | 12/12/1987 | 0491 570 156
Gordon Brandt | Fa | 01/07/1988 |

Alleged: Gordon Brandt

Archer told his teacher Dympna Rourke that Hazel hid on 9/7/2016. Maree's car was gone. Gordon shouted at Hazel.
"""


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda text, **known: pipeline.run(Document("1", text, known))


def kinds(result: Result) -> set[str]:
    return {finding.kind for finding in result.findings}


def test_every_name_of_the_table_and_the_narrative_becomes_its_role(scrub) -> None:
    text = scrub(REPORT).text
    assert "[subject child] told his teacher [teacher] that [older sister] hid on [report day-2]." in text
    assert "[father/alleged perpetrator] shouted at [older sister]" in text


def test_the_possessive_ending_stays_outside_the_mark(scrub) -> None:
    assert "[mother]'s car" in scrub(REPORT).text


def test_a_telephone_keeps_whose_it_is(scrub) -> None:
    assert "[phone of mother]" in scrub(REPORT).text


def test_no_name_survives(scrub) -> None:
    assert not re.search("Archer|Hazel|Maree|Gordon|Brandt|Costello|Rourke", scrub(REPORT).text)


def test_scrubbing_the_output_again_changes_nothing(scrub) -> None:
    once = scrub(REPORT).text
    assert scrub(once).text == once


def test_a_partner_of_the_mother_is_no_mother(scrub) -> None:
    text = scrub("Report date 3/2/2020\nSC: Nadia Ferrow\nMother: Lorna Ferrow\n\nMum's partner Curtis Blake hit Nadia.").text
    assert "[mother's partner] hit [subject child]" in text


def test_a_given_name_of_two_of_the_family_is_not_guessed(scrub) -> None:
    result = scrub("Report date 3/2/2020\nSC: Gabriela Reyes\nPGM: Gabriela Camacho\n\nLater Gabriela phoned.")
    assert "doubtful_person" in kinds(result) and result.status == "degraded"
    assert "[subject child or paternal grandmother]" in result.text


def test_slips_and_short_forms_mean_the_person(scrub) -> None:
    text = scrub("Report date 3/2/2020\nSC: Nadia Ferrow\nMother: Kathleen Ferrow\n\nKath rang. Kathlene cried.").text
    assert "[mother] rang. [mother] cried." in text


def test_a_second_subject_child_is_a_sibling_too_and_a_finding_says_so(scrub) -> None:
    result = scrub("Report date 3/2/2020\nSC1: Nadia Ferrow\nSC2: Jonas Ferrow\nMother: Kathleen Ferrow\n")
    assert "several_subjects" in kinds(result)
    assert "SC1: [subject child]\nSC2: [brother/subject child]" in result.text


def test_without_a_report_day_dates_are_masked_and_it_is_said(scrub) -> None:
    result = scrub("SC: Nadia Ferrow\nMother: Kathleen Ferrow\n\nNadia fell.")
    assert "report_day_missing" in kinds(result) and result.status == "degraded"


def test_without_a_structured_part_the_narrative_tells(scrub) -> None:
    result = scrub("The boy was seen with his mother Kathleen Ferrow.")
    assert "structure_missing" not in kinds(result) and "subject_doubtful" in kinds(result) and result.status == "degraded"
    assert "[mother]" in result.text


def test_people_may_come_from_outside(scrub) -> None:
    people = [{"name": "Kathleen Ferrow", "role": "mother"}, {"name": "Curtis Blake", "role": "uncle"}]
    assert "[uncle] met [mother]" in scrub("Report date 3/2/2020\nCurtis Blake met Kathleen Ferrow.", people=people).text


def test_chinese_role_words_become_marks(scrub) -> None:
    text = scrub("通報日期：2023/02/02\n案主：王小明\n案母：林淑芬\n案父：王大同\n案母林淑芬表示案父王大同於1/31動手。").text
    assert "案母[案母]表示案父[案父]於[通報日-2]動手" in text


@pytest.mark.parametrize("script", ["en", "zh-TW", "zh-CN"])
def test_every_mark_of_a_role_is_known_as_ours(script) -> None:
    for role in roles():
        mark = role_mark([role_words(role, script, number=2, case_roles=("alleged", "notifier"))], script)
        assert OUR_MARKS.fullmatch(mark), mark


@pytest.mark.parametrize("unit", ["day", "month", "year"])
def test_every_mark_of_a_day_is_known_as_ours(unit) -> None:
    for script in ("en", "zh-TW", "zh-CN"):
        for count in (-12, -1, 0, 1, 40):
            assert OUR_MARKS.fullmatch(report_mark(count, unit, script))


@pytest.mark.parametrize(
    ("row", "mark"),
    [
        ("Victim:   OSTRANDER, Mia Rose   (F) 03/02/2011   14 Bandicoot St", "[age 12]"),
        ("Suspect:  OSTRANDER, Karl\tM\t14/10/1979", "[age 43]"),
        ("Witness: Petra Lindqvist, female, born 2 May 1988", "[age 34]"),
        ("Suspect:  OSTRANDER, Karl (M) seen 03/01/2023", "[report day-70]"),
        ("Suspect:  OSTRANDER, Karl (M) left on 13/03/2023", "[report day-1]"),
    ],
)
def test_a_day_behind_a_sex_in_a_police_row_is_a_birth_and_becomes_an_age(scrub, row: str, mark: str) -> None:
    text = scrub(f"Date of report: 14/03/2023\nPERSONS\n{row}\n\nNobody was hurt.").text
    assert mark in text
    assert text.count("[report day") == 1 + mark.startswith("[report")


def test_a_birth_before_the_name_in_a_broken_row_becomes_an_age(scrub) -> None:
    text = scrub("Date of report: 14/03/2023\nFamily network\nName | Relationship | DOB\nMother | 3/4/1990 | Petra Lindqvist | x\nMia Lindqvist\n\nPetra left.").text
    assert "[age 32]" in text
    assert "[report day-" not in text


@pytest.mark.parametrize("label", ["Age", "Gender", "Phone", "Suburb"])
def test_a_label_of_a_row_is_nobody(scrub, label: str) -> None:
    text = scrub(f"NOTIFICATION\nChild\t\t\tMia Lindqvist\n{label}\t\t\t13\nDate notified\t\t17 June 2023\nMother\t\t\tPetra Lindqvist\n\nMia hid.").text
    assert f"\n{label}\t\t\t13\n" in text
    assert "[subject child] hid" in text
