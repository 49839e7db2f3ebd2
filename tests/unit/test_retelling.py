"""A pipeline that tells a narrative anew: the same checks as of any output, and nothing of the original left."""

from __future__ import annotations

from typing import Any

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import UsageError
from incognote.pipeline import Pipeline
from incognote.retelling import NO_NARRATIVE, NOT_CHANGED, retelling

TEXT = (
    "Intake 2024-05-02\nJohn Hartley, 45, a lighthouse keeper, lost his job four months ago and has had low mood for three months. "
    "He denied suicidal ideation. His mother had bipolar disorder. Diagnosis: major depressive disorder. "
    "He started mirtazapine 15 mg nightly six weeks ago with partial response. PHQ-9 score 17.\n"
)


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return make_pipeline(load_profile("psychiatry"), tagger=False)


def test_a_retelling_is_verified_and_holds_no_edit_of_the_original(pipeline: Pipeline) -> None:
    result = retelling(pipeline, seed="1").run(Document("1", TEXT))
    assert result.status == "clean" and result.text is not None and result.edits == ()
    assert "Hartley" not in result.text and "2024" not in result.text and "15 mg" in result.text


def test_what_was_denied_stays_denied(pipeline: Pipeline) -> None:
    heard: list[Any] = []
    retelling(pipeline, seed="1", heed=lambda _, told: heard.append(told)).run(Document("1", TEXT))
    facts = {n.name: bool(n.clinical.get("negated")) for n in heard[0].graph.nodes}
    assert facts["suicidal ideation"] and not facts["depressed mood"]


def test_two_documents_of_one_seed_get_lives_of_their_own_and_each_the_same_again(pipeline: Pipeline) -> None:
    told = [retelling(pipeline, seed="1").run(Document(key, TEXT)).text for key in ("1", "1", "2")]
    assert told[0] == told[1] != told[2]


def test_without_a_seed_each_run_draws_its_own(pipeline: Pipeline) -> None:
    one, two = (retelling(pipeline).run(Document("1", TEXT)).text for _ in range(2))
    assert one != two


@pytest.mark.parametrize("text", ["The invoice is due on Monday.", "請於週一回電。"])
def test_what_is_no_narrative_fails_and_its_text_is_withheld(pipeline: Pipeline, text: str) -> None:
    result = retelling(pipeline, seed="1").run(Document("1", text))
    assert (result.status, result.text) == ("failed", None) and [f.kind for f in result.findings if f.severity == "failure"] == [NO_NARRATIVE]


def test_a_life_that_cannot_be_changed_is_not_printed(pipeline: Pipeline) -> None:
    def refused(*_: object, **__: object) -> Any:
        raise UsageError("node f1: a rule")

    result = retelling(pipeline, seed="1", changing=refused).run(Document("1", TEXT))
    assert result.text is None and NOT_CHANGED in [f.kind for f in result.findings]


def test_an_empty_text_is_empty(pipeline: Pipeline) -> None:
    assert retelling(pipeline).run(Document("1", " \n")).status == "empty"
