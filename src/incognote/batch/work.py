"""What is done with one item, in a worker process or in this one: read, run, name safely, write beside the target."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from incognote.batch import final
from incognote.batch.kept_cells import with_kept_cells
from incognote.batch.settled import LATE
from incognote.batch.summary import Summary, summarise
from incognote.document import Document, Finding, Result
from incognote.errors import FormatError, IncognoteError, UsageError
from incognote.formats import naming
from incognote.formats.columns import KEPT
from incognote.formats.source import Item, Unread, reason
from incognote.pipeline import Pipeline
from incognote.verify import KnownValue

PART: Final = ".part"
HIDDEN: Final = ".incognote-"
"""How the names of files begin that are not finished; whatever is left of a killed run is removed by the next."""


@dataclass(frozen=True)
class Task:
    """One item: a `document`, or a file to `read` in the worker with the facts `known` of it.

    `number` counts the items of the run from 1, `unit` its inputs. A result is written into `folder` where
    there is one, else handed back. `write` writes the file again in the format it came in; `is_row`: the item is part
    of one, so what was removed is handed back too.
    """

    number: int
    unit: int
    document: Document | None = field(default=None, repr=False)
    read: Callable[[], Iterator[Item]] | None = field(default=None, repr=False)
    known: Mapping[str, Any] = field(default_factory=dict, repr=False)
    path: Path | None = field(default=None, repr=False)
    folder: Path | None = field(default=None, repr=False)
    write: final.Write | None = field(default=None, repr=False)
    is_row: bool = False

    @property
    def size(self) -> int:
        """Characters that travel with the task."""
        return len(self.document.text) if self.document is not None else 0


@dataclass(frozen=True)
class Done:
    """What came of a task. `part` is the name of the file that was written, `stem` how it wants to be called;
    `result` has neither spans nor entities any more; `removed` is what the rest of the file must not hold."""

    number: int
    unit: int
    summary: Summary
    result: Result | None = field(default=None, repr=False)
    part: str | None = field(default=None, repr=False)
    stem: str = field(default="note", repr=False)
    removed: tuple[KnownValue, ...] = field(default=(), repr=False)

    @property
    def is_late(self) -> bool:
        """Whether the item names somebody whom the enrolment did not meet."""
        return LATE in self.summary.findings.get("failure", ())


@dataclass(frozen=True)
class Worker:
    """A pipeline that knows everybody of the batch; `copies_cells`: kept cells of tables go into the output."""

    pipeline: Pipeline = field(repr=False)
    copies_cells: bool = True

    def __call__(self, task: Task) -> Done:
        try:
            return self._done(task)
        except IncognoteError:  # it concerns the run: the disk is full, a package is missing
            raise
        except Exception as error:  # the place that owns an item: a fault costs that item alone
            return _failed(task.number, task.unit, f"error_{type(error).__name__}", self.pipeline.fingerprint)

    def _done(self, task: Task) -> Done:
        item = _item(task)
        if isinstance(item, Unread):
            return unread(task.number, task.unit, item, self.pipeline.fingerprint)
        item = with_facts(item, task.known)
        result = self.pipeline.attempt(item)
        if KEPT in item.meta and self.copies_cells:
            result = with_kept_cells(self.pipeline, item, result)
        stem = naming.code_of(result) or "note"
        if task.folder is not None:
            result, data, why = self._file(task, item, result)
            part = _write(task.folder, data) if data is not None else None
            return Done(task.number, task.unit, summarise(result, item, reason=why), part=part, stem=stem)
        safe = naming.safe_id(item, result, task.number, is_identifying=self.pipeline.is_identifying)
        removed = final.removed(self.pipeline, item, result) if task.is_row else ()
        bare = replace(result, id=safe, spans={}, entities=())
        return Done(task.number, task.unit, summarise(result, item), bare, stem=stem, removed=removed)

    def _file(self, task: Task, document: Document, result: Result) -> tuple[Result, bytes | None, str | None]:
        """The result, the bytes of its file, and why there are none where it could be read."""
        if result.text is None or result.status == "empty":
            return result, None, None
        if task.write is None:
            return result, result.text.encode("utf-8"), None
        result, data, why = final.written(task.write, result, final.removed(self.pipeline, document, result))
        return result, data if result.text is not None else None, why


def with_facts(document: Document, known: Mapping[str, Any]) -> Document:
    """`document` with what is known of it from elsewhere; what it says itself counts first."""
    return replace(document, known={**known, **document.known}) if known else document


def unread(number: int, unit: int, item: Unread, fingerprint: str) -> Done:
    """What is said of an item that could not be read."""
    return _failed(number, unit, "unread", fingerprint, why=item.reason)


def lost(task: Task, fingerprint: str) -> Done:
    """What is said of an item that worker processes died of."""
    return _failed(task.number, task.unit, "worker_died", fingerprint)


def _failed(number: int, unit: int, kind: str, fingerprint: str, *, why: str | None = None) -> Done:
    finding = Finding(kind, "source", 0, 0, "failure")
    result = Result(f"item-{number:04d}", "failed", None, {}, (), (), (finding,), fingerprint)
    return Done(number, unit, summarise(result, reason=why), result)


def _item(task: Task) -> Item:
    """The one item of a file, the file being the same before and after."""
    if task.document is not None:
        return task.document
    if task.read is None or task.path is None:
        return Unread("", "there is nothing to read")
    try:
        before = digest_of(task.path)
        items = list(task.read())
        if digest_of(task.path) != before:
            return Unread("", "it changed while it was being read")
    except FormatError as error:
        return Unread("", re.sub(r"^input \d+: ", "", str(error)))
    except UsageError:  # it concerns the whole run, such as a package that is missing
        raise
    except Exception as error:  # the place that owns an item: whatever a reader stumbles over costs that file alone
        return Unread("", f"it cannot be read ({type(error).__name__})")
    if len(items) != 1:
        return Unread("", f"{len(items)} documents where one was expected")
    return items[0]


def digest_of(path: Path) -> bytes:
    """SHA-256 of a file's bytes; a FormatError where it cannot be opened."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").digest()
    except OSError as error:
        raise FormatError(reason(error)) from None
    except ValueError:  # a NUL in the path
        raise FormatError("the path cannot be used") from None


def _write(folder: Path, data: bytes) -> str:
    """`data`, which was verified, on the disk under a name that is not final; the name."""
    name = f"{HIDDEN}{os.getpid()}-{secrets.token_hex(8)}{PART}"
    path = folder / name
    try:
        with path.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if path.read_bytes() != data:
            raise FormatError("the output does not read back as it was checked: nothing was written")
    except OSError as error:
        path.unlink(missing_ok=True)
        raise FormatError(f"the output cannot be written: {reason(error)}") from None
    return name
