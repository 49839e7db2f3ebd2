"""A smaller encoder to start from: chosen layers of another one, and fewer channels, heads and inner values.

Fewer channels: the embeddings (with the gain of their norm in them) are projected on their first singular vectors, as
is what each layer reads and writes. Heads, the values within a head and the inner values are slices: the first ones.
Norms keep their mean gain and their projected bias. Nothing of this is exact; it is a start that learns sooner than
a random one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor, nn

from incognote.errors import UsageError
from incognote.lab.train.encoder import Encoder, Shape

_NORMS = ("norm_attention", "norm")


def chosen_layers(encoder: Encoder, layers: Sequence[int]) -> Encoder:
    """A copy with the embeddings and these layers, in this order.

    Raises:
        UsageError: the encoder has fewer layers.
    """
    if max(layers) >= encoder.shape.layers:
        raise UsageError(f"model.layers are those that are there: 0 to {encoder.shape.layers - 1}")
    fresh = Encoder(replace(encoder.shape, layers=len(layers)))
    taken = {name: value for name, value in encoder.state_dict().items() if not name.startswith("layers.")}
    for at, layer in enumerate(layers):
        taken.update({f"layers.{at}.{name}": value for name, value in encoder.layers[layer].state_dict().items()})
    fresh.load_state_dict(taken)
    return fresh


@torch.no_grad()
def narrowed(encoder: Encoder, shape: Shape) -> Encoder:
    """The encoder in the sizes of `shape`; itself where they are its own.

    Raises:
        UsageError: `shape` is larger somewhere.
    """
    old, new = encoder.shape, shape
    if (new.hidden, new.heads, new.inner) == (old.hidden, old.heads, old.inner):
        return encoder
    if new.hidden % new.heads or new.heads > old.heads or new.inner > old.inner or new.hidden // new.heads > old.hidden // old.heads:
        raise UsageError("model.hidden, heads and inner are at most those of the start, and heads divide hidden")
    basis = _basis(encoder, new.hidden)
    rows = [head * (old.hidden // old.heads) + at for head in range(new.heads) for at in range(new.hidden // new.heads)]
    fresh = Encoder(replace(new, vocabulary=old.vocabulary, layers=old.layers, positions=old.positions))
    taken = {"word.weight": _gained(encoder.word.weight, encoder.norm) @ basis,
             "position.weight": _gained(encoder.position.weight, encoder.norm) @ basis, **_norm("norm", encoder.norm, basis)}  # fmt: skip
    for at, layer in enumerate(encoder.layers):
        for name, value in _layer(layer, basis, rows, new.inner).items():
            taken[f"layers.{at}.{name}"] = value
    fresh.load_state_dict(taken)
    return fresh


def _layer(layer: nn.Module, basis: Tensor, rows: Sequence[int], inner: int) -> dict[str, Tensor]:
    old = layer.state_dict()
    inner_rows = list(range(inner))
    taken: dict[str, Tensor] = {}
    for name, kept in (("query", rows), ("key", rows), ("value", rows), ("up", inner_rows)):
        taken[f"{name}.weight"], taken[f"{name}.bias"] = old[f"{name}.weight"][kept] @ basis, old[f"{name}.bias"][kept]
    for name, kept in (("out", rows), ("down", inner_rows)):
        taken[f"{name}.weight"], taken[f"{name}.bias"] = basis.T @ old[f"{name}.weight"][:, kept], old[f"{name}.bias"] @ basis
    for name in _NORMS:
        taken.update(_norm(name, layer.get_submodule(name), basis))
    return taken


def _basis(encoder: Encoder, width: int) -> Tensor:
    """The first `width` right singular vectors of the embeddings as columns, from the products of channels."""
    table = _gained(encoder.word.weight, encoder.norm)
    vectors: Tensor = torch.linalg.eigh(table.T @ table).eigenvectors
    return vectors.flip(1)[:, :width].contiguous()


def _gained(table: Tensor, norm: nn.LayerNorm) -> Tensor:
    """Rows less their mean, which the norm takes away, times the norm's gain."""
    gained: Tensor = (table - table.mean(dim=1, keepdim=True)) * norm.weight
    return gained


def _norm(name: str, norm: nn.Module, basis: Tensor) -> dict[str, Tensor]:
    gain, bias = norm.get_parameter("weight"), norm.get_parameter("bias")
    whole, kept = basis.shape
    mean = (gain.square().mean() * whole / kept).sqrt()
    return {f"{name}.weight": mean.repeat(kept), f"{name}.bias": bias @ basis}
