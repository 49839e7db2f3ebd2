"""A training that was stopped or killed ends where one that was not ends; its folder holds what it should."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.errors import FormatError, UsageError  # noqa: E402
from incognote.lab.train import fit as module  # noqa: E402
from incognote.lab.train.checkpoint import CHECKPOINT, METRICS  # noqa: E402
from incognote.lab.train.config import Training  # noqa: E402
from incognote.lab.train.encoder import Encoder, Shape  # noqa: E402
from incognote.lab.train.examples import all_examples, as_batch  # noqa: E402
from incognote.lab.train.fit import Job, Now, fit, rate_at  # noqa: E402
from incognote.lab.train.limit import limit_of  # noqa: E402
from incognote.lab.train.measure import cut, find  # noqa: E402
from incognote.lab.train.model import Tagger, load_model, write_config  # noqa: E402
from incognote.lab.train.sources import Labelled  # noqa: E402
from incognote.lab.train.vocabulary import SPECIALS, Vocabulary  # noqa: E402

torch.set_num_threads(1)  # two would wait for each other over so small a model
SIGNS = "王李陳林小明文華住院於今天說。"
VOCABULARY = Vocabulary((*SPECIALS, *SIGNS), (0.0,) * (len(SPECIALS) + len(SIGNS)))
SHAPE = Shape(len(VOCABULARY), layers=1, hidden=24, heads=2, inner=48, positions=128)
PLAN = Training(epochs=3, batch=200, rate=3e-3, head_rate=1e-2)


def texts(count: int) -> list[Labelled]:
    """A surname and a given name are a name; the same given characters alone are none."""
    found = []
    for at in range(count):
        name = "王李陳林"[at % 4] + "小明文華"[at % 3] + "明文華小"[at // 4 % 4]
        before = ("今天", "於", "說。")[at % 3]
        found.append(Labelled(f"{before}{name}住院。{'小文' * (at % 2)}", ((len(before), len(before) + 3, ("NAME",)),), ()))
    return found


def job(*, plan: Training = PLAN, digest: str = "d") -> Job:
    torch.manual_seed(7)
    cutter = VOCABULARY.cutter()
    model = Tagger(Encoder(SHAPE), dropout=0.1)
    return Job(model, all_examples(texts(150), cutter), cut(texts(20), cutter), plan, 7, digest)


def rows(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (folder / METRICS).read_text("utf-8").splitlines()]
    return [{key: value for key, value in row.items() if key != "seconds"} for row in found]


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(one[name], other[name]) for name in one)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, torch.Tensor]]:
    """A training from begin to end."""
    folder = tmp_path_factory.mktemp("whole")
    mine = job()
    outcome = fit(mine, folder)
    assert outcome.is_done and outcome.epochs == 3
    return folder, mine.model.state_dict()


def test_a_small_model_learns_what_there_is_to_learn(whole: tuple[Path, dict[str, torch.Tensor]]) -> None:
    found = rows(whole[0])
    assert [row["epoch"] for row in found] == [1, 2, 3] and found[-1]["loss"] < found[0]["loss"]
    assert found[-1]["classes"]["NAME"]["f1"] >= 0.9


@pytest.mark.parametrize("batches", [3, 14, 25])
def test_a_killed_training_goes_on_to_the_same_result(batches: int, tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]) -> None:
    """Killed after some batches, with the last checkpoint a batch before: nothing of that batch is left."""
    often = Training(**{**{name: getattr(PLAN, name) for name in PLAN.__slots__}, "checkpoint_minutes": 0.0})
    seen = 0

    def kill(now: Now) -> None:
        nonlocal seen
        seen += 1
        if seen > batches:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit(job(plan=often), tmp_path, tell=kill)
    assert (tmp_path / CHECKPOINT).exists()
    again = job(plan=often)
    assert fit(again, tmp_path).is_done
    assert rows(tmp_path) == rows(whole[0])
    assert same(again.model.state_dict(), whole[1])
    assert same(torch.load(tmp_path / "model.pt"), torch.load(whole[0] / "model.pt"))


def test_a_training_stops_when_its_minutes_are_over_and_goes_on_later(tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]) -> None:
    for _ in range(3):
        assert not fit(job(), tmp_path, limit=limit_of(0.0)).is_done
    again = job()
    assert fit(again, tmp_path).is_done and same(again.model.state_dict(), whole[1])


def test_a_resumed_training_tells_where_it_goes_on_before_its_first_batch(tmp_path: Path) -> None:
    seen: list[Now] = []
    fit(job(), tmp_path, limit=limit_of(0.0), tell=seen.append)
    assert [(now.batch, now.is_resumed) for now in seen] == [(1, False)]
    seen.clear()
    fit(job(), tmp_path, limit=limit_of(0.0), tell=seen.append)
    assert [(now.epoch, now.batch, now.is_resumed) for now in seen] == [(1, 1, True), (1, 2, False)]
    assert seen[0].batches == seen[1].batches and seen[0].loss > 0


def test_a_finished_training_does_nothing_more(tmp_path: Path) -> None:
    plan = Training(epochs=1, batch=400)
    first = fit(job(plan=plan), tmp_path)
    before = (tmp_path / CHECKPOINT).stat().st_mtime_ns
    assert fit(job(plan=plan), tmp_path) == first and (tmp_path / CHECKPOINT).stat().st_mtime_ns == before


def test_a_checkpoint_of_other_data_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    fit(job(), tmp_path, limit=limit_of(0.0))
    with pytest.raises(UsageError):
        fit(job(digest="another"), tmp_path)
    (tmp_path / CHECKPOINT).write_bytes(b"PK\x03\x04 no")
    with pytest.raises(FormatError):
        fit(job(), tmp_path)


def test_the_time_left_comes_down_to_nothing(tmp_path: Path) -> None:
    seen: list[Now] = []
    fit(job(plan=Training(epochs=2, batch=400)), tmp_path, tell=seen.append)
    assert seen[-1].seconds_left == 0.0 and seen[0].seconds_left > 0.0
    assert [now.f1 is not None for now in seen].count(True) == 2


def test_a_saved_model_finds_what_the_trained_one_finds(tmp_path: Path) -> None:
    mine = job(plan=Training(epochs=1, batch=400, head_rate=1e-2))
    write_config(tmp_path, VOCABULARY, shape=mine.model.encoder.shape, told={})
    fit(mine, tmp_path)
    best = torch.load(tmp_path / "model.pt", weights_only=True)
    mine.model.load_state_dict(best)
    loaded, vocabulary = load_model(tmp_path)
    assert vocabulary == VOCABULARY and find(loaded, mine.valid) == find(mine.model, mine.valid)


def test_another_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        load_model(tmp_path)
    (tmp_path / "config.json").write_text('{"version": 0, "classes": []}', "utf-8")
    with pytest.raises(FormatError):
        load_model(tmp_path)


def test_a_run_without_a_whole_epoch_or_with_damaged_weights_is_said_to_be_one(tmp_path: Path) -> None:
    write_config(tmp_path, VOCABULARY, shape=SHAPE, told={})
    with pytest.raises(FormatError, match="first whole epoch"):
        load_model(tmp_path)
    (tmp_path / "model.pt").write_bytes(b"PK\x03\x04 no")
    with pytest.raises(FormatError, match="cannot be read"):
        load_model(tmp_path)
    torch.save({}, tmp_path / "model.pt")
    with pytest.raises(FormatError, match="not those of"):
        load_model(tmp_path)


def test_no_text_of_a_note_lies_in_a_run(whole: tuple[Path, dict[str, torch.Tensor]]) -> None:
    for path in whole[0].iterdir():
        assert "王小明".encode() not in path.read_bytes() and "住院".encode() not in path.read_bytes()


def test_a_step_takes_its_share_of_each_rate_and_biases_and_norms_do_not_decay() -> None:
    mine = job()
    optimiser = module._optimiser(mine)
    module._step(mine, optimiser, as_batch(mine.train[:2]), step=0, share=0.25)
    names = {id(parameter): name for name, parameter in mine.model.named_parameters()}
    seen = {names[id(p)]: (group["lr"], group["weight_decay"]) for group in optimiser.param_groups for p in group["params"]}
    assert seen.keys() == set(names.values())
    for name, parameter in mine.model.named_parameters():
        rate = PLAN.rate if name.startswith("encoder.") else PLAN.head_rate
        assert seen[name] == (pytest.approx(0.25 * rate), PLAN.decay if parameter.dim() > 1 else 0.0), name


def test_of_equal_epochs_the_first_is_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that is called the best and the weights that are kept are of one epoch."""
    kept: list[int] = []
    epochs: list[dict[str, Any]] = []
    monkeypatch.setattr(module, "measure", lambda *_, **__: {"f1": 0.5, "f_beta": 0.5})
    monkeypatch.setattr(module, "write_model", lambda *_: kept.append(len(epochs)))
    monkeypatch.setattr(module, "write_metrics", lambda _, rows: epochs.extend(rows[len(epochs) :]))
    assert fit(job(plan=Training(epochs=2, batch=400)), tmp_path).best["epoch"] == 1 and kept == [0]


