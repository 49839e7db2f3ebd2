"""Who is who in lists, cells and headings of layouts that nobody described, and in sentences with the word beside the name."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document

DAY = "Received 3/2/2021\n"
HAN_DAY = "受理日期：112年3月2日\n"


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda text, head=DAY: pipeline.run(Document("1", head + text)).text.removeprefix(head)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Mum \u2013 Tess Orlov (works nights)", "[mother] (works nights)"),
        ("Tess Orlov \u2014 mother of both, canteen", "[mother] \u2014 mother of both"),
        ("* Tess Orlov; 34; their mother, canteen volunteer", "[mother]; 34; their mother"),
        ("(b) the mother, Tess Orlov;", "the mother, [mother];"),
        ("3) mother ....... Tess Orlov, at home", "[mother], at home"),
        ("2\tTess Orlov\tmother of both minors\tapproved", "[mother]\tmother of both"),
        ("Mum's new bloke is a Dane Pratt", "bloke is a [mother's partner]"),
        ("MUM & DAD: Tess Orlov / Ivo Orlov", "[mother] / [father]"),
        ("In the house: Joy Pratt (nan), Zed Orlov (bro, 3)", "[grandmother] (nan), [brother] (bro, 3)"),
    ],
)
def test_a_word_and_a_name_on_a_line_go_together_whatever_the_signs(scrub, line: str, expected: str) -> None:
    assert expected in scrub(f"Subject child: Mika Orlov, 8\n{line}\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Zed Roe, 9, lives with mother in town", "[mother]"),
        ("Safety tonight: mum 7, Joy Pratt 4", "[mother]"),
        ("Father to Joy Pratt, loud: go away", "[father]"),
        ("Zed Roe, 4, kindy mornings; their mother Jo Roe", "[mother], 4"),
        ("Zed Roe, 9, is not the brother", "[brother]"),
    ],
)
def test_a_word_that_speaks_of_somebody_else_tells_nothing_of_the_name(scrub, line: str, said: str) -> None:
    assert said not in scrub(f"Subject child: Mika Orlov, 8\n{line}\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BOX 1 The young person\nMika Orlov / they / couch surfing\n\nMika slept.", "[subject child] slept."),
        ("Who is the child?\nMika Orlov, 8\nWho is the mother?\nTess Orlov\n\nTess hit Mika.", "[mother] hit [subject child]."),
        ("ReportID: I77\nChild1_Family: Orlov\nChild1_Given: Mika\nAdult1_Name: Tess Orlov\nAdult1_RelToChild: Mother\n\nTess hit Mika.", "[mother] hit [subject child]."),
    ],
    ids=["a box", "questions", "labels that say of whom they speak"],
)  # fmt: skip
def test_headings_that_call_or_ask_for_somebody_name_who_stands_below(scrub, text: str, expected: str) -> None:
    assert scrub(text).rstrip().split("\n")[-1] == expected


def test_a_heading_says_nothing_of_a_name_within_the_story_below(scrub) -> None:
    assert "[mother]" not in scrub("Subject child: Mika Orlov, 8\nThe mother\nYesterday a visitor came and Joy Pratt let him in.\n")


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("I teach Mika Orlov. Mika's mother, Tess Orlov, is late. Tess's partner Dane Pratt shouts.", "I teach [subject child]. [subject child]'s mother, [mother], is late. [mother]'s partner [mother's partner] shouts."),
        ("Tess Orlov, the mother of Mika Orlov, rang. She said Mika's father, Ivo Orlov, took the boy.", "[mother], the mother of [subject child], rang. She said [subject child]'s father, [father], took the boy."),
        ("We are worried about Mika Orlov. Her mother is Tess Orlov.", "We are worried about [subject child]. Her mother is [mother]."),
        ("Mika Orlov lives with her mother, Tess Orlov. Amanda Cole rang.", "[subject child] lives with her mother, [mother]. [person] rang."),
        ("Received from a nan. Mika Orlov turned up again. He is eight. His mother is Tess Orlov.", "[subject child] turned up again. He is eight. His mother is [mother]."),
    ],
)
def test_the_story_alone_tells_whom_it_is_about_and_their_kin(scrub, story: str, expected: str) -> None:
    assert expected in scrub(story)


@pytest.mark.parametrize(
    "story",
    [
        "Mika Orlov slept. Mika ate. Mika ran. Zed Roe hid.",
        "Mika Orlov's mother rang. Zed Orlov's mother rang too.",
        "Her son Kai Roe hid. Mika Orlov ate.",
        "The girl Kai Roe hid. Mika Orlov ate.",
    ],
    ids=["named most", "two alike", "somebody's son", "somebody young"],
)
def test_where_two_may_be_the_child_nobody_is(scrub, story: str) -> None:
    assert "[subject child]" not in scrub(story)


@pytest.mark.parametrize(
    ("line", "never"),
    [("Dane's mother, Joy Pratt, came.", "[mother], came"), ("Zed Roe's father is Col Roe.", "is [father]"), ("My husband Col Pratt saw it.", "[father]"), ("My brother Col Pratt saw it.", "[brother]")],
)  # fmt: skip
def test_kin_of_somebody_of_whom_nothing_is_known_is_not_the_childs(scrub, line: str, never: str) -> None:
    assert never not in scrub(f"Subject child: Mika Orlov, 8\nMother: Tess Orlov\n\n{line}")


def test_who_writes_says_who_they_are(scrub) -> None:
    text = scrub("My name is Joy Pratt and I am Nadia Orlov's grandmother. Tess Orlov is her mother.")
    assert "My name is [grandmother/notifier] and I am [subject child]'s grandmother. [mother] is her mother." in text


def test_a_mother_is_told_by_her_children(scrub) -> None:
    assert "Family: [mother] and her children [subject child], 8" in scrub("Family: Tess Orlov and her children Mika, 8, and no other.\nSubject child: Mika Orlov\n")


def test_the_mother_of_a_friend_is_nobody_of_the_family(scrub) -> None:
    assert "[mother]" not in scrub("Subject child: Mika Orlov, 8\nhis friend Henry Vale. Henry's mum, Amanda Cole, rang.\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("案主：陳柏宇，男，8歲\n案母－林淑芬（家管）\n", "案母－[案母]（"),
        ("案主；陳柏宇；8歲\n母；林淑芬；家管\n父；陳志明；在監\n", "母；[案母]；"),
        ("學生姓名\n陳柏宇\n家長（母）\n林淑芬\n", "家長（母）\n[案母]"),
        ("┌──┬───┬──┐\n│稱謂│姓名│備考│\n├──┼───┼──┤\n│案主│陳柏宇│小三│\n│案母│林淑芬│家管│\n└──┴───┴──┘\n", "│案母│[案母]│"),
        ("案主：陳柏宇\n打人的是媽媽的男友，大家喊他阿宏，本名好像是許威宏。", "大家喊他[案母同居人]，本名好像是[案母同居人]。"),
        ("案主：陳柏宇，8歲\n他媽媽林淑芬昨天來過。", "他媽媽[案母]昨天"),
    ],
    ids=["a dash", "semicolons", "a label above", "a table drawn with boxes", "what he is called", "his mother"],
)  # fmt: skip
def test_chinese_lists_and_lines_are_read_as_well(scrub, text: str, expected: str) -> None:
    assert expected in scrub(text, HAN_DAY)


@pytest.mark.parametrize(("text", "never"), [("案主：陳柏宇\n張靜玲／母女／探視\n", "[案母]"), ("案主：陳柏宇\n來接的是乾媽李佳珊。", "[案母]"), ("案主：陳柏宇；男\n照片；三張\n母；林淑芬；家管\n", "[第三人]；三張")])
def test_chinese_words_that_only_look_like_kin_or_names_are_none(scrub, text: str, never: str) -> None:
    assert never not in scrub(text, HAN_DAY)


