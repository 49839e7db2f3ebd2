"""What the measures count, on notes small enough to count by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.classes import SCHEMES, by_class, by_person
from incognote.lab.evaluate.compare import difference
from incognote.lab.evaluate.figures import recalls, summary
from incognote.lab.evaluate.gold import GoldNote, GoldSpan, read_gold
from incognote.lab.evaluate.intervals import draws, wilson
from incognote.lab.evaluate.measures import column, score
from incognote.lab.evaluate.predictions import Answer, Predicted, read_predictions, read_reply, row_of
from incognote.lab.evaluate.systems import answer_all
from incognote.lab.evaluate.utility import touched

TEXT = "王小明 王小明 於5/2就診 BP 120/80"
NOTE = GoldNote(
    "n1", TEXT, (GoldSpan(0, 3, "NAME", "patient", "p1"), GoldSpan(4, 7, "NAME", "patient", "p1"), GoldSpan(9, 12, "DATE", None, None)),
    {"type": "outpatient"}, {"p1": {"entity": "p1", "role": "patient", "origin": "local", "sex": "M"}},
)  # fmt: skip


def answer(*spans: tuple[int, int, str]) -> dict[str, Answer]:
    return {"n1": Answer(tuple(Predicted(s, e, label, TEXT[s:e]) for s, e, label in spans))}


def test_a_string_found_once_counts_for_all_its_places_but_covers_only_one() -> None:
    scored = score("x", [NOTE], answer((0, 3, "NAME")))
    assert column(scored, "string_caught")[0] == 2
    assert column(scored, "covered")[0] == 1
    assert column(scored, "leaked")[0] == 3 + 2  # three characters of the second name, 5 and 2 of the date


def test_a_string_without_offsets_masks_all_its_places() -> None:
    scored = score("x", [NOTE], {"n1": Answer((Predicted(-1, -1, "NAME", "王小明"),))})
    assert column(scored, "covered")[0] == 2


def test_a_wider_span_covers_and_is_neither_exact_nor_a_caught_string() -> None:
    scored = score("x", [NOTE], answer((8, 12, "DATE")))
    assert (column(scored, "covered")[0], column(scored, "exact")[0], column(scored, "string_caught")[0]) == (1, 0, 0)
    assert column(scored, "spurious")[0] == 0
    assert column(scored, "over_masked")[0] == 1


def test_part_of_a_name_is_not_the_name() -> None:
    scored = score("x", [NOTE], answer((0, 2, "NAME")))
    assert (column(scored, "covered")[0], column(scored, "leaked")[0]) == (0, 1 + 3 + 2)


def test_a_label_the_scheme_lacks_is_no_false_alarm_but_what_it_masks_is_masked() -> None:
    """Else a tool that calls a whole note a ROOM would hide everything for nothing."""
    at = TEXT.index("120/80")
    scored = score("x", [NOTE], answer((at, at + 6, "ROOM")), label_map=SCHEMES["8"])
    assert (column(scored, "spurious")[0], column(scored, "unique_said")[0]) == (0, 0)
    assert column(scored, "over_masked")[0] == 5


def test_another_tools_own_label_is_a_false_alarm_in_every_scheme() -> None:
    at = TEXT.index("120/80")
    for scheme in SCHEMES.values():
        scored = score("x", [NOTE], answer((at, at + 6, "PERSON")), label_map=scheme)
        assert (column(scored, "spurious")[0], column(scored, "unique_said")[0]) == (1, 1)


def test_a_scheme_reads_its_own_classes_too() -> None:
    assert column(score("x", [NOTE], answer((0, 3, "PATIENT")), label_map=SCHEMES["i2b2"]), "typed")[0] == 1
    assert column(score("x", [NOTE], answer((0, 3, "PER")), label_map=SCHEMES["4"]), "typed")[0] == 1


def test_a_span_on_clinical_text_is_spurious() -> None:
    at = TEXT.index("120/80")
    scored = score("x", [NOTE], answer((at, at + 6, "DATE")))
    assert column(scored, "spurious")[0] == 1
    assert scored.spurious == ((0, at, at + 6, "DATE"),)


def test_an_entity_is_caught_only_with_all_its_mentions() -> None:
    assert summary(score("x", [NOTE], answer((0, 3, "NAME"))))["entity recall"].value == 0
    assert summary(score("x", [NOTE], answer((0, 3, "NAME"), (4, 7, "NAME"))))["entity recall"].value == 1


def test_a_wrong_label_is_exact_but_not_typed() -> None:
    scored = score("x", [NOTE], answer((0, 3, "DOCTOR")))
    assert (column(scored, "exact")[0], column(scored, "typed")[0]) == (1, 0)


def test_labels_a_scheme_does_not_know_are_neither_missed_nor_false_alarms() -> None:
    note = NOTE._replace(spans=(*NOTE.spans, GoldSpan(14, 16, "ROOM")))
    scored = score("x", [note], answer((0, 3, "NAME"), (14, 16, "ROOM")), label_map=SCHEMES["8"])
    assert (column(scored, "gold")[0], column(scored, "spurious")[0], column(scored, "unique_said")[0]) == (3, 0, 1)


def test_what_covers_under_an_unscored_label_still_covers() -> None:
    scored = score("x", [NOTE], answer((0, 3, "PROFESSION")), ignore=("PROFESSION",))
    assert column(scored, "covered")[0] == 1


def test_a_note_without_an_answer_misses_all_its_spans_and_says_so() -> None:
    scored = score("x", [NOTE], {})
    assert column(scored, "string_caught")[0] == 0
    assert scored.failures == ("n1: no answer",)
    assert summary(scored)["valid answers"].value == 0
    empty = score("x", [GoldNote("e", "BP 120/80", (), {}, {})], {})
    assert summary(empty)["clean notes"].value == 0


def test_a_system_that_crashes_on_a_note_has_missed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from incognote.lab.evaluate import systems

    def crash(document: object) -> list[object]:
        raise RuntimeError("王小明")

    monkeypatch.setattr(systems, "finder", lambda name, also: crash)
    given = answer_all(["rules"], [NOTE])["rules"]
    assert given["n1"].failure == "crashed (RuntimeError)"
    assert column(score("rules", [NOTE], given), "covered")[0] == 0


def test_recall_by_label_and_by_person_counts_what_it_says() -> None:
    scored = score("x", [NOTE], answer((0, 3, "NAME")))
    assert recalls(scored, by_class(SCHEMES["33"]))["NAME"].value == 0.5
    assert recalls(scored, by_person([NOTE], "origin"))["local"].of == 2


def test_a_class_that_is_caught_whole_is_not_told_as_certain() -> None:
    told = recalls(score("x", [NOTE], answer((9, 12, "DATE"))), by_class(SCHEMES["33"]))
    assert (told["DATE"].value, told["DATE"].high, told["NAME"].value, told["NAME"].low) == (1, 1, 0, 0)
    assert told["DATE"].low < 0.3 and told["NAME"].high > 0.7 and told["NAME"].of == 2


def test_a_recall_of_all_or_nothing_is_not_told_as_certain() -> None:
    notes = [NOTE._replace(id=f"n{i}") for i in range(10)]
    nothing = summary(score("x", notes, {n.id: Answer(()) for n in notes}))
    assert nothing["full-cover recall"] == wilson(0, 10)._replace(of=30)
    assert nothing["entity recall"].high > 0.2


def test_an_empty_note_divides_by_nothing() -> None:
    figures = summary(score("x", [GoldNote("e", "", (), {}, {})], {"e": Answer(())}))
    assert figures["string recall"].value == 0 and figures["clean notes"].value == 1


def test_draws_are_those_of_the_standard_library() -> None:
    import random

    rng = random.Random(0)
    assert draws(13, resamples=20).tolist() == [rng.choices(range(13), k=13) for _ in range(20)]


def test_systems_are_answered_in_the_order_asked(tmp_path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({"id": "n1", "spans": []}) + "\n", "utf-8")
    assert list(answer_all(["article-regex", str(path)], [NOTE])) == ["article-regex", "theirs"]


def test_hashed_predictions_tell_nothing_that_needs_places(tmp_path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(row_of("n1", answer((0, 3, "NAME"), (17, 20, "DATE"))["n1"], is_hashed=True)) + "\n", "utf-8")
    hashed, plain = score("p", [NOTE], read_predictions(path, [NOTE])), score("q", [NOTE], answer((0, 3, "NAME")))
    figures = summary(hashed)
    assert (figures["string recall"].value, figures["unique precision"].value) == (pytest.approx(2 / 3), 0.5)
    assert {figures[name].of for name in ("full-cover recall", "over-masked share", "spurious spans a note", "typed exact F1")} == {0}
    assert difference(hashed, plain).value == 0
    with pytest.raises(UsageError, match="hashed"):
        difference(hashed, plain, measure="full-cover recall")


def test_a_string_without_offsets_touches_clinical_text_too() -> None:
    at = TEXT.index("120/80")
    told = touched([NOTE], {"n1": Answer((Predicted(-1, -1, "DATE", "120/80"),))}, [[GoldSpan(at, at + 6, "dose")]])
    assert (told.value, told.of) == (1, 1)


def test_classes_are_resampled_by_skeleton_too() -> None:
    notes = [NOTE._replace(id=f"n{i}", meta={"skeleton": f"s{i // 10}"}) for i in range(40)]
    given = {n.id: answer((0, 3, "NAME"), (4, 7, "NAME"))["n1"] if i < 20 else Answer(()) for i, n in enumerate(notes)}
    key = by_class(SCHEMES["33"])
    one, many = (recalls(score("x", notes, given), key, by_skeleton=whole)["NAME"] for whole in (False, True))
    assert one.value == many.value == 0.5
    assert many.high - many.low > 2 * (one.high - one.low)


def test_f2_weighs_recall_more() -> None:
    figures = summary(score("x", [NOTE], answer((0, 3, "NAME"))))
    assert figures["F1 (string recall, unique precision)"].value == pytest.approx(0.8)
    assert figures["F2 (string recall, unique precision)"].value == pytest.approx(5 * (2 / 3) / (4 + 2 / 3))


def test_overlapping_intervals_are_no_clear_difference_and_never_the_same() -> None:
    notes = [NOTE._replace(id=f"n{i}") for i in range(40)]
    half = {n.id: answer((0, 3, "NAME"))["n1"] if i % 2 else Answer(()) for i, n in enumerate(notes)}
    other = {n.id: answer((0, 3, "NAME"))["n1"] if i % 2 == 0 else Answer(()) for i, n in enumerate(notes)}
    half["n0"] = half["n1"]
    told = difference(score("a", notes, half), score("b", notes, other))
    assert told.value > 0
    assert told.sentence.startswith("No clear difference shown on this test set")
    assert "same" not in told.sentence.replace("this test set", "")
    better = difference(score("a", notes, {n.id: answer((0, 3, "NAME"))["n1"] for n in notes}), score("b", notes, {}))
    assert better.sentence.startswith("a improved on b") and better.low > 0 and better.p < 0.01
    assert "One training seed" in difference(score("a", notes, half), score("b", notes, other), seeds=1).sentence


def test_non_inferiority_needs_the_whole_interval_within_the_margin() -> None:
    notes = [NOTE._replace(id=f"n{i}") for i in range(60)]
    all_found = {n.id: answer((0, 3, "NAME"), (9, 12, "DATE"))["n1"] for n in notes}
    few_less = {n.id: all_found[n.id] if i % 12 else Answer(()) for i, n in enumerate(notes)}
    wide = difference(score("a", notes, few_less), score("b", notes, all_found), margin=0.5)
    narrow = difference(score("a", notes, few_less), score("b", notes, all_found), margin=0.09)
    assert narrow.value > -0.09
    with pytest.raises(UsageError, match="not negative"):
        difference(score("a", notes, few_less), score("b", notes, all_found), margin=-0.01)
    assert "not worse" in wide.sentence and "It is not shown" in narrow.sentence


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"id": "a", "text": "abc", "spans": [{"start": 1, "end": 9, "label": "NAME"}]}', "line 2: offsets"),
        ('{"id": "a", "text": "abc", "spans": [{"start": 2, "end": 2, "label": "NAME"}]}', "line 2: offsets"),
        ('{"id": "a", "text": "abc", "spans": [{"start": 0, "end": 2, "label": "PERSONNE"}]}', "line 2: unknown label"),
        ('{"id": "a", "text": "abc", "spans": [{"start": 0, "end": 2, "label": "NAME"}, {"start": 1, "end": 3, "label": "NAME"}]}', "line 2: the spans"),
        ('{"id": "a", "text": "abc", "phi": [{"type": "NAME", "text": "zz", "start": 0, "end": 2}]}', "line 2: the span at 0"),
        ('{"id": "ok", "text": "abc", "spans": []}', "line 2: its id"),
        ("{", "line 2: no JSON"),
        ("[]", "line 2: no JSON object"),
        ('{"id": "a", "text": "abc"}', "line 2: it needs"),
        ('{"id": "a", "text": "abc", "spans": [{"start": 0, "end": 2, "label": ["NAME"]}]}', "line 2: unknown label"),
        ('{"id": "a", "text": "abc", "spans": [], "people": [{"role": "patient"}]}', "line 2: `people`"),
    ],
)
def test_wrong_gold_is_refused_by_line(tmp_path, line: str, complaint: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "ok", "text": "abc", "spans": []}\n' + line + "\n", "utf-8")
    with pytest.raises(FormatError, match=complaint):
        read_gold(path)


def test_an_empty_gold_file_is_refused(tmp_path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text("\n", "utf-8")
    with pytest.raises(FormatError, match="no note"):
        read_gold(path)


@pytest.mark.parametrize(("name", "data"), [("g.jsonl", b"\xff\xfe{}"), ("g.jsonl.xz", b"none"), ("g.jsonl.gz", b"none")])
def test_a_gold_file_that_is_no_text_is_refused(tmp_path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError, match="after line 0"):
        read_gold(tmp_path / name)


def test_predictions_for_a_note_that_is_not_there_are_refused(tmp_path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"id": "elsewhere", "spans": []}) + "\n", "utf-8")
    with pytest.raises(FormatError, match="line 1"):
        read_predictions(path, [NOTE])


def test_a_reply_is_read_as_the_article_reads_it() -> None:
    assert [s.text for s in read_reply('<think>{x</think> {"phi": [{"type": "NAME", "text": "a"}, {"type": "NAME"}, 3]} bye').spans] == []
    assert [s.text for s in read_reply('so: {"phi": [{"type": "NAME", "text": "a"}, {"type": "NAME"}, 3]} bye').spans] == ["a"]
    assert not read_reply('{"phi": "a"}').is_valid


def test_wilson_is_the_published_interval() -> None:
    """186 of 200 clean notes: 0.886 to 0.958 (methods 7.1)."""
    told = wilson(186, 200)
    assert (round(told.low, 3), round(told.high, 3)) == (0.886, 0.958)
    assert wilson(0, 0).high == 1.0


def test_figures_of_a_thousand_notes_are_numbers() -> None:
    notes = [NOTE._replace(id=f"n{i}") for i in range(1000)]
    given = {n.id: answer((0, 3, "NAME"))["n1"] for n in notes}
    figures = summary(score("x", notes, given))
    assert figures["full-cover recall"].value == pytest.approx(1 / 3)
    assert np.isfinite([f.low for f in figures.values()]).all()
