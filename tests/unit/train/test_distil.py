"""A student learns what its teacher sees and says, in two stages that end the same whether they were stopped or not."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.cli.main import FAILED, OK, main  # noqa: E402
from incognote.errors import ConfigError, UsageError  # noqa: E402
from incognote.lab.train import distil as module  # noqa: E402
from incognote.lab.train.checkpoint import METRICS  # noqa: E402
from incognote.lab.train.config import Config, Distil, Training, parse  # noqa: E402
from incognote.lab.train.distil import (  # noqa: E402
    STAGE,
    Student,
    distil,
    inner_gap,
    levels_of,
    score_gap,
    soft_gap,
    state_gap,
)
from incognote.lab.train.encoder import Encoder, Seen, Shape  # noqa: E402
from incognote.lab.train.examples import all_examples, as_batch  # noqa: E402
from incognote.lab.train.fit import Job, Now, fit  # noqa: E402
from incognote.lab.train.limit import limit_of  # noqa: E402
from incognote.lab.train.measure import cut  # noqa: E402
from incognote.lab.train.model import Tagger, load_model, write_config  # noqa: E402
from incognote.lab.train.narrow import chosen_layers, narrowed  # noqa: E402
from incognote.lab.train.run import PRINTS, valid_windows  # noqa: E402
from incognote.lab.train.sources import Labelled  # noqa: E402
from incognote.lab.train.vocabulary import PAD, SPECIALS, Vocabulary  # noqa: E402
from incognote.text.tags import TAGS  # noqa: E402

torch.set_num_threads(1)  # two would wait for each other over so small a model
SIGNS = "王李陳林小明文華住院於今天說。"
VOCABULARY = Vocabulary((*SPECIALS, *SIGNS), (0.0,) * (len(SPECIALS) + len(SIGNS)))
SHAPE = Shape(len(VOCABULARY), layers=2, hidden=24, heads=3, inner=48, positions=128)
CONFIG = """
threads = 1
device = "cpu"
precision = "float32"
[data]
train = [{ files = "FOLDER/train.jsonl", scheme = "ours" }]
valid = [{ files = "FOLDER/valid.jsonl", scheme = "ours" }]
[model]
layers = [1]
start = "teacher"
dropout = 0.1
[distil]
intermediate_epochs = 2
intermediate_rate = 3e-3
map_rate = 1e-2
[training]
epochs = 2
batch = 200
rate = 3e-3
head_rate = 1e-2
"""
NARROW = "layers = [1]\nhidden = 16\nheads = 2\ninner = 32"


def texts(count: int) -> list[Labelled]:
    """A surname and a given name are a name; the same given characters alone are none."""
    found = []
    for at in range(count):
        name = "王李陳林"[at % 4] + "小明文華"[at % 3] + "明文華小"[at // 4 % 4]
        before = ("今天", "於", "說。")[at % 3]
        found.append(Labelled(f"{before}{name}住院。{'小文' * (at % 2)}", ((len(before), len(before) + 3, ("NAME",)),), ()))
    return found


def write_gold(path: Path, labelled: list[Labelled]) -> None:
    rows = [
        {"version": 1, "id": str(at), "text": each.text, "spans": [{"start": s, "end": e, "label": "NAME"} for s, e, _ in each.spans]}
        for at, each in enumerate(labelled)
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gold files and the run of a teacher that has learnt them."""
    folder = tmp_path_factory.mktemp("home")
    write_gold(folder / "train.jsonl", texts(150))
    write_gold(folder / "valid.jsonl", texts(20))
    torch.manual_seed(7)
    model, cutter = Tagger(Encoder(SHAPE), dropout=0.1), VOCABULARY.cutter()
    run = folder / "teacher"
    write_config(run, VOCABULARY, shape=model.encoder.shape, told={})
    (run / PRINTS).write_text("0123456789abcdef01234567\n", "ascii")
    plan = Training(epochs=5, batch=200, rate=3e-3, head_rate=1e-2)
    assert fit(Job(model, all_examples(texts(150), cutter), cut(texts(20), cutter), plan, 7, "d"), run).best["f1"] >= 0.9
    return folder


