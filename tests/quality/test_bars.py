"""The bars for detection, on the catalogue's notes and decoys and, where it lies beside the project, on public data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from incognote import Document, Pipeline
from incognote.labels import TIER_A, TIER_C

HERE = Path(__file__).resolve()
CATALOGUE = HERE.parents[1] / "data" / "catalogue"
SHARED = HERE.parents[3] / "shared" / "data"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared/data, which is not here")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))


def covered(gold: dict[str, Any], spans: list[Any], text: str) -> bool:
    inside = range(gold["start"], gold["end"])
    return all(not text[i].isalnum() or any(s.start <= i < s.end for s in spans) for i in inside)


def spans_of(pipeline: Pipeline, name: str, text: str) -> list[Any]:
    return list(pipeline.detect(Document(name, text))[0])


def test_tier_a_spans_of_the_catalogue_notes_are_fully_covered(pipeline: Pipeline) -> None:
    hits = [
        covered(gold, spans, row["text"])
        for row in rows(CATALOGUE / "notes.jsonl")
        for spans in [spans_of(pipeline, row["id"], row["text"])]
        for gold in row["spans"]
        if gold["label"] in TIER_A
    ]
    assert sum(hits) / len(hits) >= 0.97


def test_no_decoy_is_altered_or_called_residue(pipeline: Pipeline) -> None:
    results = {row["text"]: pipeline.run(Document(row["id"], row["text"])) for row in rows(CATALOGUE / "decoys.jsonl")}
    assert len(results) == 60
    assert not [text for text, result in results.items() if result.text != text or result.status != "clean"]


def test_no_catalogue_note_whose_identifiers_are_all_covered_is_called_residue(pipeline: Pipeline) -> None:
    wrong = []
    for row in rows(CATALOGUE / "notes.jsonl"):
        result = pipeline.run(Document(row["id"], row["text"]))
        edits = list(result.edits)
        is_whole = all(covered(g, edits, row["text"]) for g in row["spans"] if g["label"] not in TIER_C)
        if is_whole and result.status == "residue":
            wrong.append(row["id"])
    assert not wrong


@needs_shared
def test_strings_of_the_public_tuning_set_are_caught(pipeline: Pipeline) -> None:
    caught: dict[str, list[bool]] = {}
    right = predicted = 0
    for row in rows(SHARED / "twsyn-valid" / "valid.jsonl"):
        text = row["text"]
        unique = {text[s.start : s.end] for s in spans_of(pipeline, row["id"], text) if s.label not in TIER_C | {"ROOM", "LOCATION", "ORG"}}
        gold = [(g["label"], text[g["start"] : g["end"]]) for g in row["spans"]]
        for label, string in gold:
            caught.setdefault(label, []).append(any(string in p for p in unique))
        right += sum(any(string in p for _, string in gold) for p in unique)
        predicted += len(unique)
    every = [hit for hits in caught.values() for hit in hits]
    assert sum(every) / len(every) >= 0.97
    assert right / predicted >= 0.95
    assert {label: len(hits) - sum(hits) for label, hits in caught.items() if label in {"MRN", "IDNO", "PHONE", "HOSPITAL", "ADDRESS"}} == dict.fromkeys(("MRN", "IDNO", "PHONE", "HOSPITAL", "ADDRESS"), 0)
    assert len(caught["DATE"]) - sum(caught["DATE"]) <= 1


@needs_shared
def test_medical_answers_without_people_hold_hardly_any_names(pipeline: Pipeline) -> None:
    names = characters = 0
    for part in ("train", "dev"):
        for row in rows(SHARED / "clinical" / "chineseblue-cmedqaner" / f"{part}.json"):
            characters += len(row["text"])
            names += sum(s.label in {"NAME", "DOCTOR"} for s in spans_of(pipeline, "q", row["text"]))
    assert names / characters * 10_000 <= 1.0
