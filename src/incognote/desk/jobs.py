"""Files that take a while: read, enrolled and scrubbed in the background, with progress, and cancelled when asked.

What was handed over and what came of it lie in sealed temporary files without a name; they go with the job.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Final, Literal, NamedTuple

from incognote.desk import records
from incognote.desk.upload import Upload, close, items
from incognote.document import Document, Result
from incognote.errors import IncognoteError
from incognote.formats import jsonl
from incognote.formats.source import LEFT_OUT, Item, Unread
from incognote.formats.spool import Spool
from incognote.pipeline import Pipeline

State = Literal["waiting", "reading", "enrolling", "scrubbing", "done", "cancelled", "failed"]
OVER: Final = frozenset({"done", "cancelled", "failed"})
_TOLD: Final = 200
"""Reasons that are kept of what could not be read."""


Put = Callable[[Pipeline, Iterable[Document], Callable[[int], None]], int]
"""Puts documents on the review desk, saying how many are done; the number of the batch."""


class Plan(NamedTuple):
    """How a job is done: the pipeline, made when its turn comes, and whether its people are enrolled first. With `put` what
    comes of it lies on the review desk; without it, it is kept to be fetched."""

    make: Callable[[], Pipeline]
    enrols: bool = True
    put: Put | None = None


@dataclass(slots=True)
class Job:
    """One job; numbers only change while it runs. `loads`: what comes of it lies on the review desk. `unread` says by file what was
    not read, without its text."""

    id: str = field(repr=False)
    owner: str = field(repr=False)
    files: int
    loads: bool = False
    state: State = "waiting"
    documents: int = 0
    done: int = 0
    statuses: Counter[str] = field(default_factory=Counter, repr=False)
    unread: list[str] = field(default_factory=list, repr=False)
    message: str | None = field(default=None, repr=False)
    batch: int | None = None
    ended: float | None = None
    cancelled: Event = field(default_factory=Event, repr=False)
    results: Spool | None = field(default=None, repr=False)
    lock: Lock = field(default_factory=Lock, repr=False)

    def tell(self, done: int) -> None:
        """How many documents are done."""
        self.done = done

    def lines(self) -> Iterator[bytes]:
        """The results as JSON Lines, once the job is done; what is read stays readable though the job be forgotten."""
        spool, number = self.results, 0
        while spool is not None:
            with self.lock:  # a spool has one place to read at
                data = spool.chunk(number)
            if not data:
                return
            yield data
            number += 1


class _Cancelled(Exception):  # noqa: N818 - it reads as what happened
    pass


class Jobs:
    """The jobs of a server: one at work, `most` altogether, each forgotten some `seconds` after its end."""

    def __init__(self, most: int, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._jobs: dict[str, Job] = {}
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="incognote-jobs")

    def start(self, owner: str, uploads: Sequence[Upload], plan: Plan) -> Job | None:
        """A new job; None where too many are waiting, and then the uploads are closed."""
        self.sweep()
        job = Job(secrets.token_hex(16), owner, len(uploads), plan.put is not None)
        with self._lock:
            is_full = sum(other.state not in OVER for other in self._jobs.values()) >= self._most
            if not is_full:
                self._jobs[job.id] = job
        if is_full:
            close(uploads)
            return None
        self._thread.submit(self._run, job, uploads, plan)
        return job

    def get(self, owner: str, name: str) -> Job | None:
        """A job of this owner; another's is not there."""
        job = self._jobs.get(name)
        return job if job is not None and job.owner == owner else None

    def all(self, owner: str) -> list[Job]:
        return [job for job in list(self._jobs.values()) if job.owner == owner]

    def drop(self, job: Job) -> None:
        """Cancel a job that runs, and forget it with all that it holds."""
        job.cancelled.set()
        with self._lock:
            self._jobs.pop(job.id, None)

    def forget(self, owner: str) -> None:
        """Drop all of an owner's jobs: the session has ended."""
        for job in self.all(owner):
            self.drop(job)

    def sweep(self) -> None:
        """Forget what ended long ago."""
        now = self._clock()
        for job in list(self._jobs.values()):
            if job.ended is not None and now - job.ended > self._seconds:
                self.drop(job)

    def close(self) -> None:
        for job in list(self._jobs.values()):
            self.drop(job)
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Job, uploads: Sequence[Upload], plan: Plan) -> None:
        try:
            _work(job, uploads, plan)
            state: State = "done"
        except _Cancelled:
            state = "cancelled"
        except IncognoteError as error:
            state, job.message = "failed", str(error)
        except Exception as error:  # the place that owns a job: whatever it is, it costs this job alone
            state, job.message = "failed", f"internal error ({type(error).__name__})"
        finally:
            close(uploads)
        if state != "done":
            job.results = None
        job.ended = self._clock()
        job.state = state


def _work(job: Job, uploads: Sequence[Upload], plan: Plan) -> None:
    _go_on(job, "reading")
    documents = _Documents(job)
    try:
        for upload in uploads:
            for item in items(upload):
                _go_on(job, "reading")
                documents.add(upload.number, item)
            upload.spool.close()
        pipeline = plan.make()
        if plan.put is not None:
            _go_on(job, "scrubbing")
            job.batch = plan.put(pipeline, documents, job.tell)
            return
        if plan.enrols:
            _go_on(job, "enrolling")
            pipeline = pipeline.enrol(documents)
        _go_on(job, "scrubbing")
        results = Spool()
        for number, document in enumerate(documents, 1):
            results.write(_line(pipeline, document, number, job.statuses))
            job.done = number
        results.open()  # seals what is still waiting
        job.results = results
    finally:
        documents.spool.close()


def _go_on(job: Job, state: State) -> None:
    if job.cancelled.is_set():
        raise _Cancelled
    job.state = state


class _Documents:
    """The documents of a job, sealed; read again from the start as often as asked, until the job is cancelled."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.spool = Spool()

    def add(self, number: int, item: Item) -> None:
        if isinstance(item, Unread):
            self._tell(f"file {number}: {item.reason}")
            return
        if left_out := item.meta.get(LEFT_OUT):
            self._tell(f"file {number}: not read: {left_out}")
        row = {"id": item.id, "text": item.text, "known": dict(item.known)}
        self.spool.write(json.dumps(row).encode("ascii") + b"\n")
        self._job.documents += 1

    def _tell(self, reason: str) -> None:
        if len(self._job.unread) < _TOLD:
            self._job.unread.append(reason)

    def __iter__(self) -> Iterator[Document]:
        with self.spool.open() as stream:
            for line in stream:
                if self._job.cancelled.is_set():
                    raise _Cancelled
                row: dict[str, Any] = json.loads(line)
                yield Document(row["id"], row["text"], row["known"])


def _line(pipeline: Pipeline, document: Document, number: int, statuses: Counter[str]) -> bytes:
    result: Result = pipeline.attempt(document)
    statuses[result.status] += 1
    return jsonl.line(records.scrubbed(document, result) | {"id": records.safe_id(pipeline, document, result, number)})