def config(home: Path, model: str = "layers = [1]") -> Config:
    return parse(CONFIG.replace("FOLDER", home.as_posix()).replace("layers = [1]", model))


@pytest.fixture(scope="module", params=["layers = [1]", NARROW], ids=["as wide", "narrower"])
def whole(request: pytest.FixtureRequest, home: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Config]:
    """A distillation from begin to end."""
    folder = tmp_path_factory.mktemp("whole")
    told = config(home, request.param)
    outcome = distil(told, home / "teacher", folder)
    assert outcome.is_done and outcome.epochs == 2
    return folder, told


def rows(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (folder / METRICS).read_text("utf-8").splitlines()]
    return [{key: value for key, value in row.items() if key != "seconds"} for row in found]


def weights(folder: Path) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = torch.load(folder / "model.pt", weights_only=True)
    return found


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


# The losses


def test_a_student_s_layers_learn_from_every_third_of_twelve() -> None:
    assert levels_of(Distil(), 4, 12) == (3, 6, 9, 12) and levels_of(Distil(), 3, 12) == (4, 8, 12)


@pytest.mark.parametrize(("told", "layers", "teacher"), [(Distil(), 5, 12), (Distil(layer_map=(1, 13)), 2, 12)])
def test_layers_that_do_not_fit_are_refused(told: Distil, layers: int, teacher: int) -> None:
    with pytest.raises(UsageError):
        levels_of(told, layers, teacher)


def test_hidden_states_of_padding_count_nothing() -> None:
    ours, theirs = torch.zeros(1, 3, 2), torch.tensor([[[1.0, 1.0], [3.0, 1.0], [90.0, 90.0]]])
    assert state_gap(ours, theirs, torch.tensor([[1, 1, 0]])).item() == pytest.approx((1 + 1 + 9 + 1) / 4)


def test_scores_of_padding_are_nothing_on_both_sides() -> None:
    ours = torch.tensor([[[[1.0, 2.0, -1e4], [0.0, 0.0, -1e4], [7.0, 7.0, -1e4]], [[0.0, 0.0, -9990.0]] * 3]])
    theirs = torch.tensor([[[[0.0, 0.0, -9950.0]] * 3] * 2])
    mask = torch.tensor([[1, 1, 0]])
    assert score_gap(ours, theirs, mask).item() == pytest.approx((1 + 4) / (2 * 3) / 2)  # two heads, three keys; two queries


def test_a_score_above_the_limit_counts() -> None:
    ours, theirs = torch.full((1, 1, 1, 1), -99.0), torch.zeros(1, 1, 1, 1)
    assert score_gap(ours, theirs, torch.ones(1, 1)).item() == pytest.approx(99.0**2)


def test_centred_scores_do_not_see_what_softmax_does_not_see() -> None:
    torch.manual_seed(1)
    mask = torch.tensor([[1, 1, 1, 0]])
    ours = torch.randn(1, 2, 4, 4) + (1 - mask[:, None, None, :]) * -1e4
    moved = ours + torch.randn(1, 2, 4, 1)
    assert torch.allclose(ours.softmax(-1), moved.softmax(-1), atol=1e-6)
    assert score_gap(ours, moved, mask, is_centred=True).item() == pytest.approx(0.0, abs=1e-9)
    assert score_gap(ours, moved, mask).item() > 0.1
    assert score_gap(ours, ours * 2, mask, is_centred=True).item() > 0.1


def test_each_layer_learns_from_its_own() -> None:
    """The gap is nothing where the teacher's hidden states 0, 2, 4 and scores of layers 2 and 4 are met, and there alone."""

    def seen(*levels: int) -> Seen:
        return Seen(tuple(torch.full((1, 2, 3), float(i)) for i in (0, *levels)), tuple(torch.full((1, 1, 2, 2), float(i)) for i in levels))

    def gap(ours: Seen, *levels: int, told: Distil) -> float:
        return inner_gap(ours, seen(1, 2, 3, 4), torch.ones(1, 2), levels=levels, widen=torch.nn.Identity(), told=told).item()

    assert gap(seen(2, 4), 2, 4, told=Distil()) == 0.0
    assert gap(seen(2, 4), 2, 3, told=Distil()) == 2.0  # a hidden state and scores, each off by one
    assert gap(seen(2, 4), 2, 3, told=Distil(score_weight=0.5)) == 1.5
    assert gap(seen(2, 4)._replace(hidden=(torch.ones(1, 2, 3), *seen(2, 4).hidden[1:])), 2, 4, told=Distil()) == 1.0


