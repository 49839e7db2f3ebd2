"""A graph in JSON and out again; what is none is said by the ids of its parts and never by their words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from incognote.errors import FormatError
from incognote.narrative.graph import problems, read, record

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "graph.schema.json").read_text("utf-8"))


def given() -> dict[str, Any]:
    return {
        "version": 1, "id": "n1", "script": "zh-TW",
        "nodes": [
            {"id": "f0", "kind": "Patient", "clinical": {}, "context": {"occupation": "燈塔看守人"}, "duration": None, "spans": []},
            {"id": "f1", "kind": "Symptom", "clinical": {"name": "insomnia"}, "context": {}, "duration": "t1", "spans": [[3, 5]]},
            {"id": "f2", "kind": "Diagnosis", "clinical": {"name": "major depressive disorder", "uncertain": True}, "context": {}, "duration": None, "spans": []},
            {"id": "f3", "kind": "Treatment", "clinical": {"name": "sertraline", "dose": "50 mg daily"}, "context": {}, "duration": None, "spans": []},
        ],
        "edges": [{"source": "f1", "kind": "supports_dx", "target": "f2"}, {"source": "f1", "kind": "precedes", "target": "f3"}],
        "durations": [{"id": "t1", "onset": -90, "offset": None, "span": None}],
    }  # fmt: skip


def test_a_graph_comes_back_as_it_went_in_and_follows_the_schema() -> None:
    told = record(read(given()))
    assert told == given()
    jsonschema.validate(told, SCHEMA)


def _edge(**more: str) -> Callable[[dict[str, Any]], None]:
    return lambda told: told["edges"].append({"source": "f1", "kind": "causes", "target": "f3", **more})


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda t: t.update(version=2), "version 1"),
        (lambda t: t.update(nodes=[]), "no node"),
        (lambda t: t["nodes"].append(dict(t["nodes"][1])), "two nodes have one id"),
        (lambda t: t["nodes"][1].update(kind="Wish"), "node f1 is of no known kind"),
        (lambda t: t["nodes"][1]["clinical"].update(colour="x"), "node f1 has unknown clinical fields: colour"),
        (lambda t: t["nodes"][1]["context"].update(name="x"), "node f1 has unknown context fields: name"),
        (lambda t: t["nodes"][1].update(duration="t9"), "node f1 has a duration that is not there"),
        (lambda t: t["nodes"][1].update(spans=[[5, 5]]), "node f1 has a span that is none"),
        (lambda t: t["durations"][0].update(offset=-100), "duration t1 ends before it begins"),
        (lambda t: t["durations"][0].update(onset=1.5), "lacks a field or holds one of another type"),
        (lambda t: t["durations"][0].update(span=-1), "duration t1 lasts less than nothing"),
        (lambda t: t["nodes"][0].pop("kind"), "lacks a field"),
        (lambda t: t["nodes"].append(["f1"]), "lacks a field or holds one of another type"),
        (lambda t: t["nodes"][1].update(spans=[[0, float("inf")]]), "lacks a field or holds one of another type"),
        (lambda t: t["nodes"][1].update(duration=["t1"]), "node f1 has a duration that is not there"),
        (_edge(target="f9"), "names a node that is not there: f9"),
        (_edge(target="f1"), "leads to itself"),
        (_edge(kind="likes"), "is of no known kind"),
        (_edge(kind="treated_by", target="f2"), "leads to a Diagnosis"),
        (_edge(source="f3", kind="precedes", target="f1"), "goes round in a circle"),
    ],
)
def test_what_is_no_graph_is_refused_by_the_id_of_its_part(spoil: Callable[[dict[str, Any]], None], said: str) -> None:
    told = given()
    spoil(told)
    with pytest.raises(FormatError) as caught:
        read(told)
    assert said in str(caught.value) and "燈塔" not in str(caught.value)


def test_a_graph_without_edges_and_times_is_one() -> None:
    told = given() | {"edges": [], "durations": []}
    told["nodes"][1]["duration"] = None
    assert problems(read(told)) == ()


def test_no_word_of_the_note_shows_in_a_repr() -> None:
    assert "燈塔" not in repr(read(given())) and "sertraline" not in repr(read(given()))


def test_a_life_event_goes_by_its_class() -> None:
    told = given()
    told["nodes"].append({"id": "f4", "kind": "LifeEvent", "clinical": {"class": "loss of work", "severity": "severe"}, "context": {}})
    assert read(told).node("f4").name == "loss of work"
