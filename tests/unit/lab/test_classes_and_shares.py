"""Figures by class, shares of notes, decoys and links, on counts small enough to make by hand."""

from __future__ import annotations

import random

import pytest

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.classes import SCHEMES, directness
from incognote.lab.evaluate.decoys import altered, read_decoys
from incognote.lab.evaluate.figures import entity_recalls, recalls, summary
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.intervals import wilson
from incognote.lab.evaluate.links import link
from incognote.lab.evaluate.measures import AT, Score, score
from incognote.lab.evaluate.per_class import MACRO, MICRO, per_class
from incognote.lab.evaluate.predictions import Answer, Predicted
from incognote.lab.evaluate.report import page
from incognote.lab.evaluate.tables import evaluation, markdown

TEXT = "王小明 5/2 王小明 MRN 123 K 3.5"
NOTE = GoldNote("n", TEXT, (GoldSpan(0, 3, "NAME", None, "p"), GoldSpan(4, 7, "DATE"), GoldSpan(8, 11, "NAME", None, "p"), GoldSpan(16, 19, "MRN", None, "p")), {}, {})
WHOLE = ((0, 3, "NAME"), (4, 7, "DATE"), (8, 11, "NAME"), (16, 19, "MRN"))


def answer(*spans: tuple[int, int, str]) -> Answer:
    return Answer(tuple(Predicted(s, e, label, TEXT[s:e]) for s, e, label in spans))


def many(answers: list[Answer], skeletons: int | None = None) -> Score:
    meta = [{} if skeletons is None else {"skeleton": f"s{at % skeletons}"} for at in range(len(answers))]
    notes = [NOTE._replace(id=f"n{at}", meta=meta[at]) for at in range(len(answers))]
    return score("x", notes, {n.id: a for n, a in zip(notes, answers, strict=True)})


def values(of: Score, name: str) -> dict[str, float]:
    return {figure: estimate.value for figure, estimate in per_class(of)[name].items()}


def test_a_class_counts_spans_of_its_own_class_covered_and_predictions_that_touch_one() -> None:
    of = many([answer((0, 3, "NAME"), (4, 7, "NAME"), (8, 10, "NAME"), (16, 19, "MRN"))])
    assert values(of, "NAME") == pytest.approx({"precision": 2 / 3, "recall": 1 / 2, "F1": 4 / 7, "exact F1": 2 / 5})
    assert values(of, "DATE") == {"precision": 0, "recall": 0, "F1": 0, "exact F1": 0}
    assert values(of, "MRN") == {"precision": 1, "recall": 1, "F1": 1, "exact F1": 1}
    assert values(of, MACRO) == pytest.approx({"precision": 5 / 9, "recall": 1 / 2, "F1": (4 / 7 + 1) / 3, "exact F1": 7 / 15})
    assert values(of, MICRO) == pytest.approx({"precision": 3 / 4, "recall": 1 / 2, "F1": 3 / 5, "exact F1": 1 / 2})


def test_a_span_under_another_class_is_not_caught_by_its_own() -> None:
    of = many([answer((4, 7, "NAME"), (20, 25, "DATE"))])
    assert values(of, "DATE") == {"precision": 0, "recall": 0, "F1": 0, "exact F1": 0}
    assert summary(of)["full-cover recall"].value == 0.25, "though nothing of it leaks"


def test_a_class_may_be_left_out_of_the_mean() -> None:
    of = many([answer((0, 3, "NAME"), (16, 19, "MRN"))])
    assert per_class(of, without=("DATE",))[MACRO]["recall"].value == pytest.approx(3 / 4)
    assert "DATE" not in per_class(of, without=("DATE",))


def test_the_interval_of_the_mean_is_that_of_a_second_implementation() -> None:
    given = [answer(*WHOLE[: at % 4 + 1]) for at in range(23)]
    caught = [{"NAME": (1 + (at % 4 >= 2), 2), "DATE": (at % 4 >= 1, 1), "MRN": (at % 4 == 3, 1)} for at in range(23)]
    draw, means = random.Random(0), []
    for _ in range(2000):
        drawn = draw.choices(caught, k=23)
        means.append(sum(sum(n[c][0] for n in drawn) / sum(n[c][1] for n in drawn) for c in ("NAME", "DATE", "MRN")) / 3)
    means.sort()
    told = per_class(many(given))[MACRO]["recall"]
    assert (told.low, told.high) == pytest.approx((means[49], means[1949]))
    assert told.of == 3


