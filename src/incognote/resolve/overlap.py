"""Overlapping claims become one label a character; every character that was covered stays covered."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Final

from incognote.document import Span
from incognote.labels import TIE_ORDER

VOUCHED: Final = 0.8
"""From this score on, a label, a title or a known identity stands behind the span."""

DEFAULT_PRECEDENCE: Final[Mapping[str, int]] = {
    name: rank for rank, name in enumerate(("known", "site", "rules", "lists", "tagger", "llm", "spread"))
}
"""Every name that `Span.source` may begin with, in the order in which the profiles we ship rank them."""

READERS: Final = frozenset({"tagger", "llm"})
"""Sources that read the sentence and know no label: what they say is a clinical word is let go, and nothing they say is vouched for."""


def overlap(spans: Iterable[Span], precedence: Mapping[str, int] = DEFAULT_PRECEDENCE) -> list[Span]:
    """Spans in order, without overlap, covering exactly what `spans` covered.

    The winner keeps its range, the loser what is left of its own. Rank: whether something vouches for
    it, detector (the table `precedence`), length, score, label.

    >>> a, b = Span(0, 10, "PHONE", None, "rules/x", 0.9), Span(8, 12, "DATE", None, "rules/y", 0.5)
    >>> [(s.start, s.end, s.label) for s in overlap([b, a])]
    [(0, 10, 'PHONE'), (10, 12, 'DATE')]
    """
    ordered = sorted(set(spans), key=itemgetter(0))
    kept: list[Span] = []
    group: list[Span] = []
    reach = -1
    for span in ordered:  # only spans that touch one another need to be ranked
        if span[0] >= reach and group:
            kept += group if len(group) < 2 else _settle(group, reach, precedence)
            group = []
        group.append(span)
        if span[1] > reach:
            reach = span[1]
    kept += group if len(group) < 2 else _settle(group, reach, precedence)
    return kept


def _settle(group: list[Span], reach: int, precedence: Mapping[str, int]) -> list[Span]:
    """One label a character for spans that touch one another, from the first one's start to `reach`."""
    vouched = [span for span in group if span.score >= VOUCHED] or group
    best = vouched[0] if len(vouched) == 1 else min(vouched, key=lambda span: _rank(span, precedence))
    if best.start == group[0].start and best.end == reach:  # it covers all the others
        return [best]
    return _pieces(sorted(group, key=lambda span: _rank(span, precedence)))


def _rank(span: Span, precedence: Mapping[str, int]) -> tuple[bool, int, int, float, int, str, str, str]:
    start, end, label, kind, source, score = span
    return (
        score < VOUCHED,
        precedence.get(source.partition("/")[0], len(precedence)),
        start - end,
        -score,
        TIE_ORDER.get(label, len(TIE_ORDER)),
        label,
        kind or "",
        source,
    )


def _pieces(ranked: Iterable[Span]) -> list[Span]:
    kept: list[Span] = []  # disjoint and in order
    starts: list[int] = []
    for span in ranked:
        first = bisect_left(starts, span.start)
        if first and kept[first - 1].end > span.start:
            first -= 1
        last, at, here = first, span.start, []
        while last < len(kept) and kept[last].start < span.end:
            winner = kept[last]
            if at < winner.start and winner.label == span.label:  # Minh Tran and Tran Bao are one name
                winner = winner._replace(start=at)
            elif at < winner.start:
                here.append(span._replace(start=at, end=winner.start))
            here.append(winner)
            at = max(at, winner.end)
            last += 1
        if at < span.end and here and here[-1].label == span.label:
            here[-1] = here[-1]._replace(end=span.end)
        elif at < span.end:
            here.append(span._replace(start=at))
        kept[first:last] = here
        starts[first:last] = [s.start for s in here]
    return kept
