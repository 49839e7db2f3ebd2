"""What the Python workers of Spark do: they take sealed rows, and give sealed rows back.

A worker makes its pipeline once and keeps it for as long as Spark keeps the worker. Nothing that goes wrong leaves it
with words of a note: an error of ours is handed back as a value, any other loses its message and its cause.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from incognote.batch.apart import looks
from incognote.batch.work import Task, Worker
from incognote.document import Vault
from incognote.errors import IncognoteError, UsageError
from incognote.pipeline import Pipeline

Verb = Literal["first", "second", "scrub"]


class Carried(Protocol):
    """A broadcast variable, or anything else that holds `value`."""

    @property
    def value(self) -> Any: ...


class Kit(NamedTuple):
    """What a worker makes its pipeline of: `make(vault=...)`, the vault as workers see it, and the batch's own store."""

    make: Callable[..., Pipeline]
    vault: Vault
    batch: Vault | None

    def __repr__(self) -> str:
        return "Kit(...)"


@dataclass(frozen=True)
class Errand:
    """One pass over rows. `token` names the kit: a worker that has it made already does not make it again."""

    verb: Verb
    token: str = field(repr=False)
    carried: Carried = field(repr=False)

    def answers(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """For each task its looks or its Done; the error that ends the run in the place where it came."""
        with faults_without_words():
            try:
                worker = self.worker()
                for task in tasks:
                    yield self._answer(worker, task)
            except IncognoteError as error:
                yield type(error)(str(error))

    def worker(self) -> Worker:
        """The worker of this process."""
        _carried[self.token] = self.carried
        try:
            return _made(self.token)
        finally:
            del _carried[self.token]

    def _answer(self, worker: Worker, task: Task) -> Any:
        if self.verb == "scrub":
            return worker(task)
        return looks(worker.pipeline, self.verb, task)

    def __call__(self, frames: Iterator[Any]) -> Iterator[Any]:
        """For `mapInPandas`: rows of number and sealed task in, number and sealed answer out."""
        import pandas

        for frame in frames:
            answers = self.answers(pickle.loads(data) for data in frame["data"])  # sealed by the first process, for us
            sealed = [pickle.dumps(answer) for answer in answers]
            yield pandas.DataFrame({"number": frame["number"][: len(sealed)], "data": sealed})


class SparkWorkError(RuntimeError):
    """A fault in a worker: the class of it, and nothing else."""


@contextmanager
def faults_without_words() -> Iterator[None]:
    """The place that owns a worker: whatever goes wrong, its message may quote a note, and Spark would log it."""
    try:
        yield
    except Exception as error:
        raise SparkWorkError(type(error).__name__) from None


_carried: dict[str, Carried] = {}


@lru_cache(maxsize=1)
def _made(token: str) -> Worker:
    make, vault, batch = pickle.loads(_carried[token].value)  # made by the first process
    return Worker(replace(make(vault=vault), batch=batch))


def sealed(kit: Kit, dumps: Callable[[Any], bytes]) -> bytes:
    """The kit as bytes; `dumps` knows functions of a notebook too."""
    try:
        return dumps(tuple(kit))
    except (pickle.PicklingError, TypeError, AttributeError):
        raise UsageError("what makes the pipeline cannot be sent to Spark's workers: give a function of a module") from None
