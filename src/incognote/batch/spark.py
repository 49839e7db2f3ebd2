"""A batch on Spark: the local engine with Spark's workers in place of its own, so with the same results.

Who is who is settled in two passes in which workers look and this process alone gives codes (`apart`), in the order
of the inputs; then workers, which add nobody, do the items, and this process publishes them in order. With a stored
vault workers open it with the project's derived keys. Without one they get a copy of what the two passes found out.
"""

from __future__ import annotations

import pickle
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Final

from incognote.batch import local, work
from incognote.batch.apart import Seen, Verb, document_at, tasks_of
from incognote.batch.manifest import Manifest
from incognote.batch.report import Report
from incognote.batch.spark_frame import scrub_frame
from incognote.batch.spark_session import SparkFailed, meaning, session
from incognote.batch.spark_work import Errand, Kit, sealed
from incognote.batch.spark_work import Verb as Errands
from incognote.batch.unit import Plan, Watch
from incognote.batch.work import Done, Task, Worker
from incognote.document import Vault
from incognote.errors import IncognoteError
from incognote.pipeline import Pipeline

__all__ = ["Sparks", "run", "scrub_frame"]

_TOGETHER: Final = 2_000
"""Tasks that go to Spark at once: a job costs about a fifth of a second beside its work."""
_SIZE: Final = 4 * 1024 * 1024
"""Characters of texts that may be in one job."""

_MOST: Final = 60
"""Jobs that may fail: a task that workers die of is found in a dozen."""


def run(plan: Plan, manifest: Manifest, watch: Watch, *, spark: Any = None) -> Report:
    """What `local.run` does, with `plan.workers` workers of a Spark on this machine, or those of the session `spark`."""
    if spark is not None:
        return _Run(plan, manifest, watch, spark).run()
    with session(plan.workers) as own:
        return _Run(plan, manifest, watch, own).run()


class Sparks:
    """Errands with what they carry; used as a context, at whose end nothing of it is with Spark any more."""

    def __init__(self, spark: Any, make: Callable[..., Pipeline], vault: Vault, batch: Vault | None) -> None:
        from pyspark import cloudpickle

        self._spark = spark
        self._failed = 0
        self._token = secrets.token_hex(8)
        self._carried = spark.sparkContext.broadcast(sealed(Kit(make, vault, batch), cloudpickle.dumps))

    def errand(self, verb: Errands) -> Errand:
        return Errand(verb, self._token, self._carried)

    def answers(self, verb: Errands, tasks: list[Task]) -> list[Any]:
        """The answers in the order of the tasks; a task that Spark's workers die of has None."""
        try:
            with meaning():
                return self._job(verb, tasks)
        except SparkFailed:
            self._failed += 1
            if self._failed > _MOST:  # it is not one task that workers die of
                raise
            if len(tasks) == 1:
                return [None]
            middle = len(tasks) // 2
            return [*self.answers(verb, tasks[:middle]), *self.answers(verb, tasks[middle:])]

    def _job(self, verb: Errands, tasks: list[Task]) -> list[Any]:
        import pandas

        if not tasks:
            return []
        rows = pandas.DataFrame({"number": range(len(tasks)), "data": [pickle.dumps(task) for task in tasks]})
        frame = self._spark.createDataFrame(rows, "number long, data binary")
        told = frame.mapInPandas(self.errand(verb), "number long, data binary").toPandas()
        answers = [pickle.loads(data) for data in told.sort_values("number")["data"]]  # of our own workers
        for answer in answers:
            if isinstance(answer, IncognoteError):
                raise answer
        if len(answers) != len(tasks):
            raise SparkFailed("Spark lost answers")
        return answers

    def close(self) -> None:
        self._carried.destroy()


class _Run(local.Run):
    def __init__(self, plan: Plan, manifest: Manifest, watch: Watch, spark: Any) -> None:
        super().__init__(plan, manifest, watch)
        self.spark = spark
        self.is_apart = True

    def _process(self, pipeline: Pipeline, people: dict[int, bytes]) -> None:
        vault = local.for_workers(self.plan, pipeline)
        with closing(Sparks(self.spark, self.plan.make, vault, pipeline.batch)) as sparks:
            self.publisher.deliver(self._outcomes(sparks, Worker(pipeline), people))

    def _outcomes(self, sparks: Sparks, live: Worker, people: dict[int, bytes]) -> Iterator[Any]:
        """A Done for each task, in order; anything else passes through in its place."""
        lost = partial(work.lost, fingerprint=live.pipeline.fingerprint)
        for items in _together(self.due.items(people)):
            answers = iter(sparks.answers("scrub", [item for item in items if isinstance(item, Task)]))
            for item in items:
                if isinstance(item, Task):
                    answer: Done | None = next(answers)
                    yield lost(item) if answer is None else live(item) if answer.is_late else answer
                else:
                    yield item

    def _looks(self, verb: Verb, vault: Vault, batch: Vault | None) -> Iterator[Seen]:
        with closing(Sparks(self.spark, self.plan.make, vault, batch)) as sparks:
            for tasks in _together(tasks_of(self.plan.units)):
                for task, looks in zip(tasks, sparks.answers(verb, tasks), strict=True):
                    for place, look in enumerate(looks or ()):
                        yield task.unit, look, partial(document_at, task, place)
                        self._tick()


def _together(items: Iterable[Any]) -> Iterator[list[Any]]:
    """Stretches of bounded size; what is no task costs nothing."""
    stretch: list[Any] = []
    size = tasks = 0
    for item in items:
        stretch.append(item)
        if isinstance(item, Task):
            size, tasks = size + item.size, tasks + 1
        if tasks >= _TOGETHER or size >= _SIZE:
            yield stretch
            stretch, size, tasks = [], 0, 0
    if stretch:
        yield stretch
