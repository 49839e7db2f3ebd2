"""What institutions of four classes are called: the class words of their names, and how they are cut short.

`data/kinds.tsv` holds `label<TAB>kind<TAB>short|short`: Primary School is written Primary and PS, 國民小學 is 國小.
A writing may belong to several labels (CC: children's centre, correctional centre, Christian college).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.names.tables import rows

FOUR_CLASSES: Final = ("SCHOOL", "EARLYLEARN", "HOSPITAL", "PRISON")
REGISTERED: Final = (*FOUR_CLASSES, "ORG")
"""The labels that an institution of a register may have."""
MOST_WORDS: Final = 5
"""The most Latin words a kind has."""


class Kind(NamedTuple):
    """A class word of an institution in its full writing, with the label that it gives and its short writings."""

    label: str
    full: str
    short: tuple[str, ...]


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind, in the order of the file."""
    return tuple(Kind(label, full, tuple(filter(None, short.split("|")))) for label, full, short in rows("kinds", package="incognote.gazetteer"))


@cache
def labels_of() -> Mapping[str, tuple[str, ...]]:
    """Every writing of every kind, in lower case -> the labels that it may have, the full writings' first.

    >>> labels_of()["oshc"], labels_of()["cc"]
    (('EARLYLEARN',), ('SCHOOL', 'EARLYLEARN', 'PRISON'))
    """
    found: dict[str, dict[str, None]] = {}
    for kind in kinds():
        found.setdefault(kind.full, {})[kind.label] = None
    full = frozenset(found)
    for kind in kinds():
        for writing in kind.short:
            if writing not in full:
                found.setdefault(writing, {})[kind.label] = None
    return {writing: tuple(labels) for writing, labels in found.items()}


@cache
def by_full() -> Mapping[str, Kind]:
    """Full writing -> the kind."""
    return {kind.full: kind for kind in kinds()}


@cache
def _han_endings() -> tuple[str, ...]:
    return tuple(sorted((w for w in by_full() if not w.isascii()), key=len, reverse=True))


def split(name: str) -> tuple[str, str]:
    """A folded name in lower case as what is its own, and its class words; either may be empty.

    >>> split("wallaby rise family day care"), split("青禾紀念醫院"), split("goolamurra")
    (('wallaby rise', 'family day care'), ('青禾', '紀念醫院'), ('goolamurra', ''))
    """
    if not name.isascii():
        ending = next((e for e in _han_endings() if name.endswith(e)), "")
        if ending:
            return name[: -len(ending)], ending
    words = name.split(" ")
    for size in range(min(MOST_WORDS, len(words)), 0, -1):
        tail = " ".join(words[-size:])
        if tail in labels_of():
            return " ".join(words[:-size]), tail
    return name, ""
