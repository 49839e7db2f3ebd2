"""A drawing tells what a graph holds, and a hand edit is honoured or refused by the node it is in."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import FormatError
from incognote.narrative.draw import svg, wrapped
from incognote.narrative.edit import edited
from incognote.narrative.graph import Duration, Edge, Graph, Node, record

_SVG = "{http://www.w3.org/2000/svg}"


def _graph():
    return Graph(
        "n1",
        "zh-TW",
        (
            Node("f0", "Patient", {}, {"age": 34, "occupation": "公車司機 <夜班> & \"代班\""}, None, ((0, 4),)),
            Node("f1", "LifeEvent", {"class": "loss of work", "severity": "severe"}, {"event": "工廠收掉"}, "t1", ((10, 14),)),
            Node("f2", "Symptom", {"name": "auditory hallucinations", "thought": "鄰居整天整夜都在隔壁議論我說我是壞人要害我全家"}, {}, "t2", ((20, 30),)),
            Node("f3", "Symptom", {"name": "suicidal ideation", "negated": True}, {}, None, ((40, 44),)),
            Node("f4", "Diagnosis", {"name": "schizophrenia", "uncertain": True}),
        ),
        (Edge("f1", "causes", "f2"), Edge("f2", "supports_dx", "f4"), Edge("f1", "precedes", "f2")),
        (Duration("t1", -120), Duration("t2", -90, -10, 80)),
    )


def _texts(graph):
    return [element.text or "" for element in ET.fromstring(svg(graph)).iter(f"{_SVG}text")]


def test_a_drawing_is_xml_with_a_box_a_fact_and_an_arrow_an_edge():
    root = ET.fromstring(svg(_graph()))
    assert [group.get("id") for group in root.iter(f"{_SVG}g")] == ["f0", "f1", "f2", "f3", "f4"]
    assert sum(path.get("class") == "edge" for path in root.iter(f"{_SVG}path")) == 3
    assert {"causes", "supports_dx", "precedes"} <= set(_texts(_graph()))


def test_every_field_of_every_fact_is_written():
    told = "".join(_texts(_graph())).replace(" ", "")
    for node in _graph().nodes:
        for value in (*node.clinical.values(), *node.context.values()):
            assert isinstance(value, bool) or str(value).replace(" ", "") in told
    assert "from-90d,to-10d,for80d" in told


def test_frozen_and_editable_fields_differ_in_style():
    groups = {group.get("id"): group for group in ET.fromstring(svg(_graph())).iter(f"{_SVG}g")}
    styles = {text.text: text.get("class") for text in groups["f1"].iter(f"{_SVG}text")}
    assert styles["event: 工廠收掉"] == "editable" and styles["severity: severe"] == "field"
    assert [rect.get("class") for rect in groups["f1"].iter(f"{_SVG}rect")] == ["frozen", "life"]
    assert [rect.get("class") for rect in groups["f3"].iter(f"{_SVG}rect")] == ["frozen absent"]


def test_what_is_not_there_and_what_is_not_sure_is_said():
    told = _texts(_graph())
    assert "f3 not suicidal ideation" in told and "f4 ? schizophrenia" in told


def test_earlier_facts_stand_higher_and_undated_ones_last():
    symptoms = (Node("f1", "Symptom", {"name": "late"}, {}, "a"), Node("f2", "Symptom", {"name": "never"}), Node("f3", "Symptom", {"name": "early"}, {}, "b"))
    root = ET.fromstring(svg(Graph("n", "en", symptoms, (), (Duration("a", -5), Duration("b", -50)))))
    tops = {group.get("id"): float(group.find(f"{_SVG}rect").get("y")) for group in root.iter(f"{_SVG}g")}
    assert tops["f3"] < tops["f1"] < tops["f2"]


def test_nothing_stands_outside_the_drawing():
    root = ET.fromstring(svg(_graph()))
    for rect in root.iter(f"{_SVG}rect"):
        assert float(rect.get("x")) + float(rect.get("width")) <= float(root.get("width"))
        assert float(rect.get("y")) + float(rect.get("height")) <= float(root.get("height"))


def test_the_same_graph_gives_the_same_drawing():
    assert svg(_graph()) == svg(_graph())


@given(st.text(max_size=80), st.text(max_size=30))
def test_no_text_makes_a_drawing_that_is_no_xml(words, name):
    root = ET.fromstring(svg(Graph(name, "en", (Node("f1", "Symptom", {"name": words, "thought": words}, {"event": words}),))))
    assert not list(root.iter(f"{_SVG}script"))


@given(st.text(alphabet="ab 漢字，。\n", max_size=120), st.integers(2, 40))
def test_lines_are_no_wider_than_asked_and_lose_nothing(words, wide):
    lines = wrapped(words, wide=wide)
    assert all(sum(2 if c in "漢字，。" else 1 for c in line) <= wide for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words.split())


def test_an_edit_is_honoured_and_said_by_node():
    told = record(_graph())
    told["nodes"][1]["context"]["event"] = "餐廳收掉"
    told["nodes"][2]["clinical"]["thought"] = None
    told["nodes"][3]["clinical"]["negated"] = False
    told["durations"][0]["onset"] = -150
    told["edges"].pop()
    told["nodes"].append({"id": "f9", "kind": "History", "clinical": {"name": "asthma"}, "context": {}, "duration": None, "spans": []})
    graph, log = edited(_graph(), told)
    assert {(c.node, c.field) for c in log} == {("f1", "event"), ("f2", "thought"), ("f3", "negated"), ("f1", "onset"), ("f1", "precedes f2"), ("f9", "node")}
    assert graph.node("f1").context["event"] == "餐廳收掉" and "thought" not in graph.node("f2").clinical
    assert "餐廳" not in repr(log)


def test_a_graph_that_was_not_edited_has_an_empty_log():
    graph = _graph()
    assert edited(graph, record(graph)) == (graph, ())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda told: told["edges"].append({"source": "f2", "kind": "precedes", "target": "f1"}), "f2"),
        (lambda told: told["edges"].append({"source": "f2", "kind": "causes", "target": "f77"}), "f77"),
        (lambda told: told["edges"].append({"source": "f2", "kind": "proves", "target": "f4"}), "f2 proves f4"),
        (lambda told: told["nodes"].append(deepcopy(told["nodes"][1])), "two nodes"),
        (lambda told: told["nodes"].pop(1), "f1"),
        (lambda told: told["nodes"][2].update(kind="Omen"), "node f2"),
        (lambda told: told["nodes"][2].pop("kind"), "node f2 has no kind"),
        (lambda told: told["nodes"][2].update(clinical=["機密"]), "node f2"),
        (lambda told: told["nodes"][2]["clinical"].update(thought=["機密"]), "node f2: field thought"),
        (lambda told: told["nodes"][2]["context"].update(secret="機密"), "node f2"),
        (lambda told: told["nodes"][2].update(duration="t9"), "node f2"),
        (lambda told: told["nodes"][2].update(spans=[[3, 5]]), "node f2"),
        (lambda told: told["nodes"][2].update(id=""), "3. node"),
        (lambda told: told["durations"][0].update(onset="機密"), "duration t1"),
        (lambda told: told.update(script="en"), "another text"),
        (lambda told: told.update(nodes="機密"), "nodes"),
    ],
)
def test_an_edit_that_makes_no_graph_is_refused_by_name_and_quotes_nothing(change, said):
    told = record(_graph())
    change(told)
    with pytest.raises(FormatError, match=said) as caught:
        edited(_graph(), told)
    assert "機密" not in str(caught.value) and "鄰居" not in str(caught.value)
