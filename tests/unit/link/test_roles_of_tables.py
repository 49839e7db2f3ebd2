"""Who is who by the structured part of a report: each kind of table and list, and what must not be read into one."""

from __future__ import annotations

import re

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True, tagger=False)  # what tables say, and no reader of sentences
    return lambda text: pipeline.run(Document("1", "Report date 3/2/2020\n" + text, {})).text


def test_the_second_subject_child_is_the_sibling_of_the_first(scrub) -> None:
    text = scrub("Name | Rel | Age\nNadia Ferrow | SC1 | 11\nJonas Ferrow | SC2 | 8\nKathleen Ferrow | Mo | 35\n\nJonas hid.")
    assert "[younger brother/subject child] hid." in text and "[subject child] | SC1" in text


def test_a_minor_of_the_childs_surname_is_a_child_of_the_family_and_an_adult_is_not(scrub) -> None:
    text = scrub("SC: Nadia Ferrow, 9\nMother: Kathleen Ferrow\n\nSeen there: Jonas Ferrow (14); Walter Ferrow (44).")
    assert "[child] (14)" in text and "brother] (44)" not in text


def test_a_single_twin_is_not_taken_for_the_child(scrub) -> None:
    assert "[subject child]" not in scrub("Mother: Kathleen Ferrow\nTwin brother: Jonas Ferrow\n")


def test_kin_of_the_prisoner_is_seen_from_the_child(scrub) -> None:
    text = scrub("Visitors\nElsie Price | prisoner's mother\nAaron Price | subject child\nWalter Price | father\nPrisoner: Walter Price\n\nElsie wept.")
    assert "[paternal grandmother] wept." in text


