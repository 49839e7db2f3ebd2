"""Choices that look free and are not: the same seed and the same keys make the same one, whatever else was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Option = TypeVar("Option")


def number(*keys: str) -> int:
    """A number that `keys` alone decide."""
    return int.from_bytes(blake2b("\x1f".join(keys).encode(), digest_size=8).digest(), "big")


def pick(options: Sequence[Option], *keys: str) -> Option:
    """One of `options`.

    >>> pick("abc", "seed", "f1") == pick("abc", "seed", "f1")
    True
    """
    return options[number(*keys) % len(options)]


def shuffled(items: Sequence[Option], *keys: str) -> list[Option]:
    """`items` in an order of their own."""
    return [item for _, _, item in sorted((number(*keys, str(n)), n, item) for n, item in enumerate(items))]
