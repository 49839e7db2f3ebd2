"""What the constraints are measured against does break them, and the true perturbation does not."""

from __future__ import annotations

from incognote.lab.risk.baselines import on_random_nodes, untouched, without_constraints
from incognote.narrative.graph import Duration, Edge, Graph, Node
from incognote.narrative.perturb.constraints import broken
from incognote.narrative.perturb.perturb import perturb


def _graph():
    more = [Node(f"s{n}", "Symptom", {"name": "insomnia", "severity": "mild", "thought": "睡不好"}, {}, f"t{n}") for n in range(6)]
    more += [Node("d1", "Diagnosis", {"name": "schizophrenia"}), Node("m1", "Treatment", {"name": "lithium", "dose": "600 mg daily"})]
    patient = Node("f0", "Patient", {}, {"age": 34, "sex": "F", "occupation": "公車司機", "hobby": "養鴿子"})
    return Graph("n", "zh-TW", (patient, *more), (Edge("s1", "supports_dx", "d1"),), tuple(Duration(f"t{n}", -90) for n in range(6)))


def test_a_graph_without_perturbation_is_the_graph():
    assert untouched(_graph(), seed="a") == (_graph(), ())


def test_without_constraints_every_circumstance_and_some_frozen_fields_change():
    after, log = without_constraints(_graph(), seed="a")
    assert {c.field for c in log if c.node == "f0"} == {"age", "sex", "occupation", "hobby"}
    assert all(c.before != c.after for c in log if c.node == "f0")
    assert any("clinical field" in one for one in broken(_graph(), after))
    assert broken(_graph(), perturb(_graph(), seed="a").graph) == ()


def test_on_random_nodes_there_are_as_many_changes_as_the_perturbation_makes():
    graph = _graph()
    assert len(on_random_nodes(graph, seed="a").log) == len(perturb(graph, seed="a").log) - 1


def test_a_dose_is_changed_in_its_number_only():
    doses = {str(c.after) for seed in "abcdefghijklmnop" for c in without_constraints(_graph(), seed=seed).log if c.field == "dose"}
    assert doses <= {"150 mg daily", "300 mg daily", "1200 mg daily", "2400 mg daily"} and doses


def test_the_same_seed_makes_the_same_baseline_and_another_does_not():
    for baseline in (without_constraints, on_random_nodes):
        assert baseline(_graph(), seed="a") == baseline(_graph(), seed="a") != baseline(_graph(), seed="b")


def test_nodes_kinds_and_edges_stay_so_that_baselines_can_be_rendered():
    for baseline in (without_constraints, on_random_nodes):
        after = baseline(_graph(), seed="a").graph
        assert [(n.id, n.kind) for n in after.nodes] == [(n.id, n.kind) for n in _graph().nodes] and after.edges == _graph().edges
