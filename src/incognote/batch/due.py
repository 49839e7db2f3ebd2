"""What a batch has to do, in the order of its inputs: tasks, and between them what is done already and what cannot be read."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from incognote.batch import work
from incognote.batch.folder import Folder
from incognote.batch.manifest import WHOLE, Entry, Manifest
from incognote.batch.unit import Plan, Unit
from incognote.batch.work import Task
from incognote.formats.source import Unread


@dataclass(frozen=True)
class Found:
    """An input that earlier runs finished: `entries` of its items."""

    unit: Unit
    entries: tuple[Entry, ...] = field(repr=False)


@dataclass(frozen=True)
class Begin:
    """An input of many items starts here; `kept` of them are written already."""

    unit: Unit
    content: str = field(repr=False)
    number: int = 0
    kept: tuple[Entry, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class End:
    """The same input ends here; `has_changed` while it was read."""

    has_changed: bool


class Due:
    """The work of `plan` that `manifest` does not record as done. `paths` and `contents` are the hashes of the inputs by number."""

    def __init__(self, plan: Plan, manifest: Manifest, folder: Folder) -> None:
        self.plan, self.manifest, self.folder = plan, manifest, folder
        self.paths = self._hashes()
        self.contents: dict[int, str] = {}
        self._number = 0

    def is_finished(self) -> bool:
        """Whether nothing is left to do, where codes do not depend on the run."""
        return all(self._finished(unit, b"") for unit in self.plan.units)

    def items(self, people: dict[int, bytes]) -> Iterator[Any]:
        """Tasks for workers, and between them what is found done, what cannot be read, and where inputs begin and end."""
        for unit in self.plan.units:
            found = self._finished(unit, people.get(unit.number, b""))
            if found is not None:
                self._number += len(found)
                yield Found(unit, found)
            elif unit.kind == "file":
                self._number += 1
                yield Task(
                    self._number, unit.number, read=unit.read, known=unit.known, path=unit.paths[0], folder=self.plan.folder, write=unit.fill
                )
            else:
                yield from self._many(unit)

    def _many(self, unit: Unit) -> Iterator[Any]:
        content = self.contents[unit.number]
        kept = self._kept(unit, content) if unit.kind == "lines" else ()
        yield Begin(unit, content, self._number, kept)
        before = unit.digest_or_nothing()
        for place, item in enumerate(unit.read()):
            self._number += 1
            if place < len(kept):
                continue
            if isinstance(item, Unread):
                yield work.unread(self._number, unit.number, item, self.plan.pipeline.fingerprint)
            else:
                document = work.with_facts(item, unit.known)
                yield Task(self._number, unit.number, document=document, is_row=unit.is_opened)
        yield End(unit.digest_or_nothing() != before)

    def _kept(self, unit: Unit, content: str) -> tuple[Entry, ...]:
        """The items of an unfinished file of lines that are whole; the rest of it is cut off."""
        entries: list[Entry] = []
        for entry in self.manifest.of(self.paths[unit.number]):
            if entry.content != content:
                break
            entries.append(entry)
        path = self.folder.unfinished(self.paths[unit.number])
        size, lines = 0, 0
        if path.exists():
            with path.open("r+b") as stream:
                for line in stream:
                    if lines == len(entries) or not line.endswith(b"\n"):
                        break
                    size, lines = size + len(line), lines + 1
                stream.truncate(size)
        return tuple(entries[:lines])

    def _finished(self, unit: Unit, people: bytes) -> tuple[Entry, ...] | None:
        """The entries of an input that is done, unchanged, and whose output is there."""
        path = self.paths[unit.number]
        known = json.dumps(unit.known, sort_keys=True, default=repr).encode()
        digest = unit.digest_or_nothing()
        content = self.manifest.hash(digest, known, unit.facts.encode(), self.plan.pipeline.fingerprint.encode(), self.plan.settings.encode(), people)
        self.contents[unit.number] = content
        whole = self.manifest.find(path, 1 if unit.kind == "file" else WHOLE)
        if whole is None or whole.content != content or whole.summary.status == "failed" or not self.folder.has(whole.output):
            return None
        if unit.kind == "file":
            return (whole,)
        entries = tuple(e for e in self.manifest.of(path) if e.content == content)
        return None if any(e.summary.is_passing for e in entries) else entries

    def _hashes(self) -> dict[int, str]:
        """The hash of each input's path; an input that stands twice is two."""
        times: Counter[str] = Counter()
        hashes = {}
        for unit in self.plan.units:
            parts = [os.fsencode(os.path.abspath(path)) for path in unit.paths]  # noqa: PTH100 - links are kept
            path = self.manifest.hash(unit.kind.encode(), *parts)
            times[path] += 1
            hashes[unit.number] = path if times[path] == 1 else self.manifest.hash(path.encode(), str(times[path]).encode())
        return hashes
