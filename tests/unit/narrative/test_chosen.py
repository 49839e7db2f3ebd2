"""What a person chooses for a life stands above what is drawn for it."""

from __future__ import annotations

import pytest

from incognote.errors import UsageError
from incognote.narrative.graph import Graph, Node
from incognote.narrative.perturb.chosen import Choice, Chosen
from incognote.narrative.perturb.perturb import perturb

PATIENT = Node("f0", "Patient", {}, {"age": 34, "sex": "F", "occupation": "baker", "hobby": "knitting"})
GRAPH = Graph("n", "en", (PATIENT, Node("f1", "Symptom", {"name": "insomnia"}, {"place": "in her flat"})))


def told(*choices: Choice) -> dict[str, object]:
    return dict(Chosen(choices)(GRAPH, seed="s").graph.node("f0").context)


def test_without_choices_it_is_what_is_drawn() -> None:
    assert Chosen()(GRAPH, seed="s") == perturb(GRAPH, seed="s")


def test_what_is_kept_is_as_it_was_read_and_the_rest_is_as_it_was_drawn() -> None:
    drawn = dict(perturb(GRAPH, seed="s").graph.node("f0").context)
    assert told(Choice("f0", "occupation", "keep")) == {**drawn, "occupation": "baker"}


def test_the_last_choice_for_a_field_counts_so_that_leaving_it_out_undoes_it() -> None:
    first, second = Choice("f0", "hobby", "put", " chess "), Choice("f0", "hobby", "leave_out")
    assert told(first)["hobby"] == "chess" and "hobby" not in told(first, second)


def test_one_level_up_is_the_class_of_what_was_read() -> None:
    assert told(Choice("f0", "occupation", "up"))["occupation"] not in ("baker", told()["occupation"])


def test_the_log_has_each_field_once_with_who_changed_it() -> None:
    log = Chosen([Choice("f0", "hobby", "put", "chess")])(GRAPH, seed="s").log
    assert [(c.operator, c.before, c.after) for c in log if c.field == "hobby"] == [("put by hand", "knitting", "chess")]


@pytest.mark.parametrize(
    "choice",
    [Choice("f9", "hobby", "keep"), Choice("f0", "place", "keep"), Choice("f1", "name", "put", "mania"), Choice("f0", "age", "up"), Choice("f0", "sex", "put", "M"), Choice("f0", "hobby", "put", "  ")],
)
def test_what_the_graph_does_not_tell_cannot_be_chosen_nor_what_is_clinical(choice: Choice) -> None:
    with pytest.raises(UsageError, match=f"node {choice.node}"):
        told(choice)


@pytest.mark.parametrize("value", ["chess\nand go", "chess\0", "x" * 201, "\u202echess"])
def test_what_is_put_is_one_line_that_can_be_read(value: str) -> None:
    with pytest.raises(UsageError, match="node f0"):
        told(Choice("f0", "hobby", "put", value))


def test_no_repr_tells_the_life() -> None:
    assert "chess" not in repr(Choice("f0", "hobby", "put", "chess"))
