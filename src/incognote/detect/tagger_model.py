"""A tagger's model, loaded: text in, scored spans of the 14 classes out. Imported when the first document comes.

One window a run, never padded: with 8-bit weights the values inside are scaled by the largest of a run, so a window
in a batch with others is not tagged as it is alone, and a batch saves no time (docs/decisions/0009). A text is one chain for the CRF, whatever its windows.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, isfinite, log
from pathlib import Path
from typing import Any, Final

import numpy as np

from incognote.detect.viterbi import Array, Crf, best, marginals, read_crf
from incognote.errors import ConfigError
from incognote.text.pieces import Piece, Pieces
from incognote.text.tags import CLASSES, OUTSIDE, TAGS, begin, spans_of
from incognote.text.windows import LONGEST, OVERLAP, kept, windows

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read at the import below: later versions report to their maker and leave files in the home
import onnxruntime as runtime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, InvalidGraph, InvalidProtobuf

VERSION: Final = 1
TOGETHER: Final = ("model.onnx", "crf.npz", "vocabulary.tsv")
"""Files that are one model: beside those of another, each can be read, and tags are nonsense without a word."""
_UNKNOWN, _BEGIN, _END = 1, 2, 3
_SPECIALS: Final = ("<pad>", "<unk>", "<s>", "</s>")
_NEVER: Final = 1e-9
_SLOWER: Final = ("SkipLayerNormFusion",)
"""A fusion of onnxruntime that takes longer than what it replaces: 7.0 ms a window with it, 6.2 without."""
Found = tuple[int, int, str, float]


@dataclass(frozen=True, slots=True)
class Settings:
    """What `config.json` says of tagging, by class: the lowest score that counts, what is added to a class's
    emissions before the best tags are looked for (so that a doubtful span is looked at), and how a likelihood
    becomes a score (slope and offset on its logit)."""

    thresholds: Mapping[str, float] = field(default_factory=dict)
    leaning: Mapping[str, float] = field(default_factory=dict)
    calibration: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    longest: int = LONGEST
    overlap: int = OVERLAP
    sha256: Mapping[str, str] = field(default_factory=dict)
    """Of each file of `TOGETHER`, by its name."""


class Tagger:
    """A model, loaded. Holds no state of a text, so threads may share it."""

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        self.settings = read_settings(folder / "config.json")
        if digests(folder) != self.settings.sha256:
            raise ConfigError("the tagger's files are not those that its config.json was written for: export it anew")
        self.pieces = _read_pieces(folder / "vocabulary.tsv")
        self.crf = _checked(read_crf(folder / "crf.npz"))
        self._session = session(folder / "model.onnx", threads=threads)
        self._leaning = np.zeros(len(TAGS), np.float32)
        for name, more in self.settings.leaning.items():
            self._leaning[begin(name)] = self._leaning[begin(name) + 1] = more

    def find(self, text: str) -> list[Found]:
        """The spans (start, end, class, score) of a text, in order."""
        pieces = tuple(self.pieces.cut(text))
        if not pieces:
            return []
        emissions = self.emissions(text, pieces)
        tags = best(emissions + self._leaning, self.crf)
        found = spans_of(tags, pieces)
        if not found:
            return []
        covered = 1.0 - marginals(emissions, self.crf)[:, OUTSIDE]
        return list(self._scored(found, pieces, covered.tolist()))

    def emissions(self, text: str, pieces: Sequence[Piece]) -> Array:
        """A score for each piece and tag; where windows overlap, from the one where the piece is farther inside."""
        ids = [piece.id for piece in pieces]
        ranges = windows(text, pieces, longest=self.settings.longest, overlap=self.settings.overlap)
        seen = []
        for (start, end), (first, last) in zip(ranges, kept(ranges), strict=True):
            seen.append(self.window(ids[start:end])[first - start : last - start])
        return np.concatenate(seen)

    def window(self, ids: Sequence[int]) -> Array:
        """Emissions of the pieces of one window."""
        row = np.array([[_BEGIN, *ids, _END]], np.int64)
        (scores,) = self._session.run(["emissions"], {"ids": row})
        emissions: Array = scores[0, 1:-1]
        return emissions

    def _scored(
        self, found: Sequence[tuple[int, int, str]], pieces: Sequence[Piece], covered: Sequence[float]
    ) -> Iterator[Found]:
        """A span's score is how likely its pieces are of any class at all, since a wrong class is no leak."""
        at = 0
        for start, end, name in found:
            while pieces[at].start < start:
                at += 1
            here = at
            while at < len(pieces) and pieces[at].end <= end:
                at += 1
            likely = sum(covered[here:at]) / (at - here)
            score = calibrated(likely, *self.settings.calibration.get(name, (1.0, 0.0)))
            if score >= self.settings.thresholds.get(name, 0.0):
                yield start, end, name, score


