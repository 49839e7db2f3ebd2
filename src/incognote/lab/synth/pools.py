"""Pools that skeletons are filled from, parted by split before anything is filled.

A surname-given pair, an institution's stem and a street belong to exactly one split, by a hash of their text:
nobody and no place of the test split is met in training. `closed` pools are not parted, so that the drop
between the two can be shown.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, TypeVar

Split = Literal["train", "valid", "test"]
Country = Literal["tw", "cn", "us", "uk", "au"]
SPLITS: Final[tuple[Split, ...]] = ("train", "valid", "test")
_SHARES: Final = (55, 70, 100)
"""Hash buckets of a hundred: train below the first, valid below the second."""
_TRIES: Final = 400
T = TypeVar("T")


@lru_cache(maxsize=32)
def table(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `data/<name>.tsv`."""
    text = files("incognote.lab.synth").joinpath("data", f"{name}.tsv").read_text("utf-8")
    return tuple(tuple(line.split("\t")) for line in text.splitlines() if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=4096)
def words(name: str, *keys: str) -> tuple[str, ...]:
    """The words of the row whose first columns are `keys`; its last column holds them, parted by spaces.

    Raises:
        KeyError: no such row.
    """
    for row in table(name):
        if row[: len(keys)] == keys:
            return tuple(word.replace("_", " ") for word in row[-1].split())
    raise KeyError((name, *keys))


def split_of(key: str) -> Split:
    """The split that `key` belongs to.

    >>> split_of("王小明") == split_of("王小明")
    True
    """
    bucket = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=4).digest(), "big") % 100
    return next(name for name, limit in zip(SPLITS, _SHARES, strict=True) if bucket < limit)


class Pools:
    """Draws that stay inside one split (None: closed pools, not parted)."""

    def __init__(self, split: Split | None, rng: random.Random) -> None:
        self.split = split
        self.rng = rng

    def draw(self, make: Callable[[], T], *, key: Callable[[T], str]) -> T:
        """Call `make` until its value belongs to this split.

        Raises:
            LookupError: the pool has nothing for this split.
        """
        for _ in range(_TRIES):
            made = make()
            if self.holds(key(made)):
                return made
        raise LookupError(f"no value for split {self.split} in {_TRIES} draws")

    def holds(self, key: str) -> bool:
        """Whether `key` belongs to this split."""
        return self.split is None or split_of(key) == self.split

    def pick(self, choices: Sequence[str]) -> str:
        """One of `choices` that belongs to this split."""
        return self.draw(lambda: self.rng.choice(choices), key=str)

    def weighted(self, rows: Sequence[tuple[str, float]]) -> str:
        """One of `rows` by weight, from all splits: for parts that are only split in combination."""
        return self.rng.choices([row[0] for row in rows], [row[1] for row in rows])[0]
