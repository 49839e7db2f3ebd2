"""Numbers that a key decides: the same key gives the same numbers on every machine and in every version."""

from __future__ import annotations

import hmac
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_FINE = 1 << 53


class Stream:
    """An endless row of draws from one key.

    >>> Stream(b"k").digits(4) == Stream(b"k").digits(4), len(Stream(b"k").digits(4))
    (True, 4)
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._at = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1."""
        self._at += 1
        return int.from_bytes(hmac.digest(self._key, self._at.to_bytes(4), "sha256")[:12]) % limit

    def chance(self, share: float) -> bool:
        """True in `share` of the draws."""
        return self.below(_FINE) < share * _FINE

    def pick(self, choices: Sequence[T]) -> T:
        """One of `choices`, each as likely."""
        return choices[self.below(len(choices))]

    def weighted(self, choices: Sequence[T], totals: Sequence[float]) -> T:
        """One of `choices`; `totals` are their running sums of weights."""
        at = bisect_right(totals, self.below(_FINE) / _FINE * totals[-1])
        return choices[min(at, len(choices) - 1)]

    def digits(self, count: int) -> str:
        """So many digits."""
        return "".join(str(self.below(10)) for _ in range(count))
