"""The tagger around its model: nothing is unread, no text depends on another, numpy and torch agree."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import tiny_tagger
from incognote.config import load_profile, make_pipeline
from incognote.detect import tagger
from incognote.detect.subtypes import subtype
from incognote.document import Document, Span
from incognote.errors import ConfigError, UsageError
from incognote.labels import LABELS
from incognote.registry import DETECTORS, Parts, make_detectors
from incognote.resolve import allow
from incognote.text.pieces import Pieces
from incognote.text.tags import CLASSES, TAGS, allowed
from incognote.text.windows import kept, windows
from tiny_tagger import CHARACTERS, SPECIALS

TRAINING = "needs torch and onnx: pip install 'incognote[train]'"
RUNTIME = "needs numpy and onnxruntime: pip install 'incognote[dev]'"


def note(length: int, seed: int) -> str:
    """Random Chinese with sentences, digits, blanks and Latin words."""
    rng = random.Random(seed)
    return "".join(rng.choice(CHARACTERS[:300]) if rng.random() < 0.8 else rng.choice([*CHARACTERS[300:], " ", "\n"]) for _ in range(length))


def cutter() -> Pieces:
    return Pieces({c: (at, -8.0) for at, c in enumerate(CHARACTERS, len(SPECIALS))}, unknown=1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A run folder with a small random model, and what it is exported to."""
    for name in ("torch", "onnx"):
        pytest.importorskip(name, reason=TRAINING)
    pytest.importorskip("onnxruntime", reason=RUNTIME)
    run, target = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("model")
    tiny_tagger.make(run, target)
    return run, target


@pytest.fixture(scope="module")
def model(made: tuple[Path, Path]) -> Any:
    return tagger.load(made[1])


def spans(folder: Path, text: str) -> list[Span]:
    found = list(tagger.detector(folder)(Document("1", text)))
    assert all(isinstance(item, Span) for item in found)
    return [item for item in found if isinstance(item, Span)]


# Nothing unread


@pytest.mark.parametrize("seed", range(3))
def test_every_piece_of_a_long_note_is_read_in_one_window_and_not_at_its_edge(seed: int) -> None:
    text = note(20_000, seed)
    pieces = list(cutter().cut(text))
    ranges = windows(text, pieces)
    parts = kept(ranges)
    assert [at for first, last in parts for at in range(first, last)] == list(range(len(pieces)))
    for (start, end), (first, last) in zip(ranges, parts, strict=True):
        assert end - start <= 126
        assert start <= first - 15 or start == first == 0
        assert last + 15 <= end or last == end == len(pieces)


def test_every_character_that_is_no_blank_lies_in_a_piece() -> None:
    text = note(20_000, 5)
    read = {at for piece in cutter().cut(text) for at in range(piece.start, piece.end)}
    assert [c for at, c in enumerate(text) if at not in read and not c.isspace()] == []


def test_a_name_is_read_with_its_neighbours_wherever_it_stands(model: Any) -> None:
    """What the model says of a piece comes from the window that keeps it, in the right place."""
    np = pytest.importorskip("numpy")
    text = note(3_000, 7)
    pieces = tuple(model.pieces.cut(text))
    emissions = model.emissions(text, pieces)
    assert emissions.shape == (len(pieces), len(TAGS))
    ranges = windows(text, pieces, overlap=model.settings.overlap)
    for (start, end), (first, last) in zip(ranges, kept(ranges), strict=True):
        alone = model.window([piece.id for piece in pieces[start:end]])
        np.testing.assert_array_equal(alone[first - start : last - start], emissions[first:last])


# No text depends on another


def test_what_is_found_in_a_note_does_not_depend_on_the_notes_around_it(made: tuple[Path, Path]) -> None:
    texts = [note(length, length) for length in (1, 7, 60, 126, 127, 400, 900)]
    alone = [spans(made[1], text) for text in texts]
    assert sum(map(len, alone)) > 20
    for order in itertools.islice(itertools.permutations(range(len(texts))), 0, 5040, 1000):
        assert [spans(made[1], texts[at]) for at in order] == [alone[at] for at in order]


