"""The custodian's verbs, in memory and stored."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.document import Candidate, Number, Person
from incognote.errors import VaultError
from vault_kinds import EVERY

pytestmark = pytest.mark.parametrize("address", EVERY, indirect=True)
BIRTH = date(1971, 3, 5)


def mrn(value: str) -> Number:
    return Number("MRN", value)


def test_counts_name_nobody(vault):
    vault.assign(Person(("王大明", "阿明"), (mrn("1"), Number("IDNO", "A123456789")), BIRTH))
    assert vault.counts() == {"PT-0001": {"NAME": 2, "MRN": 1, "IDNO": 1}}


def test_everybody_comes_in_the_order_of_codes(vault):
    for number in range(1, 6):
        vault.assign(Person((), (mrn(str(number)),)))
    assert [code for code, _ in vault.people()] == [f"PT-{n:04d}" for n in range(1, 6)]


def test_a_merge_keeps_both_codes_for_one_person(vault):
    vault.assign(Person(("王大明",), (mrn("1"),), BIRTH))
    vault.assign(Person(("WANG, TA-MING",), (mrn("2"),)))
    vault.day_zero("PT-0002", date(2024, 5, 2))
    shift = vault.shift("PT-0001")
    vault.merge("PT-0001", "PT-0002")
    assert vault.assign(Person((), (mrn("2"),))).code == "PT-0001"
    assert vault.has_code("PT-0002")
    assert vault.person("PT-0002") == vault.person("PT-0001")
    assert vault.person("PT-0001") == Person(("王大明", "WANG, TA-MING"), (mrn("1"), mrn("2")), BIRTH)
    assert vault.day_zero("PT-0001") == date(2024, 5, 2)
    assert vault.shift("PT-0002") == vault.shift("PT-0001") == shift
    assert list(vault.counts()) == ["PT-0001"]
    assert vault.assign(Person((), (mrn("3"),))).code == "PT-0003"


def test_merges_in_a_chain_end_at_the_last_one(vault):
    for number in "123":
        vault.assign(Person((), (mrn(number),)))
    vault.merge("PT-0002", "PT-0003")
    vault.merge("PT-0001", "PT-0002")
    assert vault.person("PT-0003") == vault.person("PT-0001")
    assert [vault.assign(Person((), (mrn(n),))).code for n in "123"] == ["PT-0001"] * 3


OTHER_BIRTH = date(1980, 1, 1)
DIFFERENT = {
    "birth": Person((), (mrn("2"),), OTHER_BIRTH),
    "name": Person(("陳美華",), (mrn("2"),)),
    "several": Person((), (mrn("2"), Number("IDNO", "B223456787"))),
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_people_who_differ_are_merged_by_force_only(vault, kind):
    first = Person(("王大明",), (mrn("1"), Number("IDNO", "A123456789")), BIRTH)
    vault.assign(first)
    vault.assign(DIFFERENT[kind])
    with pytest.raises(VaultError, match="--force") as refused:
        vault.merge("PT-0001", "PT-0002")
    assert not any(secret in str(refused.value) for secret in ("王", "陳", "1971", "1980", "A12", "B22"))
    assert vault.person("PT-0001") == first and vault.person("PT-0002") == DIFFERENT[kind]
    assert vault.conflicts() == {}
    assert vault.merge("PT-0001", "PT-0002", force=True) == (kind,)
    assert vault.person("PT-0001").birth == BIRTH
    assert vault.conflicts() == {"PT-0001": (kind,)}


def test_a_split_gives_the_birth_date_of_a_merge_by_force_back(vault):
    other = Person(("陳美華",), (mrn("2"),), OTHER_BIRTH)
    vault.assign(Person(("王大明",), (mrn("1"),), BIRTH))
    vault.assign(other)
    vault.merge("PT-0001", "PT-0002", force=True)
    assert vault.conflicts() == {"PT-0001": ("birth", "name")}
    assert vault.split("PT-0001", {2, 4}) == "PT-0003"
    assert vault.person("PT-0003") == other
    assert vault.person("PT-0001") == Person(("王大明",), (mrn("1"),), BIRTH)
    assert vault.conflicts() == {}


def test_a_birth_date_is_given_back_to_nobody_else(vault):
    vault.assign(Person(("王大明",), (mrn("1"),), BIRTH))
    vault.assign(Person(("陳美華",), (mrn("2"),), OTHER_BIRTH))
    vault.merge("PT-0001", "PT-0002", force=True)
    assert vault.person(vault.split("PT-0001", {1, 4})).birth is None
    assert vault.conflicts() == {"PT-0001": ("birth", "name")}


def test_conflicts_of_merges_by_force_follow_the_next_merge(vault):
    for number, birth in (("1", BIRTH), ("2", OTHER_BIRTH), ("3", None)):
        vault.assign(Person((), (mrn(number),), birth))
    vault.merge("PT-0001", "PT-0002", force=True)
    vault.merge("PT-0003", "PT-0001")
    assert vault.conflicts() == {"PT-0003": ("birth",)}
    assert vault.person(vault.split("PT-0003", {3})).birth == OTHER_BIRTH


@pytest.mark.parametrize("pair", [("PT-0001", "PT-0001"), ("PT-0001", "PT-0009"), ("PT-0009", "PT-0001")])
def test_a_merge_needs_two_known_people(vault, pair):
    vault.assign(Person((), (mrn("1"),)))
    with pytest.raises(VaultError):
        vault.merge(*pair)
    assert list(vault.counts()) == ["PT-0001"]


def test_a_split_moves_the_chosen_identifiers_to_a_new_code(vault):
    vault.assign(Person(("王大明", "陳美華"), (mrn("1"), mrn("2")), BIRTH))
    assert vault.split("PT-0001", {2, 4}) == "PT-0002"
    assert vault.person("PT-0001") == Person(("王大明",), (mrn("1"),), BIRTH)
    assert vault.person("PT-0002") == Person(("陳美華",), (mrn("2"),))
    assert vault.assign(Person((), (mrn("2"),))).code == "PT-0002"
    hits = vault.find([Candidate("NAME", "陳美華")])
    assert [hit.code for hit in hits[Candidate("NAME", "陳美華")]] == ["PT-0002"]


@pytest.mark.parametrize("chosen", [set(), {1, 2}, {3}, {0}])
def test_a_split_takes_some_identifiers_but_not_all(vault, chosen):
    vault.assign(Person(("王大明",), (mrn("1"),)))
    with pytest.raises(VaultError):
        vault.split("PT-0001", chosen)
    assert vault.counts() == {"PT-0001": {"NAME": 1, "MRN": 1}}


def test_the_digest_of_a_note_finds_its_person_and_is_not_shown(vault):
    digest = Number("NOTE", "0f" * 32)
    vault.assign(Person(("王大明", "陳美華"), (digest, mrn("1"))))
    assert vault.assign(Person(("王大明",), (digest,))) == ("PT-0001", False, ())
    assert vault.counts() == {"PT-0001": {"NAME": 2, "MRN": 1}}
    vault.split("PT-0001", {2, 3})
    assert vault.person("PT-0001") == Person(("王大明",), (digest,))


def test_a_merge_can_be_undone_by_a_split(vault):
    vault.assign(Person(("王大明",), (mrn("1"),)))
    vault.assign(Person(("陳美華",), (mrn("2"),)))
    vault.merge("PT-0001", "PT-0002", force=True)
    new = vault.split("PT-0001", {2, 4})
    assert vault.person(new) == Person(("陳美華",), (mrn("2"),))
    assert vault.assign(Person(("陳美華",), (mrn("2"),))) == (new, False, ())


def test_who_was_not_seen_for_long_is_erased_and_the_code_stays_taken(vault):
    vault._today = lambda: date(2020, 1, 1)
    vault.assign(Person(("王大明",), (mrn("1"),)))
    vault._today = lambda: date(2026, 1, 1)
    vault.assign(Person(("陳美華",), (mrn("2"),)))
    assert vault.retain(date(2025, 1, 1), dry_run=True) == ("PT-0001",)
    assert list(vault.counts()) == ["PT-0001", "PT-0002"]
    assert vault.retain(date(2025, 1, 1)) == ("PT-0001",)
    assert list(vault.counts()) == ["PT-0002"]
    assert vault.has_code("PT-0001") and vault.person("PT-0001") is None
    assert not vault.find([Candidate("NAME", "王大明"), Candidate("MRN", "1")])
    assert vault.assign(Person(("王大明",), (mrn("1"),))).code == "PT-0003"


@pytest.mark.parametrize("dry_run", [True, False])
def test_nobody_is_erased_for_a_day_that_has_not_been(vault, dry_run):
    vault._today = lambda: date(2026, 1, 1)
    vault.assign(Person((), (mrn("1"),)))
    with pytest.raises(VaultError, match="future"):
        vault.retain(date(2026, 1, 2), dry_run=dry_run)
    assert vault.retain(date(2026, 1, 1)) == ()
    assert list(vault.counts()) == ["PT-0001"]


def test_seeing_somebody_again_keeps_them(vault):
    vault._today = lambda: date(2020, 1, 1)
    vault.assign(Person((), (mrn("1"),)))
    vault._today = lambda: date(2026, 1, 1)
    vault.assign(Person((), (mrn("1"),)))
    assert vault.retain(date(2025, 1, 1)) == ()


def test_codes_grow_beyond_four_digits(vault):
    if hasattr(vault, "enroll"):
        list(vault.enroll([Person((), (mrn(str(n)),)) for n in range(1, 10_001)][:300]))
        import sqlalchemy as sa

        from incognote.vault.sql.tables import PROJECT

        vault.database.write(lambda c: c.execute(sa.update(PROJECT).values(last_number=9999)))
        assert vault.assign(Person((), (mrn("10001"),))).code == "PT-10000"
    else:
        for number in range(1, 10_001):
            code = vault.assign(Person((), (mrn(str(number)),))).code
        assert code == "PT-10000"
    assert vault.has_code("PT-10000") and not vault.has_code("PT-10001")
