"""A trained tagger as the files that are shipped: ONNX (opset 17) with 8-bit weights, the CRF as arrays.

Weights of matrices are int8 with a scale a column, values are scaled when the model runs; they use seven bits, since
processors without VNNI add products of eight in too few bits and would tag otherwise than others. Embeddings are int8
with a scale a row (a piece). The head stays as it is: it is small, and all is decided there. The graph has one input
(`ids` B x T, padding is 0) and one output (`emissions` B x T x K, begin and end included).
"""

from __future__ import annotations

import json
import logging
import shutil
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from incognote.detect.tagger_model import TOGETHER, digests, session
from incognote.detect.tagger_model import Tagger as Runner
from incognote.detect.viterbi import Array, best
from incognote.errors import UsageError
from incognote.lab.train.graph import Graph, evened
from incognote.lab.train.model import Tagger, load_model
from incognote.lab.train.vocabulary import BEGIN, END, PAD, SPECIALS
from incognote.text.windows import LONGEST

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

OPSET: Final = 17
_OVERLAP: Final = 16
"""Pieces that two windows share when a shipped model runs: half of what training reads twice. A sixth quicker, and no
difference is seen on the valid splits."""
_CLOSE: Final = 1e-3
_CHECKED: Final = 20
FILES: Final = ("config.json", *TOGETHER)
_DRIFT: Final = 0.05
"""The share of tags that 8-bit weights may change on the texts of the check."""


class Exported(NamedTuple):
    """Sizes of the files in bytes; the largest difference of emissions to torch, with weights as trained and in
    8 bits; the share of tags that are the same in 8 bits."""

    sizes: dict[str, int]
    plain: float
    small: float
    same: float


def export(run: Path, target: Path, *, rows: Sequence[Sequence[int]] = ()) -> Exported:
    """Write the model of the run folder `run` to the folder `target`, and check it against torch.

    `rows` are ids of windows (begin and end left out), of real texts if possible: they show how large the model's
    inner values get, and the check is made on them. Default: 20 of random pieces.

    Raises:
        UsageError: `target` holds other things than a model, or what was made does not tag as the model does; `target` is
            then as it was.
        FormatError: `run` holds no model.
    """
    check_target(target)
    model, vocabulary = load_model(run)
    windows = [list(row)[:LONGEST] for row in rows] or list(_random_rows(len(vocabulary)))
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.resolve().parent) as made:  # a model in `target` is used at once: only a checked one gets there
        plain, fresh = Path(made) / "plain.onnx", Path(made) / "model"
        fresh.mkdir()
        to_onnx(model, plain, windows=windows)
        quantise(plain, fresh / "model.onnx")
        write_crf(model, fresh / "crf.npz")
        shutil.copyfile(run / "vocabulary.tsv", fresh / "vocabulary.tsv")
        _write_settings(run / "config.json", fresh / "config.json")
        sizes = {path.name: path.stat().st_size for path in sorted(fresh.iterdir())}
        differences = [_differences(model, session(path), windows) for path in (plain, fresh / "model.onnx")]
        done = Exported(sizes, differences[0], differences[1], _same(model, Runner(fresh), windows))
        if done.plain > _CLOSE or done.same < 1 - _DRIFT:
            raise UsageError(
                f"the export drifted: emissions by {done.plain:.2g}, {done.same:.1%} of tags are the same"
            )
        _move(fresh, target.resolve())
    return done


def check_target(target: Path) -> None:
    """Raises UsageError where a folder holds anything but a model that was exported before: only such a one is replaced."""
    if target.exists() and not (target.is_dir() and {path.name for path in target.iterdir()} <= set(FILES)):
        raise UsageError("there are other things than a model where the export should go: name a new folder")


def _move(fresh: Path, target: Path) -> None:
    """The whole folder at once: nobody finds files of two models there."""
    if not target.exists():
        fresh.rename(target)
        return
    old = target.rename(fresh.with_name("old"))
    try:
        fresh.rename(target)
    except OSError:
        old.rename(target)
        raise


