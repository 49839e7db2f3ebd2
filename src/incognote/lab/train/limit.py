"""How long a command may take: one clock for all that it does."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple


class Limit(NamedTuple):
    """When time is over, on the monotonic clock; None: never. Trainings stop then, with a checkpoint."""

    ends: float | None = None

    def is_over(self) -> bool:
        return self.ends is not None and monotonic() >= self.ends


NONE = Limit()


class TimeOverError(Exception):
    """Nothing more is begun; what was done so far lies in a checkpoint."""


def limit_of(minutes: float | None) -> Limit:
    """From now on.

    >>> limit_of(0.0).is_over(), limit_of(None).is_over()
    (True, False)
    """
    return NONE if minutes is None else Limit(monotonic() + 60 * minutes)
