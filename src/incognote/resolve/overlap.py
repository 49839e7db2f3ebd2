"""Overlapping claims become one label a character; every character that was covered stays covered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incognote.document import Document, Span
from incognote.labels import TIE_ORDER

DEFAULT_PRECEDENCE = {"known": 0, "rules": 1, "site": 1, "lists": 2, "tagger": 3, "llm": 4, "spread": 5}


def resolve(
    spans: Iterable[Span], document: Document, precedence: Mapping[str, int] = DEFAULT_PRECEDENCE
) -> tuple[Span, ...]:
    """Spans in order, without overlap, covering exactly what `spans` covered.

    The winner keeps its range, the loser what is left of its own. Rank: detector (the table
    `precedence`), whether a label or title vouched for it (score >= 0.8), length, score, label.
    """
    ranked = sorted(
        (s for s in spans if s.end > s.start),
        key=lambda s: (
            precedence.get(s.source.partition("/")[0], 9),
            s.score < 0.8,
            s.start - s.end,
            -s.score,
            TIE_ORDER.get(s.label, 99),
            s,
        ),
    )
    kept: list[Span] = []
    for span in ranked:
        pieces = [(span.start, span.end)]
        for winner in kept:
            if winner.start < span.end and span.start < winner.end:
                pieces = [
                    piece
                    for start, end in pieces
                    for piece in ((start, min(end, winner.start)), (max(start, winner.end), end))
                    if piece[0] < piece[1]
                ]
        kept += [span._replace(start=start, end=end) for start, end in pieces]
    return tuple(sorted(kept))
