"""A correction as somebody asks for it, worked out on the document as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from incognote.desk import correct, sessions
from incognote.desk.correct import Action, Correction, Range, Scope
from incognote.desk.people import relate
from incognote.desk.pipelines import Pipelines
from incognote.desk.sessions import Work
from incognote.errors import UsageError


class Wanted(NamedTuple):
    """What somebody wants at `at`, or at the first place of a `text` that they typed; `old` is the span whose bounds move."""

    action: Action
    at: Range = (0, 0)
    text: str | None = None
    old: Range | None = None
    label: str = "NAME"
    kind: str | None = None
    scope: Scope = "everywhere"
    role: str = ""

    def __repr__(self) -> str:
        return "Wanted"


def correction(work: Work, asked: Wanted) -> Correction:
    """The correction that `asked` makes; UsageError where it cannot be made on this document."""
    document, result = work.document, work.result
    if result is None:
        raise UsageError("the document has not been looked at")
    at = asked.at
    if asked.text is not None:
        start = document.text.find(asked.text) if asked.text.strip() else -1
        if start < 0:
            raise UsageError("the original does not hold that text")
        at = (start, start + len(asked.text))
    if asked.action == "relate":
        return relate(document, result, at, asked.role)
    if asked.action == "unmask":
        return correct.unmask(document, result, at, scope=asked.scope)
    if asked.action == "extend":
        return correct.extend(document, result, asked.old or at, at, scope=asked.scope)
    if asked.action == "relabel":
        return correct.relabel(document, result, at, label=asked.label, kind=asked.kind, scope=asked.scope)
    return correct.mask(document, at, label=asked.label, kind=asked.kind, scope=asked.scope)


def corrected(work: Work, asked: Iterable[Wanted], pipelines: Pipelines) -> Work:
    """The work with several more corrections, in order; one that asks what is covered sees what those before it made."""
    is_seen = True
    for one in asked:
        if not (is_seen or one.action == "mask"):
            work = sessions.looked_at(work, pipelines)
        work, is_seen = sessions.with_correction(work, correction(work, one)), False
    return sessions.looked_at(work, pipelines)
