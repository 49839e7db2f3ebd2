"""What eight bits cost and gain: `python benchmarks/tagger_bits.py RUN`, the table of decision 0009.

The model of a training's run (`incognote train`) is written in 32 bits, in 8 bits as an export does, and in 8 bits whose
values are scaled beforehand. Told of each: processor time of a window of 128 positions, alone and in batches of four
(medians, the three in turn); tags that change when a window stands in a padded batch; tags that are others than in 32
bits, over all pieces and inside the spans of 32 bits; the file. Windows: those of twsyn-valid, which no tagger was
trained on; scales set beforehand come from the texts the run was chosen by. One thread; needs torch, onnx,
`../shared/data`, and the repository's root to run in.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bars import SHARED, rows  # noqa: E402

from incognote.detect.tagger_model import session  # noqa: E402
from incognote.detect.viterbi import Crf, best, read_crf  # noqa: E402
from incognote.lab.train.export import quantise, to_onnx, write_crf  # noqa: E402
from incognote.lab.train.model import load_model  # noqa: E402
from incognote.lab.train.run import valid_windows  # noqa: E402
from incognote.lab.train.vocabulary import BEGIN, END, PAD  # noqa: E402
from incognote.text.pieces import Pieces  # noqa: E402
from incognote.text.windows import windows  # noqa: E402

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Window = Sequence[int]
BATCH, TIMES = 4, 31
SAMPLES = 200


def full_width(source: Path, target: Path, _: Sequence[Window]) -> None:
    target.write_bytes(source.read_bytes())


def as_shipped(source: Path, target: Path, _: Sequence[Window]) -> None:
    quantise(source, target)


def beforehand(source: Path, target: Path, samples: Sequence[Window]) -> None:
    """Values have a scale of the samples', for all texts alike."""
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Reader(CalibrationDataReader):
        def __init__(self) -> None:
            self.left = ({"ids": row(window)} for window in samples)

        def get_next(self) -> dict[str, np.ndarray] | None:
            return next(self.left, None)

    head = [node.name for node in onnx.load(str(source)).graph.node if node.op_type == "MatMul"][-1:]
    quantize_static(
        source, target, Reader(), quant_format=QuantFormat.QDQ, op_types_to_quantize=["MatMul"], nodes_to_exclude=head, per_channel=True,
        reduce_range=True, weight_type=QuantType.QInt8, activation_type=QuantType.QUInt8,
    )  # fmt: skip


WAYS = {"32 bits": full_width, "8 bits, values scaled a run (shipped)": as_shipped, "8 bits, values scaled beforehand": beforehand}


def row(window: Window) -> np.ndarray:
    return np.array([[BEGIN, *window, END]], np.int64)


def padded(batch: Sequence[Window]) -> np.ndarray:
    long = max(map(len, batch))
    return np.array([[BEGIN, *window, END, *[PAD] * (long - len(window))] for window in batch], np.int64)


def of_notes(cutter: Pieces) -> Iterator[Window]:
    for note in rows(SHARED / "twsyn-valid" / "valid.jsonl"):
        pieces = list(cutter.cut(note["text"]))
        yield from ([piece.id for piece in pieces[start:end]] for start, end in windows(note["text"], pieces))


def times(sessions: Sequence[InferenceSession], full: Window) -> list[tuple[float, float]]:
    """Milliseconds a window of each session, alone and in a batch; one session after the other, so that all share what else runs."""
    taken: list[tuple[list[float], list[float]]] = [([], []) for _ in sessions]
    for _ in range(TIMES):
        for running, own in zip(sessions, taken, strict=True):
            for batch, into in ((1, own[0]), (BATCH, own[1])):
                ids = padded([full] * batch)
                began = time.process_time()
                running.run(["emissions"], {"ids": ids})
                into.append((time.process_time() - began) * 1000 / batch)
    return [(sorted(alone)[TIMES // 2], sorted(many)[TIMES // 2]) for alone, many in taken]


def tagged(running: InferenceSession, texts: Sequence[Window], crf: Crf) -> tuple[list[list[int]], int]:
    """The tags of each window alone, and how many of them change beside others in a padded batch."""
    (tags, flips) = ([[int(tag) for tag in best(running.run(["emissions"], {"ids": row(each)})[0][0, 1:-1], crf)] for each in texts], 0)
    for at in range(0, len(texts), BATCH):
        batch = texts[at : at + BATCH]
        many = running.run(["emissions"], {"ids": padded(batch)})[0]
        for emissions, window, own in zip(many, batch, tags[at : at + BATCH], strict=True):
            flips += sum(a != b for a, b in zip(best(emissions[1 : len(window) + 1], crf), own, strict=True))
    return tags, flips


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", metavar="RUN", type=Path, help="the folder of a training")
    options = parser.parse_args()
    model, vocabulary = load_model(options.run)
    texts = list(of_notes(vocabulary.cutter()))
    samples = valid_windows(options.run, SAMPLES)
    with TemporaryDirectory() as made:
        plain, crf_file = Path(made) / "plain.onnx", Path(made) / "crf.npz"
        to_onnx(model, plain, windows=samples)
        write_crf(model, crf_file)
        crf = read_crf(crf_file)
        files = [Path(made) / f"{at}.onnx" for at in range(len(WAYS))]
        for way, target in zip(WAYS.values(), files, strict=True):
            way(plain, target, samples)
        sessions = [session(target) for target in files]
        print(f"{len(texts)} windows, {sum(map(len, texts))} pieces")
        truth: list[list[int]] = []
        for name, running, target, (alone, many) in zip(WAYS, sessions, files, times(sessions, max(texts, key=len)), strict=True):
            tags, flips = tagged(running, texts, crf)
            truth = truth or tags
            pairs = [(a, b) for one, other in zip(truth, tags, strict=True) for a, b in zip(one, other, strict=True)]
            inside = [(a, b) for a, b in pairs if a]
            print(
                f"{name}: {alone:.1f} ms a window, {many:.1f} in batches of {BATCH}; {flips} tags change beside others; other tags than in "
                f"32 bits {sum(a != b for a, b in pairs)} of {len(pairs)}, inside spans {sum(a != b for a, b in inside)} of {len(inside)}; "
                f"{target.stat().st_size / 1e6:.1f} MB"
            )


if __name__ == "__main__":
    main()
