"""Reported: time that grows with the square, memory that grows with the hours, rules that give up silently."""

from __future__ import annotations

import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from incognote import Document, Pipeline
from incognote.config import load_profile, make_pipeline
from incognote.detect.rules import site

TODAY = date(2026, 11, 29)
NOTES = [
    "病歷號碼：1234567 姓名：王大明\n王大明今日回診，電話 0912-345-678，住新北市板橋區文化路一段100號。",
    "患者张伟，男，58岁，住院号20240611003，因“胸闷3天”于2024-06-11入院。",
    "Pt Mary Wu reported pain. MRN: 87654321. Seen by Dr. Lin on 2024/05/02.",
]
HOSTILE = ["1.1.1.", "123-45-", "0912-", "a.", "王", "(", "姓名：", "Dr. A ", "113/", "住台中市", "O'", "a@", "&#39;a", "%E7", "由其", "A1"]


@pytest.mark.parametrize("note", NOTES)
def test_a_pipeline_gives_the_same_spans_each_time_and_from_every_thread(note: str) -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    first = pipeline.detect(Document("1", note))[0]
    assert first
    assert all(pipeline.detect(Document("1", note))[0] == first for _ in range(3))
    with ThreadPoolExecutor(8) as pool:
        assert all(spans == first for spans, _ in pool.map(lambda _: pipeline.detect(Document("1", note)), range(32)))


@pytest.mark.parametrize("note", NOTES)
def test_memory_does_not_grow_with_the_number_of_notes(note: str) -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    texts = [f"{note} 第{n}次" for n in range(900)]
    for text in texts[:300]:
        pipeline.run(Document("1", text))
    tracemalloc.start()
    try:
        for text in texts[300:]:
            pipeline.run(Document("1", text))
        grown = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert grown < 600_000


def seconds(pipeline: Pipeline, text: str) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        pipeline.run(Document("1", text))
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("unit", HOSTILE)
def test_time_grows_with_the_length_and_not_with_its_square(unit: str) -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY, tagger=False)
    pipeline.run(Document("1", NOTES[0]))
    size = 24_000 // len(unit)
    short, long = (seconds(pipeline, unit * n + "\n") for n in (size, 4 * size))
    assert long < max(short * 9, 0.05), f"{short:.3f} s, four times the text {long:.3f} s"


def test_the_taggers_time_grows_with_the_length_and_not_with_its_square() -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    pipeline.run(Document("1", NOTES[0]))
    short, long = (seconds(pipeline, "王" * n + "\n") for n in (1_000, 4_000))
    assert long < short * 9, f"{short:.3f} s, four times the text {long:.3f} s"


@pytest.mark.parametrize(("pattern", "example"), [("(a|aa)+$", "aaa"), ("(?:x|xx)+$", "xx"), ("(?:甲|甲甲)+$", "甲甲")])
def test_a_rule_that_runs_out_of_time_fails_the_note_and_the_others_still_apply(pattern: str, example: str, tmp_path: Path) -> None:
    rules = tmp_path / "site.toml"
    rules.write_text(
        f"[[rule]]\nname = 'slow'\nlabel = 'CASENO'\npattern = '{pattern}'\nexamples_positive = ['{example}']\nexamples_negative = ['?']\n",
        "utf-8",
    )
    pipeline = make_pipeline(load_profile(), on=TODAY, site_rules=site.load(rules))
    text = example[0] * 60 + "b 姓名：王大明 0912345678"
    result = pipeline.run(Document("1", text))
    assert (result.status, result.text) == ("failed", None)
    assert "rule_timeout" in {f.kind for f in result.findings}
    assert {"王大明", "0912345678"} <= {text[e.start : e.end] for e in result.edits}