@pytest.mark.parametrize("temperature", [1.0, 2.0])
def test_soft_tags_are_the_teacher_s_and_their_logs_the_student_s(temperature: float) -> None:
    """By hand, for one piece of two tags: -(p log q), p the teacher's; the other way round is another loss."""
    ours, theirs = torch.tensor([[[0.0, 1.0]]]), torch.tensor([[[3.0, 0.0]]])
    p, q = (1 / (1 + math.exp(-gap / temperature)) for gap in (3.0, -1.0))
    by_hand = -(p * math.log(q) + (1 - p) * math.log(1 - q))
    assert float(soft_gap(ours, theirs, torch.tensor([1]), temperature=temperature)) == pytest.approx(by_hand, abs=1e-6)


def test_the_teacher_s_own_tags_are_the_best_and_padding_counts_nothing() -> None:
    torch.manual_seed(2)
    theirs, lengths = torch.randn(2, 4, len(TAGS)), torch.tensor([4, 2])
    least = soft_gap(theirs, theirs, lengths, temperature=2.0)
    entropy = torch.distributions.Categorical(logits=theirs / 2.0).entropy()
    assert least.item() == pytest.approx(((entropy[0].sum() + entropy[1, :2].sum()) / 6).item(), rel=1e-5)
    other = theirs.clone()
    other[1, 2:] += torch.randn(2, len(TAGS)) * 9
    assert soft_gap(other, theirs, lengths, temperature=2.0).item() == pytest.approx(least.item(), rel=1e-6)
    other[1, 1] += torch.randn(len(TAGS))
    assert soft_gap(other, theirs, lengths, temperature=2.0) > least


def test_where_labels_leave_all_open_the_teacher_s_tags_fill_in() -> None:
    torch.manual_seed(3)
    teacher, student = Tagger(Encoder(SHAPE)), Tagger(Encoder(SHAPE))
    batch = as_batch([e._replace(possible=((1 << len(TAGS)) - 1,) * len(e.ids)) for e in all_examples(texts(4), VOCABULARY.cutter())])
    labels_alone = module.prediction(teacher, Distil(soft_weight=0.0))(student, batch)
    assert labels_alone.item() == pytest.approx(0.0, abs=1e-4)
    module.prediction(teacher, Distil())(student, batch).backward()
    assert student.head.weight.grad is not None and student.head.weight.grad.abs().max() > 1e-4
    assert all(p.grad is None for p in teacher.parameters()) and not teacher.training


# The student before its first step


def test_a_student_of_all_layers_is_its_teacher() -> None:
    torch.manual_seed(4)
    teacher = Tagger(Encoder(SHAPE)).eval()
    student = Student(chosen_layers(teacher.encoder, (0, 1)), teacher).eval()
    ids = as_batch(all_examples(texts(4), VOCABULARY.cutter())).ids
    assert torch.equal(student.pieces(ids), teacher.pieces(ids))
    mask = (ids != PAD).long()
    assert inner_gap(student.seen(ids, mask), teacher.seen(ids, mask), mask, levels=(1, 2), widen=student.widen, told=Distil()).item() == 0.0


def test_layers_are_taken_in_the_order_named_and_from_those_there_are() -> None:
    source = Encoder(replace(SHAPE, layers=3))
    made = chosen_layers(source, (2, 0))
    assert torch.equal(made.layers[0].up.weight, source.layers[2].up.weight) and torch.equal(made.layers[1].up.weight, source.layers[0].up.weight)
    with pytest.raises(UsageError):
        chosen_layers(source, (3,))


