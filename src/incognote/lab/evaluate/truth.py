"""The truth of a note: its text and the spans that people marked in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError

ANY: Final[frozenset[str]] = frozenset()
"""For `labels`: whatever the file says (clinical strings, other schemes)."""


class GoldSpan(NamedTuple):
    """A span of the truth; `entity` and `kind` where the file has them."""

    start: int
    end: int
    label: str
    kind: str | None = None
    entity: str | None = None

    def __repr__(self) -> str:
        return f"GoldSpan({self.start}, {self.end})"


class GoldNote(NamedTuple):
    """A note with its truth. `people` maps an entity to its row of the gold file (role, origin, rarity ...)."""

    id: str
    text: str
    spans: tuple[GoldSpan, ...]
    meta: Mapping[str, Any]
    people: Mapping[str, Mapping[str, Any]]

    def __repr__(self) -> str:
        return f"GoldNote({len(self.text)} characters, {len(self.spans)} spans)"


def in_order(spans: list[GoldSpan], where: str) -> tuple[GoldSpan, ...]:
    """The spans by place; FormatError where two of them overlap."""
    ordered = tuple(sorted(spans, key=lambda span: (span.start, span.end)))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise FormatError(f"{where}: the spans at {before.start} and {after.start} overlap")
    return ordered