def test_kin_of_a_caller_of_whom_nothing_is_known_is_not_guessed(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\nMother: Kathleen Ferrow\nCaller: Jolene Pratt\nOlive Pratt | caller's mother\n\nOlive Pratt wept.")
    assert "[mother] wept" not in text


def test_a_sibling_by_another_parent_is_half_a_sibling(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\nBig brother (other dad): Jonas Blake\nBrother: Hugo Ferrow\n\nJonas hid. Hugo hid.")
    assert "[half-sibling] hid. [brother] hid." in text


def test_the_line_below_the_notifier_says_what_they_are(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\n\nNotifier\nFarida Khan\nNurse, universal contact\n\nNarrative\nNadia fell.")
    assert "[nurse/notifier]" in text


def test_a_surname_and_a_given_name_behind_two_labels_are_one_person(scrub) -> None:
    text = scrub("Child's surname\nDuffield\nChild's first name\nTamsin\nMother\nKirsty O'Garra\n\nTamsin Duffield slept. Tamsin woke.")
    assert "[subject child] slept. [subject child] woke." in text and "sibling" not in text


def test_given_name_and_surname_in_two_cells_are_one_person(scrub) -> None:
    text = scrub("Given | Surname | Relationship | Age\nRahma | Dofal | SC | 9\nMading | Dofal | brother | 12\nPrecious | Gaile | Mo | 33\n\nMading Dofal hit Rahma.")
    assert "[older brother] hit [subject child]." in text


def test_a_name_opens_a_cell_that_goes_on_with_a_remark(scrub) -> None:
    text = scrub("Mother........ Rowena Dimalan\nFather........ Virgil Crozier (not authorised, in custody)\n\nVirgil rang Rowena.")
    assert "[father] rang [mother]." in text


def test_a_cell_of_prose_opens_with_no_name(scrub) -> None:
    assert "Good Shepherd" in scrub("Mother | Maree Costello\nFather | Unknown, see below\nSC | Archer Brandt\n\nGood Shepherd runs a group.")


def test_relations_above_names_with_remarks_are_a_list_of_people(scrub) -> None:
    text = scrub("Family:\nbig brother (other dad)\nHemi Vunipolla\nmum\nAroha\nKupuola\ndad, fly-in fly-out\nMana Hinganoa\n\nHemi rang Mana. Aroha slept.")
    assert "[half-sibling] rang [father]. [mother] slept." in text


def test_relations_below_names_are_a_list_of_people(scrub) -> None:
    text = scrub("Family:\nMana Hinganoa\ndad, fly-in fly-out\nAroha Kupuola\nmum, at home\n\nAroha rang Mana.")
    assert "[mother] rang [father]." in text


def test_two_lines_of_prose_are_no_list_of_people(scrub) -> None:
    assert "[father]" not in scrub("SC: Nadia Ferrow\n\nDad left in\nPort Augusta\nthe car was\nFord Falcon\n\nNothing else.")


def test_a_genogram_in_words_tells_parents_and_children(scrub) -> None:
    text = scrub("Genogram in words. Square, crossed by a bar, Jordan Skinnard. Circle, Scarlett O'Shay. Two below: square Roy Skinnard, circle Debra Skinnard.\n\nJordan hit Roy. Scarlett saw Debra.")
    assert "[father] hit [child 1]. [mother] saw [child 2]." in text


def test_a_square_in_the_town_draws_no_family(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\n\nSeen in the square with Olga Brandt, a circle of friends, Pia Winter.")
    assert "[father]" not in text and "[mother]" not in text


def test_the_letter_of_a_key_is_no_notifier(scrub) -> None:
    text = scrub("key to speakers\nM = Cheryl Murphy, mother\nN = Donna McInnes, her mother\nK = Dorothy Scottson, 12\n\nN: He came. Dorothy hid.\nK: Dorothy is here.")
    assert "notifier" not in text and "[subject child] hid" in text


def test_a_birth_date_is_no_age(scrub) -> None:
    text = scrub("Re: Malee Sawang, 18 May 2014. Her brother Sun Sawang (4) hid.\nMother: Sukanya Sawang\n\nMalee slept. Malee ate.")
    assert "[subject child] slept" in text


def test_names_in_a_row_with_their_ages_in_a_row_are_the_children(scrub) -> None:
    text = scrub("told: three kids, Tarun Gayatri Priya, abt 9, 7, 4.\nMother: Rowena Dimalan\n\nTarun slept. Tarun ate. Tarun ran. Priya hid.")
    assert "[subject child] slept" in text and "hid." in text and "Priya" not in text


def test_places_and_sizes_in_a_row_are_no_children(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\n\nSizes Small and Medium, 10 and 12, at Port Pirie and Whyalla, 20, 30.")
    assert "[sibling" not in text and "Small and Medium" in text


def test_a_mother_who_is_the_subject_in_her_own_right_is_the_child(scrub) -> None:
    text = scrub(
        "Relation to unborn | Name | Yrs\nMo (SC in own right) | Indiana Jovan | 17\nPutative Fa | Ralph Noskey | 24\n"
        "MGM | Beverley Sheen | 39\nStep MGF | Richard Johns | 50\n\nIndiana feared Ralph. Beverley left Richard."
    )
    assert "[subject child] feared [partner]. [mother] left [stepfather]." in text


def test_a_mother_of_whom_that_is_not_said_stays_the_mother(scrub) -> None:
    text = scrub("Relation | Name | Yrs\nMo | Indiana Jovan | 37\nFa | Ralph Noskey | 34\nSC | Bea Jovan | 9\n\nIndiana wants it in her own right.")
    assert "[mother] wants it" in text


def test_who_is_named_behind_the_notifiers_label_is_not_alleged(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\n\nAlleged: Ralph Noskey. Notifier: Courtney Kean, midwife.\n\nNadia fell.")
    assert "alleged perpetrator]. Notifier: [nurse/notifier]" in text


def test_a_flattened_table_with_a_numbered_child_and_a_twin_is_read(scrub) -> None:
    text = scrub(
        "People in the family\nAddress\nRelationship to subject child\nDOB\nName\nPhone\n5 Quarry Close, Pirra\nSubject child 1\n05/02/2019\nMabel\nBakerly\nnil\n"
        "as above\nSubject child 2, twin\nas above\nUday\nBasuri\nnil\nas above\nMother\n4/2/1997\nJedda Ahmatov\n0491 570 737\n\nMabel hit Uday."
    )
    assert "[subject child] hit [twin/subject child]." in text


def test_a_short_word_for_a_parent_behind_a_name_is_no_part_of_it(scrub) -> None:
    text = scrub("Family network, Year - Given - Family - Tie\n5 Rahma Mensah subject\nn/a Sizwe Mensah Fa\nn/a Precious Okafor Mo, at home\n\nPrecious rang Sizwe.")
    assert "[mother] rang [father]." in text


def test_children_and_adults_side_by_side_are_told_by_their_headings(scrub) -> None:
    text = scrub("  Children on the farm      Adults\n  Brad 15                   Alan Gonzalez (Fa) 52\n  Rosa 9                    Gabriela Lopez (Mo)\n\nRosa slept. Rosa ate. Brad hid. Alan left.")
    assert "[child 2] slept" in text and "[child 1] hid. [father] left." in text


def test_two_households_side_by_side_are_told_by_their_headings(scrub) -> None:
    text = scrub("MUM'S HOUSE                 DAD'S HOUSE\nNorma Gomez (36)            Aleksander Alvarez (39)\n                            Dorothy Campbell (27)\nweek about: Mercedes Alvarez and Dennis Alvarez\n\nDorothy hit Mercedes. Mercedes ran. Norma rang.")
    assert "[father's partner] hit [subject child]." in text and "[mother] rang" in text


def test_columns_without_such_headings_say_nothing(scrub) -> None:
    text = scrub("Mother: Norma Gomez\n\nMorning                 Afternoon\nBrad 15                 Rosa 9\n\nNothing else.")
    assert "sibling" not in text and "brother" not in text


def test_a_child_with_another_father_by_arrows_is_half_a_sibling(scrub) -> None:
    text = scrub("SC Melanie Jesson -> father Joel Sissons\nchild Jessa Gatchall -> father Rey Ebreon\nchild Tom Jesson -> father Joel Sissons\n\nJessa hid. Tom hid.")
    assert "[half-sibling] hid. [brother] hid." in text


def test_rows_that_begin_with_a_school_year_are_ordered_by_it(scrub) -> None:
    text = scrub("FAMILY NETWORK (Year - Given - Family - Tie)\n5 Rahma Mensah subject\n3 Mading Mensah brother\n11 Ifeanyi\nMensah brother, other campus\nn/a Sizwe Mensah Fa\n\nMading hid. Sizwe hit Ifeanyi.")
    assert "[younger brother] hid. [father] hit [older brother]." in text


def test_numbered_lines_of_prose_are_no_rows_of_people(scrub) -> None:
    text = scrub("SC: Nadia Ferrow\n\n1 Kitchen had mould\n2 Bedroom had none\n3 Yard had mum's car\n\nEnd.")
    assert "Kitchen had mould" in text and "Bedroom had none" in text


def test_a_label_of_a_person_makes_names_of_words(scrub) -> None:
    text = scrub("Report date: 01/05/2023\nSubject child: Will Hope\nAlleged person responsible: Grant Stone (mum's partner)\nAlleged: Faith Young and Art Dean\n\nNarrative\nGrant hit her, and Art laughed. She took it in good faith.")
    assert not any(word in text for word in ("Grant", "Stone", "Faith Young", "Art", "Dean", "Hope"))
    assert "(mum's partner)" in text and "in good faith" in text


@pytest.mark.parametrize("value", ["unknown", "Not stated", "Will not say", "Deputy Principal of the school", "the Mother", "May be the stepfather"])
def test_a_label_of_a_person_makes_no_name_of_a_remark(scrub, value: str) -> None:
    assert f"Alleged person responsible: {value}" in scrub(f"Report date: 01/05/2023\nSubject child: Nadia Ferrow\nAlleged person responsible: {value}\n\nNarrative\nNadia fell.")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Subject child\nfirst name: Rosalind\nlast name: Quimby\nMother: Ann Quimby\nRosalind came.", ["subject child", "subject child", "mother", "subject child"]),
        ("first name: Rosalind\nlast name: Quimby\nMother: Ann Quimby", ["subject child", "subject child", "mother"]),
        ("Subject child: first name: Rosalind  surname: Quimby\nMother first name: Ann  surname: Quimby\nAnn rang.", ["subject child", "subject child", "mother", "mother", "mother"]),
    ],
)
def test_a_surname_in_a_field_of_its_own_is_nobody_else_s(scrub, text: str, outcome: list[str]) -> None:
    assert re.findall(r"\[([a-z ]+)\]", scrub(text))[1:] == outcome
