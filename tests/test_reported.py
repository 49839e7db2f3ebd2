"""Kinds of failure that users of such tools reported: one line a case under `cases/reported/`.

Keys: `says` the behaviour; `text`; `known` facts; `must_go` strings of the text that may not be read from
the output, neither folded nor decoded; `must_stay`; `whole` strings that go or stay as one; `same`: the
output is the input; `status`, clean unless said; `finding` a kind that must be there.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from incognote import Document, Pipeline, Result
from incognote.config import load_profile, make_pipeline
from incognote.text.view import fold

CASES = Path(__file__).parent / "cases" / "reported"
TODAY = date(2026, 11, 29)
PROMISES = {"must_go", "must_stay", "whole", "same", "status", "finding"}


def rows() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if line:
                row = json.loads(line)
                marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=row["xfail"])] if "xfail" in row else []
                name = f"{path.stem}:{number} {row['says']}"
                found.append(pytest.param(row, id=name, marks=marks))
    return found


def run(row: dict[str, Any]) -> Result:
    """Under the default profile; what is withheld is shown, for it is what a failure is about."""
    pipeline: Pipeline = make_pipeline(load_profile("clinic-tw"), on=TODAY, keep_residue=True)
    return pipeline.run(Document("1", row["text"], row.get("known", {})))


def readings(text: str) -> tuple[str, ...]:
    """What a reader could make of a text: as it stands, folded, composed, with its codes undone."""
    return text, fold(text), unicodedata.normalize("NFC", text), unescape(unquote(text))


@pytest.mark.parametrize("row", rows())
def test_reported(row: dict[str, Any]) -> None:
    assert PROMISES & row.keys(), "a case has to promise something"
    result = run(row)
    output = result.text
    assert output is not None
    for gone in row.get("must_go", ()):
        assert any(gone in reading for reading in readings(row["text"])), f"{gone!r} is not in the case"
        assert not any(gone in reading for reading in readings(output)), f"{gone!r} is left in {output!r}"
    for kept in row.get("must_stay", ()):
        assert kept in output, f"{kept!r} is gone from {output!r}"
    for whole in row.get("whole", ()):
        start = row["text"].index(whole)
        cut = [e for e in result.edits if e.start < start + len(whole) and start < e.end]
        assert not cut or [(e.start <= start, e.end >= start + len(whole)) for e in cut] == [(True, True)]
    if row.get("same"):
        assert output == row["text"]
    assert result.status == row.get("status", "clean"), [(f.kind, output[f.start : f.end]) for f in result.findings]
    if "finding" in row:
        assert row["finding"] in {f.kind for f in result.findings}


def test_each_behaviour_has_three_cases_and_each_case_a_behaviour() -> None:
    counts = Counter(json.loads(line)["says"] for path in CASES.glob("*.jsonl") for line in path.read_text("utf-8").split("\n") if line)
    assert len(counts) > 40
    assert {says: n for says, n in counts.items() if n < 3} == {}
