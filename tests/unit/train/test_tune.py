"""From which score on the tagger's word counts: where it is right as often as wrong, and never of what rules own."""

from __future__ import annotations

import json
import random
from pathlib import Path
from shutil import copytree

import pytest

for _name in ("torch", "onnx", "onnxruntime", "sklearn"):
    pytest.importorskip(_name, reason="needs pip install 'incognote[train,lab]'")

import tiny_tagger  # noqa: E402
from incognote.cli.main import FAILED, OK, main  # noqa: E402
from incognote.detect.tagger_model import Tagger, calibrated  # noqa: E402
from incognote.document import Span  # noqa: E402
from incognote.errors import UsageError  # noqa: E402
from incognote.lab.evaluate.gold import GoldNote, read_gold  # noqa: E402
from incognote.lab.lines import write_lines  # noqa: E402
from incognote.lab.train import tune as module  # noqa: E402
from incognote.lab.train.tune import RULED, SILENT, Said, said, tune, tuned  # noqa: E402
from incognote.text.tags import CLASSES  # noqa: E402


def answers(name: str, *, share: float, likely: float, many: int = 400) -> list[Said]:
    """Spans of one likelihood, of which a share is right."""
    rng = random.Random(f"{name}{likely}")
    return [Said(name, likely, rng.random() < share) for _ in range(many)]


def test_a_score_is_the_share_that_was_right() -> None:
    learnt = tune([*answers("NAME", share=0.2, likely=0.5), *answers("NAME", share=0.9, likely=0.99)])
    assert calibrated(0.5, *learnt.curves["NAME"]) == pytest.approx(0.2, abs=0.05)
    assert calibrated(0.99, *learnt.curves["NAME"]) == pytest.approx(0.9, abs=0.05)


@pytest.mark.parametrize(("many", "is_own"), [(20, False), (25, True)])
def test_a_curve_of_its_own_takes_fifty_spans_of_a_class(many: int, is_own: bool) -> None:
    few = [Said("DOCTOR", likely, is_right) for likely, is_right in ((0.9, False), (0.6, True)) for _ in range(many)]
    learnt = tune([*answers("NAME", share=0.3, likely=0.7), *answers("NAME", share=0.8, likely=0.95), *few])
    assert (learnt.curves["DOCTOR"] != learnt.curves["HOSPITAL"]) is is_own is not learnt.counts["DOCTOR"].is_few()


def test_a_class_seen_seldom_takes_the_curve_of_all() -> None:
    learnt = tune([*answers("NAME", share=0.3, likely=0.7), *answers("NAME", share=0.8, likely=0.95), Said("ROOM", 0.9, False)])
    assert learnt.curves["ROOM"] == learnt.curves["HOSPITAL"]
    assert learnt.curves["ROOM"] != (1.0, 0.0)


def test_a_likelier_span_never_scores_less() -> None:
    learnt = tune([*answers("NAME", share=0.9, likely=0.5), *answers("NAME", share=0.2, likely=0.99)])
    assert calibrated(0.99, *learnt.curves["NAME"]) >= calibrated(0.5, *learnt.curves["NAME"])


def test_the_tagger_is_silent_on_what_rules_own_and_counted_there_too() -> None:
    learnt = tune([*answers("DATE", share=0.99, likely=0.99), *answers("NAME", share=0.99, likely=0.99)])
    assert {name for name, lowest in learnt.thresholds.items() if lowest == SILENT} == RULED
    assert learnt.counts["DATE"].right > 300 and learnt.counts["DATE"].right_kept == 0
    assert learnt.counts["NAME"].right_kept == learnt.counts["NAME"].right


def test_only_what_others_leave_open_is_counted_and_a_wrong_class_is_no_leak() -> None:
    class Saying:
        def find(self, text: str) -> list[tuple[int, int, str, float]]:
            return [(0, 2, "NAME", 0.9), (3, 5, "HOSPITAL", 0.8), (6, 8, "PROFESSION", 0.7), (9, 11, "NAME", 0.6)]

    gold = [Span(0, 2, "NAME", None, "gold", 1.0), Span(3, 5, "ORG", None, "gold", 1.0), Span(6, 8, "NAME", None, "gold", 1.0)]
    note = GoldNote("1", "岑昱，嵐謐，薛凱，尤昱", tuple(gold), {}, {})
    found = said(Saying(), [note], lambda _: [Span(0, 2, "NAME", None, "rules/x", 0.9)])  # type: ignore[arg-type]
    assert found == [Said("HOSPITAL", 0.8, True), Said("PROFESSION", 0.7, False), Said("NAME", 0.6, False)]


def test_what_lengthens_the_find_of_a_rule_is_no_find_of_the_tagger() -> None:
    class Saying:
        def find(self, text: str) -> list[tuple[int, int, str, float]]:
            return [(0, 11, "NAME", 0.9), (13, 25, "DOCTOR", 0.8)]

    note = GoldNote("1", "Det. Watson, Agnes Harlow", (Span(5, 11, "NAME", None, "gold", 1.0), Span(13, 25, "NAME", None, "gold", 1.0)), {}, {})
    found = said(Saying(), [note], lambda _: [Span(5, 11, "NAME", None, "rules/x", 0.9)])  # type: ignore[arg-type]
    assert found == [Said("DOCTOR", 0.8, True)]


