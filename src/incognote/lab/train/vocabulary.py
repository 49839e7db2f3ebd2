"""The pieces a tagger knows, chosen from those of its start: all Han characters, punctuation, and the Latin parts in use.

e5 has 250,002 pieces for a hundred languages; 16,000 are enough for clinical Chinese and English, and four fifths of
a small model are its embeddings. Every Han character stands alone, so that a name is never glued to its neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.errors import FormatError
from incognote.text.pieces import Pieces, fold_each

SPECIALS: Final = ("<pad>", "<unk>", "<s>", "</s>")
PAD, UNKNOWN, BEGIN, END = range(4)
_START: Final = "\u2581"
_OFTEN: Final = 3
_RARE: Final = -20.0
"""The score of a piece that the pool lacks."""
_HAN: Final = ((0x3007, 0x3007), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
_ALWAYS: Final = ((0x21, 0x7E), (0xB0, 0xB7), (0x2010, 0x2027), (0x3001, 0x303F), (0xFF01, 0xFF65))
"""ASCII, the signs of measures, dashes and dots, CJK punctuation, full-width signs."""


class Pool(NamedTuple):
    """The pieces to choose from with their scores; `special` holds the ids of begin, end, padding and unknown."""

    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    special: tuple[int, int, int, int]

    def __repr__(self) -> str:
        return f"Pool({len(self.pieces)} pieces)"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Piece at its id, with its score for cutting words. The first four are special."""

    pieces: tuple[str, ...] = field(repr=False)
    scores: tuple[float, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.pieces)

    def cutter(self) -> Pieces:
        known = zip(self.pieces[len(SPECIALS) :], self.scores[len(SPECIALS) :], strict=True)
        return Pieces({piece: (at, score) for at, (piece, score) in enumerate(known, len(SPECIALS))}, unknown=UNKNOWN)

    def write(self, path: Path) -> None:
        """One line a piece: piece, tab, score."""
        lines = (f"{piece}\t{score:.6g}\n" for piece, score in zip(self.pieces, self.scores, strict=True))
        path.write_text("".join(lines), "utf-8")


def read(path: Path) -> Vocabulary:
    """The vocabulary that `write` wrote.

    Raises:
        FormatError: a line that is no piece and score, or the specials do not come first.
    """
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n")[:-1]]
    if any(len(row) != 2 for row in rows) or tuple(row[0] for row in rows[: len(SPECIALS)]) != SPECIALS:
        raise FormatError("this is no vocabulary of a tagger")
    try:
        return Vocabulary(tuple(row[0] for row in rows), tuple(float(row[1]) for row in rows))
    except ValueError:
        raise FormatError("a score in the vocabulary is no number") from None


def build(pool: Pool, texts: Sequence[str], *, words: Iterable[str] = (), characters: Iterable[str] = (), size: int) -> Vocabulary:
    """At most `size` pieces: Han and signs, then what occurs in `texts` and `words`, most frequent first.

    A piece that occurs in `words` counts once a word. `characters` and those that `texts` use often are kept though
    the pool lacks them: rare surnames, Roman numerals in one sign. The same input gives the same vocabulary.
    """
    ids = {piece: at for at, piece in enumerate(pool.pieces) if at not in pool.special}
    chosen = [piece for piece in ids if _is_one_of(piece.lstrip(_START), _HAN) or _is_one_of(piece, _ALWAYS)]
    counts = _counts(pool, ids, texts, words)
    ranked = sorted(counts, key=lambda piece: (-counts[piece], ids[piece]))
    chosen += _lacking(ids, texts, characters)
    known = set(chosen)
    chosen += [piece for piece in ranked if piece not in known]
    chosen = chosen[: size - len(SPECIALS)]
    scores = (round(float(pool.scores[ids[piece]]), 4) if piece in ids else _RARE for piece in chosen)
    return Vocabulary((*SPECIALS, *chosen), (0.0, 0.0, 0.0, 0.0, *scores))


def _lacking(ids: Mapping[str, int], texts: Iterable[str], characters: Iterable[str]) -> list[str]:
    """Characters beyond ASCII that are not in the pool: the given ones, and those of `texts` that come often."""
    counts = Counter(c for text in texts for c in fold_each(text) if not c.isascii() and not c.isspace())
    often = {c for c, count in counts.items() if count >= _OFTEN}
    return sorted(c for c in often.union(characters) if c not in ids and c.isprintable())


def _counts(pool: Pool, ids: dict[str, int], texts: Iterable[str], words: Iterable[str]) -> Counter[str]:
    known = {piece: (at, float(pool.scores[at])) for piece, at in ids.items() if _is_of_use(piece)}
    cutter = Pieces(known, unknown=pool.special[3])
    counts: Counter[int] = Counter()
    for text in texts:
        counts.update(piece.id for piece in cutter.cut(text))
    for word in words:
        counts.update(piece.id for piece in cutter.cut(word))
    del counts[pool.special[3]]
    return Counter({pool.pieces[at]: count for at, count in counts.items()})


def _is_of_use(piece: str) -> bool:
    """A single character, or a part of a Latin word: what `Pieces.cut` asks for."""
    bare = piece.lstrip(_START)
    return len(bare) == 1 or (bare.isascii() and bare.isalpha())


def _is_one_of(piece: str, ranges: Sequence[tuple[int, int]]) -> bool:
    return len(piece) == 1 and any(first <= ord(piece) <= last for first, last in ranges)


def rows(pool: Pool, vocabulary: Vocabulary, *, variants: Mapping[str, str] | None = None) -> NDArray[np.int64]:
    """For each piece of `vocabulary` its id in the pool, whose embedding it takes over.

    A character that the pool lacks starts from one of its `variants` (other ways to write it), else from the unknown.
    """
    begin, end, pad, unknown = pool.special
    ids = {piece: at for at, piece in enumerate(pool.pieces)}
    others = {c: base for base, writings in (variants or {}).items() for c in writings} | dict(variants or {})
    kept = [
        ids.get(piece, next((ids[c] for c in others.get(piece, "") if c in ids), unknown))
        for piece in vocabulary.pieces[len(SPECIALS) :]
    ]
    return np.array([pad, unknown, begin, end, *kept], dtype=np.int64)
