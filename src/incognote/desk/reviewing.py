"""Reviewing: claim a document, correct it, finish it; two reviewers never write over each other.

A review belongs to one reviewer and one document. A claim runs out unless something is saved; who claims the document
then makes it lapse. Each write names the version it saw, and a stale one is refused with what is there now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from incognote.desk.correct import Correction
from incognote.desk.store import Desk, Review, review_of, row_of
from incognote.document import Span
from incognote.errors import IncognoteError, UsageError
from incognote.vault.sql.desk_rows import DeskRows, PlacedRow
from incognote.vault.sql.desk_tables import DONE, LAPSED, OPEN

T = TypeVar("T")
CLAIM_SECONDS: Final = 15 * 60
LONGEST_NAME: Final = 60
LONGEST_REMARK: Final = 2000
Verdict = Literal["accepted", "corrected", "rejected"]


class Changed(NamedTuple):
    """What is there now instead of what a reviewer saw: their own review, and who has the document if they lost it."""

    mine: Review | None
    others: tuple[Review, ...]

    def __repr__(self) -> str:
        return f"Changed({self.mine!r}, {len(self.others)} others)"


class Stale(IncognoteError):  # noqa: N818 - it reads as what happened
    """The document was changed since it was shown: nothing was written. `changed` says how it is now."""

    def __init__(self, message: str, changed: Changed) -> None:
        super().__init__(message)
        self.changed = changed


class Progress(NamedTuple):
    """How far a batch is: documents, those with all the reviews they want, reviews by state, and by reviewer."""

    documents: int
    complete: int
    wanted: int
    states: Mapping[str, int]
    reviewers: Mapping[str, int]

    def __repr__(self) -> str:
        return f"Progress({self.complete} of {self.documents})"


def named(reviewer: str) -> str:
    """A reviewer's name as it is stored; UsageError for one that is empty or too long."""
    name = " ".join(reviewer.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(f"a reviewer has a name of 1 to {LONGEST_NAME} characters that can be seen")
    return name


def claim(desk: Desk, batch: int, reviewer: str) -> Review | None:
    """What this reviewer has begun, else the next document that needs them; None where nothing is left."""
    reviewer = named(reviewer)

    def work(rows: DeskRows) -> tuple[Review | None, bool]:
        number = rows.started(batch, reviewer)
        if number is None:
            number = rows.next_free(batch, reviewer, desk.seconds)
        return (None, False) if number is None else _taken(desk, rows, batch, number, reviewer)

    review, is_new = _locked(desk, batch, work)
    if is_new:
        desk.vault.note("desk_open", batch=batch, document=review.number if review else 0)
    return review


def take(desk: Desk, batch: int, number: int, reviewer: str) -> Review:
    """This reviewer's review of one document: begun, or gone on with, or finished and to be looked at.

    Raises:
        Stale: others have all the places of the document.
    """
    reviewer = named(reviewer)
    review, is_new = _locked(desk, batch, lambda rows: _taken(desk, rows, batch, number, reviewer))
    if is_new:
        desk.vault.note("desk_open", batch=batch, document=number)
    return review


def _taken(desk: Desk, rows: DeskRows, batch: int, number: int, reviewer: str) -> tuple[Review, bool]:
    """The review, claimed for another while, and whether this reviewer sees the document for the first time."""
    reviews = list(map(review_of, rows.reviews(batch, number)))
    mine = next((review for review in reviews if review.reviewer == reviewer), None)
    if mine is not None and mine.is_done:
        return mine, False
    others = [r for r in reviews if r.reviewer != reviewer and (r.is_done or (r.state == OPEN and r.until > desk.seconds))]
    wanted = rows.place(batch, number).wanted
    if len(others) >= wanted and not (mine is not None and mine.state == OPEN and mine.until > desk.seconds):
        raise Stale("this document is in other hands", Changed(mine, tuple(others)))
    if len(others) + 1 >= wanted:
        rows.lapse(batch, number, desk.seconds, but=reviewer)
    until = desk.seconds + CLAIM_SECONDS
    if mine is None:
        review = Review(number, reviewer, OPEN, 1, until)
    else:  # a version more only where somebody else had it: a second look of the same person is no change
        review = mine._replace(state=OPEN, until=until, version=mine.version + (mine.state == LAPSED))
    rows.put_review(batch, row_of(review))
    return review, mine is None


def save(desk: Desk, batch: int, seen: Review, corrections: Sequence[Correction]) -> Review:
    """Keep corrections that are not finished, and the claim with them.

    Raises:
        Stale: `seen` is not what is stored.
    """
    return _replaced(desk, batch, seen, lambda now: now._replace(corrections=tuple(corrections)))


def touch(desk: Desk, batch: int, seen: Review) -> None:
    """A sign of life: the claim holds for another while.

    Raises:
        Stale: `seen` is not what is stored.
    """
    _replaced(desk, batch, seen, lambda now: now._replace(version=now.version - 1))


def finish(
    desk: Desk, batch: int, seen: Review, verdict: Verdict, *, corrections: Sequence[Correction] = (), spans: Iterable[Span] = (), remark: str = ""
) -> Review:  # fmt: skip
    """Accept, correct or reject. `spans` are those of the result that the reviewer looked at.

    Raises:
        Stale: `seen` is not what is stored.
        UsageError: a verdict that does not fit its corrections, or a remark that is too long.
    """
    if verdict not in DONE or (verdict != "rejected" and bool(corrections) != (verdict == "corrected")):
        raise UsageError("a document is accepted as it is, corrected with corrections, or rejected")
    if len(remark) > LONGEST_REMARK:
        raise UsageError(f"a remark has at most {LONGEST_REMARK} characters")
    found = None if verdict == "rejected" else tuple(sorted(spans))

    def done(now: Review) -> Review:
        return now._replace(state=verdict, corrections=tuple(corrections), spans=found, remark=remark, finished=desk.moment)

    return _replaced(desk, batch, seen, done)


def reopen(desk: Desk, batch: int, seen: Review) -> Review:
    """Take a finished review up again."""
    return _replaced(desk, batch, seen, lambda now: now._replace(state=OPEN, spans=None, finished=None), is_done=True)


def release(desk: Desk, batch: int, seen: Review) -> Review:
    """Give a document back unfinished: others may claim it at once, the draft stays."""
    return _replaced(desk, batch, seen, lambda now: now._replace(state=LAPSED, until=desk.seconds))


def _replaced(desk: Desk, batch: int, seen: Review, change: Callable[[Review], Review], *, is_done: bool = False) -> Review:
    def work(rows: DeskRows) -> Review:
        row = rows.review(batch, seen.number, seen.reviewer)
        mine = None if row is None else review_of(row)
        if mine is None or mine.version != seen.version or mine.is_done != is_done or mine.state == LAPSED:
            others = (r for r in map(review_of, rows.reviews(batch, seen.number)) if r.reviewer != seen.reviewer)
            raise Stale("this review was changed meanwhile: look at it again", Changed(mine, tuple(others)))
        fresh = change(mine._replace(until=desk.seconds + CLAIM_SECONDS, version=mine.version + 1))
        rows.put_review(batch, row_of(fresh))
        return fresh

    return _locked(desk, batch, work)


def _locked(desk: Desk, batch: int, work: Callable[[DeskRows], T]) -> T:
    """`work` while nobody else writes to the batch, if it may still be seen."""

    def locked(rows: DeskRows) -> T:
        desk.seen(rows.batch(batch, is_locked=True))
        return work(rows)

    return desk.write(locked)


def progress(desk: Desk, batch: int) -> Progress:
    """How far the review of a batch is."""
    return counted(desk.queue(batch), desk.reviews(batch), desk.seconds)


def counted(queue: Sequence[PlacedRow], reviews: Iterable[Review], now: int) -> Progress:
    """The same of a queue and reviews that were read already, at `now` in seconds of the epoch."""
    done: Counter[int] = Counter()
    states: Counter[str] = Counter()
    reviewers: Counter[str] = Counter()
    for review in reviews:
        states[review.state if review.is_done or review.until > now else LAPSED] += 1
        if review.is_done:
            done[review.number] += 1
            reviewers[review.reviewer] += 1
    complete = sum(done[row.number] >= row.wanted for row in queue)
    return Progress(len(queue), complete, sum(row.wanted for row in queue), states, reviewers)
