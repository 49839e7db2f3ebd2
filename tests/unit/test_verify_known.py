"""Known values are found in every writing, on token borders, everywhere but in our own marks."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from incognote.document import Finding
from incognote.verify import KnownValue, verify
from incognote.verify.automaton import build

ONLY_KNOWN = frozenset({"known"})


def find(text: str, *values: KnownValue, written: Iterable[tuple[int, int]] = ()) -> tuple[Finding, ...]:
    return verify(text, known=values, written=tuple(written), probes=ONLY_KNOWN)


def name(value: str, *, tied: bool = True) -> KnownValue:
    return KnownValue(value, "NAME", tied)


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("今日王小明回診", "王小明"),
        ("今日王 小 明回診", "王 小 明"),
        ("今日王小\n明回診", "王小\n明"),
        ("今日王‧小‧明回診", "王‧小‧明"),
        ("今日王\u200b小\u2060明回診", "王\u200b小\u2060明"),
        ("Pt 王小明reported", "王小明"),
    ],
)
def test_a_han_name_is_found_in_every_spacing(text: str, surface: str) -> None:
    (found,) = find(text, name("王小明"))
    assert (text[found.start : found.end], found.kind, found.severity) == (surface, "known_name", "residue")


@pytest.mark.parametrize(
    "surface", ["0912345678", "0912-345-678", "0912 345 678", "0912\n345678", "０９１２－３４５－６７８", "+886 912-345-678", "(0912)345678"]
)
def test_a_known_phone_is_found_in_every_writing(surface: str) -> None:
    found = find(f"電話{surface}。", KnownValue("0912-345-678", "PHONE"))
    assert any(f.kind == "known_number" and f.severity == "residue" for f in found)


def test_a_number_inside_another_number_is_no_find() -> None:
    assert not find("舊案 21234567 陪同者 A123456789", KnownValue("1234567", "MRN"))
    assert not find("單號 X1234567", KnownValue("1234567", "MRN"))


def test_leading_zeros_may_have_been_lost() -> None:
    assert find("檔案 1234567", KnownValue("001234567", "MRN"))


def test_lab_columns_with_commas_are_not_joined_to_a_number() -> None:
    assert not find("WBC 12,500/uL, Hb 12.5", KnownValue("12500", "MRN"))


def test_a_short_number_beside_a_laboratory_word_is_only_a_warning() -> None:
    (found,) = find("WBC 12500/uL", KnownValue("12500", "MRN"))
    assert found.severity == "warning"


@pytest.mark.parametrize("surface", ["WANG, TA-MING", "Wang Ta Ming", "wang ta-ming"])
def test_a_latin_name_is_found_in_other_orders_and_cases(surface: str) -> None:
    assert find(f"seen with {surface} today", name("Wang, Ta-Ming"))


def test_a_latin_name_inside_a_word_is_no_find() -> None:
    assert not find("alkaline phosphatase, what that means: chat", name("Hat"))
    assert [f.start for f in find("Pt Hat has pain. That HAT", name("Hat"))] == [3]


def test_a_name_in_a_url_is_found_although_it_is_encoded() -> None:
    text = "連結 https://portal.example/p?name=%E7%8E%8B%E5%A4%A7%E6%98%8E&x=1 與 O&#39;Brien"
    found = find(text, name("王大明"), name("O'Brien"))
    assert {text[f.start : f.start + 5] for f in found} == {"https", "O&#39"}


def test_look_alike_letters_are_folded_and_mixed_words_are_reported() -> None:
    found = find("Pt \u0412ob Smith", name("Bob Smith"))
    assert {(f.kind, f.severity) for f in found} == {("known_name", "residue"), ("mixed_script", "warning")}


@pytest.mark.parametrize("text", ["TNF-α 12", "β-blocker", "5 μg", "Ω", "Привет"])
def test_greek_in_medicine_is_no_mixed_script(text: str) -> None:
    assert not find(text)


def test_written_text_counts_unless_it_is_exactly_a_mark_or_a_code() -> None:
    assert find("姓名：王小明", name("王小明"), written=[(3, 6)])
    assert not find("姓名：PT-0001", KnownValue("PT-0001", "MRN"), written=[(3, 10)])
    assert not find("有[姓名]來", name("姓名"), written=[(1, 5)])


def test_an_identity_not_tied_to_the_document_is_a_warning_where_its_name_is_short() -> None:
    assert [f.severity for f in find("林芳來電", name("林芳", tied=False))] == ["warning"]
    assert [f.severity for f in find("林淑芳來電", name("林淑芳", tied=False))] == ["residue"]
    assert [f.severity for f in find("見 7654321", KnownValue("7654321", "MRN", tied=False))] == ["residue"]


@pytest.mark.parametrize("label", ["DATE", "TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT"])
def test_dates_times_ages_and_rooms_are_never_known_values(label: str) -> None:
    assert not find("2024-05-02 14:30 12A-03", KnownValue("2024-05-02", label), KnownValue("12A-03", label))


def test_values_too_short_to_tell_are_not_looked_for() -> None:
    assert not find("王 12 345 Li 0.8", name("王"), KnownValue("345", "MRN"), name("li"))


def test_neither_repr_nor_finding_holds_text() -> None:
    value = name("王小明")
    assert "王" not in repr(value)
    assert "王" not in repr(find("王小明", value))


def test_positions_are_those_of_the_output_and_not_of_its_folded_view() -> None:
    text = "\u200b\u200b電話：０９１２３４５６７８"
    (found,) = find(text, KnownValue("0912345678", "PHONE"))
    assert text[found.start : found.end] == "０９１２３４５６７８"


@pytest.mark.parametrize(
    ("text", "number", "severity"),
    [
        ("檔號 12500 已調閱", "12500", "residue"), ("WBC 12500", "12500", "warning"), ("12500/uL", "12500", "warning"),
        ("1234567 mg", "1234567", "residue"), ("WBC 1234567", "1234567", "residue"),
    ],
)  # fmt: skip
def test_only_a_short_number_beside_a_unit_or_a_measure_may_be_something_else(text: str, number: str, severity: str) -> None:
    assert [f.severity for f in find(text, KnownValue(number, "MRN"))] == [severity]


def test_a_known_place_is_found() -> None:
    assert find("曾在和岳診所拿藥", KnownValue("和岳診所", "HOSPITAL"))[0].kind == "known_place"


def test_a_thousand_values_cost_little_and_repeated_text_stays_linear() -> None:
    values = [KnownValue(f"{n:07d}", "MRN") for n in range(3_000_000, 3_001_000)]
    start = time.perf_counter()
    assert not find("患者主訴右膝痛，BP 120/80，" * 20, *values)
    assert time.perf_counter() - start < 0.5
    start = time.perf_counter()
    find("1" * 50_000, KnownValue("1111", "MRN"))
    assert time.perf_counter() - start < 1


class TestVaultMatcher:
    VALUES = (name("王小明"), name("Wang, Ta-Ming"), KnownValue("1234567", "MRN"), name("林芳", tied=False))

    def test_finds_what_the_search_finds(self) -> None:
        text = "王 小 明，Dr. Wang Ta-Ming，123-4567，21234567，林芳"
        assert set(build(self.VALUES).find(text)) == {f for f in find(text, *self.VALUES) if f.kind != "mixed_script"}

    def test_says_how_large_it_is(self) -> None:
        matcher = build(self.VALUES, every_writing=False)
        assert matcher.size == 4
        assert matcher.memory > 0

    def test_of_nothing_finds_nothing(self) -> None:
        assert not list(build(()).find("王小明"))


def test_twenty_thousand_values_cost_one_look_at_the_text() -> None:
    from time import perf_counter

    from incognote.text.view import view
    from incognote.verify.known_values import search

    known = [KnownValue(f"09{10_000_000 + 37 * i}", "PHONE") for i in range(20_000)]
    start = perf_counter()
    assert not list(search(view("電話 [電話號碼]，胸悶三天，" * 20_000), known))
    assert perf_counter() - start < 6
