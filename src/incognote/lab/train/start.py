"""What a model starts from: e5, a random encoder of its sizes, or a folder that the user names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from incognote.errors import UsageError
from incognote.lab.train import e5, folder
from incognote.lab.train.config import Model
from incognote.lab.train.encoder import Encoder, Shape, from_weights, shape_of
from incognote.lab.train.narrow import narrowed
from incognote.lab.train.vocabulary import Pool, Vocabulary, rows
from incognote.lab.train.weights import Weights
from incognote.names.tables import variants


def check_start(chosen: Model) -> None:
    """Look at once whether there is what the model starts from, before minutes of reading texts.

    Raises:
        UsageError: layers are named that are not there.
        ConfigError: the folder holds no model that can be read.
    """
    if chosen.is_folder:
        sizes = folder.read_sizes(Path(chosen.start))
        _check_layers(chosen, sizes.layers)
        sized(chosen, Shape(1, 1, sizes.hidden, sizes.heads, sizes.inner))


def read_start(chosen: Model) -> Weights:
    """The weights to start from; a random start takes e5's sizes and pieces.

    Raises:
        UsageError: e5 is not installed.
        ConfigError: the folder holds no model that can be read.
    """
    return folder.read(Path(chosen.start)) if chosen.is_folder else e5.read(e5.bundled())


def start_digest(chosen: Model) -> str:
    """What tells one folder's content from another's; empty for a start that the configuration says by itself."""
    return folder.digest(Path(chosen.start)) if chosen.is_folder else ""


def pool(weights: Weights) -> Pool:
    """The pieces to choose from."""
    return Pool(weights.pieces, weights.scores, weights.special)


def make_encoder(chosen: Model, weights: Weights, vocabulary: Vocabulary) -> Encoder:
    """The encoder of chosen layers for these pieces, or a random one of its sizes; in fewer channels if asked for.

    Raises:
        UsageError: layers or sizes are not those of the start.
    """
    _check_layers(chosen, weights.layers)
    shape = sized(chosen, shape_of(weights, len(vocabulary), layers=len(chosen.layers)))
    if chosen.start == "random":
        return Encoder(shape)
    kept = rows(pool(weights), vocabulary, variants=variants())
    return narrowed(from_weights(weights, kept, layers=chosen.layers), shape)


def _check_layers(chosen: Model, count: int) -> None:
    if max(chosen.layers) >= count:
        raise UsageError(f"model.layers are those of the start: 0 to {count - 1}")


def sized(chosen: Model, shape: Shape) -> Shape:
    """`shape` in the sizes that are named.

    Raises:
        UsageError: the channels cannot be shared out among the heads.
    """
    made = replace(shape, hidden=chosen.hidden or shape.hidden, heads=chosen.heads or shape.heads, inner=chosen.inner or shape.inner)
    if made.hidden % made.heads:
        raise UsageError("model.hidden is no multiple of model.heads")
    return made
