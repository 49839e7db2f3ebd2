"""A BERT encoder whose inside can be looked at: hidden states, and attention scores before softmax.

Written out here because distillation needs the scores before softmax (Jiao et al. 2020), which the usual library
does not give. Shapes: B texts, T pieces, H hidden, A heads.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from incognote.lab.train.weights import Weights

HIDDEN_SCORE: Final = -1e4
"""Added to attention scores of padding; as low as half precision allows."""
_EPSILON: Final = 1e-12
_PARTS: Final = (
    ("query", "q"), ("key", "k"), ("value", "v"), ("out", "ao"), ("up", "fi"), ("down", "fo"), ("norm_attention", "aln"), ("norm", "oln"),
)  # fmt: skip
"""The parts of a layer as they are called here and in `Weights`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of an encoder; `epsilon` is added to the variance in its norms."""

    vocabulary: int
    layers: int = 4
    hidden: int = 384
    heads: int = 12
    inner: int = 1536
    positions: int = 512
    dropout: float = 0.0
    epsilon: float = _EPSILON

    def as_dict(self) -> dict[str, Any]:
        """As it is written; the usual epsilon is left out, so that models without one stay readable and as they were."""
        table = asdict(self)
        if self.epsilon == _EPSILON:
            del table["epsilon"]
        return table


class Seen(NamedTuple):
    """`hidden[0]` is the embedding, `hidden[i]` the output of layer i, each B x T x H; `scores[i]` is B x A x T x T."""

    hidden: tuple[Tensor, ...]
    scores: tuple[Tensor, ...]


class Layer(nn.Module):
    """One transformer layer, norms behind the sums."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.query, self.key, self.value, self.out = (nn.Linear(shape.hidden, shape.hidden) for _ in range(4))
        self.up, self.down = nn.Linear(shape.hidden, shape.inner), nn.Linear(shape.inner, shape.hidden)
        self.norm_attention, self.norm = (nn.LayerNorm(shape.hidden, eps=shape.epsilon) for _ in range(2))
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, hidden_score: Tensor) -> tuple[Tensor, Tensor]:
        """No dropout on attention: on a CPU its masks took as long to draw as all products took together."""
        batch, length, width = x.shape
        split = (batch, length, self.heads, width // self.heads)
        q, k, v = (f(x).view(split).transpose(1, 2) for f in (self.query, self.key, self.value))
        scores = q @ k.transpose(-1, -2) / (width // self.heads) ** 0.5 + hidden_score
        mixed = (scores.softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm_attention(x + self.drop(self.out(mixed)))
        return self.norm(x + self.drop(self.down(nn.functional.gelu(self.up(x))))), scores


class Encoder(nn.Module):
    """Ids and mask (B x T, 1 where a piece is) to what each layer sees."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.word = nn.Embedding(shape.vocabulary, shape.hidden)
        self.position = nn.Embedding(shape.positions, shape.hidden)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.drop = nn.Dropout(shape.dropout)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))

    def forward(self, ids: Tensor, mask: Tensor) -> Seen:
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.drop(self.norm(self.word(ids) + self.position(places)))
        hidden_score = (1.0 - mask[:, None, None, :].to(x.dtype)) * HIDDEN_SCORE
        hidden, scores = [x], []
        for layer in self.layers:
            x, score = layer(x, hidden_score)
            hidden.append(x)
            scores.append(score)
        return Seen(tuple(hidden), tuple(scores))


def shape_of(weights: Weights, vocabulary: int, *, layers: int) -> Shape:
    """The shape of an encoder as wide as `weights`, of so many pieces and layers."""
    return Shape(vocabulary, layers, weights.hidden, weights.heads, weights.inner, weights.positions, epsilon=weights.epsilon)


def from_weights(weights: Weights, rows: NDArray[np.int64], *, layers: tuple[int, ...]) -> Encoder:
    """An encoder of chosen layers of `weights`, with the embeddings of the pieces in `rows` (places among its pieces).

    The type embedding is the same for every piece of one text, so it is added to the positions.
    """
    encoder = Encoder(shape_of(weights, len(rows), layers=len(layers)))
    t = weights.tensors
    named = {"word.weight": t["emb.word"][weights.rows[rows]], "position.weight": t["emb.pos"] + t["emb.type"][: weights.hidden],
             "norm.weight": t["emb.ln.w"], "norm.bias": t["emb.ln.b"]}  # fmt: skip
    for at, layer in enumerate(layers):
        for ours, theirs in _PARTS:
            named[f"layers.{at}.{ours}.weight"] = t[f"l{layer}.{theirs}.w"]
            named[f"layers.{at}.{ours}.bias"] = t[f"l{layer}.{theirs}.b"]
    encoder.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in named.items()})
    return encoder
