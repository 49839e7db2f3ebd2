"""Who wins, what is let go, what is found again."""

from __future__ import annotations

from datetime import date

import pytest

from incognote import Document, Pipeline
from incognote.document import Span
from incognote.resolve import allow, overlap, resolve


def span(start: int, end: int, label: str, source: str, score: float) -> Span:
    return Span(start, end, label, None, source, score)


def test_what_a_label_vouches_for_beats_a_longer_guess() -> None:
    labelled, guess = span(4, 11, "MRN", "rules/mrn", 0.85), span(2, 12, "OTHERID", "rules/other_id", 0.45)
    assert [(s.start, s.end, s.label) for s in overlap([guess, labelled])] == [
        (2, 4, "OTHERID"), (4, 11, "MRN"), (11, 12, "OTHERID"),
    ]  # fmt: skip


def test_the_table_of_detectors_decides_between_equals() -> None:
    known, rule = span(0, 4, "NAME", "known", 0.9), span(0, 4, "DOCTOR", "rules/x", 0.9)
    assert [s.label for s in overlap([rule, known])] == ["NAME"]
    assert [s.label for s in overlap([rule, known], {"rules": 0, "known": 1})] == ["DOCTOR"]


def test_neighbouring_claims_of_two_detectors_cover_a_name_whole() -> None:
    kept = resolve([span(6, 15, "NAME", "rules/x", 0.6), span(11, 19, "NAME", "tagger", 0.9)], Document("1", "Name: Minh Tran Bao, seen in clinic."), is_spread=False)
    assert [(s.start, s.end, s.label) for s in kept] == [(6, 19, "NAME")]


@pytest.mark.parametrize(
    ("text", "found", "again"),
    [
        ("病人王大明。王 大 明已返家", (2, 5), [(6, 11)]),
        ("MRN 1234567；1234-567 複查", (4, 11), [(12, 20)]),
        ("見 John Smithers，SMITHERS, JOHN 與 john smithers", (2, 15), [(16, 24), (26, 30), (33, 46)]),
        ("於青禾醫院，青禾醫院回覆", (1, 5), [(6, 10)]),
    ],
)
def test_what_is_found_once_is_found_in_every_broken_up_writing(text: str, found: tuple[int, int], again: list[tuple[int, int]]) -> None:
    label = "MRN" if text[found[0]].isdigit() else "HOSPITAL" if "醫院" in text[found[0] : found[1]] else "NAME"
    resolved = resolve([span(*found, label, "rules/x", 0.9)], Document("1", text))
    assert [(s.start, s.end) for s in resolved if s.source.startswith("spread")] == again
    assert {s.label for s in resolved} == {label}


@pytest.mark.parametrize("label", ["DATE", "TIME", "AGE", "ROOM"])
def test_dates_times_ages_and_rooms_are_never_spread(label: str) -> None:
    resolved = resolve([span(0, 6, label, "rules/x", 0.9)], Document("1", "12A-03 與 12A-03"))
    assert len(resolved) == 1


def test_a_clinical_word_without_a_cue_is_let_go_and_recorded() -> None:
    kept, findings = allow.allow([span(0, 3, "NAME", "rules/x", 0.5)], "何首烏", lambda word: word == "何首烏")
    assert not kept
    assert [f.kind for f in findings] == ["allowed"]


def test_a_clinical_word_that_a_cue_vouches_for_is_masked() -> None:
    kept, _ = allow.allow([span(0, 3, "NAME", "rules/x", 0.9)], "何首烏", lambda word: True)
    assert len(kept) == 1


def test_an_allowed_word_saves_no_longer_name() -> None:
    kept, _ = allow.allow([span(0, 12, "NAME", "rules/x", 0.5)], "May Will Tan", lambda word: word in {"May", "Will"})
    assert len(kept) == 1


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("病人何首烏，服用何首烏 6g。", "服用何首烏 6g"),
        ("5/2 回診，MMT 5/2。", "MMT 5/2"),
    ],
)
def test_what_is_found_once_is_not_spread_into_clinical_text(text: str, kept: str) -> None:
    result = Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29)).run(Document("1", text))
    assert result.text is not None, result.findings
    assert kept in result.text


def test_our_codes_are_left_alone_and_others_are_reported() -> None:
    own, findings = allow.own_ranges("PT-0001 與 XY-1234", lambda code: code == "PT-0001")
    assert own == [(0, 7)]
    assert [(f.kind, f.start, f.end) for f in findings] == [("literal_code", 10, 17)]


def test_a_cell_with_a_number_is_somebodys_telephone() -> None:
    """`Colleen's cell (617) ...` is no term like `Langerhans cell`: the name is found there again."""
    from incognote import scrub

    said = scrub("Seen with daughter Colleen. Colleen's cell (617) 555-0148.").text
    assert said is not None and "Colleen" not in said
    for term in ("Sternberg cell 12 mm, Langerhans cells", "Reed-Sternberg cells"):
        assert scrub(f"Dr. Sternberg saw {term}.").text == f"Dr. [STAFF] saw {term}."


def test_an_everyday_word_that_was_read_as_a_name_in_its_sentence_stays_one() -> None:
    from incognote.names.search import is_clinical

    text = "安心說住進來之後比較安心，服何首烏"
    spans = [span(0, 2, "NAME", "tagger", 0.76), span(14, 17, "NAME", "tagger", 0.6), span(0, 2, "NAME", "rules/x", 0.7)]
    kept, findings = allow.allow(spans, text, is_clinical)
    assert kept == spans[:1]
    assert [f.start for f in findings] == [14, 0]


@pytest.mark.parametrize(
    ("text", "start", "end", "covered"),
    [("by Ærøskøbing, RN", 3, 5, "Ærøskøbing"), ("by Ærøskøbing, RN", 9, 13, "Ærøskøbing"), ("王小明Zoë Lee", 3, 5, "Zoë"), ("Smithson", 0, 5, "Smith"), ("Naïve, Smithson", 7, 12, "Smith")],
)
def test_no_name_ends_within_a_word_with_letters_beyond_ascii(text: str, start: int, end: int, covered: str) -> None:
    found = resolve([span(start, end, "NAME", "rules/x", 0.9)], Document("1", text))
    assert [text[s.start : s.end] for s in found] == [covered]