def test_threads_share_one_model_and_find_the_same(made: tuple[Path, Path]) -> None:
    texts = [note(300, seed) for seed in range(24)]
    alone = [spans(made[1], text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert len({id(found) for found in pool.map(lambda _: tagger.load(made[1]), texts)}) == 1
        assert list(pool.map(lambda text: spans(made[1], text), texts)) == alone


def test_a_session_uses_one_thread(model: Any) -> None:
    options = model._session.get_session_options()
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (1, 1)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000", "王", "a", "\x00", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "\u200b"])
def test_blank_and_one_character_texts_are_read(made: tuple[Path, Path], text: str) -> None:
    found = spans(made[1], text)
    assert all((span.start, span.end) == (0, len(text)) for span in found)


# Spans


def test_spans_lie_in_order_in_the_text_and_none_is_vouched_for(made: tuple[Path, Path]) -> None:
    text = note(900, 11)
    found = spans(made[1], text)
    assert found
    for before, after in itertools.pairwise(found):
        assert before.end <= after.start
    for span in found:
        assert 0 <= span.start < span.end <= len(text)
        assert span.label in LABELS and span.source == "tagger" and 0 < span.score < 0.8


def test_thresholds_drop_doubtful_spans_and_leaning_brings_more(made: tuple[Path, Path], tmp_path: Path) -> None:
    text = note(900, 13)
    found = len(spans(made[1], text))

    def with_settings(name: str, **told: Any) -> int:
        folder = tmp_path / name
        folder.mkdir()
        for path in made[1].iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        config = json.loads((folder / "config.json").read_text("utf-8")) | told
        (folder / "config.json").write_text(json.dumps(config), "utf-8")
        return len(spans(folder, text))

    assert with_settings("all", thresholds=dict.fromkeys(CLASSES, 1.1)) == 0
    assert 0 < with_settings("some", thresholds={"NAME": 1.1}) <= found
    assert with_settings("none", leaning=dict.fromkeys(CLASSES, -100.0)) == 0
    assert with_settings("calibrated", thresholds=dict.fromkeys(CLASSES, 0.5), calibration={c: [1.0, -50.0] for c in CLASSES}) == 0


def test_a_score_is_the_mean_over_a_span_s_pieces_and_leaning_is_not_in_it(made: tuple[Path, Path], tmp_path: Path) -> None:
    from incognote.detect.tagger_model import Tagger
    from incognote.detect.viterbi import marginals

    copytree(made[1], tmp_path / "leaning")
    table = json.loads((made[1] / "config.json").read_text("utf-8")) | {"leaning": dict.fromkeys(CLASSES, 2.0)}
    (tmp_path / "leaning" / "config.json").write_text(json.dumps(table), "utf-8")
    text = note(900, 13)
    for folder in (made[1], tmp_path / "leaning"):
        model = Tagger(folder)
        pieces = tuple(model.pieces.cut(text))
        covered = 1 - marginals(model.emissions(text, pieces), model.crf)[:, 0]
        found = model.find(text)
        assert max(end - start for start, end, *_ in found) > 2
        for start, end, _, score in found:
            own = [likely for piece, likely in zip(pieces, covered, strict=True) if start <= piece.start < end]
            assert score == pytest.approx(sum(own) / len(own), abs=1e-6)


# Without a model


def test_without_a_model_every_document_is_told_to_have_been_skipped(tmp_path: Path) -> None:
    found = list(tagger.detector(tmp_path)(Document("1", "王小明")))
    assert found == [tagger.SKIPPED]
    made = make_detectors(["rules", "tagger"], Parts(model=tmp_path))
    assert "tagger" in DETECTORS and list(made["tagger"](Document("1", ""))) == [tagger.SKIPPED]


def test_a_profile_that_asks_for_a_tagger_is_degraded_where_there_is_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagger, "bundled", lambda: tmp_path)
    result = make_pipeline(load_profile()).run(Document("1", "主訴頭暈兩天"))
    assert (result.status, result.text) == ("degraded", "主訴頭暈兩天")
    assert [finding.kind for finding in result.findings] == ["detector_skipped"]


def test_a_profile_with_a_tagger_covers_what_the_tagger_finds(made: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagger, "bundled", lambda: made[1])
    document = Document("1", note(200, 21))
    found, findings = make_pipeline(load_profile()).detect(document)
    assert any(span.source == "tagger" for span in found) and not [f for f in findings if f.kind == "detector_skipped"]
    alone = {at for span in spans(made[1], document.text) for at in range(span.start, span.end)}
    union = {at for span in found for at in range(span.start, span.end)}
    recorded = {at for f in findings for at in range(f.start, f.end)}
    assert [at for at in sorted(alone - union - recorded) if document.text[at] not in "，。:/- \n"] == []


def seal(folder: Path) -> None:
    """Say in `config.json` that the files that lie there belong together."""
    from incognote.detect.tagger_model import digests

    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"sha256": digests(folder)}), "utf-8")


