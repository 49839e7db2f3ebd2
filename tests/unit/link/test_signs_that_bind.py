"""Which name a word speaks of: the one in its own cell, bracket or turn, not the one next to it."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document

DAY = "Date of report: 14/03/2023\n"


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda text: pipeline.run(Document("1", DAY + text, {})).text.removeprefix("Date of report: [report day]\n").removeprefix("Date of report: [通報日]\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SC: Ann Cole\n\nMUM'S HOUSE | DAD'S HOUSE\nTess Brandt, mother | Omar Diaz, father", "Tess Brandt, mother | Omar Diaz, father"),
        ("SC: Ann Cole\nHis house.\nma - Tess Brandt / fa - Omar Diaz / bro - Ivo Diaz", "ma - [mother] / fa - [father] / bro - [brother]"),
        ("門口見到的人：\n王大明\n　（阿公，主動倒茶）\n林曉芳\n　（爸爸的同居人）\n王小寶\n　（案主，左腿有疤）", "[案主]\n　（案主，左腿有疤）"),
        ("SC: Ann Cole\nMother: Tess Brandt\n\nNanna Ida Moss arrived in slippers. She is mum's mum.", "Nanna [maternal grandmother] arrived in slippers. She is mum's mum."),
        ("SC: Ann Cole\nMother: Tess Brandt\n\nNanna Ida Moss arrived. The bus was late. She is cold.", "Nanna [grandmother] arrived. The bus was late. She is cold."),
        ("Re Amina Novak, 14 months old; mother Tess Brandt.\n\nAmina slept.", "[subject child] slept."),
        ("Notifier: Ivo Moss | intensive care paramedic | State Ambulance Service | rang at ten at night\nSC: Ann Cole", "SC: [subject child]"),
    ],
    ids=["two people a row", "labels between strokes", "brackets below names", "the next sentence", "a sentence further", "re", "no rest of a row"],
)  # fmt: skip
def test_a_word_speaks_of_the_name_it_is_bound_to(scrub, text: str, expected: str) -> None:
    if expected.startswith("Tess"):
        expected = "[mother], mother | [father], father"
    assert scrub(text).endswith(expected)


def test_who_speaks_in_a_chat_is_nobody_whom_they_address(scrub) -> None:
    chat = "20:11 房東: 阮小姐，樓下說妳家小孩又在哭\n20:40 阮小姐: 不好意思\n23:58 房東: 我有聽到男生在罵"
    assert "房東]" not in scrub(chat)


def test_a_label_that_stands_twice_in_a_form_is_no_speaker(scrub) -> None:
    assert scrub("SC: Ann Cole\nSister: Ida Cole\nSister: Una Cole").endswith("Sister: [sister 1]\nSister: [sister 2]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SC: Ann Cole, born 3/3/2018\nBrother: Ivo Cole, Elm Park High School\nMother: Tess Brandt", "Brother: [older brother], [school]"),
        ("SC: Ann Cole, born 3/3/2011\nBrother: Ivo Cole (Yr 1)\nMother: Tess Brandt", "Brother: [younger brother] (Yr 1)"),
        ("SC: Ann Cole, born 3/3/2014\nBrother: Ivo Cole, Elm Park Primary School\nMother: Tess Brandt", "Brother: [brother], [school]"),
        ("SC: Ann Cole, born 3/3/2018\nBrother: Ivo Cole, mates with the Year 11 teacher\nMother: Tess Brandt", "Brother: [brother], mates"),
    ],
    ids=["a high school", "a class", "too near to tell", "a teacher's class"],
)
def test_schools_order_brothers_and_sisters(scrub, text: str, expected: str) -> None:
    assert expected in scrub(text)


def test_aunty_is_no_aunt_where_a_word_says_what_she_is(scrub) -> None:
    text = "SC: Ann Cole\nPlacement: carers Eva Schulz and Yusuf Schulz.\n\nAunty Eva locks the fridge."
    assert scrub(text).endswith("Aunty [foster carer 1] locks the fridge.")
    assert scrub("SC: Ann Cole\nMother: Tess Brandt\n\nAunty Eva Moss locks the fridge.").endswith("Aunty [aunt] locks the fridge.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mother: Tess Brandt\n\nI am worried about Ivo Cole, 4. The older girl, Una Cole, minds him.", "worried about [subject child], 4. The older girl, [older sister],"),
        ("Mother: Tess Brandt\n\nThe girl, Una Cole, 4, lives with her mother.", "The girl, [subject child], 4,"),
        ("SC: Una Cole\nMum’s partner: Omar Diaz", "Mum’s partner: [mother's partner]"),
    ],
    ids=["the older girl", "the girl", "a curly sign"],
)
def test_english_words_are_read_whatever_their_signs(scrub, text: str, expected: str) -> None:
    assert expected in scrub(text)


def test_a_head_with_dots_is_english(scrub) -> None:
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    text = "Colin Perry  |  28/10/2016  |  Intake I9859822  |  06/01/18\nMother Skye Blue · Father Brett Diaz\n\nScald; graft on 08/01/18."
    assert pipeline.run(Document("1", text, {})).text.endswith("graft on [report day+2].")
