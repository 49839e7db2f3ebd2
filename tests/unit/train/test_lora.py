"""`incognote train lora`: a tiny language model is taught, stopped, gone on with, and refused what measures it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[lora]')")
pytest.importorskip("peft", reason="peft is not installed (pip install 'incognote[lora]')")
pytest.importorskip("gguf", reason="gguf is not installed (pip install 'incognote[lora]')")

import torch

import tiny_language
from incognote.cli import lora_work as work
from incognote.cli.main import FAILED, OK, main
from incognote.lab.train.lora.base import adapter_weights, find_base, load_model, load_tokeniser, with_adapter
from incognote.lab.train.lora.examples import Chat, Example
from incognote.lab.train.lora.fit import answer_loss, mean_loss
from incognote.lab.train.lora.plan import Adapter
from incognote.lab.train.lora.provenance import read_provenance, skeleton_print
from incognote.lab.train.lora.run import read_adapter
from taught_notes import plan, row, write

pytestmark = pytest.mark.filterwarnings("ignore")
Run = Callable[..., int]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tiny_language.Tiny:
    return tiny_language.make(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def run(tiny: tiny_language.Tiny, tmp_path: Path) -> Iterator[Run]:
    """`incognote train lora` on twelve notes by a quick plan."""
    gold = write(tmp_path / "gold.jsonl", [row(at) for at in range(12)])

    def go(folder: str, *more: str, gold: Path = gold, **settings: Any) -> int:
        config = plan(tmp_path / "plan.toml", **settings)
        return main(["train", "lora", "--gold", str(gold), "--base", str(tiny.folder), "--config", str(config), "-o", str(tmp_path / folder), *more])

    threads = torch.get_num_threads()
    yield go
    torch.set_num_threads(threads)


def metrics(folder: Path) -> list[dict[str, Any]]:
    return [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in (folder / "metrics.jsonl").read_text("utf-8").splitlines()]


def test_a_model_is_taught_and_its_folder_says_what_was_done(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run", epochs=8, dropout=0.0) == OK
    said = capsys.readouterr()
    assert "10 notes, 10 examples, 24 steps" in said.out and "min left" in said.err and "article" in said.err
    assert "林月琴" not in said.out + said.err
    folder = tmp_path / "run"
    rows = metrics(folder)
    assert rows[-1]["loss"] < 0.7 * rows[1]["loss"] and rows[-1]["valid_loss"] < 0.8 * rows[0]["valid_loss"]
    assert sorted(path.name for path in folder.iterdir()) == [
        "adapter.pt", "checkpoint.pt", "curves.png", "metrics.jsonl", "prints.txt", "run.json", "training.json",
    ]  # fmt: skip
    told = read_provenance(folder)
    assert (told.notes, told.steps, told.epochs, told.architecture) == (10, 24, 8, "qwen2") and told.is_small and told.skeletons == ()
    assert told.trainable == sum(each.numel() for each in read_adapter(folder).values()) < told.parameters


def test_a_run_that_was_stopped_ends_as_one_that_was_not(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("whole") == OK
    stops = 0
    while run("parts", "--minutes", "0.00001") == FAILED:  # one step each time
        stops += 1
    assert stops == 5 and "going on from step 5/6" in capsys.readouterr().err
    whole, parts = (read_adapter(tmp_path / name) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys() and all(torch.equal(whole[name], parts[name]) for name in whole)
    assert metrics(tmp_path / "whole") == metrics(tmp_path / "parts")


def test_a_finished_run_is_not_trained_again(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run") == OK
    before = (tmp_path / "run" / "adapter.pt").read_bytes()
    assert run("run") == OK and (tmp_path / "run" / "adapter.pt").read_bytes() == before
    assert "going on from step 6/6" in capsys.readouterr().err


@pytest.mark.parametrize("settings", [{"rate": 2e-2}, {"notes": 9}])
def test_a_folder_with_another_run_stays_as_it_is(settings: dict[str, Any], run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run", "--minutes", "0.00001") == FAILED
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    assert run("run", **settings) == FAILED
    assert "another" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


def test_no_file_of_a_run_holds_text_of_a_note(run: Run, tmp_path: Path) -> None:
    assert run("run") == OK
    for path in (tmp_path / "run").iterdir():
        held = path.read_bytes()
        assert "林月琴".encode() not in held and b"0912-345" not in held and "來診".encode() not in held, path.name


@pytest.mark.parametrize(
    ("name", "more", "says"),
    [
        ("gold.jsonl", {"split": "test"}, "valid or test split"),
        ("gold.jsonl", {"split": "Validation"}, "valid or test split"),
        ("ward.valid.jsonl", {"split": "ward"}, "named as"),
    ],
)
def test_what_measures_a_model_is_refused(name: str, more: dict[str, str], says: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = write(tmp_path / name, [row(at, **more) for at in range(12)])
    assert run("run", gold=gold) == FAILED
    assert says in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_a_locked_set_is_refused_under_any_name(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import lzma

    locked = Path(__file__).resolve().parents[3] / "corpora" / "tw-clinic.valid.jsonl.xz"
    rows = [json.loads(line) for line in lzma.decompress(locked.read_bytes()).decode().splitlines()]
    gold = write(tmp_path / "mine.jsonl", [{k: v for k, v in each.items() if k != "split"} for each in rows[:20]])
    assert run("run", gold=gold) == FAILED
    assert "held-out set" in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_single_notes_that_are_held_out_are_left_out(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = write(tmp_path / "out.jsonl", [row(3)])
    assert run("run", "--held-out", str(out), notes=0, measured=0, epochs=1) == OK
    assert "11 notes are" in capsys.readouterr().err
    assert read_provenance(tmp_path / "run").notes == 11


def test_notes_of_one_author_are_not_trained_on_and_measured_by(run: Run, tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", [row(at, skeleton=f"s{at % 2}") for at in range(12)])
    assert run("run", gold=gold, notes=0, epochs=1) == OK
    told = read_provenance(tmp_path / "run")
    assert told.notes == 6 and len(told.skeletons) == 1 and told.skeletons[0] in {skeleton_print("s0"), skeleton_print("s1")}


def wrapped(tiny: tiny_language.Tiny) -> Any:
    torch.manual_seed(1)
    return with_adapter(load_model(find_base(str(tiny.folder)), dtype=torch.float32), Adapter(rank=4))


def test_only_tokens_of_the_answer_are_learnt(tiny: tiny_language.Tiny) -> None:
    """The loss is that of the answer's tokens by the whole model's own scores, whatever stands in the prompt's places."""
    model = wrapped(tiny)
    short, long = Example((5, 9, 30, 31, 7), 3), Example((5, 9, 8, 200, 30, 40, 41, 7), 5)
    expected = 0.0
    for each in (short, long):
        scores = torch.log_softmax(model(input_ids=torch.tensor([each.ids])).logits[0], -1)
        expected -= sum(float(scores[at - 1, each.ids[at]].detach()) for at in range(each.begin, len(each.ids)))
    assert float(answer_loss(model, [long, short])) == pytest.approx(expected, rel=1e-4)
    assert mean_loss(model, [long, short]) == pytest.approx(expected / 5, rel=1e-4)


