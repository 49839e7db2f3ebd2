"""`incognote risk`, `eval linkage` and `eval expert-sheet` as a user runs them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from command import incognote
from incognote.lab.lines import open_lines

CORPUS = Path(__file__).resolve().parents[2] / "corpora" / "psychiatry-practice.train.jsonl.xz"
NOTES = {"a.txt": "病患67歲男性，退休公車司機。", "b.txt": "案主王小明，35歲，為全縣唯一的女性潛水員，上過新聞。", "c.txt": "頭痛兩週。"}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    with open_lines(CORPUS) as lines:
        rows = sorted((line for line in itertools.islice(lines, 40) if json.loads(line)["script"] == "en"), key=lambda line: json.loads(line)["family"])
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(rows[:3]), "utf-8")
    return path


def test_risk_counts_documents_and_prints_no_value_of_them(notes: Path, tmp_path: Path) -> None:
    done = incognote("risk", "--no-tagger", notes, home=tmp_path)
    assert done.code == 0, done.err
    assert done.out.startswith("3 documents; told by: age band 2") and "document 2: warning" in done.out
    one = json.loads(incognote("risk", "--no-tagger", "--json", notes, home=tmp_path).out)
    lines = [json.loads(line) for line in incognote("risk", "--no-tagger", "--jsonl", notes, home=tmp_path).out.splitlines()]
    assert one["documents"] == len(lines) == 3 and one["narrative_risk"][0]["document"] == 2
    assert lines[1]["narrative_risk"] == "warning" and lines[2]["told"] == []
    for said in (done.out, json.dumps(one, ensure_ascii=False), json.dumps(lines, ensure_ascii=False)):
        assert not any(word in said for word in ("潛水", "公車", "王小明", "b.txt", "35"))


def test_risk_of_nothing_or_of_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert incognote("risk", "--no-tagger", tmp_path / "empty", home=tmp_path).code != 0
    (tmp_path / "bad.jsonl").write_text('{"id": "x", "text": "王小明"\n', "utf-8")
    done = incognote("risk", "--no-tagger", tmp_path / "bad.jsonl", home=tmp_path)
    assert done.code == 1 and "王小明" not in done.err


def test_linkage_prints_a_row_for_every_attacker(gold: Path, tmp_path: Path) -> None:
    done = incognote("eval", "linkage", "--no-tagger", "--gold", gold, "--system", "masking only", "rewrite", home=tmp_path)
    assert done.code == 0, done.err
    assert "| masking only | 3 | 0 | all texts, lexical | 1.000" in done.out and "| rewrite |" in done.out


def test_a_form_is_made_once_filled_and_scored(gold: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    outputs = tmp_path / "outputs.jsonl"
    outputs.write_text("".join(json.dumps({"id": row["id"], "text": "told anew"}) + "\n" for row in rows), "utf-8")
    command = ("eval", "expert-sheet", "--gold", gold, "--outputs", outputs, "--candidates", "2", "-o", tmp_path / "form")
    assert incognote(*command, home=tmp_path).code == 0
    assert incognote(*command, home=tmp_path).code == 1  # nothing is overwritten
    form, key = (json.loads((tmp_path / "form" / name).read_text("utf-8")) for name in ("form.json", "key.json"))
    for item in form["items"]:
        item["choice"], item["plausible"] = key["key"][item["item"]], "4"
    (tmp_path / "filled.json").write_text(json.dumps(form), "utf-8")
    done = incognote("eval", "expert-sheet", "--score", tmp_path / "filled.json", "--key", tmp_path / "form" / "key.json", home=tmp_path)
    assert done.code == 0 and "originals recognised: 1.0000" in done.out and "chance 0.5000" in done.out


@pytest.mark.parametrize("arguments", [("expert-sheet",), ("expert-sheet", "--score", "gold"), ("linkage", "--gold", "gold", "--system", "magic")])
def test_half_a_question_is_refused(gold: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = incognote("eval", *(gold if a == "gold" else a for a in arguments), home=tmp_path)
    assert done.code == 1 and done.err.startswith("incognote: ")