def test_what_the_detector_takes_apart_or_leaves_is_counted_so() -> None:
    class Saying:
        def find(self, text: str) -> list[tuple[int, int, str, float]]:
            return [(0, 5, "NAME", 0.9), (6, 10, "NAME", 0.95)]

    note = GoldNote("1", "岑昱\n嵐謐 Male", (Span(0, 2, "NAME", None, "gold", 1.0),), {}, {})  # type: ignore[arg-type]
    assert said(Saying(), [note], lambda _: ()) == [Said("NAME", 0.9, True), Said("NAME", 0.9, False)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "split"), [("cn-ehr.train.jsonl", None), ("mine.jsonl", "train"), ("mine.jsonl", "Training")])
def test_training_text_is_refused(name: str, split: str | None, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = {} if split is None else {"split": split}
    write_lines(tmp_path / name, [{"id": "a", "text": "岑昱", "spans": []}, {"id": "b", "text": "嵐謐", "spans": [], **told}])
    before = (model / "config.json").read_bytes()
    assert main(["train", "tune", str(model), "--gold", str(tmp_path / name)]) == FAILED
    assert "never saw" in capsys.readouterr().err and (model / "config.json").read_bytes() == before


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run, target = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("exported")
    tiny_tagger.make(run, target)
    return target


@pytest.fixture
def model(exported: Path, tmp_path: Path) -> Path:
    return Path(copytree(exported, tmp_path / "model"))


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    rng = random.Random(5)
    path = tmp_path / "gold.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for at in range(12):
            text = "".join(rng.choices(tiny_tagger.CHARACTERS, k=120))
            out.write(json.dumps({"id": str(at), "text": text, "spans": [{"start": 0, "end": 60, "label": "NAME"}]}) + "\n")
    return path


def test_a_model_is_tuned_in_its_folder_and_says_what_counts(model: Path, gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "tune", str(model), "--gold", str(gold), "--most", "10"]) == OK
    assert "10 notes" in capsys.readouterr().out
    table = json.loads((model / "config.json").read_text("utf-8"))
    assert set(table["thresholds"]) == set(table["calibration"]) == set(table["leaning"]) == set(CLASSES)
    found = [one for note in read_gold(gold) for one in Tagger(model).find(note.text)]
    assert found and min(score for *_, score in found) >= 0.5 and not {name for _, _, name, _ in found} & RULED


def test_some_forty_spans_are_too_few_and_fewer_of_a_class_are_said(model: Path, gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = (model / "config.json").read_bytes()
    monkeypatch.setattr(module, "said", lambda *_: answers("NAME", share=0.9, likely=0.9, many=49))
    assert main(["train", "tune", str(model), "--gold", str(gold)]) == FAILED
    assert "says 49 spans of these notes, and 50 are needed" in capsys.readouterr().err and (model / "config.json").read_bytes() == before
    monkeypatch.setattr(module, "said", lambda *_: [*answers("NAME", share=0.9, likely=0.9, many=50), Said("ROOM", 0.9, True)])
    assert main(["train", "tune", str(model), "--gold", str(gold)]) == OK
    few = capsys.readouterr().err.splitlines()[-1]
    assert few.startswith("fewer than 50 spans") and "ROOM" in few and "NAME" not in few and "DATE" not in few


def test_tuning_twice_is_tuning_once(model: Path, gold: Path) -> None:
    notes = read_gold(gold)[:4]
    first = tuned(model, notes, lambda _: ())
    assert tuned(model, notes, lambda _: ()) == first


def test_notes_of_which_it_says_nothing_leave_the_model_as_it_was(model: Path) -> None:
    before = {path.name: path.read_bytes() for path in model.iterdir()}
    with pytest.raises(UsageError, match="says 0 spans of these notes, and 50"):
        tuned(model, [GoldNote("1", " ", (), {}, {})], lambda _: ())
    assert {path.name: path.read_bytes() for path in model.iterdir()} == before


@pytest.mark.parametrize("more", [["--even", "0"], ["--even", "1.5"], ["--most", "-1"]])
def test_a_wrong_number_is_refused(more: list[str], model: Path, gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "tune", str(model), "--gold", str(gold), *more]) == FAILED
    assert more[0] in capsys.readouterr().err


def test_a_folder_without_a_model_is_refused(tmp_path: Path, gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "tune", str(tmp_path), "--gold", str(gold)]) == FAILED
    assert "train export" in capsys.readouterr().err


def test_a_span_counts_from_where_it_is_as_likely_right_as_wrong() -> None:
    learnt = tune([*answers("NAME", share=1.0, likely=0.5, many=30), *answers("NAME", share=1.0, likely=0.49, many=30)])
    assert learnt.curves["NAME"] == (1.0, 0.0), "all were right: nothing is learnt"
    assert learnt.counts["NAME"].right_kept == 30