@pytest.mark.parametrize("name", ["model.onnx", "crf.npz", "vocabulary.tsv"])
def test_a_file_of_another_model_is_refused_though_it_can_be_read(name: str, made: tuple[Path, Path], tmp_path: Path) -> None:
    copytree(made[1], tmp_path / "model")
    path = tmp_path / "model" / name
    if name == "vocabulary.tsv":
        path.write_text(path.read_text("utf-8").replace("\t-8", "\t-9", 1), "utf-8")
    else:
        path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(ConfigError, match="those that its config"):
        tagger.load(tmp_path / "model")
    if name == "vocabulary.tsv":
        seal(tmp_path / "model")
        assert tagger.load(tmp_path / "model").find(note(200, 3))


def test_a_model_that_does_not_say_which_files_are_its_own_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    copytree(made[1], tmp_path / "model")
    path = tmp_path / "model" / "config.json"
    path.write_text(json.dumps({key: value for key, value in json.loads(path.read_text("utf-8")).items() if key != "sha256"}), "utf-8")
    with pytest.raises(ConfigError, match="export it anew"):
        tagger.load(tmp_path / "model")


def test_a_broken_model_is_an_error_that_says_what_to_do(made: tuple[Path, Path], tmp_path: Path) -> None:
    good = {path.name: path.read_bytes() for path in made[1].iterdir()}
    broken = [("model.onnx", b"x" * 99), ("model.onnx", good["model.onnx"][:500]), ("crf.npz", b"x"), ("config.json", b"{"), ("config.json", b'{"version": 9}'), ("vocabulary.tsv", b"a\t1\n")]
    for at, (name, data) in enumerate(broken):
        folder = tmp_path / str(at)
        folder.mkdir()
        for other, whole in (good | {name: data}).items():
            (folder / other).write_bytes(whole)
        if name != "config.json":
            seal(folder)
        with pytest.raises(ConfigError, match="tagger's"):
            list(tagger.detector(folder)(Document("1", "王小明")))


WRONG: list[dict[str, Any]] = [
    {"classes": 5}, {"classes": None}, {"longest": 0}, {"longest": 127}, {"longest": "126"}, {"overlap": 63}, {"overlap": -1}, {"overlap": 1.5},
    {"thresholds": []}, {"thresholds": {"PERSON": 0.5}}, {"thresholds": {"NAME": math.nan}}, {"thresholds": {"NAME": "0.5"}}, {"leaning": {"NAME": math.inf}},
    {"calibration": {"NAME": 1.0}}, {"calibration": {"NAME": [1.0]}}, {"calibration": {"NAME": [1.0, math.nan]}},
]  # fmt: skip


@pytest.mark.parametrize("told", WRONG, ids=json.dumps)
def test_settings_that_would_hang_or_drop_spans_without_a_word_are_refused(told: dict[str, Any], made: tuple[Path, Path], tmp_path: Path) -> None:
    from incognote.detect.tagger_model import read_settings

    table = json.loads((made[1] / "config.json").read_text("utf-8"))
    for more, is_wrong in ((told, True), ({}, False)):
        (tmp_path / "config.json").write_text(json.dumps(table | more), "utf-8")
        with pytest.raises(ConfigError, match="tagger's") if is_wrong else nullcontext():
            read_settings(tmp_path / "config.json")
    (tmp_path / "config.json").write_text("[]", "utf-8")
    with pytest.raises(ConfigError, match="another version"):
        read_settings(tmp_path / "config.json")


