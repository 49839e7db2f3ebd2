"""The review desk's rows of one project: opened and sealed here, put together in `desk/store`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault.sql.desk_seals import (
    ReviewRow,
    batch_name,
    document_name,
    opened_review,
    reviewer_tag,
    sealed_review,
)
from incognote.vault.sql.desk_tables import (
    BATCH,
    DELETED,
    DOCUMENT,
    DONE,
    LAPSED,
    LAYOUT,
    LOADING,
    OPEN,
    READY,
    REVIEW,
    check_layout,
    has_tables,
    make_tables,
)  # fmt: skip
from incognote.vault.sql.rows import Access, Rows

MOST: Final = 2**31 - 1
"""The greatest number that a column holds."""
_NO_BATCH: Final = "the desk has no batch of that number: `incognote desk list` shows them"
_NO_DOCUMENT: Final = "the batch has no document of that number: `incognote desk list BATCH` shows them"
_PLACED: Final = (DOCUMENT.c.number, DOCUMENT.c.place, DOCUMENT.c.wanted, DOCUMENT.c.status, DOCUMENT.c.reasons)
_SAME: Final = (REVIEW.c.project == DOCUMENT.c.project, REVIEW.c.batch == DOCUMENT.c.batch, REVIEW.c.number == DOCUMENT.c.number)


class Missing(VaultError):  # noqa: N818 - it reads as what happened
    """There is no such batch or document, or no longer."""


class BatchRow(NamedTuple):
    """A batch; `text` is what was stored with it, empty for a deleted one."""

    number: int
    state: str
    made: str
    due: str
    text: str

    def __repr__(self) -> str:
        return f"BatchRow({self.number})"


class PlacedRow(NamedTuple):
    """A document's place in the queue, without its text."""

    number: int
    place: int
    wanted: int
    status: str
    reasons: tuple[str, ...]

    def __repr__(self) -> str:
        return f"PlacedRow({self.number})"


