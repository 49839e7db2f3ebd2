"""A tagger as it is written to ONNX: the same sums in fewer steps, with inner values that fit in 8 bits.

Values are quantised with one scale for all channels of a step, and a few channels of this kind of encoder are far
larger than the others; they are evened out first (`Even`). Shapes: B windows, T pieces, H hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import torch
from torch import Tensor, nn

from incognote.lab.train.encoder import HIDDEN_SCORE
from incognote.lab.train.model import Tagger
from incognote.lab.train.vocabulary import BEGIN, END, PAD
from incognote.text.windows import LONGEST

_STEEP: Final = 0.8
"""Behind GELU a single channel can be five times as large as the next: more of it must go into the weights."""


class Graph(nn.Module):
    """The model as it is traced: ids alone go in; query, key and value are one matrix with the scale in the query,
    sizes are numbers, and positions end with a window. Twelve small steps a layer less; the sums are the same."""

    def __init__(self, model: Tagger) -> None:
        super().__init__()
        self.encoder, self.head = model.encoder, model.head
        self.heads, self.hidden = model.encoder.shape.heads, model.encoder.shape.hidden
        self.positions = nn.Parameter(model.encoder.position.weight[: LONGEST + 2].detach().clone())
        self.layers = nn.ModuleList(
            _Layer(layer, self.hidden // self.heads) for layer in model.encoder.layers
        )

    def forward(self, ids: Tensor) -> Tensor:
        batch, length = ids.shape
        x = self.encoder.norm(self.encoder.word(ids) + self.positions[:length])
        hidden_score = (ids == PAD)[:, None, None, :].to(x.dtype) * HIDDEN_SCORE
        layer: Any
        for layer in self.layers:
            split = layer.joint(x).view(batch, length, 3, self.heads, self.hidden // self.heads)
            query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
            mixed = (query @ key.transpose(-1, -2) + hidden_score).softmax(-1) @ value
            x = layer.first(x + layer.out(mixed.transpose(1, 2).reshape(batch, length, self.hidden)))
            x = layer.second(x + layer.down(nn.functional.gelu(layer.up(x))))
        scores: Tensor = self.head(x)
        return scores


class Even(nn.Module):
    """A linear map whose input is evened first: what is large in a channel is divided out and multiplied into the
    weights, so that one scale for all channels loses little (Xiao et al. 2023, SmoothQuant)."""

    def __init__(self, weight: Tensor, bias: Tensor, *, share: float = 0.5) -> None:
        super().__init__()
        self.share = share
        self.weight, self.bias = nn.Parameter(weight.detach().clone()), nn.Parameter(bias.detach().clone())
        self.shrink = nn.Parameter(torch.ones(weight.shape[1]))
        self.largest = torch.zeros(weight.shape[1])
        self.is_watching = False

    def forward(self, x: Tensor) -> Tensor:
        if self.is_watching:
            self.largest = torch.maximum(self.largest, x.detach().abs().amax(dim=(0, 1)))
        return nn.functional.linear(x * self.shrink, self.weight, self.bias)

    @torch.no_grad()
    def even(self) -> None:
        """`share` of what is large in a channel goes into its weights."""
        largest, weights = self.largest.clamp(min=1e-3), self.weight.abs().amax(dim=0).clamp(min=1e-3)
        grow = largest**self.share / weights ** (1 - self.share)
        grow /= grow.median()
        self.weight.mul_(grow)
        self.shrink.div_(grow)


class _Layer(nn.Module):
    def __init__(self, layer: Any, width: int) -> None:
        super().__init__()
        parts: tuple[nn.Linear, ...] = (layer.query, layer.key, layer.value)
        scales = (width**-0.5, 1.0, 1.0)
        weights = [part.weight * scale for part, scale in zip(parts, scales, strict=True)]
        biases = [part.bias * scale for part, scale in zip(parts, scales, strict=True)]
        self.joint = Even(torch.cat(weights), torch.cat(biases))
        self.out, self.up = (Even(part.weight, part.bias) for part in (layer.out, layer.up))
        self.down = Even(layer.down.weight, layer.down.bias, share=_STEEP)
        self.first, self.second = layer.norm_attention, layer.norm


@torch.no_grad()
def evened(model: Tagger, windows: Sequence[Sequence[int]]) -> Graph:
    """The graph with the channels evened by what `windows` make of them."""
    graph = Graph(model).eval()
    maps = [part for part in graph.modules() if isinstance(part, Even)]
    for part in maps:
        part.is_watching = True
    for row in windows:
        graph(torch.tensor([[BEGIN, *row, END]]))
    for part in maps:
        part.is_watching = False
        part.even()
    return graph