def calibrated(likely: float, slope: float, offset: float) -> float:
    """A likelihood as a score: a logistic curve over its logit.

    >>> calibrated(0.5, 1.0, 0.0), round(calibrated(0.9, 1.0, 0.0), 6)
    (0.5, 0.9)
    """
    return 1.0 / (1.0 + exp(-(slope * logit(likely) + offset)))


def logit(likely: float) -> float:
    """The logit of a likelihood (0 to 1), which is never quite 0 or 1.

    >>> logit(0.5), round(logit(1.0), 2)
    (0.0, 20.72)
    """
    inside = min(max(likely, _NEVER), 1.0 - _NEVER)
    return log(inside / (1.0 - inside))


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of `TOGETHER`: 15 ms for 14 MB.

    Raises:
        OSError: one is missing.
    """
    found = {}
    for name in TOGETHER:
        with (folder / name).open("rb") as file:
            found[name] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def session(path: Path, *, threads: int = 1) -> runtime.InferenceSession:
    """A session that uses `threads` threads and no more; one makes no pool and runs in the caller's.

    Raises:
        ConfigError: the file is no graph that can be run.
    """
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=list(_SLOWER)
        )
    except (Fail, InvalidArgument, InvalidGraph, InvalidProtobuf):
        raise ConfigError("the tagger's model.onnx cannot be read: export it anew") from None


def read_settings(path: Path) -> Settings:
    """What a `config.json` says of tagging; what it leaves out is as in `Settings`.

    Raises:
        ConfigError: the model is of another version, or of other classes, or a value cannot be.
        OSError, ValueError: it is missing, or is no JSON.
    """
    table = json.loads(path.read_text("utf-8"))
    if not isinstance(table, dict) or table.get("version") != VERSION or table.get("classes") != list(CLASSES):
        raise ConfigError("the tagger's model is of another version of this package")
    longest, overlap = table.get("longest", LONGEST), table.get("overlap", OVERLAP)
    if type(longest) is not int or type(overlap) is not int or not 0 <= 2 * overlap < longest <= LONGEST:
        raise ConfigError(f"the tagger's config.json: longest is at most {LONGEST}, and overlap below half of it")
    return Settings(
        {name: _number(value) for name, value in _by_class(table, "thresholds")},
        {name: _number(value) for name, value in _by_class(table, "leaning")},
        {name: _curve(value) for name, value in _by_class(table, "calibration")},
        longest,
        overlap,
        table.get("sha256", {}),
    )


def _by_class(table: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    found = table.get(key, {})
    if not isinstance(found, dict) or not set(CLASSES).issuperset(found):
        raise ConfigError(f"the tagger's config.json: {key} has a value for each class, and no others")
    yield from found.items()


def _number(value: Any) -> float:
    """Not NaN nor infinite: no score is at or above NaN, so that spans would go missing without a word."""
    if type(value) not in (int, float) or not isfinite(value):
        raise ConfigError("the tagger's config.json: what it says of a class is no number")
    return float(value)


def _curve(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ConfigError("the tagger's config.json: a calibration is a slope and an offset")
    return _number(value[0]), _number(value[1])


def _checked(crf: Crf) -> Crf:
    """`crf`, if its scores are of our tags."""
    count = len(TAGS)
    if [part.shape for part in crf] != [(count,), (count,), (count, count)] or not all(np.isfinite(part).all() for part in crf):
        raise ConfigError("the tagger's crf.npz is of other tags: export it anew")
    return crf


def _read_pieces(path: Path) -> Pieces:
    """`vocabulary.tsv`: piece, tab, score, a line each; the line is the id."""
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n")[:-1]]
    if tuple(row[0] for row in rows[: len(_SPECIALS)]) != _SPECIALS:
        raise ConfigError("the tagger's vocabulary does not begin as one does")
    known = {piece: (at, float(score)) for at, (piece, score) in enumerate(rows) if at >= len(_SPECIALS)}
    return Pieces(known, unknown=_UNKNOWN)
