"""A reading of a narrative held against gold."""

from __future__ import annotations

from incognote.lab.evaluate.graphs import met, scores
from incognote.narrative.graph import Duration, Edge, Graph, Node


def graph(*nodes: Node, edges: tuple[Edge, ...] = (), durations: tuple[Duration, ...] = ()) -> Graph:
    return Graph("n", "en", (Node("p", "Patient"), *nodes), edges, durations)


def symptom(key: str, name: str, when: str | None = None, **more: bool) -> Node:
    return Node(key, "Symptom", {"name": name, **more}, {}, when)


def test_the_same_words_for_a_fact_are_the_same_fact_and_a_denial_is_another() -> None:
    gold = graph(symptom("a", "insomnia"), symptom("b", "suicidal ideation", negated=True))
    assert met(gold, graph(symptom("x", "insomnia"), symptom("y", "suicidal ideation", negated=True))) == {"p": "p", "a": "x", "b": "y"}
    assert met(gold, graph(symptom("x", "insomnia", uncertain=True), symptom("y", "suicidal ideation"))) == {"p": "p"}


def test_a_gold_fact_is_met_once_and_what_is_read_twice_is_false_once() -> None:
    told = scores([(graph(symptom("a", "insomnia")), graph(symptom("x", "insomnia"), symptom("y", "insomnia")))])
    assert round(told["facts all"].value, 3) == 0.667 and told["facts all"].of == 1


def test_of_two_alike_the_one_of_the_same_time_is_meant() -> None:
    gold = graph(symptom("a", "insomnia", "t"), durations=(Duration("t", -30),))
    read = graph(symptom("x", "insomnia", "u"), symptom("y", "insomnia", "v"), durations=(Duration("u", -7), Duration("v", -30)))
    assert met(gold, read)["a"] == "y" and scores([(gold, read)])["times exact"].value == 1.0


def test_a_time_that_is_off_by_a_day_is_not_exact() -> None:
    gold = graph(symptom("a", "insomnia", "t"), durations=(Duration("t", -30),))
    read = graph(symptom("x", "insomnia", "u"), durations=(Duration("u", -31),))
    assert scores([(gold, read)])["times exact"].value == 0.0


def test_a_time_that_gold_does_not_tell_is_invented() -> None:
    gold = graph(symptom("a", "insomnia"), symptom("b", "low mood"))
    read = graph(symptom("x", "insomnia", "u"), symptom("y", "low mood"), durations=(Duration("u", -30),))
    assert scores([(gold, read)])["times invented"].value == 0.5


def test_an_edge_counts_between_the_facts_that_its_ends_were_met_by() -> None:
    gold = graph(symptom("a", "insomnia"), symptom("b", "low mood"), edges=(Edge("a", "causes", "b"),))
    right = graph(symptom("x", "insomnia"), symptom("y", "low mood"), edges=(Edge("x", "causes", "y"),))
    wrong = graph(symptom("x", "insomnia"), symptom("y", "low mood"), edges=(Edge("y", "causes", "x"),))
    assert scores([(gold, right)])["edges causes"].value == 1.0 and scores([(gold, wrong)])["edges causes"].value == 0.0


def test_nothing_read_is_nothing_right() -> None:
    assert scores([(graph(symptom("a", "insomnia")), graph())])["facts all"].value == 0.0