def test_a_narrower_student_begins_nearer_to_its_source_than_a_random_one() -> None:
    """Embeddings of eight true dimensions survive a projection on sixteen; a random start knows none of them."""
    torch.manual_seed(5)
    source = Encoder(SHAPE)
    with torch.no_grad():
        source.word.weight.copy_(torch.randn(SHAPE.vocabulary, 8) @ torch.randn(8, SHAPE.hidden))
        source.position.weight.zero_()
    small = replace(SHAPE, hidden=16, heads=2, inner=32)
    ids = torch.arange(SHAPE.vocabulary)[None]

    def likeness(encoder: Encoder) -> torch.Tensor:
        found: torch.Tensor = encoder.eval()(ids, torch.ones_like(ids)).hidden[0][0]
        return torch.nn.functional.normalize(found, dim=-1) @ torch.nn.functional.normalize(found, dim=-1).T

    wanted, made = likeness(source), narrowed(source, small)
    assert made.shape == small and narrowed(source, SHAPE) is source
    assert (likeness(made) - wanted).abs().mean() < 0.5 * (likeness(Encoder(small)) - wanted).abs().mean()
    with pytest.raises(UsageError):
        narrowed(source, replace(SHAPE, inner=96))


def test_the_map_goes_into_the_head_and_all_is_trained_then() -> None:
    torch.manual_seed(6)
    teacher = Tagger(Encoder(SHAPE))
    student = Student(narrowed(teacher.encoder, replace(SHAPE, hidden=16, heads=2, inner=32)), teacher).eval()
    assert not student.head.weight.requires_grad and not student.crf.transitions.requires_grad
    ids = as_batch(all_examples(texts(4), VOCABULARY.cutter())).ids
    plain = student.plain().eval()
    assert torch.allclose(plain.pieces(ids), student.pieces(ids), atol=1e-5)
    assert torch.equal(plain.crf.transitions, teacher.crf.transitions) and all(p.requires_grad for p in plain.parameters())


# A run


