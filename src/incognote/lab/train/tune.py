"""What a tagger's word is worth beside the other detectors: calibration and thresholds, on notes it never saw.

Where rules already cover a text the tagger changes nothing, so only what it says elsewhere is counted: was there an
identifier? A logistic curve over the logit of a span's likelihood answers for each class (Platt 1999), for classes
with few examples over all together. A span then counts from a score of `EVEN` on: where evidence is even, mask.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from incognote.detect.tagger import finds
from incognote.detect.tagger_model import Tagger, calibrated, logit
from incognote.document import Span
from incognote.errors import UsageError
from incognote.lab.evaluate.gold import GoldNote, read_gold
from incognote.lab.train.barred import TRAINING, is_named_so, says_so
from incognote.labels import LABELS
from incognote.text.tags import CLASSES

EVEN: Final = 0.5
LEANING: Final = 1.0
"""Added to each class before the best tags are looked for, so that spans come up of which the curve is to decide."""
RULED: Final = frozenset({"DATE", "TIME", "AGE", "PHONE", "ID", "NET"})
"""Classes that their writing gives away, which rules read and know the exceptions to: of these the tagger is silent.

It takes `24-48 hrs`, `1/2 PPD` and `L4-5` for dates and numbers, having seen too few of each.
"""
SILENT: Final = 2.0
"""A threshold that no score reaches."""
_FEWEST: Final = 12
"""Right ones and wrong ones that a class needs for a curve of its own."""
LEAST: Final = 50
"""Spans that a curve is fitted to: with fewer in all there is no tuning, with fewer of a class it takes the curve of all."""

Covers = Callable[[GoldNote], Iterable[Span]]
Curve = tuple[float, float]


class Said(NamedTuple):
    """One span that only the tagger says: its class, how likely it holds it, and whether an identifier is there."""

    name: str
    likely: float
    is_right: bool

    def __repr__(self) -> str:
        return f"Said({self.likely:.3f}, {self.is_right})"


class Tuned(NamedTuple):
    """Slope and offset of each class on the logit, the score from which on its spans count, and what was counted."""

    curves: Mapping[str, Curve]
    thresholds: Mapping[str, float]
    counts: Mapping[str, Counted]

    def __repr__(self) -> str:
        return f"Tuned({len(self.curves)} classes)"


class Counted(NamedTuple):
    """Spans of a class that only the tagger says, with and without an identifier there, and how many of them count."""

    right: int
    wrong: int
    right_kept: int
    wrong_kept: int

    def is_few(self) -> bool:
        """Whether there are too few for a curve of the class's own."""
        return self.right + self.wrong < LEAST


def read_unseen(path: Path) -> list[GoldNote]:
    """The notes of a gold file of which nothing says that it is training text.

    Raises:
        FormatError: the file is no gold file.
        UsageError: its name or a line of it says that it is of the train split.
    """
    notes = read_gold(path)
    if is_named_so(path, TRAINING) or any(says_so(note.meta, TRAINING) for note in notes):
        raise UsageError("a tagger is tuned on notes that it never saw: this file, or a line of it, is of the train split")
    return notes


def said(tagger: Tagger, notes: Iterable[GoldNote], covers: Covers) -> list[Said]:
    """What `tagger` says, as its detector takes it, of text that `covers` (the spans of the other detectors) leaves open.

    Open from end to end: where a rule has Watson, the tagger's `Det. Watson` masks a title more and nobody for nothing.
    """
    found = []
    for note in notes:
        taken = _marked(note.text, ((span.start, span.end) for span in covers(note)))
        truth = {name: _marked(note.text, ((s.start, s.end) for s in note.spans if _counts_as(s.label, name))) for name in CLASSES}
        for start, end, name, likely in finds(tagger, note.text):
            if not taken[start:end].any():
                found.append(Said(name, likely, bool(truth[name][start:end].mean() >= EVEN)))
    return found


def _marked(text: str, ranges: Iterable[tuple[int, int]]) -> np.ndarray:
    marks = np.zeros(len(text), bool)
    for start, end in ranges:
        marks[start:end] = True
    return marks


def _counts_as(label: str, name: str) -> bool:
    """A wrong class is no leak; but occupations are kept by most profiles and count as themselves alone."""
    return (LABELS[label].training == "PROFESSION") == (name == "PROFESSION") and label != "CONTEXT"


def tune(found: Sequence[Said], *, even: float = EVEN) -> Tuned:
    """The curve, threshold and counts of each class."""
    pooled = fitted(found)
    curves, thresholds, counts = {}, {}, {}
    for name in CLASSES:
        own = [one for one in found if one.name == name]
        right = sum(one.is_right for one in own)
        curve = fitted(own) if min(right, len(own) - right) >= _FEWEST and len(own) >= LEAST else pooled
        lowest = SILENT if name in RULED else even
        kept = Counter(one.is_right for one in own if calibrated(one.likely, *curve) >= lowest)
        curves[name], thresholds[name] = curve, lowest
        counts[name] = Counted(right, len(own) - right, kept[True], kept[False])
    return Tuned(curves, thresholds, counts)


def fitted(found: Sequence[Said]) -> Curve:
    """Logistic regression on the logit. Where all were right, or all wrong, nothing is learnt and nothing changed.

    >>> slope, offset = fitted([Said("NAME", 0.9, True)] * 40 + [Said("NAME", 0.6, False)] * 40)
    >>> slope * logit(0.9) + offset > 0 > slope * logit(0.6) + offset
    True
    """
    answers = [one.is_right for one in found]
    if len(set(answers)) < 2:
        return 1.0, 0.0
    learnt = LogisticRegression().fit([[logit(one.likely)] for one in found], answers)
    return max(float(learnt.coef_[0][0]), 0.0), float(learnt.intercept_[0])


def tuned(folder: Path, notes: Iterable[GoldNote], covers: Covers, *, even: float = EVEN) -> Tuned:
    """Tune the model in `folder` on `notes`, and write curves and thresholds into its `config.json`.

    Raises:
        UsageError: the tagger alone says too little there for anything to be learnt; the folder is then as it was.
    """
    with TemporaryDirectory() as made:  # the model there says doubtful spans too; the one in `folder` is never seen so
        leaning = Path(made) / "model"
        copytree(folder, leaning)
        _rewrite(leaning, leaning=dict.fromkeys(CLASSES, LEANING), calibration={}, thresholds={})
        found = said(Tagger(leaning), notes, covers)
    if len(found) < LEAST:
        raise UsageError(f"the tagger alone says {len(found)} spans of these notes, and {LEAST} are needed: tune it on more of them")
    learnt = tune(found, even=even)
    curves = {name: [round(part, 6) for part in curve] for name, curve in learnt.curves.items()}
    _rewrite(folder, leaning=dict.fromkeys(CLASSES, LEANING), calibration=curves, thresholds=dict(learnt.thresholds))
    return learnt


def _rewrite(folder: Path, **said_of: Any) -> None:
    path = folder / "config.json"
    table = json.loads(path.read_text("utf-8")) | said_of
    fresh = path.with_suffix(".part")
    fresh.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")
    fresh.replace(path)
