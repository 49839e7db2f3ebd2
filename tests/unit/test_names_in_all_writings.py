"""Writings, canonical forms and comparison of names."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.names.compare import canonical, may_be_same
from incognote.names.romanise import romanised
from incognote.names.writings import given_writings, surname_writings, writings

SAME = [
    ("王大明", "王 大 明"), ("王大明", "王\u3000大明"), ("王大明", "WANG, TA-MING"), ("王大明", "WANG TA MING"), ("王大明", "Wang Daming"),
    ("王大明", "T.M. Wang"), ("王大明", "Wang, T.M."), ("王大明", "Ta-Ming Wang"), ("黃鐘明", "黄钟明"), ("徐乾安", "徐干安"),
    ("王○明", "王大明"), ("陳大明", "Chan Daming"), ("謝承佑", "Hsieh, C.Y."), ("Pat O'Bannon", "Obannon"), ("Pat O'Bannon", "OBANNON P."),
    ("O'Brien, Kathleen M.", "Kathleen O'Brien"), ("Kaylee Rose Hendry", "Kaylee"), ("T. HENDRY", "Tamsin HENDRY"), ("ROPER, Dale", "Roper"),
    ("Nguyễn Thị Lan", "NGUYEN THI LAN"), ("Mary Wu", "Wu, Mary"), ("王大明", "大明"),
]  # fmt: skip
OTHERS = [
    ("王大明", "王小明"), ("陳美", "陳美玲"), ("王大明", "LIN TA-MING"), ("John Smith", "Jane Smith"), ("Dale Roper", "Tamsin Hendry"),
    ("王大明", "Wang, C.Y."), ("王○明", "王大華"), ("Kathleen Brown", "Kathleen Green"), ("", "王大明"), ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_writings_of_one_person_may_be_the_same_in_both_directions(one: str, other: str) -> None:
    assert may_be_same(one, other)
    assert may_be_same(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_people_are_told_apart(one: str, other: str) -> None:
    assert not may_be_same(one, other)
    assert not may_be_same(other, one)


def test_the_canonical_form_ignores_width_blanks_script_and_accents() -> None:
    assert canonical("ＷＡＮＧ，　ＴＡ－ＭＩＮＧ") == canonical("Wang, Ta-Ming")
    assert canonical("巴奈‧古穆") == canonical("巴奈·古穆") == canonical("巴奈．古穆")
    assert canonical("José García") == canonical("Jose\u0301 Garci\u0301a") == "josegarcia"
    assert canonical("王大明") != canonical("王小明")


@pytest.mark.parametrize("again", ["𝐉𝐨𝐡𝐧 𝐒𝐦𝐢𝐭𝐡", "𝓙𝓸𝓱𝓷 𝓢𝓶𝓲𝓽𝓱", "𝙹𝚘𝚑𝚗 𝚂𝚖𝚒𝚝𝚑"])
def test_a_name_in_dressed_up_letters_is_the_name(again: str) -> None:
    text = f"Patient: John Smith, MRN 4455667. Later {again} went home, p<0.05."
    result = make_pipeline(load_profile("clinic-tw"), tagger=False).attempt(Document("1", text))
    assert (result.text or "").endswith("Later PT-0001 went home, p<0.05.")


def test_writings_of_a_han_name_hold_scripts_spaces_and_romanisations() -> None:
    found = set(writings("黃曉明"))
    assert {"黃曉明", "黄晓明", "黃 曉 明", "huang hsiao-ming", "huang, xiao ming", "xiaoming huang", "hsiao-ming huang"} <= found


def test_writings_of_a_latin_name_hold_orders_and_apostrophes_but_no_initials() -> None:
    found = set(writings("O'Brien, Kathleen M."))
    assert {"kathleen o'brien", "kathleen m. o'brien", "obrien, kathleen", "o brien kathleen"} <= found
    assert not {"k. o'brien", "o'brien", "kathleen"} & found
    assert writings("T. M. Wang") == ("t. m. wang",)


def test_a_given_name_alone_is_offered_only_where_it_is_no_word() -> None:
    assert "淑芬" in writings("林淑芬", given=True)
    assert given_writings("王安全") == () == given_writings("王高興") == given_writings("May Lin") == given_writings("林芬")


def test_a_surname_alone_needs_its_own_function_and_four_letters() -> None:
    assert surname_writings("Dale Roper") == ("roper",)
    assert surname_writings("Amy Wu") == () == surname_writings("王大明")


def test_writings_are_folded_lower_case_and_come_longest_first() -> None:
    found = writings("ＷＡＮＧ, Ta-Ming")
    assert all(form == form.lower() for form in found)
    assert list(map(len, found)) == sorted(map(len, found), reverse=True)


def test_the_usual_surname_reading_wins() -> None:
    assert {r.surname for r in romanised("曾國城")} == {"zeng", "tseng"}
    assert {r.surname for r in romanised("單小玉")} >= {"shan"}


def test_masked_and_foreign_names_do_not_raise() -> None:
    for name in ("王○明", "J.D.", "巴奈‧古穆", "", " ", "王", "○○○", "O'", ",", "Nguyễn"):
        assert isinstance(writings(name), tuple)
        canonical(name)
