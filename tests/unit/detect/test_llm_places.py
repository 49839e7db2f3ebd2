"""A string that a model says is found wherever it stands by itself, however it was copied; else it does not exist."""

from __future__ import annotations

import time

import pytest

from incognote.detect.llm_places import is_short, places


def surfaces(text: str, wanted: str) -> list[str]:
    return [text[start:end] for start, end in places(text, wanted).places]


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("王小明說王小明", "王小明", ["王小明", "王小明"]),
        ("電話：０９１２－３４５－６７８。", "0912-345-678", ["０９１２－３４５－６７８"]),
        ("電話 0912-345-678", "０９１２３４５６７８", ["0912-345-678"]),
        ("陳醫師、陳麗華", "陈丽华", ["陳麗華"]),
        ("张医生", "張醫生", ["张医生"]),
        ("Seen by WANG Ta-Ming today", "wang ta-ming", ["WANG Ta-Ming"]),
        ("姓名：王 小 明 男", "王小明", ["王 小 明"]),
        ("王\u200b小明來診", "王小明", ["王\u200b小明"]),
        ("住台北市中山路27號\n3樓。", "台北市中山路27號 3樓", ["台北市中山路27號\n3樓"]),
        ("「澄禾醫院」急診", "「澄禾醫院」", ["澄禾醫院"]),
        ("5/12-5/20 住院", "5/12", ["5/12"]),
        ("108/01/26-108/02/03", "108/02/03", ["108/02/03"]),
        ("1234567/A123456789", "1234567", ["1234567"]),
        ("於108/01/26由家屬", "108/01/26", ["108/01/26"]),
        ("電話 (03)450-6713、女兒", "(03)450-6713", ["(03)450-6713"]),
        ("（03）684-8732", "(03)684-8732", ["（03）684-8732"]),
        ("簽名 M.Y.T.", "M.Y.T.", ["M.Y.T."]),
        ("TEL0986 057 066", "0986 057 066", ["0986 057 066"]),
        ("Wade Waters46M ringer", "Wade Waters", ["Wade Waters"]),
        ("discussed with DrKuo at 2", "Kuo", ["Kuo"]),
        ("Ai Linh Vo x98155", "98155", ["98155"]),
        ("⑥2020/12/1307:50發", "2020/12/13", ["2020/12/13"]),
    ],
)  # fmt: skip
def test_a_copy_with_drift_is_found(text: str, wanted: str, found: list[str]) -> None:
    assert surfaces(text, wanted) == found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("WBC 12500", "1250"),
        ("A1234567", "1234567"),
        ("2024/5/12", "5/12"),
        ("5/12/2024", "5/12"),
        ("Hgb 13.12", "13"),
        ("02-2345-6789", "2345-6789"),
        ("Washington", "Wash"),
        ("Lindaline", "Linda"),
        ("12,500", "500"),
        ("Abdrlin", "lin"),
        ("MaxKuo", "Kuo"),
        ("p53, HbA1c2", "HbA1c"),
        ("2020/12/1307 mL", "2020/12/13"),
        ("ax98155", "98155"),
    ],
)
def test_a_number_or_word_is_never_cut(text: str, wanted: str) -> None:
    stood = places(text, wanted)
    assert stood.places == () and stood.is_there, "it is no invention, and no identifier"


@pytest.mark.parametrize("wanted", ["甘沛岑", "0933-218-607", "", "。", "王小華", "Larkmere Hospital", "20240501"])
def test_what_the_note_does_not_say_is_nowhere(wanted: str) -> None:
    assert places("王小明，5/12 於澄禾醫院，BP 120/80", wanted) == ((), False)


def test_a_string_that_stands_three_hundred_times_is_found_as_often() -> None:
    assert len(places("王小明，" * 300, "王小明").places) == 300


@pytest.mark.parametrize(("text", "is_one"), [("王", True), ("A", True), ("Dr", True), ("王明", False), ("A1", False), ("5/2", False), ("--", True)])
def test_what_is_too_short_is_not_looked_for(text: str, is_one: bool) -> None:
    assert is_short(text) is is_one


@pytest.mark.parametrize(("text", "wanted"), [("a" * 200_000, "aaaa"), ("王" * 200_000, "王王"), ("1-" * 100_000, "1-1-1-1"), ("0912-" * 40_000, "0912091209")])
def test_looking_costs_linear_time(text: str, wanted: str) -> None:
    start = time.perf_counter()
    places(text, wanted)
    assert time.perf_counter() - start < 3
