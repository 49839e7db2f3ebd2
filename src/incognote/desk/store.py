"""What lies on the desk: batches of documents with their results, and reviews; sealed, and for some weeks only.

Everything is in the vault's database under its keys (`vault/sql/desk_rows`); this is where rows become values of ours.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

from incognote.defaults import KEPT_DAYS
from incognote.desk.correct import Correction
from incognote.desk.queue import Risk
from incognote.desk.written import (
    Stored,
    read_corrections,
    read_spans,
    read_stored,
    write_corrections,
    write_stored,
)
from incognote.document import Document, Result, Span
from incognote.vault.sql.custody import StoredVault
from incognote.vault.sql.desk_rows import BatchRow, DeskRows, Missing, PlacedRow
from incognote.vault.sql.desk_seals import ReviewRow
from incognote.vault.sql.desk_tables import DELETED, DONE, LOADING, READY

T = TypeVar("T")
_PAST: Final = "the last day of this batch is over: it is deleted, and `incognote desk load` makes a new one"


class Batch(NamedTuple):
    """A batch on the desk. `read` counts the documents it was drawn from; `settings` say how its pipeline is made."""

    number: int
    name: str
    made: date
    due: date
    read: int
    plan: str
    settings: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"Batch({self.number})"


class Review(NamedTuple):
    """One reviewer's work on one document. `spans` is what the chain made of the corrections: None until it is finished."""

    number: int
    reviewer: str
    state: str
    version: int
    until: int
    corrections: tuple[Correction, ...] = ()
    spans: tuple[Span, ...] | None = None
    remark: str = ""
    finished: str | None = None

    def __repr__(self) -> str:
        return f"Review({self.number}, version {self.version}, {len(self.corrections)} corrections)"

    @property
    def is_done(self) -> bool:
        return self.state in DONE


