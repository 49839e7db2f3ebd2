"""From what detectors claim to one label a character, nothing uncovered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incognote.document import Document, Span
from incognote.resolve.overlap import DEFAULT_PRECEDENCE, overlap
from incognote.resolve.spread import Writings, spread
from incognote.resolve.trim import trim
from incognote.text.view import view

__all__ = ["overlap", "resolve", "spread", "trim"]


def resolve(
    spans: Iterable[Span],
    document: Document,
    precedence: Mapping[str, int] = DEFAULT_PRECEDENCE,
    writings: Writings | None = None,
) -> tuple[Span, ...]:
    """One label a character, in order; with `writings`, what was found once is found everywhere."""
    settled = overlap(spans, precedence)
    if writings is not None and settled:
        more = spread(settled, view(document.text), writings)
        if more:
            settled = overlap([*settled, *more], precedence)
    return tuple(trim(settled, document.text))
