"""Apply edits to a text, once, and say where the written ranges came to lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Replacement(Protocol):
    """What `apply` needs of an edit: `document.Edit` has it."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def replacement(self) -> str: ...


def apply(text: str, edits: Iterable[Replacement]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The edited text and its written ranges (half-open, in the output, in order).

    Edits may not overlap and must lie inside the text; insertions at one place keep their order.
    Everything outside them is copied character for character.
    """
    pieces: list[str] = []
    written: list[tuple[int, int]] = []
    position = length = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if edit.start < position or edit.end < edit.start or edit.end > len(text):
            raise ValueError(f"edit [{edit.start}, {edit.end}) overlaps another or leaves the text")
        pieces += (text[position : edit.start], edit.replacement)
        length += edit.start - position
        written.append((length, length + len(edit.replacement)))
        length += len(edit.replacement)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces), tuple(written)


def carried(ranges: Iterable[tuple[int, int]], edits: Iterable[Replacement]) -> tuple[tuple[int, int], ...]:
    """Where `ranges` of the text lie after `edits`, none of which may change them.

    >>> from typing import NamedTuple
    >>> class Cut(NamedTuple):
    ...     start: int
    ...     end: int
    ...     replacement: str
    >>> carried([(3, 5)], [Cut(0, 0, "ab"), Cut(0, 2, "c"), Cut(5, 6, "")])
    ((4, 6),)
    """
    ordered = sorted(ranges)
    if not ordered:
        return ()
    found: list[tuple[int, int]] = []
    waiting = sorted(edits, key=lambda e: (e.start, e.end), reverse=True)
    shift = 0
    for start, end in ordered:
        while waiting and waiting[-1].end <= start:
            edit = waiting.pop()
            shift += len(edit.replacement) - (edit.end - edit.start)
        found.append((start + shift, end + shift))
    return tuple(found)