def test_side_by_side_and_one_by_one_learn_the_same(tiny: tiny_language.Tiny) -> None:
    model = wrapped(tiny)
    with torch.no_grad():
        for parameter in adapter_weights(model).values():
            parameter.normal_(std=0.05)
    batch = [Example((5, 9, 8, 200, 30, 40, 41, 7), 5), Example((5, 9, 30, 31, 7), 3)]
    found = []
    for parts in ([batch], [[each] for each in batch]):
        model.zero_grad()
        for part in parts:
            answer_loss(model, part).backward()
        found.append({name: each.grad.clone() for name, each in adapter_weights(model).items()})
    assert all(torch.allclose(found[0][name], found[1][name], atol=1e-5) for name in found[0])
    assert all(each.grad is None for name, each in model.named_parameters() if "lora_" not in name), "the base learns nothing"


def test_a_batch_tells_nothing_of_padding(tiny: tiny_language.Tiny) -> None:
    model = wrapped(tiny)
    short, long = Example((5, 9, 30, 31, 7), 3), Example((5, *range(20, 60), 7), 5)
    apart = sum(float(answer_loss(model, [each]).detach()) for each in (short, long))
    assert float(answer_loss(model, [long, short]).detach()) == pytest.approx(apart, rel=1e-5)


def test_a_model_without_a_chat_template_is_refused(tiny: tiny_language.Tiny) -> None:
    from incognote.errors import ConfigError

    tokeniser = load_tokeniser(find_base(str(tiny.folder)))
    tokeniser.chat_template = None
    with pytest.raises(ConfigError, match="chat template"):
        Chat(tokeniser)


@pytest.mark.parametrize("base", ["nowhere/model", "nowhere.gguf", "no-such-model", "."])
def test_a_base_that_is_none_is_one_line_and_no_run(base: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("run", "--base", base) == FAILED
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert ("base model" in last or "no model" in last) and not (tmp_path / "run").exists()


def test_a_missing_library_is_said_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(work, "find_spec", lambda name: None)
    assert main(["train", "lora", "--gold", "none.jsonl", "-o", str(tmp_path / "run")]) == FAILED
    assert "incognote[lora]" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--config", "enormous"], ["--notes", "0"], ["--minutes", "0"]])
def test_a_wrong_argument_is_one_line(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "lora", "--gold", "none.jsonl", "-o", str(tmp_path / "run"), *more]) == FAILED
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "run").exists()