class Desk:
    """One project's desk in an open vault. `now` gives seconds of the epoch."""

    def __init__(self, vault: StoredVault, *, now: Callable[[], float] = time.time) -> None:
        self.vault = vault
        self._now = now

    def __repr__(self) -> str:
        return f"Desk({self.vault!r})"

    @property
    def seconds(self) -> int:
        """The time, in whole seconds of the epoch."""
        return int(self._now())

    @property
    def moment(self) -> str:
        """The time as it is stored."""
        return datetime.fromtimestamp(self.seconds, UTC).isoformat(timespec="seconds")

    def read(self, work: Callable[[DeskRows], T]) -> T:
        """`work` in a transaction that writes nothing."""
        return self.vault.database.read(lambda connection: work(DeskRows(connection, self.vault.access)))

    def write(self, work: Callable[[DeskRows], T]) -> T:
        """`work` in a transaction of its own."""
        return self.vault.database.write(lambda connection: work(DeskRows(connection, self.vault.access)))

    # -- loading

    def begin(self, name: str, *, plan: str, settings: Mapping[str, Any], days: int = KEPT_DAYS) -> int:
        """A new batch, which nobody sees until it is arranged; its number."""
        made = self._today
        text = json.dumps({"name": name, "plan": plan, "settings": dict(settings), "read": 0}, ensure_ascii=False)
        return self.write(lambda rows: rows.add_batch(made.isoformat(), (made + timedelta(days=days)).isoformat(), text))

    def add(self, batch: int, items: Iterable[tuple[int, Document, Result, Risk]]) -> None:
        """Put documents into a batch that is being loaded."""
        ready = [(number, write_stored(document, result), result.status, risk.reasons) for number, document, result, risk in items]

        def work(rows: DeskRows) -> None:
            for number, text, status, reasons in ready:
                rows.add_document(batch, number, text, status=status, reasons=reasons)

        self.write(work)

    def arrange(self, batch: int, places: Mapping[int, tuple[int, int]], *, read: int) -> None:
        """Keep the documents that have a place, delete the others, and let reviewers see the batch."""

        def work(rows: DeskRows) -> None:
            told = json.loads(rows.batch(batch, is_locked=True).text) | {"read": read}
            rows.arrange(batch, places, text=json.dumps(told, ensure_ascii=False))

        self.write(work)
        if len(places) < read:
            self.vault.database.tidy()
        self.vault.note("desk_load", batch=batch, documents=len(places))

    def erase(self, *batches: int) -> int:
        """Delete batches with all they hold, and wipe the file; how many documents."""
        gone = self.write(lambda rows: sum(rows.erase_batch(number) for number in batches))
        self.vault.database.tidy()
        return gone

    # -- looking

    def batches(self) -> list[Batch]:
        """The batches that may be seen today."""
        return [_batch(row) for row in self.read(DeskRows.batches) if self._is_seen(row)]

    def batch(self, number: int) -> Batch:
        """One batch; Missing where there is none, or where its time is over."""
        return _batch(self.seen(self.read(lambda rows: rows.batch(number))))

    def seen(self, row: BatchRow) -> BatchRow:
        """`row`, if anybody may see it today."""
        if not self._is_seen(row):
            raise Missing(_PAST if row.state != LOADING else "this batch is still being loaded: wait, or load it again")
        return row

    def _is_seen(self, row: BatchRow) -> bool:
        return row.state == READY and row.due >= self._today.isoformat()

    def queue(self, batch: int) -> list[PlacedRow]:
        """The documents of a batch, those to be looked at first in front."""

        def look(rows: DeskRows) -> list[PlacedRow]:
            self.seen(rows.batch(batch))
            return rows.placed(batch)

        return self.read(look)

    def place(self, batch: int, number: int) -> PlacedRow:
        """One document's place in the queue."""
        return self.read(lambda rows: rows.place(batch, number))

    def counts(self, batch: int) -> tuple[int, int]:
        """How many documents are reviewed, and how many of them have all the reviews they want."""
        return self.read(lambda rows: rows.counts(batch))

    def document(self, batch: int, number: int) -> Stored:
        """A document with the result that it was loaded with."""

        def look(rows: DeskRows) -> str:
            self.seen(rows.batch(batch))
            return rows.document(batch, number)

        return read_stored(self.read(look))

    def reviews(self, batch: int, number: int | None = None) -> list[Review]:
        """The reviews of a batch, or of one document in it."""

        def look(rows: DeskRows) -> list[ReviewRow]:
            self.seen(rows.batch(batch))
            return rows.reviews(batch, number)

        return list(map(review_of, self.read(look)))

    def finished(self, batch: int) -> Iterator[tuple[int, Stored, list[Review]]]:
        """Every document that somebody accepted or corrected, with those reviews, in the order of the batch."""
        told = (review for review in self.reviews(batch) if review.is_done and review.spans is not None)
        for number, reviews in sorted(by_document(told).items()):
            yield number, self.document(batch, number), reviews

    # -- letting go

    def over(self) -> tuple[int, ...]:
        """The batches whose time is over, and those whose loading was broken off on an earlier day."""
        today = self._today.isoformat()
        return tuple(
            row.number
            for row in self.read(DeskRows.batches)
            if row.state != DELETED and (row.due < today or (row.state == LOADING and row.made < today))
        )

    def retain(self) -> tuple[int, ...]:
        """Delete the batches whose time is over; their numbers."""
        gone = self.over()
        if gone:
            documents = self.erase(*gone)
            self.vault.note("desk_retain", batches=list(gone), documents=documents)
        return gone

    @property
    def _today(self) -> date:
        return date.fromtimestamp(self.seconds)


def _batch(row: BatchRow) -> Batch:
    told = json.loads(row.text)
    return Batch(row.number, told["name"], date.fromisoformat(row.made), date.fromisoformat(row.due), told["read"], told["plan"], told["settings"])


def by_document(reviews: Iterable[Review]) -> dict[int, list[Review]]:
    """Reviews by the number of their document."""
    found: dict[int, list[Review]] = {}
    for review in reviews:
        found.setdefault(review.number, []).append(review)
    return found


def review_of(row: ReviewRow) -> Review:
    """A review as it was stored."""
    told = json.loads(row.text)
    spans = None if told["spans"] is None else tuple(read_spans(told["spans"]))
    return Review(row.number, row.reviewer, row.state, row.version, row.until, read_corrections(told["corrections"]), spans, told["remark"], told["finished"])


def row_of(review: Review) -> ReviewRow:
    """The inverse of `review_of`."""
    told = {
        "corrections": write_corrections(review.corrections),
        "spans": review.spans,
        "remark": review.remark,
        "finished": review.finished,
    }
    text = json.dumps(told, ensure_ascii=False)
    return ReviewRow(review.number, review.reviewer, review.state, review.version, review.until, text)
