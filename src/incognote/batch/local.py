"""One batch on one machine: enrol everybody, then item after item, here or in worker processes.

Results do not depend on the number of workers: people are enrolled in the order of the inputs before the first
is processed, workers add nobody, and what they return is named and published in the order of the inputs. They do
not depend on kills either: an output that was published is recorded, and everything else is done again.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from incognote.batch import final, work
from incognote.batch.apart import Enrolment, Look, Seen, Verb, document_at, looks, tasks_of
from incognote.batch.enrol import Everybody, enrolled
from incognote.batch.folder import Folder
from incognote.batch.manifest import WHOLE, Entry, Manifest
from incognote.batch.processes import Crew, Work
from incognote.batch.report import Report
from incognote.batch.settled import settled
from incognote.batch.summary import Summary
from incognote.batch.unit import Plan, Unit, Watch
from incognote.batch.work import Done, Task, Worker
from incognote.document import Result, Vault
from incognote.errors import FormatError
from incognote.formats import jsonl
from incognote.formats.source import Unread
from incognote.pipeline import Detector, Pipeline, remembering
from incognote.vault.memory import MemoryVault
from incognote.verify import KnownValue

_TOGETHER: Final = 32
"""Outputs that are published at once: one synchronisation of the manifest for all."""


@dataclass(frozen=True)
class _Found:
    """An input that earlier runs finished: `entries` of its items."""

    unit: Unit
    entries: tuple[Entry, ...] = field(repr=False)


@dataclass(frozen=True)
class _Begin:
    """An input of many items starts here; `kept` of them are written already."""

    unit: Unit
    content: str = field(repr=False)
    number: int = 0
    kept: tuple[Entry, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class _End:
    """The same input ends here; `has_changed` while it was read."""

    has_changed: bool


@dataclass(frozen=True)
class _Maker:
    """Makes the Worker of a process."""

    make: Callable[..., Pipeline] = field(repr=False)
    vault: Vault = field(repr=False)
    batch: Vault | None = field(repr=False)

    def __call__(self) -> Worker:
        return Worker(replace(_remembering(self.make(vault=self.vault)), batch=self.batch))


_detectors: dict[str, Detector] = {}
"""Of this worker process, which belongs to one run: what they found in a text, the next pass need not find again."""


def _remembering(pipeline: Pipeline) -> Pipeline:
    for name, detector in pipeline.detectors.items():
        _detectors.setdefault(name, remembering(detector))
    return replace(pipeline, detectors={name: _detectors[name] for name in pipeline.detectors})


@dataclass(frozen=True)
class _Looker:
    """Makes what looks at documents in the process of a worker."""

    make: Callable[..., Pipeline] = field(repr=False)
    vault: Vault = field(repr=False)
    batch: Vault | None = field(repr=False)
    verb: Verb = "first"

    def __call__(self) -> Callable[[Task], list[Look]]:
        return partial(looks, replace(_remembering(self.make(vault=self.vault)), batch=self.batch), self.verb)


def _nothing(_: Task) -> list[Look]:
    """What is seen of a task that workers died of: it is reported when it is done."""
    return []


def run(plan: Plan, manifest: Manifest, watch: Watch) -> Report:
    """Do what of the batch is not done yet; the report of all of it, which also lies in the folder."""
    return Run(plan, manifest, watch).run()


class Run:
    def __init__(self, plan: Plan, manifest: Manifest, watch: Watch) -> None:
        self.plan, self.manifest, self.watch = plan, manifest, watch
        self.folder = Folder(plan.folder, manifest)
        self.report = Report(plan.pipeline.policy.name, plan.pipeline.fingerprint, manifest.day, rules=plan.rules)
        self.paths = self._hashes()
        self.contents: dict[int, str] = {}
        self.waiting: list[tuple[Done, str]] = []
        self.number = self.looked_at = 0
        self.is_apart = plan.workers > 1
        self._ending = ExitStack()
        self._crew: Crew | None = None
        self.suffixes = {unit.number: unit.suffix for unit in plan.units}
        self.total = sum(unit.weight for unit in plan.units)

    def run(self) -> Report:
        self.folder.sweep(self.folder.unfinished(self.paths[u.number]) for u in self.plan.units if u.kind == "lines")
        try:
            with self._ending:
                self._process(*self._enrolled())
        finally:
            self._publish()
            self.folder.sweep(self.folder.unfinished(name) for name in self.paths.values())
        self.report.earlier = len(set(self.manifest.outputs.values()) - set(self.paths.values()))
        self.report.write(self.plan.folder)
        return self.report

    def _process(self, pipeline: Pipeline, people: dict[int, bytes]) -> None:
        """Item after item, with everybody known."""
        live = Worker(pipeline)
        if self.plan.workers == 1:
            worker = Worker(replace(pipeline, vault=for_workers(self.plan, pipeline)))
            self._deliver(_in_order(worker, live, self._items(people)))
            return
        maker = _Maker(self.plan.make, for_workers(self.plan, pipeline), pipeline.batch)
        crew = self._crew_with(maker, lost=partial(work.lost, fingerprint=pipeline.fingerprint), again=live)
        self._deliver(crew.map(self._items(people)))

    def _crew_with(self, make: Callable[[], Work], *, lost: Work, again: Work) -> Crew:
        """The worker processes, which live as long as the run: to start one costs more than many a batch."""
        if self._crew is None:
            self._crew = self._ending.enter_context(Crew(make, self.plan.workers, lost=lost, again=again))
        else:
            self._crew.hand_over(make, lost=lost, again=again)
        return self._crew

    def _enrolled(self) -> tuple[Pipeline, dict[int, bytes]]:
        """The pipeline with everybody known and, where codes live in this run only, who has which in each input.

        A stored vault gives a person the same code for ever, so there a batch with nothing to do needs no pass.
        """
        pipeline, units = self.plan.pipeline, self.plan.units
        is_stored = not isinstance(pipeline.vault, MemoryVault)
        if not self.plan.enrols or (is_stored and all(self._finished(unit, b"") for unit in units)):
            return pipeline, {}
        everybody = Everybody(units, self._tick)
        pipeline = self._looked_at_apart(everybody) if self.is_apart else enrolled(pipeline, everybody)
        return pipeline, {} if is_stored else everybody.people

    def _looked_at_apart(self, everybody: Everybody) -> Pipeline:
        """The same with the looking done by workers: this process gives the codes."""
        pipeline: Any = self.plan.pipeline
        enrolment = Enrolment(pipeline, heed=lambda code, day: everybody.heed(pipeline, code, day))
        before = settled(pipeline.vault)
        for _, look, _ in self._looks("first", before, None):
            enrolment.first(look)
        for unit, look, document in self._looks("second", before, enrolment.everybody):
            everybody.at(unit)
            enrolment.second(look, document)
        return enrolment.ready

    def _looks(self, verb: Verb, vault: Vault, batch: Vault | None) -> Iterator[Seen]:
        """What workers see in every document, in the order of the inputs."""
        sent: deque[Task] = deque()

        def handed_out() -> Iterator[Task]:
            for task in tasks_of(self.plan.units):
                sent.append(task)
                yield task

        crew = self._crew_with(_Looker(self.plan.make, vault, batch, verb), lost=_nothing, again=_nothing)
        for seen in crew.map(handed_out()):
            task = sent.popleft()
            for place, look in enumerate(seen):
                yield task.unit, look, partial(document_at, task, place)
                self._tick()

    def _tick(self) -> None:
        self.looked_at += 1
        self.watch.advanced("enrolling", self.looked_at, 2 * self.total)

    # -- what there is to do, in the order of the inputs

    def _items(self, people: dict[int, bytes]) -> Iterator[Any]:
        """Tasks for workers, and between them what is found done, what cannot be read, and where inputs end."""
        for unit in self.plan.units:
            found = self._finished(unit, people.get(unit.number, b""))
            if found is not None:
                self.number += len(found)
                yield _Found(unit, found)
            elif unit.kind == "file":
                self.number += 1
                yield Task(
                    self.number, unit.number, read=unit.read, known=unit.known, path=unit.paths[0], folder=self.plan.folder, write=unit.fill
                )
            else:
                yield from self._many(unit)

    def _many(self, unit: Unit) -> Iterator[Any]:
        content = self.contents[unit.number]
        kept = self._kept(unit, content) if unit.kind == "lines" else ()
        yield _Begin(unit, content, self.number, kept)
        before = unit.digest_or_nothing()
        for place, item in enumerate(unit.read()):
            self.number += 1
            if place < len(kept):
                continue
            if isinstance(item, Unread):
                yield work.unread(self.number, unit.number, item, self.plan.pipeline.fingerprint)
            else:
                document = work.with_facts(item, unit.known)
                yield Task(self.number, unit.number, document=document, is_row=unit.is_opened)
        yield _End(unit.digest_or_nothing() != before)

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

    # -- what comes of it, in the same order

    def _deliver(self, outcomes: Iterator[Any]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Done):
                self.waiting.append((outcome, self.contents[outcome.unit]))
                if len(self.waiting) >= _TOGETHER:
                    self._publish()
            elif isinstance(outcome, _Found):
                self._publish()
                self._found(outcome)
            else:
                self._publish()
                self._stream(outcome, outcomes)

    def _found(self, found: _Found) -> None:
        whole = None if found.unit.kind == "file" else self.manifest.find(self.paths[found.unit.number], WHOLE)
        for entry in found.entries:
            output = entry.output if whole is None else whole.output
            self._count(entry.summary, found.unit.number, output, is_new=False)

    def _publish(self) -> None:
        """Record the files that are waiting, then let them appear."""
        ready, self.waiting = self.waiting, []
        moves = []
        for done, content in ready:
            path = self.paths[done.unit]
            before = self.manifest.find(path)
            name = self.folder.claim(done.stem, self.suffixes[done.unit], before) if done.part is not None else None
            moves.append((done, name, before, Entry(path, content, 1, done.summary, name)))
        if moves:
            self.manifest.add([entry for *_, entry in moves])
        for done, name, before, _ in moves:
            if done.part is not None and name is not None:
                self.folder.publish(self.plan.folder / done.part, name, before)
            else:
                self.folder.retire(before, None)
            self._count(done.summary, done.unit, name, is_new=True)

    def _stream(self, begin: _Begin, outcomes: Iterator[Any]) -> None:
        """One output of many items, from `begin` to its end."""
        unit, path = begin.unit, self.paths[begin.unit.number]
        before = self.manifest.find(path, WHOLE)
        name = self.folder.claim(unit.stem, unit.suffix, before)
        for entry in begin.kept:
            self._count(entry.summary, unit.number, name, is_new=False)
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
            self._count(_left(left), unit.number, None, is_new=True)
            return
        output = None if is_empty else name
        self.manifest.add([Entry(path, begin.content, WHOLE, Summary("whole"), output)])
        if is_empty:
            part.unlink()
            self.folder.retire(before, None)
        else:
            self.folder.publish(part, name, before)

    def _count(self, summary: Summary, unit: int, output: str | None, *, is_new: bool) -> None:
        self.report.add(summary, output)
        self.watch.counted(summary, self.report.items, unit, is_new=is_new)
        self.watch.advanced("scrubbing", self.report.items, max(self.total, self.report.items))


class _Results:
    """The results of one input of many items; as they pass they are recorded."""

    def __init__(self, run: Run, begin: _Begin, name: str, outcomes: Iterator[Any]) -> None:
        self._run, self._begin, self._name, self._outcomes = run, begin, name, outcomes
        self._entries: list[Entry] = []
        self._item = len(begin.kept)
        self._is_over = self.has_changed = False
        self.removed: dict[KnownValue, None] = {}
        """What the file must hold nowhere, where it is opened again."""

    def __iter__(self) -> Iterator[Result]:
        while not self._is_over:
            outcome = next(self._outcomes)
            if isinstance(outcome, _End):
                self._is_over, self.has_changed = True, outcome.has_changed
                self._record()
                return
            self._item += 1
            self.removed |= dict.fromkeys(outcome.removed)
            path = self._run.paths[self._begin.unit.number]
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
            self._run.manifest.add(entries)
        for entry in entries:
            self._run._count(entry.summary, self._begin.unit.number, self._name, is_new=True)


def _opened(part: Path, removed: Collection[KnownValue]) -> list[str]:
    """The parts of a written file that still hold what was removed; all of it where it does not open."""
    try:
        return final.left_in(part.read_bytes(), list(removed))
    except FormatError as error:
        return [f"the file: {error}"]


def _left(parts: Sequence[str]) -> Summary:
    """What is told of a file that nobody gets: it counts as one item more."""
    return Summary("residue", findings={"residue": {final.NOT_REMOVED: 1}}, is_withheld=True, reason=final.told(parts))


def _in_order(worker: Worker, live: Worker, items: Iterable[Any]) -> Iterator[Any]:
    """What `Crew.map` does, in this process."""
    for item in items:
        if isinstance(item, Task):
            done = worker(item)
            yield live(item) if done.is_late else done
        else:
            yield item


def for_workers(plan: Plan, pipeline: Pipeline) -> Vault:
    """The vault that workers read; a profile without patients' codes never asks it for one."""
    vault: Any = pipeline.vault
    return settled(vault) if plan.enrols else vault
