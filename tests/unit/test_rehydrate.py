"""Codes back into names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Person
from incognote.vault.codes import find_codes, number_of, written
from incognote.vault.rehydrate import rehydrate

PEOPLE = {
    "PT-0001": Person(("王大明", "阿明")),
    "PT-0010": Person(("陳美華",)),
    "PT-12345": Person(("PT-0001",)),
    "PT-0007": Person(),
}


def put(text: str) -> str:
    return rehydrate(text, "PT", PEOPLE.get).text


@pytest.mark.parametrize(
    "code",
    ["PT-0001", "pt-0001", "Pt0001", "PT 0001", "ＰＴ－０００１", "ｐｔ　０００１", "PT–0001", "PT—0001", "PT−0001", "PT‑0001",
     "PT - 0001", "PT_0001", "PT\u200b-0001", "PT\u00a00001", "PT\u202f0001", "РТ-0001", "PT―0001", "PT- 0001", "PT\t0001"],
)  # fmt: skip
def test_a_code_is_found_however_it_is_retyped(code):
    assert put(f"病人{code}主訴，({code})") == "病人王大明主訴，(王大明)"


@pytest.mark.parametrize(
    "text",
    ["PT-00010", "PT-00001", "XPT-0001", "PT-0001a", "PT-00012", "PT 12 sec", "PT-001", "PT-1", "PT --0001", "PT\n0001",
     "APTT 0001", "PT-0001000000000000000000", "opt 0001x", "SPT-0001", "PT.0001", "", "PT", "PT-", "INR 1.1 PT 12.5"],
)  # fmt: skip
def test_what_is_no_code_of_ours_stays(text):
    assert put(text) == text


def test_a_short_code_never_eats_a_longer_one():
    assert put("PT-0001 PT-0010 PT-00010 PT-00100") == "王大明 陳美華 PT-00010 PT-00100"


def test_a_name_that_is_put_in_is_not_read_again():
    assert put("PT-12345") == "PT-0001"


def test_unknown_and_nameless_codes_are_reported_once_as_we_write_them():
    result = rehydrate("pt 0009, PT-0001, PT－0009, PT-0007, PT 1200 sec", "PT", PEOPLE.get)
    assert result.unknown == ("PT-0009", "PT-0007", "PT-1200")
    assert result.restored == ("PT-0001",)
    assert result.text == "pt 0009, 王大明, PT－0009, PT-0007, PT 1200 sec"


def test_the_prefix_is_the_projects():
    people = {"ST-0001": Person(("王大明",))}
    assert rehydrate("ST 0001 PT-0001", "ST", people.get).text == "王大明 PT-0001"


def test_nobody_is_in_the_repr():
    assert "王" not in repr(rehydrate("PT-0001", "PT", PEOPLE.get))


@given(
    st.lists(
        st.text(
            st.characters(exclude_characters="0123456789０１２３４５６７８９", exclude_categories=("Cs",)),
            max_size=12,
        )
    )
)
def test_only_codes_change(pieces):
    border = [f" {piece} " for piece in pieces]
    assert put("PT-0001".join(border)) == "王大明".join(border)


@given(st.integers(1, 10**9))
def test_a_written_code_is_read_as_its_number(number):
    assert number_of(written("PT", number), "PT") == number
    assert [m.code for m in find_codes(written("PT", number), "PT")] == [written("PT", number)]


@pytest.mark.parametrize(
    "hostile", ["PT" * 100_000, "PT  " * 50_000, "PT-000" * 30_000, "0" * 200_000, "pt " + " " * 200_000]
)
def test_hostile_texts_cost_no_more_than_others(hostile):
    import time

    start = time.perf_counter()
    assert put(hostile) == hostile
    assert time.perf_counter() - start < 1
