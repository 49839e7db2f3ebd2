"""Signs that a circumstance is of one person or of few: a unique office, a dated disaster, a case in the news (data/rarities.tsv)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from incognote.gazetteer.matcher import Matcher
from incognote.names.tables import in_base
from incognote.narrative.graph import Graph
from incognote.narrative.lexicon import folded
from incognote.narrative.perturb.signs import shown, signs
from incognote.narrative.tables import rows

_DATE: Final = re.compile(in_base(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)|民国\s?\d{1,3}|\d{1,2}\s?月\s?\d{1,2}\s?日|[零〇一二三四五六七八九]{4}年"))
_WORDS: Final = ("situation", "thought", "emotion", "behaviour")


class Rarity(NamedTuple):
    """A sign of rarity: in which field of which node, and what makes it rare."""

    node: str
    field: str
    reason: str


def reasons(value: str) -> tuple[str, ...]:
    """Why `value` may be true of few, in the words of data/rarities.tsv; empty if nothing says so.

    >>> reasons("全國唯一的女燈塔員"), reasons("a bus driver")
    (('of few', 'only one'), ())
    """
    plain = folded(value)
    found = dict.fromkeys(reason for _, reason in shown(_signs(), plain))
    return (*sorted(found), *(["dated"] if _DATE.search(plain) else []))


def rarities(graph: Graph) -> tuple[Rarity, ...]:
    """Every sign of rarity in `graph`, also in the frozen words of a symptom, which no operator changes."""
    return tuple(_found(graph))


def _found(graph: Graph) -> Iterator[Rarity]:
    for node in graph.nodes:
        told = {**node.context, **{name: value for name, value in node.clinical.items() if name in _WORDS}}
        for name, value in told.items():
            yield from (Rarity(node.id, name, reason) for reason in reasons(str(value)))


@cache
def _signs() -> Matcher[tuple[str, ...]]:
    return signs((reason, words) for reason, *lists in rows("rarities", 3) for words in lists)
