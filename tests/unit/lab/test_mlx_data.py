"""The data for mlx-lm: conversations in the words that the detector asks in, and nothing of what measures."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from incognote.detect.llm_prompt import prompt
from incognote.errors import UsageError

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def mlx_data() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mlx_data", PROJECT / "examples" / "mlx_data.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gold(folder: Path, *, split: str) -> Path:
    path = folder / "notes.jsonl"
    lines = []
    for at in range(12):
        text = f"第{at}床病人林月琴 2024/05/{10 + at} 回診。" + "主訴頭痛三天。" * at
        spans = [{"start": text.index(v), "end": text.index(v) + len(v), "label": label} for v, label in (("林月琴", "NAME"), (f"2024/05/{10 + at}", "DATE"))]
        lines.append(json.dumps({"id": str(at), "text": text, "spans": spans, "split": split, "skeleton": f"s{at}"}, ensure_ascii=False))
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_conversation_is_what_the_detector_asks_and_the_gold_answers(mlx_data: ModuleType, tmp_path: Path) -> None:
    mlx_data.main(["--gold", str(gold(tmp_path, split="train")), "-o", str(tmp_path / "data")])
    rows = [json.loads(line) for name in ("train", "valid") for line in (tmp_path / "data" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 12 and (tmp_path / "data" / "valid.jsonl").stat().st_size > 0
    for row in rows:
        system, user, assistant = row["messages"]
        asked = prompt(user["content"], "zh-TW")
        assert [system["content"], user["content"]] == [m.content for m in asked]
        assert [item["type"] for item in json.loads(assistant["content"])["phi"]] == ["NAME", "DATE"]


def test_what_measures_is_refused(mlx_data: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        mlx_data.main(["--gold", str(gold(tmp_path, split="test")), "-o", str(tmp_path / "data")])
