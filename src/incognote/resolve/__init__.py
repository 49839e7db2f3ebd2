"""From what detectors claim to one label a character, nothing uncovered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incognote.document import Document, Span
from incognote.resolve import institutions
from incognote.resolve.overlap import DEFAULT_PRECEDENCE, overlap
from incognote.resolve.spread import spread
from incognote.resolve.trim import trim, whole

__all__ = ["overlap", "resolve", "spread", "trim"]


def resolve(
    spans: Iterable[Span],
    document: Document,
    precedence: Mapping[str, int] = DEFAULT_PRECEDENCE,
    *,
    is_spread: bool = True,
) -> tuple[Span, ...]:
    """One label a character, in order; what was found once is found everywhere, unless told not to."""
    settled = overlap(whole(spans, document.text), precedence)
    more = spread(settled, document) if is_spread and settled else []
    if is_spread and settled:
        further, dropped = institutions.again(settled, document)
        more += further
        settled = [span for span in settled if span not in dropped]
    if more:
        settled = overlap([*settled, *more], precedence)
    return tuple(trim(settled, document.text))
