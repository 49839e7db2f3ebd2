"""Who somebody is by what the narrative says beside a name, and what it does not say."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document, Result

HEAD = "Report date: 3/2/2020\nSC: Nadia Ferrow, 6\nMother: Kathleen Ferrow\nFather: Dario Quist\n\n"


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda story: pipeline.run(Document("1", HEAD + story))


def told(result: Result) -> str:
    return result.text.partition("\n\n")[2].strip()


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("Neve Hadlow from our team sat with Nadia.", "[social worker] from our team sat with [subject child]."),
        ("The form was amended on 4/2/2020 by Neve Hadlow.", "[social worker]."),
        ("Ms Hadlow of Galah Bay Primary School rang.", "[teacher] of [school] rang."),
        ("I learned this from Neve Hadlow of Galah Bay Hospital.", "from [doctor] of [hospital]."),
        ("Neve Hadlow paed plans discharge tomorrow.", "[doctor] paed plans discharge"),
        ("Her teacher, Mrs Hadlow, was not surprised.", "Her teacher, Mrs [teacher], was"),
        ("Nadia is in Mrs Hadlow's class.", "[subject child] is in Mrs [teacher]'s class."),
        ("Neve Hadlow from next door heard it.", "[neighbour] from next door heard it."),
        ("Present: Neve Hadlow (community nurse, Galah Bay Hospital).", "Present: [nurse] (community nurse, [hospital])."),
        ("It was filmed by Neve Hadlow.", "filmed by [witness]."),
    ],
)
def test_what_somebody_is_is_read_from_what_stands_beside_the_name(scrub, story: str, expected: str) -> None:
    assert expected in told(scrub(story))


def test_a_sister_of_the_mother_is_an_aunt(scrub) -> None:
    assert "Her sister [aunt] told me" in told(scrub("Kathleen says he fell. Her sister Petra Lundy told me more."))


def test_a_sister_of_the_child_stays_a_sister(scrub) -> None:
    assert "aunt" not in told(scrub("Nadia says he fell. Her sister Petra Ferrow told me more."))


def test_the_child_of_an_aunt_is_a_cousin(scrub) -> None:
    assert "[cousin]" in told(scrub("aunty's girl: Petra Lundy was there."))


def test_a_second_child_of_the_name_is_not_the_subject(scrub) -> None:
    text = told(scrub("The Koala room at kindy has a second Nadia, surname Brindle, and the incident sheet of Brindle was wrong."))
    assert "a second [classmate], surname [classmate]," in text
    assert "[subject child]" not in text


def test_the_child_named_by_the_given_name_alone_is_the_subject(scrub) -> None:
    assert "[subject child] cried at kindy" in told(scrub("Then Nadia cried at kindy."))


def test_a_child_fetched_from_a_school_is_no_teacher(scrub) -> None:
    assert "get [subject child] from" in told(scrub("He went to get Nadia from Galah Bay Kindergarten."))


def test_letters_turned_in_a_name_mean_the_person(scrub) -> None:
    assert told(scrub("Later Naida slept. Dairo rang.")) == "Later [subject child] slept. [father] rang."


def test_a_teacher_of_the_mothers_surname_is_not_the_mother(scrub) -> None:
    text = told(scrub("Her class teacher, Mrs Ferrow, is no relation."))
    assert "[mother]" not in text and "[teacher]" in text


def test_mrs_and_the_surname_never_mean_a_child(scrub) -> None:
    assert "[mother] rang" in told(scrub("Then Mrs Ferrow rang."))


def test_initials_sign_a_letter(scrub) -> None:
    text = told(scrub("The worker Sunniva Wickes visited.\nRegards,\nSW\n"))
    assert "Regards,\n[social worker]" in text


def test_the_word_for_a_calling_in_capitals_is_nobodys_initials(scrub) -> None:
    assert "the SW visited" in told(scrub("The worker Sunniva Wickes said that the SW visited again."))


def test_a_name_swallowed_by_an_institution_is_told_from_it(scrub) -> None:
    assert "[teacher] of [school]" in told(scrub("Her teacher, Mr Hadlow of Galah Bay Primary School, rang."))


def test_a_relative_in_full_is_found_by_the_surname(scrub) -> None:
    assert "Joy" not in told(scrub("Also there: Joy Ferrow, 4, who slept."))


def test_a_street_of_the_surname_is_nobody(scrub) -> None:
    assert not {"[mother]", "[family]", "[subject child]"} & set(told(scrub("They met near Ferrow Street shops.")).split())


def test_who_completed_a_report_without_a_notifier_is_the_notifier(scrub) -> None:
    assert "Completed by [nurse/notifier], nurse practitioner" in told(scrub("Completed by Neve Hadlow, nurse practitioner"))


def test_letters_for_the_people_of_a_transcript_are_no_notifiers(scrub) -> None:
    text = told(scrub("N = Kathleen Ferrow, her mother\nM: Which one?\nN: His. Nadia. She waited."))
    assert "notifier" not in text


def test_police_are_marked_as_police(scrub) -> None:
    assert "Sgt [police] attended" in told(scrub("Sgt Hadlow attended."))


def test_a_name_with_stars_means_the_one_whom_it_fits(scrub) -> None:
    assert "victim listed as [mother]" in told(scrub("Victim records: victim listed as K******* F*****. Calls monitored."))
