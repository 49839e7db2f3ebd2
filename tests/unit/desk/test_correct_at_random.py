"""Whatever is corrected in whatever order: what was spared stays, what was masked goes, both sides add up."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from importlib.resources import files

import pytest

from incognote.config import Pipeline
from incognote.desk import correct, written
from incognote.desk.correct import SCOPES, Correction, corrected, settled, spans_of, steady
from incognote.desk.view import view
from incognote.document import Document, Result
from incognote.errors import UsageError

SAMPLES = [files("incognote.web").joinpath("samples", f"{name}.txt").read_text("utf-8") for name in ("zh-TW", "zh-CN", "en")]
TEXTS = [*SAMPLES, "王大明於民國113年1月5日由李小華陪同就診，電話0912345678。\r\n病患𠮷田😀 小虎", "a\n\n王小明先生\n"]


def drawn(chance: random.Random, document: Document, result: Result) -> Correction:
    text, spans, scope = document.text, list(spans_of(result)), chance.choice(SCOPES)
    if not spans or chance.random() < 0.3:
        start = chance.randrange(len(text))
        label, kind = chance.choice([("NAME", "patient"), ("NAME", None), ("DATE", None), ("PHONE", None), ("MRN", None)])
        return correct.mask(document, (start, min(len(text), start + chance.randint(1, 6))), label=label, kind=kind, scope=scope)
    span = chance.choice(spans)
    if chance.random() < 0.4:
        return correct.unmask(document, result, span[:2], scope=scope)
    if chance.random() < 0.5:
        return correct.relabel(document, result, span[:2], label=chance.choice(["NAME", "ORG", "DATE"]), scope=scope)
    new = max(0, span.start + chance.randint(-2, 1)), min(len(text), span.end + chance.randint(-1, 2))
    return correct.extend(document, result, span[:2], new, scope=scope)


def bare(text: str) -> str:
    return re.sub(r"\r\n|\n|\r", "", text)


@pytest.mark.parametrize("profile", ["clinic-tw", "child-protection", "safe-harbor"])
@pytest.mark.parametrize("text", TEXTS)
def test_corrections_hold(profile: str, text: str) -> None:
    chance, document = random.Random(f"{profile}{text}"), Document("1", text)
    pipeline = steady(replace(Pipeline.from_profile(profile), keep_residue=True), document)
    made: list[Correction] = []
    result = pipeline.run(document)
    for _ in range(5):
        try:
            made.append(drawn(chance, document, result))
        except UsageError:
            continue
        assert written.from_record(json.loads(json.dumps(written.to_record(made[-1])))) == made[-1]
        result = corrected(pipeline, document, made)
        assert result.status != "failed" and result.text is not None
        claims, spared = settled(made)
        edited = [edit for edit in result.edits if edit.start < edit.end]
        assert not [place for place in spared for e in edited if e.start < place[1] and place[0] < e.end]
        covered = {at for span in spans_of(result) for at in range(span.start, span.end)}
        assert not [at for span in claims for at in range(span.start, span.end) if at not in covered and text[at].isalnum()]
        seen = view(document, result)
        assert bare("".join(p.text for row in seen.rows for p in row.original)) == bare(text)
        assert bare("".join(p.text for row in seen.rows for p in row.output)) == bare(result.text)
