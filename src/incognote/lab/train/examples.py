"""Texts to examples to batches: pieces, windows, and the tags that each piece may have."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import torch
from torch import Tensor

from incognote.lab.train.crf import tag_masks
from incognote.lab.train.sources import Labelled
from incognote.lab.train.vocabulary import BEGIN, END, PAD
from incognote.text.pieces import Piece, Pieces
from incognote.text.tags import CLASSES, OUTSIDE, TAGS, begin, tag_ids
from incognote.text.windows import windows

_ALL: Final = (1 << len(TAGS)) - 1
_INSIDE: Final = sum(1 << (begin(name) + 1) for name in CLASSES)
_POOL: Final = 50
"""Batches that are sorted by length together: enough to save padding, few enough to stay mixed."""


class Example(NamedTuple):
    """A window: ids of its pieces, and for each the tags that are right, as bits."""

    ids: tuple[int, ...]
    possible: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Example({len(self.ids)} pieces)"


class Batch(NamedTuple):
    """Ids with begin and end (B x T + 2), the right tags (B x T x K), lengths (B)."""

    ids: Tensor
    possible: Tensor
    lengths: Tensor

    def to(self, device: torch.device) -> Batch:
        return Batch(*(part.to(device) for part in self))


def possible_tags(pieces: Sequence[Piece], labelled: Labelled) -> list[int]:
    """For each piece the tags that are right, as bits: one where all is known.

    A span of several classes may be any of them, begun and gone on with; a span of none may be anything.
    """
    outside = (1 << OUTSIDE) | sum(3 << begin(name) for name in labelled.free)
    found = [0] * len(pieces)
    for choice in range(max((len(classes) for _, _, classes in labelled.spans), default=0)):
        spans = [(start, end, classes[choice % len(classes)]) for start, end, classes in labelled.spans if classes]
        for at, tag in enumerate(tag_ids(pieces, spans)):
            found[at] |= 1 << tag if tag != OUTSIDE else 0
    unsure = [(start, end, CLASSES[0]) for start, end, classes in labelled.spans if not classes]
    for at, tag in enumerate(tag_ids(pieces, unsure)):
        found[at] = _ALL if tag != OUTSIDE else found[at] or outside
    return found


def examples(labelled: Labelled, cutter: Pieces) -> Iterator[Example]:
    """The windows of a text. A window that starts inside a span begins it anew."""
    pieces = list(cutter.cut(labelled.text))
    possible = possible_tags(pieces, labelled)
    for start, end in windows(labelled.text, pieces):
        first = possible[start]
        begun = (first | (first & _INSIDE) >> 1) & ~_INSIDE
        yield Example(tuple(piece.id for piece in pieces[start:end]), (begun, *possible[start + 1 : end]))


def all_examples(texts: Iterable[Labelled], cutter: Pieces) -> list[Example]:
    return [example for text in texts for example in examples(text, cutter)]


def batched(lengths: Sequence[int], size: int) -> list[list[int]]:
    """Indices of texts of about the same length together; a batch holds at most `size` pieces, paddings included.

    >>> batched([5, 3, 5, 1], 14)
    [[0, 2], [1, 3]]
    """
    batches: list[list[int]] = []
    for at in sorted(range(len(lengths)), key=lambda at: -lengths[at]):
        longest = lengths[batches[-1][0]] if batches else 0
        if batches and (len(batches[-1]) + 1) * (longest + 2) <= size:
            batches[-1].append(at)
        else:
            batches.append([at])
    return batches


def shuffled(lengths: Sequence[int], size: int, *, seed: int) -> list[list[int]]:
    """Batches as `batched` makes them, mixed by `seed`: texts of similar length meet others each time."""
    dice = random.Random(seed)
    order = list(range(len(lengths)))
    dice.shuffle(order)
    pool = max(1, _POOL * size // max(lengths, default=1))
    batches = []
    for at in range(0, len(order), pool):
        part = order[at : at + pool]
        batches += [[part[i] for i in batch] for batch in batched([lengths[i] for i in part], size)]
    dice.shuffle(batches)
    return batches


def as_batch(chosen: Sequence[Example]) -> Batch:
    """Examples side by side, padded to the longest. A padding may have any tag."""
    longest = max(len(example.ids) for example in chosen)
    ids = [[BEGIN, *e.ids, END, *[PAD] * (longest - len(e.ids))] for e in chosen]
    bits = [[*e.possible, *[_ALL] * (longest - len(e.ids))] for e in chosen]
    return Batch(torch.tensor(ids), tag_masks(torch.tensor(bits)), torch.tensor([len(e.ids) for e in chosen]))
