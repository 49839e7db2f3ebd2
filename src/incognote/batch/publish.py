"""What comes of a batch, in the order of its inputs: recorded first, then published, then told."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from incognote.batch import final
from incognote.batch.due import Begin, Due, End, Found
from incognote.batch.manifest import WHOLE, Entry
from incognote.batch.report import Report
from incognote.batch.summary import Summary
from incognote.batch.unit import Watch
from incognote.batch.work import Done
from incognote.document import Result
from incognote.errors import FormatError
from incognote.formats import jsonl
from incognote.verify import KnownValue

_TOGETHER: Final = 32
"""Outputs that are published at once: one synchronisation of the manifest for all."""


class Publisher:
    """Takes the outcomes of what was due."""

    def __init__(self, due: Due, report: Report, watch: Watch) -> None:
        self.due, self.report, self.watch = due, report, watch
        self.folder, self.manifest = due.folder, due.manifest
        self._waiting: list[tuple[Done, str]] = []
        self._suffixes = {unit.number: unit.suffix for unit in due.plan.units}
        self.total = sum(unit.weight for unit in due.plan.units)

    def deliver(self, outcomes: Iterator[Any]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Done):
                self._waiting.append((outcome, self.due.contents[outcome.unit]))
                if len(self._waiting) >= _TOGETHER:
                    self.publish()
            elif isinstance(outcome, Found):
                self.publish()
                self._found(outcome)
            else:
                self.publish()
                self._stream(outcome, outcomes)

    def _found(self, found: Found) -> None:
        whole = None if found.unit.kind == "file" else self.manifest.find(self.due.paths[found.unit.number], WHOLE)
        for entry in found.entries:
            output = entry.output if whole is None else whole.output
            self.count(entry.summary, found.unit.number, output, is_new=False)

    def publish(self) -> None:
        """Record the files that are waiting, then let them appear."""
        ready, self._waiting = self._waiting, []
        moves = []
        for done, content in ready:
            path = self.due.paths[done.unit]
            before = self.manifest.find(path)
            name = self.folder.claim(done.stem, self._suffixes[done.unit], before) if done.part is not None else None
            moves.append((done, name, before, Entry(path, content, 1, done.summary, name)))
        if moves:
            self.manifest.add([entry for *_, entry in moves])
        for done, name, before, _ in moves:
            if done.part is not None and name is not None:
                self.folder.publish(self.due.plan.folder / done.part, name, before)
            else:
                self.folder.retire(before, None)
            self.count(done.summary, done.unit, name, is_new=True)

    def _stream(self, begin: Begin, outcomes: Iterator[Any]) -> None:
        """One output of many items, from `begin` to its end."""
        unit, path = begin.unit, self.due.paths[begin.unit.number]
        before = self.manifest.find(path, WHOLE)
        name = self.folder.claim(unit.stem, unit.suffix, before)
        for entry in begin.kept:
            self.count(entry.summary, unit.number, name, is_new=False)
        part = self.folder.unfinished(path)
        results = _Results(self, begin, name, outcomes)
        with part.open("ab" if unit.kind == "lines" else "wb") as out:
            if unit.kind == "lines":
                results.write_lines(out)
            elif unit.fill is not None:
                unit.fill(iter(results), out)
            for _ in results:  # whatever the table had no row for
                pass
            out.flush()
            os.fsync(out.fileno())
        if results.has_changed:
            part.unlink()
            raise FormatError("an input changed while it was being read: nothing more is written")
        is_empty = part.stat().st_size == 0
        if unit.is_opened and not is_empty and (left := _opened(part, results.removed)):
            part.unlink()
            self.folder.retire(before, None)
            self.count(_left(left), unit.number, None, is_new=True)
            return
        output = None if is_empty else name
        self.manifest.add([Entry(path, begin.content, WHOLE, Summary("whole"), output)])
        if is_empty:
            part.unlink()
            self.folder.retire(before, None)
        else:
            self.folder.publish(part, name, before)

    def count(self, summary: Summary, unit: int, output: str | None, *, is_new: bool) -> None:
        self.report.add(summary, output)
        self.watch.counted(summary, self.report.items, unit, is_new=is_new)
        self.watch.advanced("scrubbing", self.report.items, max(self.total, self.report.items))


class _Results:
    """The results of one input of many items; as they pass they are recorded."""

    def __init__(self, publisher: Publisher, begin: Begin, name: str, outcomes: Iterator[Any]) -> None:
        self._publisher, self._begin, self._name, self._outcomes = publisher, begin, name, outcomes
        self._entries: list[Entry] = []
        self._item = len(begin.kept)
        self._is_over = self.has_changed = False
        self.removed: dict[KnownValue, None] = {}
        """What the file must hold nowhere, where it is opened again."""

    def __iter__(self) -> Iterator[Result]:
        while not self._is_over:
            outcome = next(self._outcomes)
            if isinstance(outcome, End):
                self._is_over, self.has_changed = True, outcome.has_changed
                self._record()
                return
            self._item += 1
            self.removed |= dict.fromkeys(outcome.removed)
            path = self._publisher.due.paths[self._begin.unit.number]
            self._entries.append(Entry(path, self._begin.content, self._item, outcome.summary))
            if outcome.result is not None:
                yield outcome.result

    def write_lines(self, out: BinaryIO) -> None:
        """The results as JSON Lines: those that are recorded are on the disk."""
        try:
            for result in self:
                out.write(jsonl.line(jsonl.record(result)))
                if len(self._entries) >= _TOGETHER:
                    out.flush()
                    os.fsync(out.fileno())
                    self._record()
        finally:
            out.flush()
            self._record()

    def _record(self) -> None:
        entries, self._entries = self._entries, []
        if entries:
            self._publisher.manifest.add(entries)
        for entry in entries:
            self._publisher.count(entry.summary, self._begin.unit.number, self._name, is_new=True)


def _opened(part: Path, removed: Collection[KnownValue]) -> list[str]:
    """The parts of a written file that still hold what was removed; all of it where it does not open."""
    try:
        return final.left_in(part.read_bytes(), list(removed))
    except FormatError as error:
        return [f"the file: {error}"]


def _left(parts: Sequence[str]) -> Summary:
    """What is told of a file that nobody gets: it counts as one item more."""
    return Summary("residue", findings={"residue": {final.NOT_REMOVED: 1}}, is_withheld=True, reason=final.told(parts))
