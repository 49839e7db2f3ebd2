"""Notes in a Spark data frame: the rows of `scrub --jsonl`, made where the notes are.

The frame has `id` and `text`, may have `known` (JSON text or a struct) and may have `number`, which counts the rows
from 1 in the order in which people get their codes. Without it the order is the frame's own, so give it one where that
is not the same each time (after a shuffle it is not).
"""

from __future__ import annotations

import json
import pickle
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from incognote.batch import work
from incognote.batch.apart import Enrolment
from incognote.batch.settled import settled
from incognote.batch.spark_session import MISSING, check, meaning
from incognote.batch.spark_work import Errand, Kit, Verb, faults_without_words, sealed
from incognote.batch.work import Done, Task, Worker
from incognote.document import Document, Vault
from incognote.errors import FormatError, IncognoteError, UsageError
from incognote.formats import jsonl, known
from incognote.formats.source import Unread
from incognote.pipeline import Pipeline
from incognote.vault.memory import MemoryVault

_LOOKS: Final = "number long, data binary"
_FINDING: Final = "struct<`kind`:string,`where`:string,`start`:int,`end`:int,`severity`:string>"
_EDIT: Final = "struct<`start`:int,`end`:int,`label`:string,`kind`:string,`operator`:string,`replacement`:string>"
SCHEMA: Final = (
    "`number` long, `version` int, `id` string, `status` string, `text` string, "
    f"`findings` array<{_FINDING}>, `edits` array<{_EDIT}>, `fingerprint` string"
)
"""Columns of the result: those of the JSON Lines, and `number`, to put them in order."""


def scrub_frame(frame: Any, make_pipeline: Callable[..., Pipeline], *, vault: Vault | None = None) -> Any:
    """A frame of results, one row for each row of `frame`; equal to what the local engine makes of the same rows.

    `make_pipeline(vault=...)` makes the pipeline, here and once in each Python worker, so it is a function that can be
    sent there; fix its `on`, or a run over midnight has two fingerprints. `vault` is an open one; without it people are
    numbered within this frame. Who is who is settled before the frame comes back, and the results are kept (persisted).
    """
    try:
        from pyspark import StorageLevel
    except ImportError:
        raise UsageError(MISSING) from None
    spark = frame.sparkSession
    check(spark)
    _check_vault(spark, vault)
    with meaning():
        rows = _Rows(_numbered(frame))
        stored: Any = vault if vault is not None else MemoryVault()
        pipeline = make_pipeline(vault=stored)
        enrolment = _enrolled(rows, pipeline, make_pipeline, StorageLevel.MEMORY_AND_DISK)
        errand = _errand(spark, "scrub", make_pipeline, settled(stored), enrolment.everybody)
        results = rows.frame.mapInPandas(_Scrub(errand), SCHEMA + ", `late` boolean").persist(StorageLevel.MEMORY_AND_DISK)
        late = sorted(row.number for row in results.where("late").select("number").collect())
        done = results.where("not late").drop("late")
        if not late:
            return done
        live = Worker(enrolment.ready)
        redone = [_cells(_scrubbed(live, number, rows.item(number))) for number in late]
        return done.unionByName(spark.createDataFrame([tuple(row.values()) for row in redone], SCHEMA))


def _check_vault(spark: Any, vault: Any) -> None:
    is_file = getattr(getattr(vault, "database", None), "path", None) is not None
    if is_file and not spark.sparkContext.master.startswith("local"):
        raise UsageError("a SQLite vault is a file of this machine: workers on others need one in PostgreSQL, or none")


def _numbered(frame: Any) -> Any:
    """The columns that are read, with the number of each row."""
    there = set(frame.columns)
    if not {"id", "text"} <= there:
        raise UsageError("the frame needs the columns id and text")
    frame = frame.select(*(name for name in ("number", "id", "text", "known") if name in there))
    if "number" in there:
        return frame.withColumn("number", frame["number"].cast("long"))
    from pyspark.sql.types import LongType, StructField, StructType

    schema = StructType([StructField("number", LongType(), False), *frame.schema.fields])
    return frame.sparkSession.createDataFrame(frame.rdd.zipWithIndex().map(_with_number), schema)


def _with_number(pair: tuple[Any, int]) -> tuple[Any, ...]:
    row, place = pair
    return place + 1, *row


@dataclass(frozen=True)
class _Rows:
    """The numbered frame, and single rows of it."""

    frame: Any = field(repr=False)

    def item(self, number: int) -> Document | Unread:
        found = self.frame.where(self.frame["number"] == number).limit(1).collect()
        return _item(found[0].asDict(recursive=True)) if found else Unread("", "it is not there any more")

    def document(self, number: int) -> Document | None:
        item = self.item(number)
        return item if isinstance(item, Document) else None


