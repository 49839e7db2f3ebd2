"""Corrections: one span changes, the whole document follows, everything else stays as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from incognote.config import Pipeline
from incognote.desk import correct, written
from incognote.desk.correct import Correction, corrected
from incognote.document import Document, Result
from incognote.errors import UsageError
from incognote.text.edits import apply

NOTE = "王大明於民國113年1月5日由李小華陪同就診，電話0912345678。"
FRESH = Pipeline.from_profile()


def run(text: str, *corrections: Correction) -> Result:
    pipeline = replace(Pipeline.from_profile(), keep_residue=True)
    return corrected(pipeline, Document("1", text), corrections)


def at(text: str, surface: str, nth: int = 0) -> tuple[int, int]:
    start = -1
    for _ in range(nth + 1):
        start = text.index(surface, start + 1)
    return start, start + len(surface)


def test_without_corrections_it_is_the_pipeline() -> None:
    assert run(NOTE) == replace(FRESH, keep_residue=True).run(Document("1", NOTE))


def test_unmasking_one_mark_leaves_the_others_and_the_rest_of_the_text_alone() -> None:
    first = run(NOTE)
    second = sorted(edit for edit in first.edits if edit.start < edit.end)[1]
    choice = correct.unmask(Document("1", NOTE), first, second[:2])
    result = run(NOTE, choice)
    assert result.status == "clean"
    left = [edit for edit in first.edits if edit[:2] != second[:2]]
    assert result.text == apply(NOTE, left)[0]
    assert [f.kind for f in result.findings if f.severity == "warning"] == ["left_by_hand"]


def test_unmasking_everywhere_frees_the_same_text_and_here_frees_one_place() -> None:
    text = "病患王小明，主訴頭暈。太太李美玲陪同，李美玲表示昨晚開始。"
    document, first = Document("1", text), run(text)
    assert first.text is not None and "李美玲" not in first.text
    everywhere = run(text, correct.unmask(document, first, at(text, "李美玲")))
    assert everywhere.text is not None and everywhere.text.count("李美玲") == 2
    here = run(text, correct.unmask(document, first, at(text, "李美玲"), scope="here"))
    assert here.text is not None and here.text.count("李美玲") == 1
    assert here.status == "clean"


def test_unmasking_a_person_frees_every_writing_of_their_name_and_nothing_else() -> None:
    text = "病患王小明，病歷號：1234567，主訴頭暈。小明的太太李美玲陪同。"
    document, first = Document("1", text), run(text)
    result = run(text, correct.unmask(document, first, at(text, "王小明"), scope="person"))
    assert result.text is not None and "王小明" in result.text and "小明的" in result.text
    assert "1234567" not in result.text and "李美玲" not in result.text


def test_a_missed_name_is_covered_wherever_it_stands() -> None:
    text = "門口的寶咪昨天來過。寶 咪今天又來。"
    first = run(text)
    assert first.text == text
    result = run(text, correct.mask(Document("1", text), at(text, "寶咪"), label="NAME"))
    assert result.text is not None and "咪" not in result.text
    assert set(result.spans) >= {"review"}


def test_a_missed_name_of_the_patient_becomes_the_patients_code() -> None:
    text = "病患王小明，病歷號：1234567，主訴頭暈。她說寶弟昨晚沒睡。"
    result = run(text, correct.mask(Document("1", text), at(text, "寶弟"), label="NAME", kind="patient"))
    assert result.text is not None and "PT-0001昨晚" in result.text


def test_a_day_is_covered_where_it_is_written_the_same_way_as_a_token_only() -> None:
    text = "MMT 5/2，於 5/2 起，15/2 與 5/25 不是。"
    choice = correct.mask(Document("1", text), at(text, "5/2", 1), label="DATE")
    assert choice.masked == (at(text, "5/2"), at(text, "5/2", 1))
    assert correct.mask(Document("1", text), at(text, "5/2", 1), label="DATE", scope="here").masked == (at(text, "5/2", 1),)


def test_relabelling_changes_what_is_written_and_covers_the_same_characters() -> None:
    first = run(NOTE)
    choice = correct.relabel(Document("1", NOTE), first, at(NOTE, "李小華"), label="DOCTOR")
    result = run(NOTE, choice)
    assert result.text is not None and "李小華" not in result.text
    assert [e.label for e in result.edits if e[:2] == at(NOTE, "李小華")] == ["DOCTOR"]


def test_extending_moves_the_bounds_outwards_and_inwards_and_others_of_the_same_text_follow() -> None:
    text = "同事說阿虎仔昨天來，阿虎仔今天沒來。"
    document = Document("1", text)
    start = correct.mask(document, at(text, "虎"), label="NAME")
    seen = run(text, start)
    wider = correct.extend(document, seen, at(text, "虎"), at(text, "阿虎仔"))
    result = run(text, start, wider)
    assert result.text is not None and not set("阿虎仔") & set(result.text)
    narrower = correct.extend(document, result, at(text, "阿虎仔"), at(text, "虎仔"))
    last = run(text, start, wider, narrower)
    assert last.text is not None and last.text.count("阿") == 2 and "虎" not in last.text


def test_the_later_of_two_corrections_about_one_place_holds() -> None:
    document, first = Document("1", NOTE), run(NOTE)
    off = correct.unmask(document, first, at(NOTE, "李小華"))
    on = correct.mask(document, at(NOTE, "李小華"), label="NAME", kind="relative")
    masked = run(NOTE, off, on)
    assert masked.text is not None and "李小華" not in masked.text
    assert run(NOTE, on, off).text == run(NOTE, off).text


def test_one_correction_fewer_is_undo() -> None:
    document, first = Document("1", NOTE), run(NOTE)
    off = correct.unmask(document, first, at(NOTE, "李小華"))
    assert run(NOTE, *(off,)[:-1]) == first


def test_what_a_person_left_is_no_residue_though_the_name_is_covered_elsewhere() -> None:
    text = "姓名：陳美華 病歷號：7654321\n陳美華表示頭痛。"
    document, first = Document("1", text), run(text)
    result = run(text, correct.unmask(document, first, at(text, "陳美華", 1), scope="here"))
    assert result.status == "clean"
    assert result.text is not None and result.text.endswith("陳美華表示頭痛。")


def test_a_steady_pipeline_finds_the_same() -> None:
    document = Document("1", NOTE)
    kept = correct.steady(FRESH, document)
    assert kept.run(document) == FRESH.run(document)


def test_offsets_are_code_points_so_emoji_and_rare_characters_move_nothing() -> None:
    text = "😀 門口有𠮷田，還有寶咪。"
    result = run(text, correct.mask(Document("1", text), at(text, "寶咪"), label="NAME"))
    assert result.text is not None and result.text == "😀 門口有𠮷田，還有[姓名]。"
    result = run(text, correct.mask(Document("1", text), at(text, "𠮷田"), label="NAME"))
    assert result.text is not None and result.text.startswith("😀 門口有[姓名]，")


def test_a_correction_survives_json() -> None:
    choice = Correction("extend", ((1, 4), (9, 12)), ((4, 5),), "NAME", "patient")
    assert written.from_record(written.to_record(choice)) == choice
    for broken in ({}, {"action": "burn", "masked": [], "spared": [], "label": None, "kind": None}):
        with pytest.raises(UsageError):
            written.from_record(broken)


def test_places_outside_the_text_blanks_and_unknown_labels_are_refused_without_quoting_the_note() -> None:
    document = Document("1", "陳美華 ")
    for place, label in (((0, 99), "NAME"), ((3, 4), "NAME"), ((2, 2), "NAME"), ((0, 3), "NOBODY"), ((-1, 2), "NAME")):
        with pytest.raises(UsageError) as caught:
            correct.mask(document, place, label=label)
        assert "陳" not in str(caught.value)