def test_both_stages_teach(whole: tuple[Path, Config], home: Path) -> None:
    folder, told = whole
    first, second = rows(folder / STAGE), rows(folder)
    assert len(first) == len(second) == 2 and first[1]["loss"] < first[0]["loss"] and second[1]["loss"] < second[0]["loss"]
    assert second[-1]["classes"]["NAME"]["f1"] >= (0.6 if told.model.hidden else 0.9)
    student, vocabulary = load_model(folder)
    assert vocabulary == VOCABULARY and student.encoder.shape.hidden == (told.model.hidden or SHAPE.hidden)
    assert "0123456789abcdef01234567" in (folder / PRINTS).read_text("ascii").split()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No curves, which take longer than so small a training."""
    monkeypatch.setattr(module, "draw", lambda metrics, picture: None)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("batches", [11, 24])
def test_a_killed_distillation_goes_on_to_the_same_result(batches: int, whole: tuple[Path, Config], home: Path, tmp_path: Path) -> None:
    """Killed in the first stage or in the second, with the last checkpoint a batch before."""
    folder, told = whole
    often = replace(told, training=replace(told.training, checkpoint_minutes=0.0))
    seen: list[str] = []

    def kill(now: Now) -> None:
        seen.append(stage[-1])
        if len(seen) > batches:
            raise KeyboardInterrupt

    stage: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        distil(often, home / "teacher", tmp_path, tell=lambda name: stage.append(name) or kill)  # type: ignore[func-returns-value]
    assert seen[-1] == ("prediction" if batches == 24 else "intermediate")
    assert distil(often, home / "teacher", tmp_path).is_done
    for part in (".", STAGE):
        assert rows(tmp_path / part) == rows(folder / part) and same(weights(tmp_path / part), weights(folder / part))


@pytest.mark.usefixtures("undrawn")
def test_the_minutes_are_those_of_both_stages(whole: tuple[Path, Config], home: Path, tmp_path: Path) -> None:
    stages: list[str] = []
    for _ in range(2):
        assert not distil(whole[1], home / "teacher", tmp_path, limit=limit_of(0.0), tell=lambda name: stages.append(name) or (lambda now: None)).is_done  # type: ignore[func-returns-value]
    assert stages == ["intermediate"] * 2
    assert distil(whole[1], home / "teacher", tmp_path).is_done and same(weights(tmp_path), weights(whole[0]))


def test_a_run_of_another_teacher_is_refused(whole: tuple[Path, Config], home: Path, tmp_path: Path) -> None:
    other = tmp_path / "teacher"
    other.mkdir()
    for name in ("config.json", "vocabulary.tsv", PRINTS):
        (other / name).write_bytes((home / "teacher" / name).read_bytes())
    torch.save({name: value + 1e-3 for name, value in weights(home / "teacher").items()}, other / "model.pt")
    assert not distil(whole[1], home / "teacher", tmp_path / "run", limit=limit_of(0.0)).is_done
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
    with pytest.raises(UsageError):
        distil(whole[1], other, tmp_path / "run")
    assert {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()} == before
    (other / PRINTS).unlink()
    with pytest.raises(UsageError):
        distil(whole[1], other, tmp_path / "another")


def test_no_text_of_a_note_lies_in_a_run(whole: tuple[Path, Config]) -> None:
    found = [path for path in whole[0].rglob("*") if path.is_file()]
    assert len(found) >= 10
    for path in found:
        assert "王小明".encode() not in path.read_bytes() and "住院".encode() not in path.read_bytes()


def test_from_the_command_line_to_the_files_that_are_shipped(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.toml").write_text(CONFIG.replace("FOLDER", home.as_posix()), "utf-8")
    command = ["train", "distil", "--teacher", str(home / "teacher"), "--config", str(tmp_path / "c.toml"), "-o", str(tmp_path / "run")]
    assert main(command) == OK
    said = capsys.readouterr()
    assert "best epoch" in said.out and "intermediate, epoch 2/2" in said.err and "prediction, epoch 2/2" in said.err
    assert len(valid_windows(tmp_path / "run", 1000)) == 20 and len(valid_windows(tmp_path / "run", 7)) == 7
    for name in ("onnx", "onnxruntime"):
        pytest.importorskip(name, reason="needs pip install 'incognote[train]'")
    assert main(["train", "export", str(tmp_path / "run"), "-o", str(tmp_path / "model")]) == OK
    said = capsys.readouterr()
    assert "model.onnx" in said.out and "tags that are the same in 8 bits: " in said.out
    assert {path.name for path in (tmp_path / "model").iterdir()} == {"config.json", "crf.npz", "model.onnx", "vocabulary.tsv"}
    assert main(["train", "export", str(home), "-o", str(tmp_path / "none")]) == FAILED


def test_only_a_student_starts_from_a_teacher(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.toml").write_text(CONFIG.replace("FOLDER", home.as_posix()), "utf-8")
    assert main(["train", "tagger", "--config", str(tmp_path / "c.toml"), "-o", str(tmp_path / "run")]) == FAILED
    assert "model.start" in capsys.readouterr().err and not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[distil]", "[distil]\nlayer_map = [3, 6]", "distil.layer_map"),
        ("[distil]", "[distil]\nlayer_map = [0]", "distil.layer_map"),
        ("[distil]", "[distil]\ntemperature = 0.0", "temperature"),
        ("[distil]", "[distil]\nsoft_weight = 0.0\nlabel_weight = 0.0", "weights"),
        ("[distil]", "[distil]\nheat = 1.0", "unknown key distil.heat"),
        ('"teacher"', '"master"', "model.start"),
        ("layers = [1]", "layers = [1]\nhidden = -8", "model.hidden"),
    ],
)
def test_what_is_wrong_is_an_error_that_names_the_key(before: str, after: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse(CONFIG.replace(before, after))


def test_a_teacher_s_digest_does_not_know_of_students() -> None:
    told = parse(CONFIG)
    assert replace(told, distil=Distil()).digest() == told.digest()
    assert replace(told, model=replace(told.model, hidden=16)).digest() != told.digest()
