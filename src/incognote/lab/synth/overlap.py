"""Shared n-grams: what two skeletons say in the same words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from incognote.lab.synth.skeleton import Skeleton

SIZE: Final = 8
_TOKEN: Final = re.compile(r"[\u3400-\u9fff]|[A-Za-z]+")


def grams(skeleton: Skeleton) -> Iterator[tuple[str, ...]]:
    """Runs of `SIZE` tokens (a Han character or a Latin word) that no slot interrupts; digits and marks do not count.

    Written-out text of a mark (a time, an occupation) is not counted either.
    """
    position = 0
    pieces = []
    for mark in skeleton.marks:
        pieces.append(skeleton.text[position : mark.start])
        position = mark.end
    pieces.append(skeleton.text[position:])
    for piece in pieces:
        tokens = [token.lower() for token in _TOKEN.findall(piece)]
        for start in range(len(tokens) - SIZE + 1):
            yield tuple(tokens[start : start + SIZE])


def shared(skeletons: Iterable[Skeleton]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The runs that skeletons of more than one family hold, with the ids of these."""
    holders: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for skeleton in skeletons:
        for gram in set(grams(skeleton)):
            holders[gram].setdefault(skeleton.family, skeleton.id)
    return {gram: tuple(ids.values()) for gram, ids in holders.items() if len(ids) > 1}