class DeskRows:
    """On a connection, whose transaction is the caller's."""

    def __init__(self, connection: sa.Connection, access: Access) -> None:
        self.connection = connection
        self.project, self.keys = access.project, access.keys
        Rows(connection, access).check()

    @property
    def is_there(self) -> bool:
        """Whether the vault has a desk."""
        return has_tables(self.connection)

    # -- batches

    def add_batch(self, made: str, due: str, text: str) -> int:
        """A batch that is being loaded; its number."""
        make_tables(self.connection)
        last = self.connection.scalar(sa.select(sa.func.max(BATCH.c.batch)).where(BATCH.c.project == self.project))
        number = (last or 0) + 1
        sealed = self.keys.seal_text(text, batch_name(number))
        row = {"project": self.project, "batch": number, "layout": LAYOUT, "state": LOADING, "made": made, "due": due, "sealed": sealed}
        self.connection.execute(sa.insert(BATCH), row)
        return number

    def batches(self) -> list[BatchRow]:
        """Every batch, deleted ones too, in the order of their numbers."""
        if not self.is_there:
            return []
        found = self.connection.execute(sa.select(BATCH).where(BATCH.c.project == self.project).order_by(BATCH.c.batch))
        return [self._batch(row) for row in found]

    def batch(self, number: int, *, is_locked: bool = False) -> BatchRow:
        """One batch; `is_locked` keeps other writers to it out until the transaction ends."""
        if not (self.is_there and 0 < number <= MOST):
            raise Missing(_NO_BATCH)
        wanted = sa.select(BATCH).where(*self._of(BATCH, number))
        row = self.connection.execute(wanted.with_for_update() if is_locked else wanted).first()
        if row is None:
            raise Missing(_NO_BATCH)
        check_layout(row.layout)
        return self._batch(row)

    def _batch(self, row: Any) -> BatchRow:
        text = "" if row.sealed is None else self.keys.open_text(row.sealed, batch_name(row.batch))
        return BatchRow(row.batch, row.state, row.made, row.due, text)

    def erase_batch(self, number: int) -> int:
        """Delete all that a batch holds; how many documents. Its number stays taken."""
        self.connection.execute(sa.delete(REVIEW).where(*self._of(REVIEW, number)))
        gone = self.connection.execute(sa.delete(DOCUMENT).where(*self._of(DOCUMENT, number))).rowcount
        self.connection.execute(sa.update(BATCH).where(*self._of(BATCH, number)).values(state=DELETED, sealed=None))
        return gone

    # -- documents

    def add_document(self, batch: int, number: int, text: str, *, status: str, reasons: Sequence[str]) -> None:
        """A document that has no place yet."""
        row = {
            "project": self.project, "batch": batch, "number": number, "place": None, "wanted": 0,
            "status": status, "reasons": json.dumps(list(reasons)), "sealed": self.keys.seal_text(text, document_name(batch, number)),
        }  # fmt: skip
        self.connection.execute(sa.insert(DOCUMENT), row)

    def arrange(self, batch: int, places: Mapping[int, tuple[int, int]], *, text: str) -> None:
        """Give documents their place and the number of reviews wanted; the others are deleted, and the batch is ready."""
        for number, (place, wanted) in places.items():
            self.connection.execute(sa.update(DOCUMENT).where(*self._of(DOCUMENT, batch, number)).values(place=place, wanted=wanted))
        self.connection.execute(sa.delete(DOCUMENT).where(*self._of(DOCUMENT, batch), DOCUMENT.c.place.is_(None)))
        sealed = self.keys.seal_text(text, batch_name(batch))
        self.connection.execute(sa.update(BATCH).where(*self._of(BATCH, batch)).values(state=READY, sealed=sealed))

    def placed(self, batch: int) -> list[PlacedRow]:
        """The documents of a batch in the order of the queue."""
        found = self.connection.execute(sa.select(*_PLACED).where(*self._of(DOCUMENT, batch)).order_by(DOCUMENT.c.place))
        return list(map(_placed, found))

    def place(self, batch: int, number: int) -> PlacedRow:
        """One document's place."""
        row = self.connection.execute(sa.select(*_PLACED).where(*self._of(DOCUMENT, batch, number))).first()
        if row is None:
            raise Missing(_NO_DOCUMENT)
        return _placed(row)

    def counts(self, batch: int) -> tuple[int, int]:
        """How many documents a batch has, and how many of them all the reviews they want."""
        documents = sa.select(sa.func.count()).select_from(DOCUMENT).where(*self._of(DOCUMENT, batch))
        done = sa.select(sa.func.count()).select_from(REVIEW).where(*_SAME, REVIEW.c.state.in_(DONE)).correlate(DOCUMENT).scalar_subquery()
        return self.connection.scalar(documents) or 0, self.connection.scalar(documents.where(DOCUMENT.c.wanted <= done)) or 0

    def document(self, batch: int, number: int) -> str:
        """What was stored of a document."""
        sealed = self.connection.scalar(sa.select(DOCUMENT.c.sealed).where(*self._of(DOCUMENT, batch, number)))
        if sealed is None:
            raise Missing(_NO_DOCUMENT)
        return self.keys.open_text(sealed, document_name(batch, number))

    def next_free(self, batch: int, reviewer: str, now: int) -> int | None:
        """The first document that needs a review, has a place for this reviewer and was not finished by them."""
        is_mine = REVIEW.c.reviewer == self._tag(reviewer)
        taken = sa.select(sa.func.count()).select_from(REVIEW).where(*_SAME, ~is_mine, _is_taken(now)).correlate(DOCUMENT).scalar_subquery()
        mine = sa.exists(sa.select(REVIEW.c.version).where(*_SAME, is_mine, REVIEW.c.state.in_(DONE)).correlate(DOCUMENT))
        free = sa.select(DOCUMENT.c.number).where(*self._of(DOCUMENT, batch), DOCUMENT.c.wanted > taken, ~mine)
        return self.connection.scalar(free.order_by(DOCUMENT.c.place).limit(1))

    # -- reviews

    def reviews(self, batch: int, number: int | None = None) -> list[ReviewRow]:
        """The reviews of a batch, or of one document in it, by document and then by name."""
        found = self.connection.execute(sa.select(REVIEW).where(*self._of(REVIEW, batch, number)))
        return sorted((opened_review(row, self.keys) for row in found), key=lambda review: review[:2])

    def review(self, batch: int, number: int, reviewer: str) -> ReviewRow | None:
        """One reviewer's work on a document."""
        where = (*self._of(REVIEW, batch, number), REVIEW.c.reviewer == self._tag(reviewer))
        row = self.connection.execute(sa.select(REVIEW).where(*where)).first()
        return None if row is None else opened_review(row, self.keys)

    def started(self, batch: int, reviewer: str) -> int | None:
        """The document that this reviewer has begun and not finished, the one they looked at last."""
        where = (*self._of(REVIEW, batch), REVIEW.c.reviewer == self._tag(reviewer), REVIEW.c.state == OPEN)
        return self.connection.scalar(sa.select(REVIEW.c.number).where(*where).order_by(REVIEW.c.until.desc()).limit(1))

    def put_review(self, batch: int, review: ReviewRow) -> None:
        """Write a review, new or not; versions are the caller's to compare."""
        values = sealed_review(batch, review, self.keys)
        where = (*self._of(REVIEW, batch, review.number), REVIEW.c.reviewer == values["reviewer"])
        if not self.connection.execute(sa.update(REVIEW).where(*where).values(**values)).rowcount:
            self.connection.execute(sa.insert(REVIEW), {"project": self.project, "batch": batch, "number": review.number, **values})

    def lapse(self, batch: int, number: int, now: int, *, but: str) -> None:
        """End the claims of others on a document that ran out: their drafts stay, a write that comes late is stale."""
        ran_out = (REVIEW.c.state == OPEN, REVIEW.c.until <= now, REVIEW.c.reviewer != self._tag(but))
        where = (*self._of(REVIEW, batch, number), *ran_out)
        self.connection.execute(sa.update(REVIEW).where(*where).values(state=LAPSED, version=REVIEW.c.version + 1))

    # -- within

    def _of(self, table: sa.Table, batch: int, number: int | None = None) -> tuple[sa.ColumnElement[bool], ...]:
        """A batch's rows of a table, or those of one document in it."""
        mine = (table.c.project == self.project, table.c.batch == batch)
        return mine if number is None else (*mine, table.c.number == number)

    def _tag(self, reviewer: str) -> bytes:
        return reviewer_tag(self.keys, reviewer)


def _is_taken(now: int) -> sa.ColumnElement[bool]:
    return sa.or_(REVIEW.c.state.in_(DONE), sa.and_(REVIEW.c.state == OPEN, REVIEW.c.until > now))


def _placed(row: Any) -> PlacedRow:
    return PlacedRow(row.number, row.place, row.wanted, row.status, tuple(json.loads(row.reasons)))
