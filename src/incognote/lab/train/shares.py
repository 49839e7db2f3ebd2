"""A share of a set by chance, in whole authors, documents or skeletons: what belongs together stays together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def author(told: Mapping[str, Any], name: str) -> str:
    """What a document is drawn with, by its line: all of one skeleton or family, which one author wrote; else itself.

    >>> author({"skeleton": "cn-bei-001"}, "n7"), author({}, "n7")
    ('cn-bei-001', 'n7')
    """
    return str(told.get("skeleton") or told.get("family") or name)


def drawn(names: Sequence[str], share: float, *, key: str) -> set[str]:
    """Names by chance until they hold the share of all that stand there; a larger share holds a smaller one.

    `key` decides the chance.

    >>> drawn(["a", "a", "b", "c"], 0.1, key="1") <= drawn(["a", "a", "b", "c"], 0.9, key="1")
    True
    """
    counts = Counter(names)
    order = sorted(counts)
    random.Random(key).shuffle(order)
    kept: set[str] = set()
    held = 0
    for name in order:
        if held >= share * len(names):
            break
        kept.add(name)
        held += counts[name]
    return kept
