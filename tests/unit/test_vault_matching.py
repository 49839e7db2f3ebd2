"""What people are matched by."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Number, Person
from incognote.text.partial_numbers import is_partial
from incognote.vault import seal
from incognote.vault.identity import canonical_number, rows_of
from incognote.vault.matching import Record, merged
from incognote.vault.memory import MemoryVault

TEXTS = st.text(min_size=1, max_size=8)
NUMBERS = st.builds(
    Number, st.sampled_from(["MRN", "IDNO", "HEALTHPLAN", "PHONE"]), TEXTS, st.sampled_from(["", "north"])
)
PEOPLE = st.builds(
    Person,
    st.lists(TEXTS, max_size=2).map(tuple),
    st.lists(NUMBERS, max_size=3).map(tuple),
    st.none() | st.sampled_from([date(1971, 3, 5), date(1980, 1, 1)]),
    st.sampled_from([None, "M", "F"]),
)


@given(st.sampled_from(["MRN", "IDNO", "PHONE", "EMAIL"]), st.text(max_size=20))
def test_a_canonical_number_is_its_own_canonical_form(label, value):
    form = canonical_number(label, value)
    assert canonical_number(label, form) == form


@pytest.mark.parametrize(
    ("one", "other"), [("0000", "0"), ("0012", "12"), ("ａ１２", "A12"), ("1-2 3", "123")]
)
def test_chart_numbers_that_are_one(one, other):
    assert canonical_number("MRN", one) == canonical_number("MRN", other)


@pytest.mark.parametrize(("one", "other"), [("0", "1"), ("120", "12"), ("A12", "12")])
def test_chart_numbers_that_are_two(one, other):
    assert canonical_number("MRN", one) != canonical_number("MRN", other)


@given(st.lists(PEOPLE, max_size=12))
def test_whoever_comes_the_index_fits_the_records(people):
    vault = MemoryVault()
    for person in people:
        code = vault.assign(person).code
        assert vault.has_code(code)
    stored = list(vault.people())
    matches = [row.match for code, person in stored for row in rows_of(person, int(code[3:]))]
    assert len(matches) == len(set(matches)) == len(vault._match)
    assert len(stored) == len(vault.counts()) <= len(people)


@given(st.lists(PEOPLE, max_size=8))
def test_who_has_a_number_is_the_same_person_the_next_time(people):
    vault = MemoryVault()
    first = [(person, vault.assign(person)) for person in people]
    for person, assignment in first:
        if any(canonical_number(n.label, n.value) and n.label != "PHONE" and not is_partial(n.label, n.value) for n in person.numbers):
            again = vault.assign(person)
            assert again.code == assignment.code or assignment.conflicts or again.conflicts


@given(PEOPLE, st.none() | st.dates(), st.none() | st.dates())
def test_a_record_comes_out_as_it_was_sealed(person, day_zero, seen):
    keys = seal.ProjectKeys(1, bytes(32), bytes(32), bytes(32))
    record = Record(person, day_zero, seen)
    assert keys.open_record(keys.seal_record(record, 7), 7) == record


def test_two_records_of_one_person_keep_the_firsts_day_0():
    first, second = Record(Person(("王大明",)), date(2024, 5, 2)), Record(Person(("王大明",)), date(2024, 1, 1))
    assert merged(first, second).day_zero == date(2024, 5, 2)
    assert merged(second, first).day_zero == date(2024, 1, 1)
    assert merged(Record(Person()), second).day_zero == date(2024, 1, 1)
