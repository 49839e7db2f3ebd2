"""`incognote rewrite` from outside: a narrative goes in, the same illness in another life comes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Answer, incognote

HAN = (
    "門診初診 113/05/02\n"
    "王小美，34歲，公車司機，家住碼頭邊。三個月前公司裁員後開始失眠，兩個月前起情緒低落，覺得自己沒用。"
    "否認幻聽、妄想及自殺意念。母親有憂鬱症。診斷重鬱症，排除雙相情緒障礙症。"
    "一個月前開始 sertraline 每日50毫克，部分改善。PHQ-9 15分。由先生陳大同陪同。\n"
)
LATIN = (
    "Intake 2024-05-02\n"
    "John Hartley, 45, a lighthouse keeper, lost his job four months ago and has had low mood and insomnia for three months. "
    "He denied auditory hallucinations and suicidal ideation. His mother had bipolar disorder. Diagnosis: major depressive disorder. "
    "He started mirtazapine 15 mg nightly six weeks ago with partial response. PHQ-9 17.\n"
)
NAMING = '{"version": 1, "id": "", "script": "en", "edges": [], "durations": [], "nodes": [{"id": "Mr Hartley", "kind": "x"}]}'


def rewrite(home: Path, *arguments: str | Path, stdin: str) -> Answer:
    return incognote("rewrite", "--on", "2026-11-29", "--no-tagger", *arguments, stdin=stdin.encode(), home=home)


@pytest.mark.parametrize(("note", "gone", "stay"), [(HAN, ("王小美", "陳大同", "公車司機", "113/05/02"), ("50", "PHQ-9")), (LATIN, ("Hartley", "lighthouse", "2024"), ("15 mg", "mirtazapine", "PHQ-9", "17"))])
def test_the_life_goes_and_doses_and_scores_stay(tmp_path: Path, note: str, gone: tuple[str, ...], stay: tuple[str, ...]) -> None:
    answer = rewrite(tmp_path, "--seed", "1", stdin=note)
    assert answer.code == 0 and all(word in answer.out for word in stay)
    assert not any(word in answer.out + answer.err for word in gone)


def test_the_same_seed_tells_the_same_and_another_something_else(tmp_path: Path) -> None:
    first, again, other = (rewrite(tmp_path, "--seed", seed, stdin=LATIN).out for seed in ("1", "1", "2"))
    assert first == again != other


def test_what_tells_too_little_fails_and_nothing_is_printed(tmp_path: Path) -> None:
    answer = rewrite(tmp_path, stdin="Please call back on Monday about the invoice.\n")
    assert (answer.code, answer.out) == (1, "") and "no_narrative" in answer.err


def test_graphs_are_kept_for_who_checks_them(tmp_path: Path) -> None:
    answer = rewrite(tmp_path, "--seed", "1", "--graph", tmp_path / "graphs", stdin=LATIN)
    (path,) = sorted((tmp_path / "graphs").glob("*.json"))
    told = json.loads(path.read_text("utf-8"))
    assert answer.code == 0 and {n["id"]: n["kind"] for n in told["read"]["nodes"]} == {n["id"]: n["kind"] for n in told["told"]["nodes"]}
    assert any(change["before"] != change["after"] for change in told["changes"])


def test_many_narratives_come_out_as_lines(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(n), "text": text}, ensure_ascii=False) + "\n" for n, text in enumerate((HAN, "short", LATIN), 1))
    answer = rewrite(tmp_path, "--format", "jsonl", "--seed", "1", stdin=lines)
    results = [json.loads(line) for line in answer.out.splitlines()]
    assert [r["status"] for r in results] == ["clean", "failed", "clean"] and results[1]["text"] is None and answer.code == 1


def test_a_graph_that_was_edited_by_hand_is_what_is_told(tmp_path: Path) -> None:
    note, edited, kept = tmp_path / "story.txt", tmp_path / "edited.json", tmp_path / "graphs"
    note.write_text(LATIN, "utf-8")
    rewrite(tmp_path, note, "--seed", "1", "--graph", kept, stdin="")
    graphs = json.loads((kept / "narrative_001.json").read_text("utf-8"))
    patient = next(node for node in graphs["told"]["nodes"] if node["kind"] == "Patient")
    patient["context"]["occupation"] = "a ferry pilot"
    edited.write_text(json.dumps(graphs), "utf-8")
    answer = rewrite(tmp_path, note, "--from-graph", edited, stdin="")
    assert answer.code == 0 and "ferry pilot" in answer.out and "lighthouse" not in answer.out
    assert "lighthouse" in (kept / "read_001.svg").read_text("utf-8") and "ferry" not in (kept / "told_001.svg").read_text("utf-8")


@pytest.mark.parametrize(("given", "said"), [("{}", "version"), ("[", "not JSON"), pytest.param("[" * 100_000, "not JSON", id="deep"), ("[]", "no graph"), (NAMING, "the 1. node")])
def test_what_is_no_graph_is_a_clear_error_without_a_word_of_the_note(tmp_path: Path, given: str, said: str) -> None:
    (tmp_path / "story.txt").write_text(LATIN, "utf-8")
    (tmp_path / "graph.json").write_text(given, "utf-8")
    answer = rewrite(tmp_path, tmp_path / "story.txt", "--from-graph", tmp_path / "graph.json", stdin="")
    assert answer.code == 1 and said in answer.err and "Hartley" not in answer.err and answer.out == ""


def _graphs(home: Path) -> dict[str, dict[str, list[dict[str, object]]]]:
    (home / "story.txt").write_text(LATIN, "utf-8")
    rewrite(home, home / "story.txt", "--seed", "1", "--graph", home / "graphs", stdin="")
    return json.loads((home / "graphs" / "narrative_001.json").read_text("utf-8"))


def _again(home: Path, graphs: object) -> Answer:
    (home / "edited.json").write_text(json.dumps(graphs), "utf-8")
    return rewrite(home, home / "story.txt", "--from-graph", home / "edited.json", stdin="")


def test_an_edit_of_what_is_clinical_is_said_by_its_node(tmp_path: Path) -> None:
    graphs = _graphs(tmp_path)
    drug = next(node for node in graphs["told"]["nodes"] if node["kind"] == "Treatment")
    drug["clinical"]["dose"] = "30 mg nightly"
    answer = _again(tmp_path, graphs)
    assert answer.code == 0 and "30 mg" in answer.out
    assert f"node {drug['id']}: dose" in answer.err and "narrative_frozen_edited 1" in answer.err


def test_a_graph_told_as_it_was_read_says_nothing_of_edits(tmp_path: Path) -> None:
    answer = _again(tmp_path, _graphs(tmp_path))
    assert answer.code == 0 and "not as it was read" not in answer.err and answer.out.endswith("\n")


def test_a_node_can_be_taken_out_and_put_in(tmp_path: Path) -> None:
    graphs = _graphs(tmp_path)
    told = graphs["told"]
    gone = next(node["id"] for node in told["nodes"] if node["clinical"].get("name") == "insomnia")
    told["nodes"] = [node for node in told["nodes"] if node["id"] != gone]
    told["nodes"].append({"id": "f90", "kind": "Symptom", "clinical": {"name": "headache"}, "context": {}, "duration": None, "spans": []})
    told["edges"] = [edge for edge in told["edges"] if gone not in (edge["source"], edge["target"])]
    answer = _again(tmp_path, graphs)
    assert answer.code == 0 and "headache" in answer.out and "insomnia" not in answer.out
    assert f"node {gone}: node" in answer.err and "node f90: node" in answer.err


def test_what_no_life_has_is_named_by_its_node(tmp_path: Path) -> None:
    graphs = _graphs(tmp_path)
    told = graphs["told"]
    one, other = [node["id"] for node in told["nodes"] if node["kind"] == "Symptom"][:2]
    told["edges"] += [{"source": one, "kind": "causes", "target": other}, {"source": other, "kind": "causes", "target": one}]
    answer = _again(tmp_path, graphs)
    assert (answer.code, answer.out) == (1, "") and "circle" in answer.err and one in answer.err
    told["edges"] = []
    next(node for node in told["nodes"] if node["kind"] == "Patient")["context"]["age"] = 10**400
    answer = _again(tmp_path, graphs)
    assert (answer.code, answer.out) == (1, "") and "node f0: " in answer.err and "age" in answer.err
