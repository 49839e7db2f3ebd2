"""One batch on one machine: enrol everybody, then item after item, here or in worker processes.

Results do not depend on the number of workers: people are enrolled in the order of the inputs before the first
is processed, workers add nobody, and what they return is named and published in the order of the inputs. They do
not depend on kills either: an output that was published is recorded, and everything else is done again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from incognote.batch import work
from incognote.batch.apart import Enrolment, Look, Seen, Verb, document_at, looks, tasks_of
from incognote.batch.due import Due
from incognote.batch.enrol import Everybody, enrolled
from incognote.batch.folder import Folder
from incognote.batch.manifest import Manifest
from incognote.batch.processes import Crew, Work
from incognote.batch.publish import Publisher
from incognote.batch.report import Report
from incognote.batch.settled import settled
from incognote.batch.unit import Plan, Watch
from incognote.batch.work import Task, Worker
from incognote.document import Vault
from incognote.pipeline import Detector, Pipeline, remembering
from incognote.vault.memory import MemoryVault


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
        self.due = Due(plan, manifest, self.folder)
        self.publisher = Publisher(self.due, self.report, watch)
        self.is_apart = plan.workers > 1
        self._looked_at = 0
        self._ending = ExitStack()
        self._crew: Crew | None = None

    def run(self) -> Report:
        self.folder.sweep(self.folder.unfinished(self.due.paths[u.number]) for u in self.plan.units if u.kind == "lines")
        try:
            with self._ending:
                self._process(*self._enrolled())
        finally:
            self.publisher.publish()
            self.folder.sweep(self.folder.unfinished(name) for name in self.due.paths.values())
        self.report.earlier = len(set(self.manifest.outputs.values()) - set(self.due.paths.values()))
        self.report.write(self.plan.folder)
        return self.report

    def _process(self, pipeline: Pipeline, people: dict[int, bytes]) -> None:
        """Item after item, with everybody known."""
        live = Worker(pipeline)
        if self.plan.workers == 1:
            worker = Worker(replace(pipeline, vault=for_workers(self.plan, pipeline)))
            self.publisher.deliver(_in_order(worker, live, self.due.items(people)))
            return
        maker = _Maker(self.plan.make, for_workers(self.plan, pipeline), pipeline.batch)
        crew = self._crew_with(maker, lost=partial(work.lost, fingerprint=pipeline.fingerprint), again=live)
        self.publisher.deliver(crew.map(self.due.items(people)))

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
        if not self.plan.enrols or (is_stored and self.due.is_finished()):
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
        self._looked_at += 1
        self.watch.advanced("enrolling", self._looked_at, 2 * self.publisher.total)


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
