"""The pieces of another model's tokeniser, as `text/pieces` asks for them.

Only the list of pieces is used, never how that tokeniser cuts. Unigram (XLM-R) has our form already. WordPiece (BERT,
TinyBERT, MacBERT) marks what goes on with a word by `##`; ours marks what begins one. A piece without our mark stands
for the `##` one, or for the beginning where there is no other: behind a bracket or a Han character words begin, too.
WordPiece has no scores: all are the same, so that the fewest parts win.

A model that reads lower case alone gets its Latin pieces with a capital and in capitals, too. They start where the
small ones stand, and the tagger may learn what capitals say of names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.errors import ConfigError
from incognote.lab.train.weights import Array

JSON: Final = "tokenizer.json"
LINES: Final = "vocab.txt"
_SPECIAL: Final = (("[CLS]", "[SEP]", "[PAD]", "[UNK]"), ("<s>", "</s>", "<pad>", "<unk>"))
"""Begin, end, padding and unknown, as BERT and as XLM-R call them."""
_START: Final = "\u2581"
_INNER: Final = "##"
_SCORE: Final = -10.0
_HARDLY: Final = 0.01
"""Below this share of beginnings of words with a capital, a model reads lower case alone."""


class Tokens(NamedTuple):
    """Pieces with scores, for each its row of the embeddings, and the places of begin, end, padding and unknown."""

    pieces: tuple[str, ...]
    scores: Array
    rows: NDArray[np.int64]
    special: tuple[int, int, int, int]

    def __repr__(self) -> str:
        return f"Tokens({len(self.pieces)} pieces)"


def tokens_file(folder: Path) -> Path:
    """The file of the pieces in a folder.

    Raises:
        ConfigError: there is none.
    """
    found = next((folder / name for name in (JSON, LINES) if (folder / name).is_file()), None)
    if found is None:
        raise ConfigError(f"the folder has neither {JSON} nor {LINES}")
    return found


def read(path: Path) -> Tokens:
    """The pieces of a tokeniser.

    Raises:
        ConfigError: it cannot be read, is of a kind other than WordPiece and Unigram, or lacks one of the special pieces.
    """
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path.name} is not UTF-8") from None
    if path.name == LINES:
        return _word_pieces([line.rstrip("\r") for line in text.removesuffix("\n").split("\n")])
    try:
        model = json.loads(text)["model"]
        if model["type"] == "WordPiece":
            return _word_pieces(_in_order(model["vocab"]))
        if model["type"] == "Unigram":
            return _unigram([str(piece) for piece, _ in model["vocab"]], [float(score) for _, score in model["vocab"]])
    except (ValueError, KeyError, TypeError):
        raise ConfigError(f"{JSON} cannot be read as a tokeniser") from None
    raise ConfigError(f"{JSON} is neither WordPiece nor Unigram: pieces of bytes (BPE) know no characters")


def _in_order(ids: Mapping[str, Any]) -> list[str]:
    """Pieces in the order of their ids; a number that no piece has stays empty."""
    pieces = [""] * (max(ids.values()) + 1)
    for piece, at in ids.items():
        pieces[at] = piece
    return pieces


def _unigram(pieces: Sequence[str], scores: Sequence[float]) -> Tokens:
    begin, end, pad, unknown = _special_of(pieces)
    return Tokens(tuple(pieces), np.array(scores, np.float32), np.arange(len(pieces)), (begin, end, pad, unknown))


def _word_pieces(tokens: Sequence[str]) -> Tokens:
    special = _special_of(tokens)
    named = {tokens[at]: at for at in special} | _ours(tokens)
    return Tokens(tuple(named), np.full(len(named), _SCORE, np.float32), np.array(list(named.values()), np.int64), (0, 1, 2, 3))


def _special_of(pieces: Sequence[str]) -> tuple[int, int, int, int]:
    places = {piece: at for at, piece in enumerate(pieces)}
    for names in _SPECIAL:
        if all(name in places for name in names):
            begin, end, pad, unknown = (places[name] for name in names)
            return begin, end, pad, unknown
    raise ConfigError(f"the tokeniser lacks one of {' '.join(_SPECIAL[0])} or {' '.join(_SPECIAL[1])}")


def _ours(tokens: Sequence[str]) -> dict[str, int]:
    """Single characters and Latin parts of words in our form, with their rows."""
    first = {token: at for at, token in enumerate(tokens) if not token.startswith(_INNER)}
    inner = {token[len(_INNER) :]: at for at, token in enumerate(tokens) if token.startswith(_INNER)}
    signs = {bare: at for bare, at in (first | inner | first).items() if len(bare) == 1 and not _is_latin(bare)}
    starts, parts = ({bare: at for bare, at in of.items() if _is_latin(bare)} for of in (first, first | inner))
    if sum(bare != bare.lower() for bare in starts) <= _HARDLY * len(starts):
        starts, parts, signs = dict(_capitals(starts)), dict(_capitals(parts)), dict(_capitals(signs))
    return signs | parts | {_START + bare: at for bare, at in starts.items()}


def _is_latin(piece: str) -> bool:
    return piece.isascii() and piece.isalpha()


def _capitals(rows: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """The pieces, and each with a capital and in capitals, where none is so written already."""
    yield from rows.items()
    for write in (str.capitalize, str.upper):
        yield from ((written, at) for piece, at in rows.items() if (written := write(piece)) not in rows and len(written) == len(piece))