def _enrolled(rows: _Rows, pipeline: Pipeline, make: Callable[..., Pipeline], level: Any) -> Enrolment:
    """Two passes over the frame: workers look, this process gives codes in the order of the numbers."""
    enrolment = Enrolment(pipeline)
    before: Any = settled(pipeline.vault)  # type: ignore[arg-type]
    spark = rows.frame.sparkSession
    for verb in ("first", "second"):
        batch = None if verb == "first" else enrolment.everybody
        errand = _errand(spark, "first" if verb == "first" else "second", make, before, batch)
        looks = rows.frame.mapInPandas(_Looks(errand), _LOOKS).persist(level)
        looks.count()  # all workers at once; read one partition after another they would take turns
        for row in looks.sort("number").toLocalIterator():
            told = pickle.loads(row.data)  # of our own workers
            if isinstance(told, IncognoteError):
                raise told
            for look in told:
                if verb == "first":
                    enrolment.first(look)
                else:
                    enrolment.second(look, partial(rows.document, row.number))
        looks.unpersist()
    return enrolment


def _errand(spark: Any, verb: Verb, make: Callable[..., Pipeline], vault: Vault, batch: Vault | None) -> Errand:
    from pyspark import cloudpickle

    kit = sealed(Kit(make, vault, batch), cloudpickle.dumps)
    return Errand(verb, secrets.token_hex(8), spark.sparkContext.broadcast(kit))


def _item(row: Mapping[str, Any]) -> Document | Unread:
    """A row as the reader of JSON Lines would give it."""
    given, text = row.get("known"), row["text"]
    name = str(row["number"] if row["id"] is None else row["id"])
    try:
        if not isinstance(text, str):
            raise FormatError("'text' is missing or no text")
        facts = json.loads(given) if isinstance(given, str) else _without_nothing(given)
        return Document(name, text, known.check({} if facts is None else facts))
    except ValueError:
        return Unread(name, "'known' is not JSON")
    except FormatError as error:
        return Unread(name, str(error))


def _without_nothing(given: Any) -> Any:
    """A struct without the fields that this row does not fill."""
    if isinstance(given, Mapping):
        return {key: _without_nothing(value) for key, value in given.items() if value is not None}
    if isinstance(given, (str, int, float, bool)) or given is None:
        return None if given != given else given  # NaN stands for nothing in a column of pandas
    return [_without_nothing(value) for value in given] if isinstance(given, Iterable) else given


def _scrubbed(worker: Worker, number: int, item: Document | Unread) -> Done:
    if isinstance(item, Unread):
        return work.unread(number, 1, item, worker.pipeline.fingerprint)
    return worker(Task(number, 1, document=item))


def _cells(done: Done) -> dict[str, Any]:
    record = jsonl.record(done.result) if done.result is not None else {}
    return {"number": done.number} | {name: record.get(name) for name in ("version", "id", "status", "text", "findings", "edits", "fingerprint")}


def _rows(frame: Any) -> Iterator[dict[str, Any]]:
    columns = list(frame.columns)
    for cells in zip(*(frame[name] for name in columns), strict=True):
        yield dict(zip(columns, cells, strict=True))


@dataclass(frozen=True)
class _Looks:
    """For `mapInPandas`: number and sealed looks of each row."""

    errand: Errand = field(repr=False)

    def __call__(self, frames: Iterator[Any]) -> Iterator[Any]:
        import pandas

        for frame in frames:
            rows = list(_rows(frame))
            items = [_item(row) for row in rows]
            readable = [place for place, item in enumerate(items) if isinstance(item, Document)]
            tasks = (Task(0, 1, document=items[place]) for place in readable)  # type: ignore[arg-type]
            told: list[Any] = [[]] * len(rows)
            for place, answer in zip(readable, self.errand.answers(tasks), strict=False):
                told[place] = answer
            yield pandas.DataFrame({"number": [int(row["number"]) for row in rows], "data": [pickle.dumps(answer) for answer in told]})


@dataclass(frozen=True)
class _Scrub:
    """For `mapInPandas`: the rows of the result."""

    errand: Errand = field(repr=False)

    def __call__(self, frames: Iterator[Any]) -> Iterator[Any]:
        import pandas

        with faults_without_words():
            worker = self.errand.worker()
            for frame in frames:
                rows = [_scrubbed(worker, int(row["number"]), _item(row)) for row in _rows(frame)]
                yield pandas.DataFrame([_cells(done) | {"late": done.is_late} for done in rows])
