"""What it takes to make one labelling of a text into another, in edits: spans to add, to remove, to move, to relabel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

Span = tuple[int, int, str]


class Edits(NamedTuple):
    """Each counts one; a span with other ends and another label is moved and relabelled, two."""

    added: int
    removed: int
    moved: int
    relabelled: int

    @property
    def total(self) -> int:
        return self.added + self.removed + self.moved + self.relabelled

    def __add__(self, other: tuple[int, ...]) -> Edits:  # type: ignore[override]
        return Edits(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING: Final = Edits(0, 0, 0, 0)


def edits(said: Iterable[Span], truth: Iterable[Span]) -> Edits:
    """The edits from `said` to `truth`: same spans first, then those of the same ends, then by how much they share.

    Labelling from nothing is one edit a span.

    >>> edits([(0, 2, "NAME"), (5, 7, "DATE"), (9, 10, "AGE")], [(0, 3, "NAME"), (5, 7, "TIME"), (20, 22, "NAME")])
    Edits(added=1, removed=1, moved=1, relabelled=1)
    """
    mine, theirs = set(said), set(truth)
    mine, theirs = mine - theirs, theirs - mine
    pairs = sorted((_distance(a, b), a, b) for a in mine for b in theirs if a[0] < b[1] and b[0] < a[1])
    moved = relabelled = 0
    for _, a, b in pairs:
        if a in mine and b in theirs:
            mine.remove(a)
            theirs.remove(b)
            moved += a[:2] != b[:2]
            relabelled += a[2] != b[2]
    return Edits(len(theirs), len(mine), moved, relabelled)


def _distance(a: Span, b: Span) -> tuple[int, int]:
    """Edits between two spans that touch, then how much they do not share."""
    shared = min(a[1], b[1]) - max(a[0], b[0])
    return (a[:2] != b[:2]) + (a[2] != b[2]), a[1] - a[0] + b[1] - b[0] - 2 * shared