def to_onnx(model: Tagger, path: Path, *, windows: Sequence[Sequence[int]] = ()) -> None:
    """The encoder and the head as a graph, not yet in 8 bits; `windows` show how large its channels get."""
    sample = torch.tensor([[BEGIN, len(SPECIALS), END, PAD], [BEGIN, len(SPECIALS), len(SPECIALS), END]])
    graph = evened(model, windows) if windows else Graph(model).eval()
    axes = {0: "texts", 1: "pieces"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracing exporter is called old; the other needs onnxscript
        torch.onnx.export(
            graph, (sample,), str(path), input_names=["ids"], output_names=["emissions"],
            dynamic_axes={"ids": axes, "emissions": axes}, opset_version=OPSET, dynamo=False,
        )  # fmt: skip


def quantise(source: Path, target: Path) -> None:
    """8-bit weights: matrices but the head's, then the embeddings of pieces."""
    # not on top of the file: behind tagger_model, which switches the runtime's telemetry off
    from onnxruntime.quantization import QuantType, quantize_dynamic

    graph = onnx.load(str(source)).graph
    matrices = [node.name for node in graph.node if node.op_type == "MatMul"]
    with _quiet():
        quantize_dynamic(
            source, target, op_types_to_quantize=["MatMul"], nodes_to_exclude=matrices[-1:], per_channel=True,
            reduce_range=True, weight_type=QuantType.QInt8,
        )  # fmt: skip
    model = onnx.load(str(target))
    _shrink_embeddings(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def _shrink_embeddings(graph: onnx.GraphProto) -> None:
    """The table of pieces as int8 with a scale a row: gathered, then multiplied."""
    tables = {tensor.name: tensor for tensor in graph.initializer}
    at, node = next(
        (at, node) for at, node in enumerate(graph.node) if node.op_type == "Gather" and "ids" in node.input
    )
    name, ids = node.input
    table = numpy_helper.to_array(tables[name])
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-12) / 127.0
    graph.initializer.remove(tables[name])
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.rint(table / scale).astype(np.int8), f"{name}.small"),
            numpy_helper.from_array(scale.astype(np.float32), f"{name}.scale"),
        ]
    )
    steps = [
        helper.make_node("Gather", [f"{name}.small", ids], ["piece.small"], name="piece.small"),
        helper.make_node("Gather", [f"{name}.scale", ids], ["piece.scale"], name="piece.scale"),
        helper.make_node(
            "Cast", ["piece.small"], ["piece.wide"], name="piece.wide", to=onnx.TensorProto.FLOAT
        ),
        helper.make_node("Mul", ["piece.wide", "piece.scale"], list(node.output), name="piece"),
    ]
    graph.node.remove(node)
    for step in reversed(steps):
        graph.node.insert(at, step)


def write_crf(model: Tagger, path: Path) -> None:
    """The scores of the CRF with its constraints in them."""
    start, transitions, end = (scores.detach().numpy() for scores in model.crf.constrained())
    np.savez(path, start=start, end=end, transitions=transitions)


def _write_settings(source: Path, target: Path) -> None:
    """The run's `config.json`, with the windows the model was made for, if it does not say them, and what it belongs to."""
    table = {"longest": LONGEST, "overlap": _OVERLAP, **json.loads(source.read_text("utf-8")), "sha256": digests(target.parent)}
    target.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _random_rows(size: int) -> Iterator[list[int]]:
    """Windows of random pieces, from one piece to a full one."""
    rng = np.random.default_rng(20)
    for length in np.linspace(1, LONGEST, _CHECKED).astype(int):
        yield rng.integers(len(SPECIALS), size, int(length)).tolist()


def _differences(model: Tagger, made: InferenceSession, windows: Sequence[Sequence[int]]) -> float:
    """The largest difference of an emission to torch."""
    return max(float(np.abs(_torch(model, row) - _run(made, row)).max()) for row in windows)


def _same(model: Tagger, runner: Runner, windows: Sequence[Sequence[int]]) -> float:
    """The share of pieces that get the same tag."""
    equal = total = 0
    for row in windows:
        ours = best(runner.window(row), runner.crf)
        theirs = best(_torch(model, row)[1:-1], runner.crf)
        equal += sum(a == b for a, b in zip(ours, theirs, strict=True))
        total += len(row)
    return equal / total


@torch.no_grad()
def _torch(model: Tagger, row: Sequence[int]) -> Array:
    ids = torch.tensor([[BEGIN, *row, END]])
    emissions: Array = model(ids, (ids != PAD).long())[0].numpy()
    return emissions


def _run(made: InferenceSession, row: Sequence[int]) -> Array:
    emissions: Array = made.run(["emissions"], {"ids": np.array([[BEGIN, *row, END]], np.int64)})[0][0]
    return emissions


@contextmanager
def _quiet() -> Iterator[None]:
    """The quantiser advises on the root logger."""
    before = logging.root.level
    logging.root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logging.root.setLevel(before)