def test_a_class_caught_whole_is_not_told_as_certain() -> None:
    told = per_class(many([answer(*WHOLE)] * 4))["MRN"]
    assert [row.value for row in told.values()] == [1, 1, 1, 1]
    assert {round(row.low, 4) for row in told.values()} == {round(wilson(4, 4).low, 4)}


def test_classes_are_resampled_by_skeleton() -> None:
    of = many([answer(*WHOLE) if at % 4 else Answer(()) for at in range(40)], skeletons=4)
    one, grouped = (per_class(of, by_skeleton=whole)["DATE"]["recall"] for whole in (False, True))
    assert one.value == grouped.value and grouped.high - grouped.low > 1.5 * (one.high - one.low)


def test_classes_are_those_of_the_scheme_and_times_count_where_they_are_asked_for() -> None:
    note = GoldNote("n", "10:30 王小明", (GoldSpan(0, 5, "TIME"), GoldSpan(6, 9, "NAME")), {}, {})
    given = {"x": {"n": Answer((Predicted(0, 5, "TIME", "10:30"),))}}
    without = evaluation("few", [note], given, scheme="10")
    asked = evaluation("few", [note], given, scheme="10", also=("TIME",))
    assert list(without["systems"]["x"]["classes"]) == ["name", MACRO, MICRO]
    assert list(asked["systems"]["x"]["classes"]) == ["name", "time", MACRO, MICRO]
    assert asked["scored"] == "tiers A and B and TIME"
    assert "| time | 1 | 1.000" in markdown(asked) and ">time<" in page(asked)


def test_a_class_that_one_skeleton_holds_is_not_told_as_certain() -> None:
    of = many([answer(*WHOLE) if at % 2 else Answer(()) for at in range(10)], skeletons=1)
    told = recalls(of, directness, by_skeleton=True)["quasi"]
    assert (told.value, told.of) == (0.5, 10) and told.high - told.low > 0.7
    assert per_class(of, by_skeleton=True)["DATE"]["recall"] == told


def test_a_note_is_fully_covered_only_if_all_its_places_are() -> None:
    of = many([answer((0, 3, "NAME"), (4, 7, "DATE"), (16, 19, "MRN")), answer(*WHOLE), Answer((), is_valid=False)])
    figures = summary(of)
    assert (figures["clean notes"].value, figures["fully covered notes"].value) == pytest.approx((2 / 3, 1 / 3))
    assert figures["fully covered notes"] == wilson(1, 3)
    assert summary(score("x", [GoldNote("e", "BP", (), {}, {})], {}))["fully covered notes"].value == 0


def test_shares_of_notes_know_skeletons() -> None:
    of = many([answer(*WHOLE) if at % 4 == 0 else Answer(()) for at in range(80)], skeletons=4)
    one, grouped = summary(of), summary(of, by_skeleton=True)
    for name in ("clean notes", "fully covered notes"):
        assert one[name].value == grouped[name].value == 0.25
        assert grouped[name].high - grouped[name].low > 2 * (one[name].high - one[name].low)
    assert grouped["valid answers"] == wilson(4, 4)._replace(of=80), "four skeletons are four draws"


def test_an_entity_is_all_its_mentions_whatever_their_labels() -> None:
    assert summary(many([answer((0, 3, "NAME"), (8, 11, "NAME"))]))["entity recall"].value == 0
    assert summary(many([answer(*WHOLE)]))["entity recall"].value == 1
    assert many([answer(*WHOLE)]).counts[0, AT["entities"]] == 1


def test_direct_and_quasi_identifiers_are_told_apart() -> None:
    told = recalls(many([answer((0, 3, "NAME"), (16, 19, "MRN"))]), directness)
    assert {name: (row.value, row.of) for name, row in told.items()} == {"direct": (pytest.approx(2 / 3), 3), "quasi": (0, 1)}


def test_entities_of_direct_and_quasi_identifiers_are_told_apart() -> None:
    told = entity_recalls(many([answer((0, 3, "NAME"), (8, 11, "NAME")), answer(*WHOLE)]), directness)
    assert {name: (row.value, row.of) for name, row in told.items()} == {"direct": (0.5, 2)}


DECOYS = [GoldNote(f"d{at}", text, (), {}, {}) for at, text in enumerate(("BP 120/80", "14:30", "MMT 5/5", "K 3.5"))]


