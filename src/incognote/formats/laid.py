"""A file's text and the places it came from, so that edits of the text can be put back where they belong.

A format walks its file and lays every stretch of text down with a way to put another in its place; the walk that
reads is the walk that writes. What stands between two stretches (a tab, a line end) belongs to nobody: it stays
whatever is edited.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from incognote.document import Edit

Put = Callable[[str], None]
"""Writes a stretch anew into the file that is being walked."""


class Leaf(NamedTuple):
    """A stretch `[start, end)` of the text, and the way back to its place; None where nothing is written back."""

    start: int
    end: int
    put: Put | None

    def __repr__(self) -> str:
        return f"Leaf({self.start}, {self.end})"


def replacing(edits: Iterable[Edit]) -> list[Edit]:
    """The edits that replace something: a patient's header line has no place among fields and cells."""
    return [edit for edit in edits if edit.start < edit.end]


def is_header(edit: Edit) -> bool:
    """Whether it is the line that says, before all others, whose the text is."""
    return edit.kind == "header" and edit.start == edit.end == 0


class Laid:
    """What has been laid down so far."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._size = 0
        self.leaves: list[Leaf] = []

    def __repr__(self) -> str:
        return f"Laid({self._size} characters, {len(self.leaves)} leaves)"

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def size(self) -> int:
        return self._size

    def add(self, text: str, put: Put | None = None) -> None:
        """Text of the file, and how it is written anew."""
        if text:
            self.leaves.append(Leaf(self._size, self._size + len(text), put))
            self.joint(text)

    def joint(self, text: str) -> None:
        """What this reading sets between two stretches."""
        self._pieces.append(text)
        self._size += len(text)

    def apply(self, edits: Sequence[Edit]) -> None:
        """Put every stretch that an edit touches anew; the others are left as they are, byte for byte.

        The replacement stands in the first stretch that the edit touches, or where it touches none in the next; one of as many
        words as it replaces is shared out, so that a surname's field holds a surname.

        >>> cells: dict[str, str] = {}
        >>> laid = Laid()
        >>> laid.add("Mr Wang T", lambda new: cells.update(a=new))
        >>> laid.add("ao-Ming rests", lambda new: cells.update(b=new))
        >>> laid.apply([Edit(3, 16, "[NAME]", "mask", "NAME", None)])
        >>> cells
        {'a': 'Mr [NAME]', 'b': ' rests'}
        """
        text, ends = self.text, [leaf.end for leaf in self.leaves]
        cuts: dict[int, list[tuple[int, int, str]]] = {}
        for edit in sorted(edits, key=lambda edit: edit[:2]):
            find = bisect_left if edit.start == edit.end else bisect_right
            home = min(find(ends, edit.start), len(ends) - 1)
            touched = [at for at in range(home, min(bisect_left(ends, edit.end) + 1, len(ends))) if at == home or self.leaves[at].start < edit.end]
            for at, share in zip(touched, self._shares(edit, touched, text), strict=True):
                cuts.setdefault(at, []).append((edit.start, edit.end, share))
        for at, cut in cuts.items():
            start, end, put = self.leaves[at]
            if put is not None:
                put(_cut(text, start, end, cut))

    def _shares(self, edit: Edit, touched: Sequence[int], text: str) -> list[str]:
        """What each touched stretch gets of the replacement."""
        whole = [edit.replacement] + [""] * (len(touched) - 1)
        leaves = [self.leaves[at] for at in touched]
        if len(leaves) < 2 or any(one.end == other.start for one, other in pairwise(leaves)):
            return whole  # runs of one word, or nothing to share out
        sizes = [len(text[max(leaf.start, edit.start) : min(leaf.end, edit.end)].split()) for leaf in leaves]
        words = edit.replacement.split()
        if len(words) != sum(sizes) or not all(sizes):
            return whole
        ends = list(accumulate(sizes))
        return [" ".join(words[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _cut(text: str, start: int, end: int, cuts: Sequence[tuple[int, int, str]]) -> str:
    """`text[start:end]` with each cut's part of it replaced."""
    parts: list[str] = []
    at = start
    for low, high, replacement in cuts:
        parts += [text[at : max(at, min(low, end))], replacement]
        at = max(at, min(high, end))
    return "".join([*parts, text[at:end]])
