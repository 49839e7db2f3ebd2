"""The audit: what was left although it looks like a number or a name, and why."""

from __future__ import annotations

import time

from incognote.config import Pipeline
from incognote.desk.survivors import counted, survivors
from incognote.document import Document


def audit(text: str) -> dict[str, str]:
    document = Document("1", text)
    found = survivors(document, Pipeline.from_profile().run(document))
    return {surface: one.why for surface, _, one in counted(document, found)}


def test_each_reason_is_told() -> None:
    found = audit("病患王小明，78歲，14:30到。WBC 12500/uL，代碼 883721。黃疸三天。Blood Pressure Monitor 使用中")
    assert "王小明" not in found
    assert found["12500"] == "unit"
    assert found["黃疸三"] == "clinical"
    assert found["Blood Pressure Monitor"] == "no_cue"


def test_a_surface_is_counted_once_and_the_most_frequent_comes_first() -> None:
    document = Document("1", "黃疸 黃疸 白血球 黃疸")
    found = counted(document, survivors(document, Pipeline.from_profile().run(document)))
    assert [(surface, times) for surface, times, _ in found] == [("黃疸", 3), ("白血球", 1)]


def test_a_long_note_of_many_edits_is_audited_quickly() -> None:
    text = "病患王小明於2024/05/02回診，電話0912345678，WBC 12500/uL，黃疸。\n" * 2500
    document = Document("1", text)
    result = Pipeline.from_profile(tagger=False).run(document)
    began = time.perf_counter()
    assert len(list(survivors(document, result))) >= 5000
    assert time.perf_counter() - began < 3
