"""A model to start from as it is usually passed on: a folder with `config.json`, weights and pieces (Hugging Face).

BERT's kind alone: word, position and type embeddings, layers with the norms behind the sums, GELU. RoBERTa counts its
positions from behind the padding's number, so the first ones are no positions of a piece and are left out. Old files
call a norm's weight and bias gamma and beta.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import ConfigError
from incognote.lab.train import tokeniser
from incognote.lab.train.tensors import Stored, stored, weights_file
from incognote.lab.train.weights import Array, Weights
from incognote.text.windows import LONGEST

CONFIG: Final = "config.json"
_AFTER_PADDING: Final = ("roberta", "xlm-roberta", "camembert")
_KINDS: Final = ("bert", *_AFTER_PADDING)
_WORD: Final = "embeddings.word_embeddings.weight"
_EMBEDDINGS: Final = {
    "emb.word": _WORD, "emb.pos": "embeddings.position_embeddings.weight", "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight", "emb.ln.b": "embeddings.LayerNorm.bias",
}  # fmt: skip
_LAYER: Final = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value", "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm", "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm",
}  # fmt: skip


class Sizes(NamedTuple):
    """What `config.json` says: `skipped` positions come before the first piece's."""

    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float
    vocabulary: int
    types: int
    skipped: int


def read_sizes(folder: Path) -> Sizes:
    """The sizes of the model in a folder.

    Raises:
        ConfigError: there is no such folder or model, or it is built otherwise than BERT.
    """
    try:
        table = json.loads((folder / CONFIG).read_text("utf-8"))
    except OSError:
        raise ConfigError(f"model.start names a folder without a {CONFIG} that can be read") from None
    except ValueError:
        raise ConfigError(f"{CONFIG} of the model to start from is no JSON") from None
    if not isinstance(table, Mapping):
        raise ConfigError(f"{CONFIG} of the model to start from is no table")
    _check_kind(table)
    skipped = _number(table, "pad_token_id", 1) + 1 if table.get("model_type") in _AFTER_PADDING else 0
    sizes = Sizes(
        _number(table, "hidden_size"), _number(table, "num_hidden_layers"), _number(table, "num_attention_heads"), _number(table, "intermediate_size"),
        _number(table, "max_position_embeddings") - skipped, _epsilon(table), _number(table, "vocab_size"),
        _number(table, "type_vocab_size"), skipped,
    )  # fmt: skip
    if not all(sizes[:4]) or sizes.hidden % sizes.heads:
        raise ConfigError(f"{CONFIG}: num_attention_heads do not divide hidden_size, or a size is nothing")
    if sizes.positions < LONGEST + 2:
        raise ConfigError(f"the model reads {sizes.positions} pieces at most: windows have {LONGEST + 2}")
    return sizes


def _check_kind(table: Mapping[str, Any]) -> None:
    """TinyBERT's own file does not say its kind."""
    kind = table.get("model_type", "bert")
    if kind not in _KINDS:
        raise ConfigError(f"model_type is one of {', '.join(_KINDS)}: another kind is built otherwise")
    if table.get("hidden_act", "gelu") != "gelu" or table.get("position_embedding_type") not in (None, "absolute"):
        raise ConfigError(f"{CONFIG}: hidden_act is gelu and position_embedding_type is absolute, or the model is another one than ours")
    width = table.get("hidden_size")
    if any(table.get(name, width) != width for name in ("embedding_size", "emb_size")):
        raise ConfigError(f"{CONFIG}: the embeddings are of another width than hidden_size")


def _number(table: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = table.get(name, default)
    if type(value) is not int or value < 0:
        raise ConfigError(f"{CONFIG}: {name} is a number, not below 0")
    return value


def _epsilon(table: Mapping[str, Any]) -> float:
    value = table.get("layer_norm_eps", 1e-12)
    if type(value) not in (int, float) or value < 0:
        raise ConfigError(f"{CONFIG}: layer_norm_eps is a number, not below 0")
    return float(value)


def read(folder: Path) -> Weights:
    """The model in a folder.

    Raises:
        ConfigError: says what is missing or does not fit.
    """
    sizes = read_sizes(folder)
    tokens = tokeniser.read(tokeniser.tokens_file(folder))
    if int(tokens.rows.max()) >= sizes.vocabulary:
        raise ConfigError(f"the tokeniser has more pieces than the {sizes.vocabulary} that {CONFIG} says")
    found = _renamed(stored(weights_file(folder)))
    wanted = _wanted(sizes)
    tensors = {ours: _taken(found, theirs, shape) for ours, (theirs, shape) in wanted.items()}
    tensors["emb.pos"] = tensors["emb.pos"][sizes.skipped :]
    tensors["emb.type"] = tensors["emb.type"].ravel()
    return Weights(*sizes[:6], tokens.pieces, tokens.scores, tokens.special, tokens.rows, tensors)


def _renamed(found: Stored) -> Stored:
    """Names without what stands before `embeddings` and `encoder`, and as they are written today."""
    before = next((name.removesuffix(_WORD) for name in found if name.endswith(_WORD)), None)
    if before is None:
        raise ConfigError(f"the weights lack {_WORD}: this is no model of BERT's kind")
    of = {"LayerNorm.gamma": "LayerNorm.weight", "LayerNorm.beta": "LayerNorm.bias"}
    bare = {name.removeprefix(before): read for name, read in found.items() if name.startswith(before)}
    return {next((name.removesuffix(old) + new for old, new in of.items() if name.endswith(old)), name): read for name, read in bare.items()}


def _wanted(sizes: Sizes) -> dict[str, tuple[str, tuple[int, ...]]]:
    """For each tensor of ours its name there and its shape."""
    wide, inner = sizes.hidden, sizes.inner
    shapes = {"emb.word": (sizes.vocabulary, wide), "emb.pos": (sizes.positions + sizes.skipped, wide), "emb.type": (sizes.types, wide)}
    found: dict[str, tuple[str, tuple[int, ...]]] = {ours: (theirs, shapes.get(ours, (wide,))) for ours, theirs in _EMBEDDINGS.items()}
    ends = {"fi": (inner, wide), "fo": (wide, inner)}
    for at in range(sizes.layers):
        for ours, theirs in _LAYER.items():
            whole = (wide,) if ours.endswith("ln") else ends.get(ours, (wide, wide))
            found[f"l{at}.{ours}.w"] = (f"encoder.layer.{at}.{theirs}.weight", whole)
            found[f"l{at}.{ours}.b"] = (f"encoder.layer.{at}.{theirs}.bias", whole[:1])
    return found


def _taken(found: Stored, name: str, shape: tuple[int, ...]) -> Array:
    if name not in found:
        raise ConfigError(f"the weights lack {name}")
    tensor = found[name]()
    if tensor.shape != shape:
        raise ConfigError(f"{name} is of shape {tensor.shape}: {CONFIG} says {shape}")
    return tensor


def digest(folder: Path) -> str:
    """SHA-256 of all that is read from the folder."""
    told = hashlib.sha256()
    for path in (folder / CONFIG, tokeniser.tokens_file(folder), weights_file(folder)):
        with path.open("rb") as file:
            told.update(hashlib.file_digest(file, "sha256").digest())
    return told.hexdigest()
