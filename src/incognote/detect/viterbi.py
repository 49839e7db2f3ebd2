"""The end of the tagger in numpy: the best sequence of tags, and how likely each tag is.

A linear-chain CRF: s(x, y) = start[y1] + sum of emissions + sum of transitions[y(t-1), y(t)] + end[yT]. What may not
follow (an inside without its begin) has a transition of -1e4, written there by the export; nothing is added here.
Shapes: T pieces, K tags. Source: Lafferty et al. 2001; the same sums as `lab/train/crf`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_RESCALED: int = 8
"""Sums are brought back to 1 after so many pieces: each multiplies them by e^40 at most, a float64 holds e^700."""
Array = NDArray[np.float32]
Wide = NDArray[np.float64]


class Crf(NamedTuple):
    """Scores of a first tag (K), a last tag (K), and of tag b behind tag a (`transitions[a, b]`)."""

    start: Array
    end: Array
    transitions: Array


def read_crf(path: Path) -> Crf:
    """The three arrays of a `crf.npz`.

    Raises:
        OSError, ValueError, KeyError: it is missing, or is no such file.
    """
    with np.load(path, allow_pickle=False) as arrays:
        return Crf(*(np.ascontiguousarray(arrays[name], dtype=np.float32) for name in Crf._fields))


def best(emissions: Array, crf: Crf) -> list[int]:
    """The tags of the best sequence; of equal ones, that with the lower tags from the end on.

    >>> two = Crf(np.zeros(2, np.float32), np.zeros(2, np.float32), np.array([[0, -9], [0, 0]], np.float32))
    >>> best(np.array([[1, 0], [0, 2]], np.float32), two)
    [1, 1]
    """
    length, tags = emissions.shape
    if not length:
        return []
    scores = np.empty((length, tags), np.float32)
    np.add(crf.start, emissions[0], scores[0])
    step = np.empty((tags, tags), np.float32)
    add, highest, follow = np.add, np.maximum.reduce, crf.transitions
    for column, row, emission in zip(scores[:-1, :, None], scores[1:], emissions[1:], strict=True):
        add(follow, column, step)
        highest(step, 0, None, row)
        add(row, emission, row)
    into = np.ascontiguousarray(follow.T)
    before_first = (scores + into[0]).argmax(axis=1).tolist()  # nine pieces of ten stand before one of tag 0, outside
    score = scores[-1]
    tag = int((score + crf.end).argmax())
    path = [tag]
    for at in range(length - 2, -1, -1):
        tag = int((scores[at] + into[tag]).argmax()) if tag else before_first[at]
        path.append(tag)
    path.reverse()
    return path


def marginals(emissions: Array, crf: Crf) -> Wide:
    """How likely each tag is at each piece, T x K, rows sum to 1: forward and backward in one loop, rescaled."""
    length, tags = emissions.shape
    if not length:
        return np.empty((0, tags))
    wide = emissions.astype(np.float64)
    here = np.exp(wide - wide.max(axis=1, keepdims=True))
    follow = np.exp(crf.transitions.astype(np.float64))
    both = np.stack([follow, follow.T])
    steps = np.stack([here, here[::-1]], axis=1)[:, :, None, :]
    ends = np.exp(np.stack([crf.start, crf.end]).astype(np.float64))[:, None, :]
    seen = np.empty((length, 2, 1, tags))
    state = ends * steps[0]
    seen[0] = state
    state = seen[0]
    for at in range(1, length):
        np.matmul(state, both, out=seen[at])
        state = seen[at]
        state *= steps[at]
        if not at % _RESCALED:
            state /= state.sum(axis=2, keepdims=True)
    joint = seen[:, 0, 0] * seen[::-1, 1, 0]
    joint = np.divide(joint, here, out=np.zeros_like(joint), where=here > 0)  # it is in both
    likely: Wide = joint / joint.sum(axis=1, keepdims=True)
    return likely
