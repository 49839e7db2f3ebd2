"""The first pass of a batch: everybody in it gets a code and a day 0, in the order of the inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from incognote.batch.unit import Unit, documents
from incognote.document import Document
from incognote.errors import UsageError
from incognote.pipeline import Pipeline

T = TypeVar("T")


class Everybody:
    """The documents of a batch as often as they are asked for; `people` has for each input a digest of the
    codes and days its patients were given. What cannot be read is passed over: it is reported when it is done."""

    def __init__(self, units: Sequence[Unit], tick: Callable[[], None]) -> None:
        self._units, self._tick = units, tick
        self._at = 0
        self.people: dict[int, bytes] = {}

    def __iter__(self) -> Iterator[Document]:
        for unit in self._units:
            self.at(unit.number)
            items = documents(unit)
            while (document := following(items)) is not None:
                yield document
                self._tick()

    def at(self, unit: int) -> None:
        """The input that is being read."""
        self._at = unit

    def heed(self, pipeline: Pipeline, code: str, day: date | None) -> None:
        """Somebody in the input that is being read has this code and day 0."""
        shift = pipeline.vault.shift(code) if "date_shift" in pipeline.policy.operators.values() else 0
        before = self.people.get(self._at, b"")
        self.people[self._at] = hashlib.sha256(before + f"{code} {day} {shift}".encode()).digest()


def enrolled(pipeline: Pipeline, everybody: Everybody) -> Pipeline:
    """`pipeline` with the people of the batch known. It remembers no document: a worker could not either."""
    ready = pipeline.enrol(everybody, heed=lambda code, day: everybody.heed(pipeline, code, day))
    return replace(pipeline, batch=ready.batch)


def following(items: Iterator[T]) -> T | None:
    """The next of `items`; None at their end, or where they cannot be read on."""
    try:
        return next(items, None)
    except UsageError:  # it concerns the whole run, such as a package that is missing
        raise
    except Exception:  # the place that owns a batch: it fails again, and is reported, when it is done
        return None
