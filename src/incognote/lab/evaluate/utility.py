"""What scrubbing costs: clinical strings that a mask touches, and what a classifier still learns.

A note that is safe and says nothing is useless; both figures stand beside recall.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.intervals import (
    HIGH,
    LOW,
    Counts,
    Estimate,
    bootstrap,
    by_group,
    ratio,
    resampled,
    share,
)
from incognote.lab.evaluate.predictions import Answers, places

ALL: Final = "all"
_FOLDS = 5
_LEAST_OF_A_CLASS = 8


class Protected(Protocol):
    """A clinical string: a gold span of a clinical corpus, or one that `clinical` found."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def touched(
    notes: Sequence[GoldNote], answers: Answers, protected: Sequence[Iterable[Protected]], *, by_skeleton: bool = False,
) -> Estimate:  # fmt: skip
    """The share of clinical strings that a masked character falls into, over notes (or skeletons).

    `protected` are the clinical spans of each note (doses, sides, values, diagnoses).
    """
    return touched_by_kind(notes, answers, [[(ALL, span) for span in spans] for spans in protected], by_skeleton=by_skeleton)[ALL]


def touched_by_kind(
    notes: Sequence[GoldNote], answers: Answers, protected: Sequence[Iterable[tuple[str, Protected]]], *, by_skeleton: bool = False,
) -> dict[str, Estimate]:  # fmt: skip
    """The share touched of each kind of clinical string, and of `ALL` where a string is given under it."""
    table: dict[str, Counts] = {ALL: np.zeros((len(notes), 2))}
    for at, (note, spans) in enumerate(zip(notes, protected, strict=True)):
        masked = np.zeros(len(note.text), dtype=bool)
        for found in answers[note.id].spans:
            for start, end in places(found, note.text):
                masked[start:end] = True
        for kind, span in spans:
            table.setdefault(kind, np.zeros((len(notes), 2)))[at] += (masked[span.start : span.end].any(), 1)
    groups = [str(note.meta.get("skeleton", note.id)) for note in notes]
    return {kind: share(by_group(counts, groups) if by_skeleton else counts) for kind, counts in sorted(table.items(), key=lambda row: (row[0] != ALL, row[0]))}


class Learned(NamedTuple):
    """Accuracy on original and on scrubbed text, and the paired difference (scrubbed minus original)."""

    target: str
    original: Estimate
    scrubbed: Estimate
    difference: float
    low: float
    high: float
    sentence: str


def learned(notes: Sequence[GoldNote], scrubbed: Sequence[str], *, target: str = "type") -> Learned:
    """Train the same classifier on original and on scrubbed text; folds keep skeletons whole.

    Character 1- to 3-grams with TF-IDF and logistic regression, five folds by skeleton; skeletons are resampled too.

    Raises:
        UsageError: fewer than two classes with enough notes.
    """
    values = [str(note.meta.get(target, "")) for note in notes]
    kept = [i for i, value in enumerate(values) if value and values.count(value) >= _LEAST_OF_A_CLASS]
    labels = [values[i] for i in kept]
    if len(set(labels)) < 2:
        raise UsageError(f"too few notes of at least two kinds of {target} to learn anything")
    groups = [str(notes[i].meta.get("skeleton", notes[i].id)) for i in kept]
    first = _right([notes[i].text for i in kept], labels, groups)
    second = _right([scrubbed[i] for i in kept], labels, groups)
    ones = np.ones(len(kept))
    a, b = (by_group(np.column_stack([right, ones]), groups) for right in (first, second))
    gaps = np.sort(ratio(resampled(b)) - ratio(resampled(a)))
    low, high, value = float(gaps[LOW]), float(gaps[HIGH]), float(second.mean() - first.mean())
    clear = low > 0 or high < 0
    told = f"{value:+.4f} ({low:+.4f} to {high:+.4f})"
    sentence = f"Accuracy for {target} {'rose' if value > 0 else 'fell'} by scrubbing: {told}." if clear else f"No clear difference shown in accuracy for {target} between original and scrubbed text: {told}."
    return Learned(target, bootstrap(a, ratio), bootstrap(b, ratio), value, low, high, sentence)


def _right(texts: Sequence[str], labels: Sequence[str], groups: Sequence[str]) -> NDArray[np.float64]:
    """1 where the classifier, trained on other skeletons, names the label."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold
    from sklearn.pipeline import make_pipeline

    right = np.zeros(len(texts))
    folds = min(_FOLDS, len(set(groups)))
    for train, test in GroupKFold(folds).split(texts, labels, groups):
        model = make_pipeline(TfidfVectorizer(analyzer="char", ngram_range=(1, 3), min_df=2, sublinear_tf=True), LogisticRegression(max_iter=300, C=10))
        model.fit([texts[i] for i in train], [labels[i] for i in train])
        right[test] = [said == labels[i] for said, i in zip(model.predict([texts[i] for i in test]), test, strict=True)]
    return right
