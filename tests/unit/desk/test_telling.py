"""A narrative told anew with a person's choices: the draw holds, a choice that cannot be changes nothing."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.desk import tell_view, telling
from incognote.desk.pipelines import Pipelines
from incognote.document import Document, Finding
from incognote.errors import UsageError
from incognote.narrative.edit import by_hand
from incognote.narrative.graph import record
from incognote.narrative.perturb.chosen import Choice
from incognote.retelling import retelling

STORY = (
    "Intake 2024-05-02\nJohn Hartley, 45, a lighthouse keeper, lost his job four months ago and has had low mood for three months. "
    "He denied suicidal ideation. His mother had bipolar disorder. Diagnosis: major depressive disorder. "
    "He started mirtazapine 15 mg nightly six weeks ago with partial response. PHQ-9 score 17.\n"
)
PIPELINES = Pipelines(tagger=False)
KEEP = Choice("f0", "occupation", "keep")


@pytest.fixture(scope="module")
def drawn() -> telling.Telling:
    return telling.told(telling.begun(Document("1", STORY)), PIPELINES)


def text(one: telling.Telling) -> str:
    return tell_view.shown(one)


def test_undoing_a_choice_gives_the_same_text_again_and_redoing_the_other(drawn: telling.Telling) -> None:
    kept = telling.told(telling.with_choice(drawn, KEEP), PIPELINES)
    back = telling.told(telling.undone(kept), PIPELINES)
    assert "lighthouse keeper" in text(kept) and text(back) == text(drawn)
    assert text(telling.told(telling.redone(back), PIPELINES)) == text(kept)


def test_another_draw_keeps_what_was_chosen(drawn: telling.Telling) -> None:
    kept = telling.told(telling.with_choice(drawn, KEEP), PIPELINES)
    anew = telling.told(telling.drawn_anew(kept), PIPELINES)
    assert text(anew) != text(kept) and "lighthouse keeper" in text(anew)


def test_a_new_choice_ends_what_could_be_redone(drawn: telling.Telling) -> None:
    back = telling.undone(telling.with_choice(drawn, KEEP))
    assert back.undone == (KEEP,) and telling.redone(back).choices == (KEEP,)
    assert telling.with_choice(back, Choice("f0", "occupation", "up")).undone == ()
    assert telling.undone(drawn) is drawn and telling.redone(drawn) is drawn


def test_the_graph_of_the_page_is_what_a_retelling_by_hand_takes(drawn: telling.Telling) -> None:
    kept = telling.told(telling.with_choice(drawn, Choice("f0", "occupation", "put", "ferry pilot")), PIPELINES)
    assert kept.told is not None
    by_itself = retelling(make_pipeline(load_profile("psychiatry"), tagger=False), changing=by_hand(json.loads(json.dumps(record(kept.told.graph)))))
    result = by_itself.run(Document("elsewhere", STORY))
    assert result.status != "failed" and "ferry pilot" in (result.text or "") and "Hartley" not in (result.text or "")


def test_what_cannot_be_chosen_is_an_error_that_quotes_nothing(drawn: telling.Telling) -> None:
    with pytest.raises(UsageError) as refused:
        telling.told(telling.with_choice(drawn, Choice("f0", "hobby", "keep")), PIPELINES)
    assert "lighthouse" not in str(refused.value)


def test_the_view_shows_each_text_whole_and_every_fact(drawn: telling.Telling) -> None:
    view = tell_view.view(drawn)
    assert drawn.told is not None
    assert "".join(piece.text for piece in view.original) == STORY and "".join(piece.text for piece in view.output) == text(drawn)
    assert sorted(fact.node.id for _, facts in view.kinds for fact in facts) == sorted(node.id for node in drawn.told.graph.nodes)
    read = {piece.text for piece in view.original if any(n != "f0" for n in piece.nodes)}
    assert any("mirtazapine" in one for one in read)


def test_a_fact_is_called_in_the_language_of_its_story() -> None:
    text = "林小姐四個月前失去工作，之後情緒低落，否認自殺意念。母親有躁鬱症。診斷：重鬱症。服用sertraline 50 mg。"
    facts = [fact for _, facts in tell_view.view(telling.told(telling.begun(Document("1", text)), PIPELINES)).kinds for fact in facts]
    assert {"失業", "自殺意念", "雙極性疾患"} <= {fact.name for fact in facts}
    assert {name for fact in facts for edge, _, _, name in fact.edges if edge == "causes"} <= {fact.name for fact in facts}


def test_facts_stand_by_kind_and_the_earliest_first(drawn: telling.Telling) -> None:
    for kind, facts in tell_view.view(drawn).kinds:
        onsets = [fact.when.onset for fact in facts if fact.when is not None and fact.when.onset is not None]
        assert {fact.node.kind for fact in facts} == {kind} and onsets == sorted(onsets)
        assert [fact.when is not None and fact.when.onset is not None for fact in facts] == sorted((fact.when is not None and fact.when.onset is not None for fact in facts), reverse=True)


def test_what_survived_is_told_of_first(drawn: telling.Telling) -> None:
    assert drawn.result is not None
    found = (Finding("narrative_uncovered", "source", 0, 6, "warning"), Finding("phone", "output", 0, 3, "residue"), Finding("x", "source", 0, 0, "info"))
    notes = tell_view.view(replace(drawn, result=replace(drawn.result, findings=found))).notes
    assert [(note.kind, words) for note, words in notes] == [("phone", text(drawn)[:3]), ("narrative_uncovered", "Intake")]


def test_a_text_that_is_told_wrongly_is_not_shown(drawn: telling.Telling) -> None:
    assert drawn.result is not None
    for status, is_shown in (("failed", False), ("residue", True), ("degraded", True)):
        assert bool(text(replace(drawn, result=replace(drawn.result, status=status)))) is is_shown


def test_places_of_a_text_are_cut_where_facts_begin_and_end_however_many_there_are() -> None:
    found = list(tell_view.pieces("0123456789", [(2, 6, ("a",)), (4, 8, ("b",)), (4, 4, ("c",)), (8, 99, ("d",)), (50, 60, ("e",)), (-3, 1, ("f",))]))
    assert [tuple(piece) for piece in found] == [
        ("0", ("f",)), ("1", ()), ("23", ("a",)), ("45", ("a", "b")), ("67", ("b",)), ("89", ("d",)),
    ]  # fmt: skip
    began = time.process_time()
    many = list(tell_view.pieces("x" * 60_000, [(at, at + 2, (f"f{at}",)) for at in range(0, 60_000, 2)]))
    assert len(many) == 30_000 and time.process_time() - began < 2


def test_sex_has_nothing_to_choose_and_an_age_nothing_more_general(drawn: telling.Telling) -> None:
    life = {one.field: one.acts for _, facts in tell_view.view(drawn).kinds for fact in facts for one in fact.life if fact.node.id == "f0"}
    assert life["sex"] == () and "up" in life["occupation"] and "up" not in life.get("age", ())


def test_a_text_that_cannot_be_told_shows_the_original_and_why() -> None:
    one = telling.told(telling.begun(Document("1", "Please call back on Monday.")), PIPELINES)
    view = tell_view.view(one)
    assert (one.told, view.output, text(one)) == (None, (), "") and view.count("no_narrative") == 1


def test_no_repr_tells_the_story(drawn: telling.Telling) -> None:
    view = tell_view.view(drawn)
    told = repr((drawn, view, view.kinds, view.original))
    assert "Hartley" not in told and "lighthouse" not in told
