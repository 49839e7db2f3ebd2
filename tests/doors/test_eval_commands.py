"""`incognote eval` as a user runs it, on notes small enough to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import incognote

TEXT = "姓名：王小明\n2024/05/02 14:30 由陳先生陪同，BP 120/80"
SPANS = [(3, 6, "NAME"), (7, 17, "DATE"), (18, 23, "TIME"), (25, 28, "NAME")]
DECOY = {"id": "d1", "text": "MMT 5/5, 4/5"}


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    spans = [{"start": s, "end": e, "label": label} for s, e, label in SPANS]
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"id": "n1", "text": TEXT, "spans": spans}, ensure_ascii=False) + "\n", "utf-8")
    (tmp_path / "decoys.jsonl").write_text(json.dumps(DECOY) + "\n", "utf-8")
    return path


def test_decoys_and_times_are_counted_and_written(gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = incognote("eval", "run", "--gold", gold, "--scheme", "10", "--also", "TIME", "--decoys", tmp_path / "decoys.jsonl", "--system", "clinic-tw", "article-regex", "-o", out, home=tmp_path)
    assert done.code == 0, done.err
    assert "tiers A and B and TIME" in done.out and "decoys altered" in done.out and "| time | 1 |" in done.out
    result = json.loads((out / "evaluation.json").read_text("utf-8"))
    assert [row["figures"]["decoys altered"][0] for row in result["systems"].values()] == [0, 1]
    assert result["systems"]["clinic-tw"]["figures"]["full-cover recall"][0] == 1
    assert "Decoys altered (1)" in (out / "evaluation.html").read_text("utf-8")
    assert [json.loads(line)["id"] for line in (out / "clinic-tw.preds.jsonl").read_text("utf-8").splitlines()] == ["n1", "d1"]


def test_written_predictions_are_read_again_with_their_decoys(gold: Path, tmp_path: Path) -> None:
    decoys = tmp_path / "decoys.jsonl"
    incognote("eval", "run", "--gold", gold, "--decoys", decoys, "--system", "article-regex", "-o", tmp_path / "out", home=tmp_path)
    done = incognote("eval", "run", "--gold", gold, "--decoys", decoys, "--system", tmp_path / "out" / "article-regex.preds.jsonl", "--json", home=tmp_path)
    assert done.code == 0, done.err
    assert json.loads(done.out)["systems"]["article-regex"]["decoys"][0]["masked"] == [["5/5", "DATE"], ["4/5", "DATE"]]


@pytest.mark.parametrize(("arguments", "told"), [(("--also", "NAME"), "tier C"), (("--decoys", "gold"), "its id was there before")])
def test_wrong_options_are_refused(gold: Path, tmp_path: Path, arguments: tuple[str, str], told: str) -> None:
    done = incognote("eval", "run", "--gold", gold, *(gold if a == "gold" else a for a in arguments), home=tmp_path)
    assert done.code != 0 and told in done.err
    assert "王小明" not in done.err