def test_the_rate_goes_up_and_down_and_is_never_below_nothing() -> None:
    rates = [rate_at((at + 0.5) / 100, 0.1) for at in range(100)]
    assert max(rates) == pytest.approx(1.0, abs=0.06) and min(rates) > 0 and rates[0] < rates[5] < rates[9]
    assert rate_at(0.0, 0.0) == 1.0 and module.rate_at(1.0, 0.5) == 0.0


@torch.no_grad()
def test_the_loss_is_that_of_a_piece_and_not_of_a_text() -> None:
    """Texts of any length weigh by their pieces, so that batches of short and of long ones step alike."""
    mine = job()
    mine.model.eval()
    batch = as_batch([mine.train[0], mine.train[1]])
    both = mine.model.crf.loss(mine.model.pieces(batch.ids), batch.possible, batch.lengths)
    assert float(mine.model.loss(*batch)) == pytest.approx(float(both.sum()) / (len(mine.train[0].ids) + len(mine.train[1].ids)))


def test_each_step_drops_other_values_and_each_epoch_has_another_order() -> None:
    """By seed and number alone, so that a resumed training meets the same."""
    batch = as_batch(job().train[:4])
    losses = []
    for step in (0, 1, 0):
        mine = job()
        losses.append(module._step(mine, module._optimiser(mine), batch, step=step, share=0.0))
    assert losses[0] == losses[2] != losses[1]
    orders = [module._order(job(), epoch) for epoch in (0, 1, 0)]
    assert orders[0] == orders[2] != orders[1]


def test_a_steep_step_is_clipped() -> None:
    mine = job(plan=Training(**{**{name: getattr(PLAN, name) for name in PLAN.__slots__}, "clip": 0.01}))
    module._step(mine, module._optimiser(mine), as_batch(mine.train[:4]), step=0, share=0.1)
    norm = torch.cat([p.grad.flatten() for p in mine.model.parameters() if p.grad is not None]).norm()
    assert float(norm) == pytest.approx(0.01, rel=1e-3)
