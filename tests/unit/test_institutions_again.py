"""An institution named in full once is found by its other writings, and one is one however it is written."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.document import Document, Entity, Span
from incognote.gazetteer.short_forms import initials, short_forms
from incognote.labels import OUR_MARKS, class_mark
from incognote.policy.classes import numbered
from incognote.resolve import resolve


def found(text: str, *named: tuple[str, str, float]) -> list[tuple[str, str]]:
    spans = [Span(text.index(name), text.index(name) + len(name), label, None, "rules/x", score) for name, label, score in named]
    return [(s.label, text[s.start : s.end]) for s in resolve(spans, Document("1", text))]


@pytest.mark.parametrize(
    ("name", "label", "text", "again"),
    [
        ("Emu Hill Family Day Care", "EARLYLEARN", "Emu Hill Family Day Care; then Emu Hill FDC rang", "Emu Hill FDC"),
        ("Karrawee Vale Prison", "PRISON", "Karrawee Vale Prison; calls from Karrawee Vale daily", "Karrawee Vale"),
        ("Corella Reach Primary School", "SCHOOL", "Corella Reach Primary School. CRPS says so", "CRPS"),
        ("Corella Reach Primary School", "SCHOOL", "Corella Reach Primary School. Corela Reach Primary School", "Corela Reach Primary School"),
        ("Booralong Hospital", "HOSPITAL", "Booralong Hospital; Booralong kept her", "Booralong"),
        ("禾穗綜合醫院", "HOSPITAL", "送禾穗綜合醫院，禾穗醫院回覆", "禾穗醫院"),
        ("國立榕禾大學附設醫院", "HOSPITAL", "國立榕禾大學附設醫院急診，榕禾大附醫社工", "榕禾大附醫"),
    ],
)
def test_short_bare_and_misspelt_names_are_found(name: str, label: str, text: str, again: str) -> None:
    assert found(text, (name, label, 0.85)) == [(label, name), (label, again)]


@pytest.mark.parametrize(
    ("name", "label", "text"),
    [
        ("Karrawee Vale Prison", "PRISON", "Karrawee Vale Prison; she lives in Karrawee Vale"),
        ("Karrawee Vale Prison", "PRISON", "Karrawee Vale Prison; 4 Gum St, Karrawee Vale SA 5999"),
        ("Hope Hospital", "HOSPITAL", "Hope Hospital; she has Hope and a hope"),
        ("Primary School", "SCHOOL", "Primary School; PS 2, primary care"),
        ("青禾區衛生所", "HOSPITAL", "青禾區衛生所；青禾區公所"),
    ],
)
def test_a_place_to_live_and_everyday_words_stay(name: str, label: str, text: str) -> None:
    assert found(text, (name, label, 0.85)) == [(label, name)]


def test_a_guess_gives_way_to_the_institution_known() -> None:
    text = "Karrawee Vale Prison; a letter from Karrawee Vale"
    last = text.rindex("Karrawee Vale")
    guess = Span(last, last + 13, "NAME", None, "rules/x", 0.6)
    prison = Span(0, 20, "PRISON", None, "rules/x", 0.85)
    assert [s.label for s in resolve([prison, guess], Document("1", text))] == ["PRISON", "PRISON"]
    known = guess._replace(source="known", score=0.95)
    assert [s.label for s in resolve([prison, known], Document("1", text))] == ["PRISON", "NAME"]


def test_what_two_institutions_share_goes_by_the_words_around() -> None:
    text = "Emu Downs Prison and Emu Downs Kindergarten. Released from Emu Downs in May. The director of Emu Downs rang."
    named = (("Emu Downs Prison", "PRISON", 0.85), ("Emu Downs Kindergarten", "EARLYLEARN", 0.85))
    assert [label for label, _ in found(text, *named)] == ["PRISON", "EARLYLEARN", "PRISON", "EARLYLEARN"]


def test_initials_of_few_letters_are_none() -> None:
    assert initials("Emu School") == "" and initials("Emu Hill School") == "" and initials("Emu Hill Primary School") == "EHPS"
    assert "emu hill" in short_forms("Emu Hill School") and not short_forms("Emu Hill School")["emu hill"]


def test_one_school_written_three_ways_is_one_and_two_stay_two() -> None:
    text = "Emu Hill Primary School, Emu Hill PS, EHPS, Emu Hill Primry School; Karrawee High School; Tintarra Prison"
    names = text.replace(";", ",").split(", ")
    entities = []
    for number, name in enumerate(names):
        label = "PRISON" if "Prison" in name else "SCHOOL"
        entities.append(Entity(number, label, (Span(text.index(name), text.index(name) + len(name), label, None, "x", 0.9),)))
    grouped = {text[e.mentions[0].start : e.mentions[0].end]: (len(e.mentions), e.value.number) for e in numbered(text, entities)}
    assert grouped == {"Emu Hill Primary School": (4, 1), "Karrawee High School": (1, 2), "Tintarra Prison": (1, None)}


@pytest.mark.parametrize(
    ("label", "names", "groups"),
    [
        ("SCHOOL", "Emu Hill Primary School, Emu Hill High School, Emu Hill PS, Emu Hill HS", 2),
        ("SCHOOL", "Emu Hill R-7, Emu Hill High, Emu Hill 6-12 School", 3),
        ("SCHOOL", "Emu Hill R-7 School, Emu Hill Primary", 1),
        ("SCHOOL", "Emu Hill Secondary College, Emu Hill High, Emu Hill College", 2),
        ("SCHOOL", "青禾國小, 青禾國中, 市立青禾國小", 2),
        ("EARLYLEARN", "Emu Hill Kindergarten, Emu Hill OSHC, Emu Hill Kindy", 2),
        ("SCHOOL", "Emu Hill Primary School, Emu Hill School, Emu Hill", 1),
        ("SCHOOL", "Emu Hill Primary School, Emu Hil Primary School", 1),
    ],
)
def test_institutions_of_one_place_stay_two_where_class_or_level_differ(label: str, names: str, groups: int) -> None:
    entities, at = [], 0
    for number, name in enumerate(names.split(", ")):
        entities.append(Entity(number, label, (Span(at, at + len(name), label, None, "x", 0.9),)))
        at += len(name) + 2
    assert len(numbered(names, entities)) == groups


@pytest.mark.parametrize("mark", [class_mark("SCHOOL", "en", 2), class_mark("EARLYLEARN", "en"), class_mark("PRISON", "zh-TW", 12), class_mark("ORG", "zh-CN")])
def test_our_class_marks_are_known_as_ours(mark: str) -> None:
    assert OUR_MARKS.fullmatch(mark)


def test_a_report_shows_classes_with_numbers() -> None:
    from incognote.config import load_profile, make_pipeline

    pipeline = make_pipeline(load_profile("child-protection"), on=date(2026, 1, 2), tagger=False)
    result = pipeline.run(Document("1", "Report date 11/07/2016. He left Karrawee Primary School for Booralong High School; Karrawee PS agreed."))
    assert result.text is not None and "[school 1]" in result.text and "[school 2]" in result.text
    assert result.text.count("[school 1]") == 2