def test_a_decoy_is_altered_by_tier_a_and_b_and_by_labels_that_are_not_ours() -> None:
    masked = {"d0": "DATE", "d1": "TIME", "d2": "PERSON"}
    told = altered(DECOYS, {d.id: Answer((Predicted(0, 2, masked[d.id], d.text[:2]),) if d.id in masked else ()) for d in DECOYS})
    assert [row["id"] for row in told.texts] == ["d0", "d2"]
    assert told.share == wilson(2, 4)
    assert told.texts[0]["masked"] == [["BP", "DATE"]]


def test_a_system_that_was_not_asked_about_decoys_has_altered_none_and_is_told_with_a_dash() -> None:
    result = evaluation("few", [NOTE], {"theirs": {"n": answer(*WHOLE)}, "ours": {"n": answer(*WHOLE)} | {d.id: Answer((), seconds=9) for d in DECOYS}}, decoys=DECOYS)
    assert altered(DECOYS, {d.id: Answer((), is_valid=False, failure="no answer") for d in DECOYS}).share.of == 0
    theirs, ours = (result["systems"][name]["figures"]["decoys altered"] for name in ("theirs", "ours"))
    assert (theirs[3], ours[0], ours[3]) == (0, 0, 4)
    assert result["systems"]["ours"]["seconds"] is None, "time spent on decoys is none of the notes'"


def test_altered_decoys_are_listed_on_the_page() -> None:
    given = {"n": answer(*WHOLE)} | {d.id: Answer((Predicted(0, 2, "DATE", d.text[:2]),)) for d in DECOYS}
    shown = page(evaluation("few", [NOTE], {"ours": given}, decoys=DECOYS))
    assert "Decoys altered (4)" in shown and "MMT 5/5" in shown
    assert "Clinical strings that a mask touches" in shown


@pytest.mark.parametrize(
    ("line", "complaint"),
    [('{"id": "a"}', "line 1 of the decoys: it needs"), ('{"id": "n", "text": "x"}', "line 1 of the decoys: its id"), ("", "no text")],
)
def test_wrong_decoys_are_refused_by_line(tmp_path, line: str, complaint: str) -> None:
    path = tmp_path / "decoys.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(FormatError, match=complaint):
        read_decoys(path, [NOTE])


def visits(people: int, linked: int) -> tuple[list[dict], dict[str, tuple[str, ...]]]:
    notes = [{"id": f"{p}-{v}", "person": f"p{p}", "changed": ["header"] if v else []} for p in range(people) for v in range(3)]
    return notes, {n["id"]: (f"P-{n['person']}" if int(n["person"][1:]) < linked else f"P-{n['id']}",) for n in notes}


def test_links_are_resampled_by_person() -> None:
    """Three visits make three pairs that succeed and fail together: 30 people are no 90 draws."""
    told = link(*visits(30, 20))
    by_pair = wilson(60, 90)
    assert (told.found.value, told.found.of) == (pytest.approx(2 / 3), 90)
    assert told.found.high - told.found.low > 1.4 * (by_pair.high - by_pair.low)
    assert told.by_change["header"].of == 90
    draw, shares = random.Random(0), []
    for _ in range(2000):
        shares.append(sum(at < 20 for at in draw.choices(range(30), k=30)) / 30)
    shares.sort()
    assert (told.found.low, told.found.high) == pytest.approx((shares[49], shares[1949]))


def test_links_all_found_are_no_certainty() -> None:
    assert link(*visits(10, 10)).found == wilson(10, 10)._replace(of=30)


def test_only_labels_of_tier_c_are_asked_for_beside_the_others() -> None:
    from argparse import Namespace

    from incognote.cli.evaluating import _of_tier_c

    assert _of_tier_c(Namespace(also="time, AGE", tier_c=False)) == {"TIME", "AGE"}
    with pytest.raises(UsageError, match="tier C"):
        _of_tier_c(Namespace(also="NAME", tier_c=False))


def test_a_profile_tells_times_only_where_they_are_asked_for() -> None:
    from incognote.lab.evaluate.systems import answer_all

    note = GoldNote("n", "2024/5/2 14:30 到院", (), {}, {})
    labels = [{s.label for s in answer_all(["clinic-tw"], [note], also=also)["clinic-tw"]["n"].spans} for also in ((), ("TIME",))]
    assert labels == [{"DATE"}, {"DATE", "TIME"}]


def test_schemes_know_times_of_intake_reports() -> None:
    assert SCHEMES["10"]("TIME") == "time"
