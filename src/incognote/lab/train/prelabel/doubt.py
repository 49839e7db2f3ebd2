"""What a tagger would mark in a text, and how sure it is of each place.

The margin of a piece is how far the likeliest tag stands before the next in the CRF's marginals (0 to 1). The doubt of
a place is 1 less the least margin of its pieces: 0 is sure, 1 a coin's throw. A place is a span that the tagger would
mark, or a run of pieces that it leaves outside without being sure of it, which is where spans are missed. Margin as a
measure of doubt: Scheffer et al. 2001; least over a sequence's parts rather than their product, since a product grows
with length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from incognote.detect.viterbi import Crf, best, marginals
from incognote.lab.train.examples import Example, as_batch, batched
from incognote.lab.train.measure import Cut
from incognote.lab.train.model import Tagger
from incognote.text.pieces import Piece
from incognote.text.tags import CLASSES, OUTSIDE, spans_of
from incognote.text.windows import kept

FAINT: Final = 0.01
"""Below it a place outside of spans is not told at all."""


class Place(NamedTuple):
    """A stretch of a text with the class that it has or else might have, and the doubt of it."""

    start: int
    end: int
    name: str
    doubt: float
    is_marked: bool

    def __repr__(self) -> str:
        return f"Place({self.start}, {self.end})"


def least(places: Sequence[Place]) -> float:
    """The doubt of a text by its least margin: that of the place that is least sure."""
    return max((place.doubt for place in places), default=0.0)


def mean(places: Sequence[Place]) -> float:
    """The doubt of a text by the mean margin of its places."""
    return fmean(place.doubt for place in places) if places else 0.0


def total(places: Sequence[Place]) -> float:
    """The doubts of a text together: more places, more to do."""
    return sum(place.doubt for place in places)


ORDERS: Final[dict[str, Callable[[Sequence[Place]], float]]] = {"least": least, "mean": mean, "total": total}


class _Read(NamedTuple):
    """For each piece of a text its tag, the margin of it, and the likeliest class beside being outside."""

    tags: NDArray[np.int64]
    margins: NDArray[np.float64]
    classes: NDArray[np.int64]


def places(model: Tagger, texts: Sequence[Cut], *, size: int = 4096) -> list[list[Place]]:
    """The places of each text, in order. The model is put in its quiet mode."""
    return [list(_placed(read, text.pieces)) for read, text in zip(_read(model, texts, size), texts, strict=True)]


def _read(model: Tagger, texts: Sequence[Cut], size: int) -> list[_Read]:
    model.eval()
    crf = Crf(*(part.detach().cpu().numpy() for part in _scores(model)))
    device = next(model.parameters()).device
    owned = [(at, window, part) for at, text in enumerate(texts) for window, part in zip(text.ranges, kept(text.ranges), strict=True)]
    found = [_Read(np.zeros(len(t.pieces), np.int64), np.ones(len(t.pieces)), np.zeros(len(t.pieces), np.int64)) for t in texts]
    for batch in batched([end - start for _, (start, end), _ in owned], size):
        chosen = [owned[at] for at in batch]
        ids = [tuple(piece.id for piece in texts[at].pieces[start:end]) for at, (start, end), _ in chosen]
        with torch.no_grad():
            emissions = model.pieces(as_batch([Example(each, (1,) * len(each)) for each in ids]).to(device).ids).float().cpu().numpy()
        for (at, (start, end), (first, last)), scores in zip(chosen, emissions, strict=True):
            window = _window(scores[: end - start], crf)
            for whole, part in zip(found[at], window, strict=True):
                whole[first:last] = part[first - start : last - start]
    return found


def _scores(model: Tagger) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Start, end and transitions, in the order that `detect/viterbi` has them."""
    start, transitions, end = model.crf.constrained()
    return start, end, transitions


def _window(emissions: NDArray[np.float32], crf: Crf) -> _Read:
    likely = marginals(emissions, crf)
    two = np.partition(likely, -2, axis=1)[:, -2:]
    begun, inside = likely[:, 1::2], likely[:, 2::2]
    return _Read(np.array(best(emissions, crf)), two[:, 1] - two[:, 0], (begun + inside).argmax(axis=1))


def _placed(read: _Read, pieces: Sequence[Piece]) -> Iterator[Place]:
    """Spans with the least margin of their pieces, and doubtful runs outside of spans."""
    at = 0
    marked = iter(spans_of(read.tags.tolist(), pieces))
    while at < len(pieces):
        first = at
        if read.tags[at] != OUTSIDE:
            start, end, name = next(marked)
            while at < len(pieces) and pieces[at].start < end:
                at += 1
            yield Place(start, end, name, _doubt(read, first, at), True)
        elif 1 - read.margins[at] < FAINT:
            at += 1
        else:
            while at < len(pieces) and read.tags[at] == OUTSIDE and 1 - read.margins[at] >= FAINT:
                at += 1
            faintest = first + int(read.margins[first:at].argmin())
            yield Place(pieces[first].start, pieces[at - 1].end, CLASSES[read.classes[faintest]], _doubt(read, first, at), False)


def _doubt(read: _Read, first: int, last: int) -> float:
    return round(1 - float(read.margins[first:last].min()), 4)
