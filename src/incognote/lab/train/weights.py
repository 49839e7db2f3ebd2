"""The weights that an encoder starts from, wherever they were read: sizes, pieces, tensors."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weights:
    """A BERT-like encoder. Tensors by name, matrices as (out, in), L from 0:

    `emb.word`, `emb.pos`, `emb.type` (flat, the first type first), `emb.ln.w`, `emb.ln.b`; `lL.q`, `lL.k`, `lL.v`, `lL.ao`
    (attention), `lL.aln` (its norm), `lL.fi`, `lL.fo` (up and down) and `lL.oln`, each with `.w` and `.b`.
    """

    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float
    """What is added to the variance in a norm."""
    pieces: tuple[str, ...] = field(repr=False)
    """As `text/pieces` asks for them: a sign for a space stands before a piece that begins a word."""
    scores: Array = field(repr=False)
    special: tuple[int, int, int, int]
    """Places of the begin, end, padding and unknown piece among `pieces`."""
    rows: NDArray[np.int64] = field(repr=False)
    """For each piece its row of `emb.word`; several may share one."""
    tensors: dict[str, Array] = field(repr=False)
