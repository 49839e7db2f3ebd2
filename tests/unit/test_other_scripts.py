"""A passage in a script that is neither Han nor Latin is told; a name in one is masked whole."""

from __future__ import annotations

import incognote
from incognote.text.view import fold


def _kinds(text: str) -> list[str]:
    return [finding.kind for finding in incognote.scrub(text).findings]


def test_a_sentence_in_another_script_degrades_the_note() -> None:
    text = "Pt seen on the ward with her husband, who wrote: Она очень сильно боится своего мужа дома. No injuries."
    assert "other_script" in _kinds(text) and incognote.scrub(text).status == "degraded"


def test_a_name_or_a_note_in_one_script_does_not() -> None:
    assert incognote.scrub("案父김민수陪同").status == "clean"
    assert "other_script" not in _kinds("Пациент жалуется на сильную головную боль уже третий день подряд")


def test_the_vowel_marks_of_a_name_go_with_it() -> None:
    assert incognote.scrub("陪同者สมศรี到院").text == "陪同者[姓名]到院"


def test_a_radical_in_place_of_a_character_goes_with_its_name() -> None:
    assert incognote.scrub("⾦城武於昨日入院").text == "[姓名]於昨日入院"


def test_look_alikes_are_folded_in_latin_words_only() -> None:
    assert fold("МRN А123 ВР 120") == "MRN A123 BP 120"
    assert fold("Сергей Иванов, Сара") == "Сергей Иванов, Сара"
