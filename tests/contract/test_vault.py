"""What every vault does, whatever it is stored in."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.document import Candidate, Hit, Number, Person
from incognote.errors import VaultError
from vault_kinds import EVERY

pytestmark = pytest.mark.parametrize("address", EVERY, indirect=True)

BIRTH = date(1971, 3, 5)


def mrn(value: str, issuer: str = "") -> Number:
    return Number("MRN", value, issuer)


def idno(value: str) -> Number:
    return Number("IDNO", value)


def test_codes_are_given_in_order_and_found_again(vault):
    first = vault.assign(Person(("王大明",), (mrn("1234567"),), BIRTH))
    second = vault.assign(Person(("陳美華",), (mrn("7654321"),)))
    again = vault.assign(Person((), (mrn("1234567"),)))
    assert [first.code, second.code, again.code] == ["PT-0001", "PT-0002", "PT-0001"]
    assert [first.is_new, second.is_new, again.is_new] == [True, True, False]
    assert first.conflicts == second.conflicts == again.conflicts == ()


@pytest.mark.parametrize("writing", ["0012345", "12345", "００１２３４５", "00-12345", "001 2345"])
def test_a_chart_number_is_the_same_in_any_writing(vault, writing):
    vault.assign(Person((), (mrn("0012345"),)))
    assert vault.assign(Person((), (mrn(writing),))).code == "PT-0001"
    assert vault.find([Candidate("MRN", writing)])[Candidate("MRN", writing)] == (Hit("PT-0001", "MRN"),)


def test_a_national_number_is_the_same_in_any_case_and_width(vault):
    vault.assign(Person((), (idno("A123456789"),)))
    assert vault.assign(Person((), (idno("ａ１２３－４５６７８９"),))).code == "PT-0001"


def test_the_same_chart_number_of_two_hospitals_is_two_people(vault):
    vault.assign(Person((), (mrn("12345", "north"),)))
    assert vault.assign(Person((), (mrn("12345", "south"),))).code == "PT-0002"


def test_a_name_alone_never_links(vault):
    vault.assign(Person(("林淑芬",), (mrn("1"),), BIRTH))
    assert vault.assign(Person(("林淑芬",))).code == "PT-0002"


def test_a_name_with_the_full_birth_date_links_where_exactly_one_fits(vault):
    vault.assign(Person(("林淑芬",), (mrn("1"),), BIRTH))
    assert vault.assign(Person(("林 淑 芬",), (), BIRTH)).code == "PT-0001"
    assert vault.assign(Person(("林淑芬",), (), date(1971, 3, 6))).code == "PT-0002"


def test_two_people_of_one_name_and_birth_date_are_not_guessed_between(vault):
    vault.assign(Person(("林淑芬",), (idno("A123456789"),), BIRTH))
    second = vault.assign(Person(("林淑芬",), (idno("B223456789"),), BIRTH))
    assert (second.code, second.conflicts) == ("PT-0002", ("several",))
    assert vault.assign(Person(("林淑芬",), (), BIRTH)).code == "PT-0003"


def test_new_numbers_are_added_to_a_known_person(vault):
    vault.assign(Person((), (mrn("1"),)))
    vault.assign(Person((), (mrn("1"), idno("A123456789"))))
    assert vault.assign(Person((), (idno("A123456789"),))).code == "PT-0001"
    assert vault.person("PT-0001").numbers == (mrn("1"), idno("A123456789"))


def test_another_birth_date_is_a_conflict_and_the_stored_one_stays(vault):
    vault.assign(Person(("王大明",), (mrn("1"),), BIRTH))
    second = vault.assign(Person(("王大明",), (mrn("1"),), date(1980, 1, 1)))
    assert (second.code, second.conflicts) == ("PT-0001", ("birth",))
    assert vault.person("PT-0001").birth == BIRTH
    assert vault.conflicts() == {"PT-0001": ("birth",)}


def test_an_incompatible_name_is_a_conflict_and_overwrites_nothing(vault):
    vault.assign(Person(("王大明",), (mrn("1"),)))
    second = vault.assign(Person(("陳美華",), (mrn("1"),)))
    assert (second.code, second.conflicts) == ("PT-0001", ("name",))
    assert vault.person("PT-0001").names == ("王大明",)


def test_numbers_of_two_people_go_with_the_national_number(vault):
    vault.assign(Person((), (mrn("1"),)))
    vault.assign(Person((), (idno("A123456789"),)))
    third = vault.assign(Person((), (mrn("1"), idno("A123456789"))))
    assert (third.code, third.conflicts) == ("PT-0002", ("several",))
    assert vault.assign(Person((), (mrn("1"),))).code == "PT-0001"


def test_another_national_number_on_the_same_chart_number_is_shown(vault):
    vault.assign(Person(("王大明",), (mrn("1"), idno("A123456789"))))
    same = vault.assign(Person(("王大明",), (mrn("1"), idno("B223456789"))))
    assert (same.code, same.conflicts) == ("PT-0001", ("several",))
    other = vault.assign(Person(("陳美華",), (mrn("1"), idno("C223456789"))))
    assert (other.code, other.conflicts) == ("PT-0002", ("several",))
    assert vault.assign(Person((), (idno("C223456789"),))).code == "PT-0002"


def test_a_telephone_is_found_but_never_links(vault):
    phone = Number("PHONE", "0912-345-678")
    vault.assign(Person(("王大明",), (mrn("1"), phone)))
    assert vault.assign(Person(("王小華",), (phone,))).code == "PT-0002"
    hits = vault.find([Candidate("PHONE", "+886 912345678")])
    assert [hit.code for some in hits.values() for hit in some] == ["PT-0001", "PT-0002"]


def test_find_answers_for_names_and_numbers_and_leaves_the_unknown_out(vault):
    vault.assign(Person(("王大明", "WANG, TA-MING"), (mrn("0012345"), idno("A123456789"))))
    asked = [
        Candidate("NAME", "王　大明"),
        Candidate("DOCTOR", "Wang Ta-Ming"),
        Candidate("OTHERID", "0012345"),
        Candidate("MRN", "a123456789"),
        Candidate("NAME", "王大"),
        Candidate("MRN", "123456"),
        Candidate("NAME", ""),
        Candidate("MRN", "--"),
    ]
    hits = vault.find(asked)
    assert {c: [hit.label for hit in hits[c]] for c in hits} == {
        asked[0]: ["NAME"],
        asked[1]: ["NAME"],
        asked[2]: ["MRN"],
        asked[3]: ["IDNO"],
    }
    assert vault.find([]) == {}


def test_a_name_of_many_is_a_hit_for_each(vault):
    for number in "123":
        vault.assign(Person(("林淑芬",), (mrn(number),), date(1971, 1, int(number))))
    hits = vault.find([Candidate("NAME", "林淑芬")])
    assert [hit.code for hit in hits[Candidate("NAME", "林淑芬")]] == ["PT-0001", "PT-0002", "PT-0003"]


def test_thousands_of_candidates_are_one_question(vault):
    vault.assign(Person((), (mrn("777"),)))
    hits = vault.find([Candidate("MRN", str(n)) for n in range(1, 3000)])
    assert list(hits) == [Candidate("MRN", "777")]


@pytest.mark.parametrize(
    ("code", "known"),
    [("PT-0001", True), ("pt 0001", True), ("ＰＴ－０００１", True), ("PT-00010", False), ("PT-0002", False),
     ("PT-0000", False), ("XX-0001", False), ("PT-1", False), ("", False), ("PT-99999999999999999999", False)],
)  # fmt: skip
def test_has_code_knows_what_was_issued(vault, code, known):
    vault.assign(Person((), (mrn("1"),)))
    assert vault.has_code(code) is known


def test_a_person_comes_back_as_stored(vault):
    person = Person(("王大明", "阿明"), (mrn("0012345", "仁愛"), idno("A123456789")), BIRTH, "M")
    vault.assign(person)
    assert vault.person("PT-0001") == person
    assert vault.person("PT-0002") is None


def test_the_first_day_ever_given_is_day_zero(vault):
    vault.assign(Person((), (mrn("1"),)))
    assert vault.day_zero("PT-0001") is None
    assert vault.day_zero("PT-0001", date(2024, 5, 2)) == date(2024, 5, 2)
    assert vault.day_zero("PT-0001", date(2024, 1, 1)) == date(2024, 5, 2)
    assert vault.day_zero("PT-0001") == date(2024, 5, 2)


def test_a_shift_is_whole_weeks_never_zero_and_stays(vault):
    for number in range(1, 30):
        vault.assign(Person((), (mrn(str(number)),)))
    shifts = [vault.shift(f"PT-{n:04d}") for n in range(1, 30)]
    assert all(days and days % 7 == 0 and abs(days) <= 364 for days in shifts)
    assert len(set(shifts)) > 10 and shifts == [vault.shift(f"PT-{n:04d}") for n in range(1, 30)]


def test_an_unknown_code_is_refused_without_being_repeated(vault):
    for verb in (vault.day_zero, vault.shift):
        with pytest.raises(VaultError) as error:
            verb("PT-4711")
        assert "4711" not in str(error.value)
