"""The result that was loaded, made again: what reviewers correct must not move with a new model or another list.

The spans that were found on the day of loading stand in for all detectors; linking, the policy and the check of the
output run anew, so that corrections are followed through the whole document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from incognote.desk.correct import spans_of
from incognote.desk.written import Stored
from incognote.document import Document, Finding, Span
from incognote.pipeline import Pipeline

LOADED: Final = "loaded"
_DETECTED: Final = frozenset({"detector_skipped", "rule_timeout"})
"""What only a detector says; every other finding is made again."""


def replaying(pipeline: Pipeline, stored: Stored) -> Pipeline:
    """`pipeline` for this document, finding what was found when it was loaded."""
    kept: tuple[Span | Finding, ...] = (*spans_of(stored.result), *(f for f in stored.result.findings if f.kind in _DETECTED))
    return replace(pipeline, detectors={LOADED: lambda _: kept}, known=_nothing, memory=None)


def _nothing(_: object) -> Callable[[Document], Iterable[Span]]:
    return lambda _: ()
