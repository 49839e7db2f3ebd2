"""Nobody is guessed: a row is one person, a name of two is a doubt, an untold subject stays untold."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document, Result

DAY = "Date of report: 14/03/2023\n"


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda text, head=DAY: pipeline.run(Document("1", head + text, {}))


def kinds(result: Result) -> set[str]:
    return {finding.kind for finding in result.findings}


def last(result: Result) -> str:
    return result.text.rstrip("\n").split("\n")[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Subject child: Ella Novak\nSister: Elle Novak\n\nElle hit Ella.", "[sister] hit [subject child]."),
        ("Subject child: Luca Harkin\nBrother: Luke Harkin\nFather: Lucas Harkin\n\nLucas hit Luke. Luke bit Luca.", "[father] hit [brother]. [brother] bit [subject child]."),
        ("Subject child: Sam Doyle\nMother: Sam Doyle\nFather: Alex Reid\n\nSam hit Alex.", "[subject child or mother] hit [father]."),
        ("Subject child: Nell Ross\nStepfather: Abdi Warsame\nStepbrother: Abdi Warsame, 14\n\nAbdi burned Nell.", "[stepfather or step-sibling] burned [subject child]."),
        ("Subject child: Van Tran\nFather: Van Tran Nguyen\n\nMr Van Tran Nguyen left. Van cried.", "Mr [father] left. [subject child or father] cried."),
    ],
    ids=["two sisters one letter apart", "three names alike", "mother and child", "namesakes", "a longer name"],
)  # fmt: skip
def test_who_has_a_label_of_their_own_is_nobody_else(scrub, text: str, expected: str) -> None:
    assert last(scrub(text)) == expected


def test_a_name_of_two_asks_a_person_to_look(scrub) -> None:
    result = scrub("Subject child: Sam Doyle\nMother: Sam Doyle\n\nSam hid.")
    assert "doubtful_person" in kinds(result) and result.status == "degraded"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Subject child: Noah Kickett\nStepfather: Tony Warrior\nUncle: Tony Kickett\n\nUncle Tony ran. Tony hid.", "Uncle [uncle] ran. [stepfather or uncle] hid."),
        ("Subject child: Mei Lim\nMother: Tan Siew Ling\nSchool counsellor: Mr. Tan\n\nMr Tan called Mdm Tan.", "Mr [school counsellor] called Mdm [mother]."),
        ("Subject child: Bea Kerr\nBrother: Jayden Kerr\nAunt: Jade Cole\n\nJayde drank.", "[brother or aunt] drank."),
        ("Subject child: Oscar Bell\nFather: Jas. Whitmore\nPaternal grandfather: James Whitmore Snr\n\nJames Jr ran. James hid.", "[father] ran. [father or paternal grandfather] hid."),
        ("Subject child: Niko Andreas Demou\nMother: Eleni Demou\n\nAndreas wept.", "[person] wept."),
    ],
    ids=["a title of kin", "a title with sex", "a slip of two", "the elder and the younger", "a second given name"],
)  # fmt: skip
def test_a_part_of_a_name_means_one_only_where_something_tells(scrub, text: str, expected: str) -> None:
    assert last(scrub(text)) == expected


def test_somebodys_son_of_the_same_name_is_somebody_else(scrub) -> None:
    text = scrub("Subject child: Nell Ross\nMother: Hodan Ross\nMother's partner: Abdi Warsame\n\nAbdi's son Abdi hid.").text
    assert "[mother's partner]'s son [step-sibling] hid" in text


def test_of_many_whom_a_name_may_mean_the_mark_names_none(scrub) -> None:
    rows = "".join(f"{given} Harpur | {role} |\n" for given, role in (("Nora", "SC"), ("Vera", "Mother"), ("Gus", "Father"), ("Ida", "Aunt"), ("Ned", "Uncle")))
    result = scrub("Family network\nName | Relationship | DOB\n" + rows + "\nHarpur ran.")
    assert last(result) == "[person] ran." and "doubtful_person" in kinds(result)


def test_of_several_children_who_is_told_of_first_and_most_is_the_subject_and_a_person_is_asked(scrub) -> None:
    result = scrub("Mother: Rowena Dimalan\nkids: Tarun Rao, Priya Rao\n\nTarun slept. Tarun ate. Priya hid.")
    assert last(result) == "[subject child] slept. [subject child] ate. [sister] hid."
    assert "subject_doubtful" in kinds(result) and result.status == "degraded"


@pytest.mark.parametrize(
    ("kids", "prose"),
    [
        ("Tarun Rao, Priya Rao", "Tarun slept. Priya hid. Priya ate."),  # first is one, told of most the other
        ("Tarun Rao, Priya Rao", "Tarun slept. Priya hid."),  # as often, and nobody is said to be older
        ("Tarun Rao (9), Priya Rao (7)", "Tarun slept. Priya hid."),  # as often, in the order of their ages
    ],
)
def test_of_several_children_none_is_the_subject_where_the_signs_differ(scrub, kids: str, prose: str) -> None:
    result = scrub(f"Mother: Rowena Dimalan\nkids: {kids}\n\n{prose}")
    assert "subject child" not in result.text and "[child 1]" in last(result) and "subject_doubtful" in kinds(result)


def test_a_younger_child_told_of_before_an_older_one_is_the_subject(scrub) -> None:
    result = scrub("Mother: Rowena Dimalan\nkids: Priya Rao (7), Tarun Rao (9)\n\nTarun slept. Priya hid.")
    assert last(result).endswith("[subject child] hid.") and "subject_doubtful" in kinds(result)


def test_who_stands_behind_re_is_the_subject(scrub) -> None:
    assert last(scrub("Re: Malee Sawang (f, 9 yrs)\nMother: Sukanya Sawang\n\nMalee slept.")) == "[subject child] slept."


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ian lives with his brother Stuart Vale.", "[father] lives with his brother [uncle]."),
        ("Rhonda left her mother Jean Vale.", "[mother] left her mother [maternal grandmother]."),
        ("Ruby left her brother Tom Vale.", "[subject child] left her brother [brother]."),
        ("Ruby saw Rhonda and her aunt Jean Vale.", "[subject child] saw [mother] and her aunt [relative]."),
    ],
)
def test_kin_of_kin_is_composed(scrub, sentence: str, expected: str) -> None:
    assert last(scrub("Subject child: Ruby Cole\nMother: Rhonda Cole\nFather: Ian Cole\n\n" + sentence)) == expected


def test_mums_ex_is_not_the_mother(scrub) -> None:
    result = scrub("Subject child: Noah Kickett\n\n| Role | Person |\n| Mum | Tanya Kickett |\n| Mum's ex | Dean Warrior |\n\nDean hit Tanya.")
    assert last(result) in {"[ex-partner] hit [mother].", "[person] hit [mother]."}


def test_the_father_of_a_half_brother_is_not_the_childs(scrub) -> None:
    text = scrub("Subject child: Oscar Bell\nFather: Rex Bell\nHalf-brother: Charlie Nunn\n\nCharlie's dad Pete Nunn left.").text
    assert "[half-sibling]'s dad [person] left" in text


def test_another_name_inside_the_name_is_that_persons(scrub) -> None:
    text = scrub('Subject child: Wei "Kevin" Zhang\nMother: Charlotte (Lottie) Bell\n\nLottie hit Kevin.').text
    assert 'Subject child: [subject child]\nMother: [mother]\n\n[mother] hit [subject child].' in text


def test_a_word_that_begins_a_sentence_is_nobodys_given_name(scrub) -> None:
    text = scrub("Subject child: Keira Falk\nMother: Brody Falk\n\nOn Tuesday Brody hit Keira. On the way he hid.").text
    assert "[mother] hit [subject child]. On the way" in text


def test_an_accent_apart_from_its_letter_goes_with_the_name(scrub) -> None:
    assert last(scrub("Subject child: Zo\u00eb Dub\u00e9\nMother: Ren\u00e9e Dub\u00e9\n\nRene\u0301e hit Zoe\u0308.")) == "[mother] hit [subject child]."


def test_a_date_of_the_story_is_not_the_day_of_the_report(scrub) -> None:
    result = scrub("Subject child: Nell Ross\nMother: Hodan Ross\n\nHodan hit Nell on 14/03/2023.", head="")
    assert "report_day_missing" in kinds(result) and result.status == "degraded" and "[report day" not in result.text


def test_a_date_that_heads_a_report_is_its_day(scrub) -> None:
    result = scrub("Subject child: Nell Ross\nMother: Hodan Ross\n\nSeen on 15/03/2023.", head="Safety assessment 16/03/2023\n")
    assert "report_day_missing" not in kinds(result) and "[report day-1]" in result.text


@pytest.mark.parametrize("text", ["Nell Ross is 6. Hodan Ross hit her.", "Family network\nName | Relationship | DOB\n | | \n\nNell hid."])
def test_a_report_of_which_nobodys_relation_was_read_is_said_to_be_so(scrub, text: str) -> None:
    result = scrub(text)
    assert "structure_missing" in kinds(result) and result.status == "degraded"


def test_a_relation_told_by_the_story_alone_is_enough(scrub) -> None:
    assert "structure_missing" not in kinds(scrub("Nell Ross is 6. Her mother Hodan Ross hit her."))


def test_a_dash_in_an_english_report_tells_nobody_to_be_the_subject(scrub) -> None:
    result = scrub("Mother: Rowena Dimalan\n\nShe rang \u2013 again. Tarun Rao (9) slept. Tarun ate \u2013 he ran. Priya Rao (7) hid. Priya ate.")
    assert "subject child" not in result.text and "subject_doubtful" in kinds(result)
