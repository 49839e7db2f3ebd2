"""The notebook of the study runs from its first cell to its last, here with a scripted model in the place of a real one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from incognote.lab.evaluate import asking, own_process
from incognote.lab.evaluate.ability import read_questions
from incognote.lab.evaluate.asking import Asking
from incognote.llm.client import Request
from incognote.llm.models import models
from incognote.llm.scripted import Scripted

NOTEBOOK = Path(__file__).resolve().parents[3] / "examples" / "lora_study.ipynb"
NAMES = ("林月琴", "何欣穎", "吳宗翰", "陳怡君", "張雅婷")
TEXTS = [f"病人{name}於 2024/05/1{at} 回診，主訴頭痛三天。" for at, name in enumerate(NAMES)]


def cells() -> Iterator[str]:
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "outputs may hold text of notes"
            yield "".join(cell["source"])


def say(is_taught: bool) -> Callable[[Request], str]:
    questions = {q.text: q.answer for q in read_questions()}

    def answer(request: Request) -> str:
        asked = request.messages[-1].content
        if request.schema and "answer" in request.schema["properties"]:
            return json.dumps({"answer": questions[asked.splitlines()[0]]})
        found = re.findall(r"2024/05/1\d", asked) + [name for name in NAMES if is_taught and name in asked]
        return json.dumps({"phi": [{"type": "NAME" if text in NAMES else "DATE", "text": text} for text in found]}, ensure_ascii=False)

    return answer


def test_every_cell_runs_and_says_before_after_and_whether_intervals_overlap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "few.jsonl"
    lines = []
    for at, text in enumerate(TEXTS):
        spans = [{"start": text.index(value), "end": text.index(value) + len(value), "label": label} for value, label in ((NAMES[at], "NAME"), (f"2024/05/1{at}", "DATE"))]
        lines.append(json.dumps({"id": f"n{at}", "text": text, "spans": spans}, ensure_ascii=False))
    gold.write_text("\n".join(lines), "utf-8")
    adapter = tmp_path / "out" / "adapter" / "adapter.gguf"
    adapter.parent.mkdir(parents=True)
    adapter.write_bytes(b"GGUF")
    given = {"TEST": gold, "TRAIN": gold, "OUT": tmp_path / "out", "MODEL": models()[0].id, "AT_ONCE": 1}
    for name, value in given.items():
        monkeypatch.setenv(f"STUDY_{name}", str(value))

    def here(work: Callable[..., None], *arguments: Any, what: str) -> None:
        work(*arguments)

    monkeypatch.setattr(own_process, "run_apart", here)
    monkeypatch.setattr("incognote.lab.evaluate.lora_study.run_apart", here)
    monkeypatch.setattr(asking, "open_client", lambda named, *, adapter=None, **_: Scripted(say(adapter is not None), name=f"{named}{adapter}"))
    space: dict[str, Any] = {}
    for cell in cells():
        exec(compile(cell, NOTEBOOK.name, "exec"), space)  # noqa: S102
    shown = capsys.readouterr().out
    assert "prompt-only\n  string recall        0.500" in shown and "LoRA\n  string recall        1.000" in shown
    assert "LoRA improved on prompt-only" in shown
    assert "NAME       intervals apart" in shown and "DATE       no clear difference shown" in shown
    assert "No clear difference shown on these questions" in shown and "beside every figure: a model of 0.49 billion" in shown
    assert isinstance(space["plan"].asking, Asking) and len(space["figure"].axes[0].get_yticklabels()) == 2
