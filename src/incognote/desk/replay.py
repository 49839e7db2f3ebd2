"""The result that was loaded, made again: what reviewers correct must not move with a new model or another list.

The spans that were found on the day of loading stand in for all detectors; linking, the policy and the check of the
output run anew, so that corrections are followed through the whole document. What was once covered stays so: a span that
had a word beside it to speak for it, as the surname 于 before a clinical word, is not weighed a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from incognote.desk.correct import spans_of
from incognote.desk.written import Stored
from incognote.document import Document, Finding, Span
from incognote.names.search import is_clinical
from incognote.pipeline import Pipeline
from incognote.resolve.allow import allow
from incognote.resolve.overlap import VOUCHED

LOADED: Final = "loaded"
_DETECTED: Final = frozenset({"detector_skipped", "rule_timeout", "model_unread"})
"""What only a detector says; every other finding is made again."""


def replaying(pipeline: Pipeline, stored: Stored) -> Pipeline:
    """`pipeline` for this document, finding what was found when it was loaded."""
    spans = list(spans_of(stored.result))
    left, _ = allow(spans, stored.document.text, is_clinical)
    survive = set(left)
    vouched = (s if s in survive else s._replace(score=max(s.score, VOUCHED)) for s in spans)
    kept: tuple[Span | Finding, ...] = (*vouched, *(f for f in stored.result.findings if f.kind in _DETECTED))
    return replace(pipeline, detectors={LOADED: lambda _: kept}, known=_nothing, memory=None)


def _nothing(_: object) -> Callable[[Document], Iterable[Span]]:
    return lambda _: ()
