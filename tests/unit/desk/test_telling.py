"""A narrative told anew with a person's choices: the draw holds, a choice that cannot be changes nothing."""

from __future__ import annotations

import pytest

from incognote.desk import tell_view, telling
from incognote.desk.pipelines import Pipelines
from incognote.document import Document
from incognote.errors import UsageError
from incognote.narrative.perturb.chosen import Choice

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
