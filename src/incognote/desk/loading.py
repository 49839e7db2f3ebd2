"""A batch onto the desk: everybody is enrolled, each document goes through the chain once, the plan chooses what stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from incognote.defaults import KEPT_DAYS
from incognote.desk.correct import spans_of
from incognote.desk.queue import risk
from incognote.desk.sampling import Facts, Plan, places
from incognote.desk.store import Desk
from incognote.document import Document, Result
from incognote.errors import UsageError
from incognote.pipeline import Pipeline

_TOGETHER: Final = 50
LONGEST_NAME: Final = 100


class Loaded(NamedTuple):
    """What came of it: the batch's number, documents read, of which empty, and how many are to be reviewed, some twice."""

    batch: int
    read: int
    empty: int
    kept: int
    twice: int


def load(
    desk: Desk, pipeline: Pipeline, documents: Iterable[Document], *, name: str, plan: Plan,
    settings: Mapping[str, Any], days: int = KEPT_DAYS, tell: Callable[[int], None] | None = None,
) -> Loaded:  # fmt: skip
    """Load a batch; `documents` is read several times. Interrupted, it leaves nothing on the desk.

    Raises:
        UsageError: the plan chooses no document, or a name or number of days cannot be.
    """
    if days < 1:
        raise UsageError("a batch is kept for one day at least")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(f"a batch has a name of at most {LONGEST_NAME} characters that can be seen")
    ready = pipeline.enrol(documents)
    batch = desk.begin(name, plan=plan.said(), settings=settings, days=days)
    try:
        facts, empty = _run(desk, batch, ready, documents, tell)
        chosen = places(plan, facts)
        if not chosen:
            raise UsageError("there is nothing to review: no document was read, or the samples choose none")
        desk.arrange(batch, chosen, read=len(facts) + empty)
    except BaseException:  # whatever it was: no half batch stays
        desk.erase(batch)
        raise
    return Loaded(batch, len(facts) + empty, empty, len(chosen), sum(1 for _, wanted in chosen.values() if wanted > 1))


def _run(
    desk: Desk, batch: int, pipeline: Pipeline, documents: Iterable[Document], tell: Callable[[int], None] | None
) -> tuple[list[Facts], int]:
    """Store every document that is not empty; what the plan needs to know of them, and how many are."""
    facts: list[Facts] = []
    empty = 0
    held = []
    for number, document in enumerate(documents, 1):
        result = pipeline.attempt(document)
        if result.status == "empty":
            empty += 1
            continue
        weighed = risk(result)
        held.append((number, document, result, weighed))
        facts.append(_facts(number, result, weighed.key, bool(weighed.reasons)))
        if len(held) == _TOGETHER:
            desk.add(batch, held)
            held = []
        if tell is not None:
            tell(number)
    desk.add(batch, held)
    return facts, empty


def _facts(number: int, result: Result, key: tuple[int, ...], has_findings: bool) -> Facts:
    return Facts(number, key, has_findings, frozenset(span.label for span in spans_of(result)))
