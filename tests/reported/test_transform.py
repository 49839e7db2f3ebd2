"""Reported: replacements that met one another; outputs nobody looked at; detectors that overlap."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

import incognote.pipeline as chain
from command import incognote
from incognote import Document, Edit, Pipeline, Span
from incognote.resolve import resolve
from incognote.text.edits import apply

TODAY = date(2026, 11, 29)
NOTES = {
    "traditional": "姓名：王大明 病歷號：1234567\n王大明今日回診，電話 0912-345-678。",
    "simplified": "患者张伟，男，58岁，住院号20240611003，手机13800138000。",
    "english": "Pt Mary Wu reported pain. MRN: 87654321. Seen by Dr. Lin.",
}


@pytest.mark.parametrize(
    ("text", "pairs", "wanted"),
    [
        ("王大明與林志成同住。", {"王大明": "林志成", "林志成": "周文傑"}, "林志成與周文傑同住。"),
        ("Ann met Bea, Bea met Ann.", {"Ann": "Bea", "Bea": "Ann"}, "Bea met Ann, Ann met Bea."),
        ("李娜和李娜娜", {"李娜娜": "王芳", "李娜": "李娜娜"}, "李娜娜和王芳"),
    ],
)
def test_a_replacement_is_never_replaced_again(text: str, pairs: dict[str, str], wanted: str) -> None:
    edits: list[Edit] = []
    for old in sorted(pairs, key=len, reverse=True):
        at = text.find(old)
        while at >= 0:
            if not any(e.start <= at < e.end for e in edits):
                edits.append(Edit(at, at + len(old), pairs[old], "surrogate", "NAME", None))
            at = text.find(old, at + 1)
    assert apply(text, edits)[0] == wanted


@pytest.mark.parametrize("text", ["姓名：王大明王大", "患者：欧阳建国欧阳", "Name: Minh Tran Bao Ly"])
def test_what_two_detectors_found_of_one_name_is_one_span(text: str) -> None:
    start, end = text.index("：" if "：" in text else ":") + 1, len(text)
    start += text[start] == " "
    one = Span(start, end - 2, "NAME", None, "rules/one", 0.9)
    for score in (0.9, 0.5):
        other = Span(start + 2, end, "NAME", None, "tagger", score)
        spans = resolve([one, other], Document("1", text))
        assert [(s.start, s.end, s.label) for s in spans] == [(start, end, "NAME")]


@pytest.mark.parametrize(
    ("one", "other"),
    [((0, 3), (5, 8)), ((0, 5), (3, 8)), ((2, 4), (0, 8))],
)
def test_what_one_detector_alone_found_is_covered(one: tuple[int, int], other: tuple[int, int]) -> None:
    text = "吉米與陳大文同來"
    spans = resolve(
        [Span(*one, "NAME", None, "tagger", 0.6), Span(*other, "PHONE", None, "rules/x", 0.9)], Document("1", text), is_spread=False
    )
    covered = {i for s in spans for i in range(s.start, s.end)}
    assert covered == {*range(*one), *range(*other)}


def test_one_note_and_a_batch_and_the_command_give_the_same_text(tmp_path: Path) -> None:
    documents = [Document(str(n), text) for n, text in enumerate(NOTES.values(), 1)]
    alone = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    single = [alone.run(d).text for d in documents]
    batch = [r.text for r in Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run_many(documents)]
    lines = "".join(json.dumps({"id": d.id, "text": d.text}) + "\n" for d in documents)
    answer = incognote("scrub", "--format", "jsonl", "--on", "2026-11-29", stdin=lines.encode(), home=tmp_path)
    assert single == batch == [json.loads(line)["text"] for line in answer.out.splitlines()]
    assert all(text not in single for text in NOTES.values())


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("door", ["run", "run_many"])
def test_an_output_that_equals_its_input_fails_where_somebody_was_found(note: str, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "apply", lambda text, edits: (text, ()))
    monkeypatch.setattr(chain, "verify", lambda text, **rest: ())
    pipeline, document = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY), Document("1", NOTES[note])
    result = pipeline.run(document) if door == "run" else next(pipeline.run_many([document]))
    assert (result.status, result.text) == ("failed", None)
    assert "nothing_changed" in {f.kind for f in result.findings}


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("door", ["run", "run_many"])
def test_residue_is_looked_for_behind_every_door(note: str, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "apply", lambda text, edits: (text + "\n", ()))
    pipeline, document = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY), Document("1", NOTES[note])
    result = pipeline.run(document) if door == "run" else next(pipeline.run_many([document]))
    assert (result.status, result.text) == ("residue", None)