def test_a_crf_of_other_tags_or_without_numbers_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason=RUNTIME)
    copytree(made[1], tmp_path / "model")
    count = len(TAGS)
    good = {"start": np.zeros(count), "end": np.zeros(count), "transitions": np.zeros((count, count))}
    for wrong in ({"end": np.zeros(count - 2)}, {"transitions": np.zeros(count)}, {"start": np.full(count, np.nan)}):
        np.savez(tmp_path / "model" / "crf.npz", **(good | wrong))
        seal(tmp_path / "model")
        with pytest.raises(ConfigError, match=r"tagger's crf\.npz"):
            list(tagger.detector(tmp_path / "model")(Document("1", "王小明")))


# Numpy, torch and ONNX agree


def crfs(seed: int, count: int) -> Iterator[tuple[Any, Any]]:
    """Random emissions with a CRF over `count` tags, of lengths from 1 on."""
    np = pytest.importorskip("numpy", reason=RUNTIME)
    from incognote.detect.viterbi import Crf

    rng = np.random.default_rng(seed)
    may = np.array([row[:count] for row in allowed()[:count]])
    for length in (1, 2, 3, 5):
        steps = rng.normal(size=(count, count)).astype(np.float32) + np.float32(-1e4) * ~may
        start = rng.normal(size=count).astype(np.float32) + np.float32(-1e4) * ~may[0]
        yield 2 * rng.normal(size=(length, count)).astype(np.float32), Crf(start, rng.normal(size=count).astype(np.float32), steps)


def total(path: tuple[int, ...], emissions: Any, crf: Any) -> float:
    steps = sum(float(crf.transitions[a, b]) for a, b in itertools.pairwise(path))
    return float(crf.start[path[0]] + crf.end[path[-1]]) + steps + sum(float(emissions[at, tag]) for at, tag in enumerate(path))


@pytest.mark.parametrize("seed", range(6))
def test_viterbi_and_marginals_equal_all_paths_summed_by_hand(seed: int) -> None:
    np = pytest.importorskip("numpy", reason=RUNTIME)
    from incognote.detect.viterbi import best, marginals

    for emissions, crf in crfs(seed, 5):
        paths = list(itertools.product(range(5), repeat=len(emissions)))
        scores = np.array([total(path, emissions, crf) for path in paths])
        assert tuple(best(emissions, crf)) == paths[int(scores.argmax())]
        weights = np.exp(scores - scores.max())
        by_hand = np.zeros(emissions.shape)
        for path, weight in zip(paths, weights, strict=True):
            by_hand[range(len(path)), path] += weight
        np.testing.assert_allclose(marginals(emissions, crf), by_hand / weights.sum(), atol=1e-6)


def test_viterbi_breaks_no_rule_of_bio_and_likelihoods_sum_to_one_on_long_texts() -> None:
    np = pytest.importorskip("numpy", reason=RUNTIME)
    from incognote.detect.viterbi import best, marginals

    (_, crf), *_ = crfs(1, len(TAGS))
    emissions = 9 * np.random.default_rng(2).normal(size=(5_000, len(TAGS))).astype(np.float32)
    tags = best(emissions, crf)
    assert allowed()[0][tags[0]] and all(allowed()[a][b] for a, b in itertools.pairwise(tags))
    likely = marginals(emissions, crf)
    assert np.isfinite(likely).all() and abs(likely.sum(axis=1) - 1).max() < 1e-9
    assert best(emissions[:0], crf) == [] and marginals(emissions[:0], crf).shape == (0, len(TAGS))


def test_viterbi_in_numpy_equals_torch(model: Any) -> None:
    np, torch = pytest.importorskip("numpy"), pytest.importorskip("torch", reason=TRAINING)
    from incognote.detect.viterbi import best
    from incognote.lab.train.crf import Crf

    crf = Crf()
    start, steps, end = (part.detach().numpy() for part in crf.constrained())
    ours = type(model.crf)(start, end, steps)
    rng = np.random.default_rng(4)
    for length in (1, 2, 17, 126, 126, 126):
        emissions = 2 * rng.normal(size=(length, len(TAGS))).astype(np.float32)
        (theirs,) = crf.decode(torch.from_numpy(emissions)[None], torch.tensor([length]))
        assert best(emissions, ours) == theirs


