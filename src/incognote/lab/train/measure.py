"""How well a tagger does while it is trained: exact spans by class, and what the tagger finds in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import torch

from incognote.lab.train.examples import Example, as_batch, batched
from incognote.lab.train.model import Tagger
from incognote.lab.train.sources import Labelled
from incognote.text.pieces import Piece, Pieces
from incognote.text.tags import CLASSES, OUTSIDE, spans_of
from incognote.text.windows import Range, kept, windows

Spans = list[tuple[int, int, str]]
FEW: Final = 50
"""Spans of a class below which its figures say little: of 49, one is two per cent."""


class Cut(NamedTuple):
    """A text to measure on, cut once for all epochs."""

    labelled: Labelled
    pieces: list[Piece]
    ranges: list[Range]

    def __repr__(self) -> str:
        return f"Cut({len(self.pieces)} pieces)"


def cut(texts: Iterable[Labelled], cutter: Pieces) -> list[Cut]:
    """Each text with its pieces and windows."""
    found = []
    for labelled in texts:
        pieces = list(cutter.cut(labelled.text))
        found.append(Cut(labelled, pieces, windows(labelled.text, pieces)))
    return found


def find(model: Tagger, texts: Sequence[Cut], *, size: int = 4096) -> list[Spans]:
    """The spans (start, end, class) that the model finds in each text. It is put in its quiet mode."""
    model.eval()
    device = next(model.parameters()).device
    owned = [(at, window, part) for at, text in enumerate(texts) for window, part in zip(text.ranges, kept(text.ranges), strict=True)]
    tags = [[OUTSIDE] * len(text.pieces) for text in texts]
    for batch in batched([end - start for _, (start, end), _ in owned], size):
        chosen = [owned[at] for at in batch]
        parts = [tuple(piece.id for piece in texts[at].pieces[start:end]) for at, (start, end), _ in chosen]
        inputs = as_batch([Example(ids, (1,) * len(ids)) for ids in parts]).to(device)
        with torch.no_grad():
            found = model.tags(inputs.ids, inputs.lengths)
        for (at, (start, _), (first, last)), path in zip(chosen, found, strict=True):
            tags[at][first:last] = path[first - start : last - start]
    return [spans_of(path, text.pieces) for path, text in zip(tags, texts, strict=True)]


def measure(texts: Sequence[Cut], answers: Sequence[Spans], *, beta: float = 1.0) -> dict[str, Any]:
    """Precision, recall, F1 and F-beta of exact spans, over all and by class.

    A span that may be of several classes is found as any of them and counts with the first. What is found
    over a span that says nothing, or of a class that the source does not label, is not counted. `few` are classes
    with fewer than `FEW` spans.
    """
    gold: Counter[str] = Counter()
    said: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for text, answer in zip(texts, answers, strict=True):
        classes = {(start, end): names for start, end, names in text.labelled.spans}
        blank = [(start, end) for start, end, names in text.labelled.spans if not names]
        gold.update(names[0] for names in classes.values() if names)
        for start, end, name in answer:
            names = classes.get((start, end), ())
            if name in names:
                right[names[0]] += 1
                said[names[0]] += 1
            elif name not in text.labelled.free and not any(start < b and a < end for a, b in blank):
                said[name] += 1
    rows = {name: _row(right[name], said[name], gold[name], beta) for name in CLASSES if gold[name] or said[name]}
    return {**_row(right.total(), said.total(), gold.total(), beta), "classes": rows, "few": [name for name in CLASSES if gold[name] < FEW]}


def _row(right: int, said: int, gold: int, beta: float) -> dict[str, Any]:
    precision, recall = right / said if said else 0.0, right / gold if gold else 0.0
    return {
        "precision": round(precision, 5), "recall": round(recall, 5), "f1": _f(precision, recall, 1.0),
        "f_beta": _f(precision, recall, beta), "gold": gold, "said": said, "right": right,
    }  # fmt: skip


def _f(precision: float, recall: float, beta: float) -> float:
    below = beta * beta * precision + recall
    return round((1 + beta * beta) * precision * recall / below, 5) if below else 0.0
