"""Parts of a patient's name that are words, where a verb shows that the patient is meant."""

from __future__ import annotations

import pytest

from incognote import scrub
from incognote.text.view import fold, view
from incognote.verify import KnownValue, verify

HAN = "姓名：王大同 病歷號：1234567。"
LATIN = "Patient: John Smith MRN: 7654321\n"


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (HAN + "S：大同說痛", "大同"),
        (HAN + "大同否認發燒。", "大同"),
        (HAN + "昨日大同自述頭暈", "大同"),
        (HAN + "\n大同今天覺得好多了", "大同"),
        (LATIN + "SMITH DENIES CP.", "SMITH"),
        (LATIN + "smith well, walking.", "smith"),
        ("Patient: Jane Brown MRN: 7654321\nBROWN DENIES CP.", "BROWN"),
    ],
)
def test_a_part_of_the_name_beside_a_verb_of_persons_is_the_patient(text: str, gone: str) -> None:
    result = scrub(text)
    assert result.status == "clean" and gone not in (result.text or gone)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (HAN + "天下大同，大同電鍋，住大同區", "天下大同，大同電鍋"),
        ("姓名：王穩定 病歷號：1234567。情緒穩定，否認自殺", "情緒穩定，否認自殺"),
        (LATIN + "Smith fracture of the wrist.", "Smith fracture"),
        ("Patient: Jane Brown MRN: 7654321\nbrown sputum; brown is the colour", "brown sputum; brown is the colour"),
        ("Patient: June May MRN: 7654321\nmay report to the clinic, may well go home", "may report to the clinic, may well go home"),
    ],
)
def test_the_word_stays_where_nothing_shows_that_a_person_is_meant(text: str, kept: str) -> None:
    assert kept in (scrub(text).text or "")


@pytest.mark.parametrize(
    ("text", "name"), [("S：大同說痛", "王大同"), ("SMITH DENIES CP.", "John Smith"), ("王⼩明來診", "王小明")]
)
def test_verify_sees_what_detection_should_have_seen(text: str, name: str) -> None:
    found = verify(text, known=[KnownValue(name, "NAME")], written=())
    assert ("known_name", "residue") in {(f.kind, f.severity) for f in found}


def test_a_paste_of_many_patients_reads_each_ones_name_in_their_own_part() -> None:
    text = "\n".join(f"姓名：{s}{g} 病歷號：{1000000 + i}。{g}說痛" for i, (s, g) in enumerate((s, g) for s in "王李張陳林黃" for g in ("大同", "志明", "建國", "平安", "文山", "光明")))
    result = scrub(text)
    assert result.status != "failed" and "大同說" not in (result.text or "大同說")


def test_radicals_of_exports_are_the_characters_they_look_like() -> None:
    assert fold("⼩⼭⽊⻢⻰⻩") == "小山木马龙黄"
    assert view("⼩").offsets is None
    assert scrub("姓名：王⼩明 病歷號：7654321\n王⼩明說痛").text == "[代號 PT-0001]\n姓名：PT-0001 病歷號：PT-0001\nPT-0001說痛"