def test_an_export_equals_torch_and_eight_bits_change_little(made: tuple[Path, Path], tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=TRAINING)
    from incognote.lab.train.export import export

    run, _ = made
    pieces = cutter()
    rows = [[piece.id for piece in pieces.cut(note(6 * at + 1, at))] for at in range(20)]
    done = export(run, tmp_path / "again", rows=rows)
    assert done.plain < 1e-4
    assert done.small < 0.5 and done.same > 0.97
    assert set(done.sizes) == {"config.json", "crf.npz", "model.onnx", "vocabulary.tsv"}


def test_an_export_that_drifts_leaves_the_model_that_was_there(made: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason=TRAINING)
    from incognote.lab.train import export

    monkeypatch.setattr(export, "_differences", lambda *_: 1.0)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.onnx").write_bytes(b"as it was")
    for target in (tmp_path / "model", tmp_path / "fresh"):
        with pytest.raises(UsageError, match="drifted"):
            export.export(made[0], target)
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")] == ["model", "model/model.onnx"]
    assert (tmp_path / "model" / "model.onnx").read_bytes() == b"as it was"


def test_an_exported_graph_hides_padding(made: tuple[Path, Path], tmp_path: Path) -> None:
    """Without quantisation a padded batch gives what each row gives alone."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("torch", reason=TRAINING)
    from incognote.detect.tagger_model import session
    from incognote.lab.train.export import to_onnx
    from incognote.lab.train.model import load_model

    to_onnx(load_model(made[0])[0], tmp_path / "plain.onnx")
    plain = session(tmp_path / "plain.onnx")
    rows = [[2, *range(4, 4 + length), 3] for length in (3, 30, 11)]
    batch = np.zeros((3, 32), np.int64)
    for at, row in enumerate(rows):
        batch[at, : len(row)] = row
    (together,) = plain.run(["emissions"], {"ids": batch})
    for at, row in enumerate(rows):
        (alone,) = plain.run(["emissions"], {"ids": np.array([row])})
        np.testing.assert_allclose(together[at, : len(row)], alone[0], atol=1e-5)


# Subtypes


@pytest.mark.parametrize(
    ("text", "value", "name", "label", "kind"),
    [
        ("病歷號：7654321", "7654321", "ID", "MRN", "patient"),
        ("住院号 0012345", "0012345", "ID", "MRN", "patient"),
        ("MRN# 7654321", "7654321", "ID", "MRN", "patient"),
        ("病歷號、身分證：A123456789", "A123456789", "ID", "IDNO", None),
        ("病歷號 1234567 K-77", "K-77", "ID", "OTHERID", None),
        ("身份证号11010519491231002X", "11010519491231002X", "ID", "IDNO", None),
        ("健保卡號：000012345678", "000012345678", "ID", "HEALTHPLAN", None),
        ("Accession No. CT20240502013", "CT20240502013", "ID", "CASENO", None),
        ("付款卡 4000 1234 5678 9010", "4000 1234 5678 9010", "ID", "ACCOUNT", None),
        ("醫字第012345號", "012345", "ID", "LICENSE", None),
        ("開著 ABC-1234 來", "ABC-1234", "ID", "VEHICLE", None),
        ("S/N BX204857H", "BX204857H", "ID", "DEVICE", None),
        ("加 wechat: demo_guli", "demo_guli", "ID", "SOCIAL", None),
        ("登入帳號 wang01", "wang01", "ID", "USERNAME", None),
        ("user name: wang01", "wang01", "ID", "USERNAME", None),
        ("統一編號 04595257", "04595257", "ID", "ORGID", None),
        ("第 K-77 次", "K-77", "ID", "OTHERID", None),
        ("就讀雲嶺國中", "雲嶺國中", "ORG", "SCHOOL", None),
        ("就讀小天鵝幼兒園", "小天鵝幼兒園", "ORG", "EARLYLEARN", None),
        ("at Little Acorns Childcare", "Little Acorns Childcare", "ORG", "EARLYLEARN", None),
        ("北勢監獄", "北勢監獄", "ORG", "PRISON", None),
        ("held at Harrow Correctional Centre", "Harrow Correctional Centre", "ORG", "PRISON", None),
        ("在鼎禾化工上班", "鼎禾化工", "ORG", "ORG", None),
        ("wang@example.org", "wang@example.org", "NET", "EMAIL", None),
        ("from 10.1.2.3", "10.1.2.3", "NET", "IPADDR", None),
        ("www.example.org/a", "www.example.org/a", "NET", "URL", None),
        ("郵遞區號 23561", "23561", "ADDRESS", "ZIP", None),
        ("London SW1A 1AA", "SW1A 1AA", "ADDRESS", "ZIP", None),
        ("住和岳北路200巷8號", "和岳北路200巷8號", "ADDRESS", "ADDRESS", None),
        ("傳真：037-123458", "037-123458", "PHONE", "PHONE", "fax"),
        ("電話：037-123458", "037-123458", "PHONE", "PHONE", None),
        ("生日：民國60年3月5日", "民國60年3月5日", "DATE", "DATE", "dob"),
        ("DOB 05/03/1971", "05/03/1971", "DATE", "DATE", "dob"),
        ("看診日：113/05/02", "113/05/02", "DATE", "DATE", None),
        ("ＭＲＮ：７６５４３２１", "７６５４３２１", "ID", "MRN", "patient"),
    ],
)
def test_subtypes_by_label_word_shape_and_lists(text: str, value: str, name: str, label: str, kind: str | None) -> None:
    start = text.index(value)
    assert subtype(text, (start, start + len(value)), name) == (label, kind)


def test_every_class_without_subtypes_keeps_its_name() -> None:
    for name in CLASSES:
        label, _ = subtype("某某", (0, 2), name)
        assert label in LABELS and LABELS[label].training == name


class Saying:
    """A model that holds one string for a class, wherever it stands."""

    def __init__(self, value: str, name: str, score: float) -> None:
        self.value, self.name, self.score = value, name, score

    def find(self, text: str) -> list[tuple[int, int, str, float]]:
        at = text.find(self.value)
        return [(at, at + len(self.value), self.name, self.score)] if at >= 0 else []


@pytest.mark.parametrize(
    ("text", "value", "name", "is_left"),
    [
        ("過去病史：史蒂芬強生症候群。", "史蒂芬", "NAME", True),
        ("巴金森氏病十年", "巴金森", "LOCATION", True),
        ("帕金森综合征待排", "帕金森", "NAME", True),
        ("Lyme disease ruled out", "Lyme", "LOCATION", True),
        ("史蒂芬今天陪同前來", "史蒂芬", "NAME", False),
        ("史蒂芬病房巡視後離開", "史蒂芬", "NAME", False),
        ("Seen near Lyme by the bus", "Lyme", "LOCATION", False),
        ("陳美鳳症狀改善", "陳美鳳", "NAME", False),
        ("Sex/Age: Male / 59", "Male", "NAME", True),
        ("known case of Multiple Myeloma (MM)", "Multiple Myeloma", "NAME", True),
        ("admitted for Stevens-Johnson Syndrome", "Stevens-Johnson Syndrome", "DOCTOR", True),
        ("bridge Toujeo 20U, out today", "Toujeo", "NAME", True),
        ("眼科可支援 RetCam。", "RetCam", "DOCTOR", True),
        ("林碧霞 醫師 敬啟", "敬啟", "DOCTOR", True),
        ("next door to Ijeoma today", "Ijeoma", "NAME", False),
        ("the letter from Summer Rain came", "Summer Rain", "NAME", False),
        ("seen by Grace again", "Grace", "NAME", False),
        ("call McKenna first", "McKenna", "NAME", False),
        ("sutured with Vicryl Rapide, closed", "Vicryl Rapide", "ADDRESS", True),
        ("treated with Zosyn and Vanco", "Zosyn", "NAME", True),
        ("以美羅培南治療", "美羅培南", "LOCATION", True),
        ("RxNorm 860975", "RxNorm 860975", "ADDRESS", True),
        ("E. Coli in urine", "E. Coli", "NAME", True),
        ("Nurse at bedside. Doctor notified.", "Doctor", "NAME", True),
        ("M.D. notified.", "M.D.", "DOCTOR", True),
        ("signed out AMA; signed", "AMA", "NAME", True),
        ("Primary Care follow-up", "Primary Care", "ORG", True),
        ("tender at McBurney point", "McBurney point", "LOCATION", True),
        ("May-Thurner, stented", "May-Thurner", "NAME", True),
        ("Hemovac, Jackson Pratt, Penrose", "Jackson Pratt", "DOCTOR", True),
        ("日本腦炎疫苗", "日本", "LOCATION", True),
        ("接到胡蘿蔔一袋", "胡蘿", "NAME", True),
        ("無事。Jarisch–Herxheimer 衛教", "Jarisch–Herxheimer", "DOCTOR", True),
        ("C-SPINE: Jefferson fx C1", "Jefferson", "NAME", True),
        ("Hsin-Yi Lin, MD\nLic. 7622668", "Lic.", "DOCTOR", True),
        ("史密斯症狀改善", "史密斯", "NAME", False),
        ("史密斯因肺病住院", "史密斯", "NAME", False),
        ("史密斯病逝於家中", "史密斯", "NAME", False),
        ("王小明 5mg qd", "王小明", "NAME", False),
        ("Grace 20 mg at night", "Grace", "NAME", False),
        ("Zelofen 20 mg at night", "Zelofen", "NAME", True),
        ("Zelofen 20 mg at noon", "Zelofen", "NAME", False),  # at 0.9: no dose overrules a sure reader
        ("Smith came with her aunt", "Smith", "NAME", False),
        ("brother with Crohn's", "Crohn", "NAME", True),
        ("Yang came late", "Yang", "NAME", False),
        ("rang Murphy back", "Murphy", "NAME", False),
        ("4% TBSA, debrided", "TBSA", "NAME", True),
        ("SOMJAI KASEM，右手", "SOMJAI KASEM", "NAME", False),
        ("LUONG，右手", "LUONG", "NAME", False),
        ("日本返台兩週", "日本", "LOCATION", False),
        ("through Huckleberry Hollow Chapel", "Huckleberry Hollow Chapel", "ORG", False),
        ("Yasmin came with her aunt", "Yasmin", "NAME", False),
        ("接案的美琳說", "美琳", "NAME", False),
        ("F/U in Neurosurgery clinic on Feb 05", "Neurosurgery clinic", "HOSPITAL", True),
        ("F/U in Kestrel Mesa Pediatrics", "Kestrel Mesa Pediatrics", "HOSPITAL", False),
        ("the farm past Walnut Corners", "Walnut Corners", "LOCATION", False),
    ],
)
def test_what_a_term_is_called_after_is_left_to_the_term(text: str, value: str, name: str, is_left: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tagger, "load", lambda folder, threads: Saying(value, name, 0.8 if is_left else 0.9))
    monkeypatch.setattr(tagger, "is_model", lambda folder: True)
    assert (not list(tagger.detector(tmp_path)(Document("1", text)))) == is_left


def test_a_clinical_word_of_any_class_is_no_find_of_a_doubtful_reader() -> None:
    text = "安心"
    for label, source, score, is_kept in (
        ("LOCATION", "tagger", 0.6, False), ("ORG", "tagger", 0.6, False), ("NAME", "tagger", 0.6, False),
        ("NAME", "tagger", 0.76, True), ("LOCATION", "rules/x", 0.6, True), ("NAME", "rules/x", 0.6, False),
    ):  # fmt: skip
        kept, _ = allow.allow([Span(0, 2, label, None, source, score)], text, lambda word: word == "安心")
        assert bool(kept) == is_kept, (label, source, score)


def test_a_score_that_is_the_threshold_counts(made: tuple[Path, Path], tmp_path: Path) -> None:
    from incognote.detect.tagger_model import Tagger

    text = note(900, 13)
    scores = [score for _, _, name, score in Tagger(made[1]).find(text) if name == "NAME"]
    folder = Path(copytree(made[1], tmp_path / "model"))
    table = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(table | {"thresholds": {"NAME": max(scores)}}), "utf-8")
    assert [score for _, _, name, score in Tagger(folder).find(text) if name == "NAME"] == [max(scores)]
