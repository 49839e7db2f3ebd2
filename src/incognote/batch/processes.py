"""Worker processes that may die: tasks go out in small chunks, answers come back in the order of the tasks.

A process that dies costs nothing but the task it died of, and that only if others die of it too: its chunk is given
out again one by one. A bounded window of tasks is under way, so memory does not grow with the batch.
No message to a worker is sent while that worker may be sending one, unless it fits the pipe.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from incognote.batch.work import Done, Task
from incognote.errors import IncognoteError

Work = Callable[[Task], Any]
"""What is done with a task: a Done, or anything else that can be sent."""
_CHUNK_FILES: Final = 4
_CHUNK_TEXTS: Final = 16
_CHUNK_SIZE: Final = 64 * 1024
_WINDOW: Final = 64
"""Tasks a worker may be ahead of the first that is not done."""
_LOAD: Final = 32 * 1024 * 1024
"""Characters of texts that may be under way."""
_HOMES: Final = 20_000
"""Places whose worker is kept in mind."""
_TRIES: Final = 3
_STARTS: Final = 3


@dataclass
class _Waiting:
    """A task with its place in the order and how often a worker died of it."""

    place: int
    task: Task = field(repr=False)
    deaths: int = 0


@dataclass
class _Process:
    """A worker with the chunks it was given, in order."""

    process: BaseProcess = field(repr=False)
    pipe: Connection = field(repr=False)
    is_ready: bool = False
    chunks: deque[list[_Waiting]] = field(default_factory=deque, repr=False)


class Crew:
    """`size` processes, each with what `make` makes; used as a context, at whose end they are gone.

    `lost` is what becomes of a task that several workers died of; `again` does a task here that no worker could
    settle, when its turn has come.
    """

    def __init__(self, make: Callable[[], Work], size: int, *, lost: Work, again: Work) -> None:
        self._make, self._lost, self._again = make, lost, again
        self._window = _WINDOW * size
        self._failed_starts = 0
        self._members: list[_Process] = []
        self._size = size
        self._homes: dict[int, int] = {}
        """Which worker did a place: in the next pass it may remember it."""

    def __enter__(self) -> Crew:
        self._members = [self._start() for _ in range(self._size)]
        return self

    def __exit__(self, *_: object) -> None:
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            member.process.join()
            member.pipe.close()
            member.process.close()

    def hand_over(self, make: Callable[[], Work], *, lost: Work, again: Work) -> None:
        """From now on the same processes do what `make` makes; nothing may be under way."""
        self._make, self._lost, self._again = make, lost, again
        for index, member in enumerate(self._members):
            try:
                member.pipe.send(make)
            except (BrokenPipeError, ConnectionError, OSError):
                self._bury(index, deque(), {})

    def map(self, items: Iterable[Any]) -> Iterator[Any]:
        """What was done with each Task, in order; anything else passes through in its place."""
        source = enumerate(items)
        waiting: deque[_Waiting] = deque()
        answers: dict[int, Any] = {}
        place, taken, load, is_over = 0, 0, 0, False
        while True:
            while place in answers:
                task, answer = answers.pop(place)
                load -= task.size if task is not None else 0
                place += 1
                yield self._again(task) if isinstance(answer, Done) and answer.is_late and task is not None else answer
            while not is_over and place not in answers and len(waiting) < _CHUNK_TEXTS * self._size:
                if taken >= place + self._window or load >= _LOAD:
                    break
                number, item = next(source, (-1, None))
                is_over = number < 0
                taken += not is_over
                if isinstance(item, Task):
                    waiting.append(_Waiting(number, item))
                    load += item.size
                elif not is_over:
                    answers[number] = None, item
            self._give(waiting, answers)
            if place not in answers and (waiting or any(member.chunks for member in self._members)):
                self._collect(waiting, answers)
            elif is_over and not answers:
                return

    def _give(self, waiting: deque[_Waiting], answers: dict[int, Any]) -> None:
        """Chunks for those who have little to do: one that is under way and, for files, one more."""
        for depth in (0, 1):
            for index, member in enumerate(self._members):
                if not waiting or len(member.chunks) > depth:
                    continue
                is_small = not waiting[0].task.size and not any(w.task.size for chunk in member.chunks for w in chunk)
                if not is_small and (depth or not member.is_ready):
                    continue
                if not self._is_next_for(index, waiting, is_idle=not member.chunks):
                    continue
                chunk = _chunk(waiting, partial(self._may_do, index))
                member.chunks.append(chunk)
                try:
                    member.pipe.send([entry.task for entry in chunk])
                except (BrokenPipeError, ConnectionError, OSError):
                    self._bury(index, waiting, answers)

    def _is_next_for(self, index: int, waiting: deque[_Waiting], *, is_idle: bool) -> bool:
        """Bring to the head of the line what this worker did in an earlier pass, or what nobody did; who is idle takes anything."""
        for entry in waiting:
            if self._may_do(index, entry):
                if entry is not waiting[0]:
                    waiting.remove(entry)
                    waiting.appendleft(entry)
                return True
        return is_idle

    def _may_do(self, index: int, entry: _Waiting) -> bool:
        return self._homes.get(entry.place, index) == index

    def _collect(self, waiting: deque[_Waiting], answers: dict[int, Any]) -> None:
        """Wait until a worker says something or dies."""
        places = {member.pipe: index for index, member in enumerate(self._members)}
        for pipe in connection.wait(list(places)):
            index = places[pipe]  # type: ignore[index]
            member = self._members[index]
            try:
                said = member.pipe.recv()
            except (EOFError, ConnectionError, OSError):
                self._bury(index, waiting, answers)
                continue
            if isinstance(said, IncognoteError):
                raise said
            if said is None:
                member.is_ready = True
                continue
            for entry, done in zip(member.chunks.popleft(), said, strict=True):
                answers[entry.place] = entry.task, done
                if len(self._homes) < _HOMES:
                    self._homes[entry.place] = index

    def _bury(self, index: int, waiting: deque[_Waiting], answers: dict[int, Any]) -> None:
        """A new process in the place of a dead one; what it had goes out again, first in the line."""
        dead = self._members[index]
        dead.pipe.close()
        dead.process.terminate()
        dead.process.join()
        dead.process.close()
        self._failed_starts = 0 if dead.is_ready else self._failed_starts + 1
        if self._failed_starts >= _STARTS:
            del self._members[index]
            raise IncognoteError("the worker processes end as soon as they start: try --workers 1")
        again = [entry for chunk in dead.chunks for entry in chunk]
        if dead.is_ready and dead.chunks:
            for entry in dead.chunks[0]:
                entry.deaths += 1
        for entry in reversed(again):
            if entry.deaths >= _TRIES and len(dead.chunks[0]) == 1:
                answers[entry.place] = entry.task, self._lost(entry.task)
            else:
                waiting.appendleft(entry)
        self._members[index] = self._start()

    def _start(self) -> _Process:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._make), daemon=True)
        process.start()
        theirs.close()
        return _Process(process, ours)


def _chunk(waiting: deque[_Waiting], is_same: Callable[[_Waiting], bool]) -> list[_Waiting]:
    """The next tasks to go out together, those of the same worker; one that a worker died of goes alone."""
    chunk = [waiting.popleft()]
    size = chunk[0].task.size
    most = _CHUNK_TEXTS if size else _CHUNK_FILES
    while waiting and is_same(waiting[0]) and not chunk[0].deaths and not waiting[0].deaths and len(chunk) < most:
        if bool(waiting[0].task.size) != bool(size) or size + waiting[0].task.size > _CHUNK_SIZE:
            break
        size += waiting[0].task.size
        chunk.append(waiting.popleft())
    return chunk


def _serve(pipe: Connection, make: Callable[[], Work]) -> None:
    """The life of a worker: it ends when nobody is at the other end any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process is interrupted and ends the others
    unsent: list[tuple[Task, Any]] = []
    try:
        work = make()
        pipe.send(None)
        while True:
            tasks = pipe.recv()
            if callable(tasks):
                work = tasks()
                continue
            unsent.extend((task, work(task)) for task in tasks)
            pipe.send([done for _, done in unsent])
            unsent = []
    except IncognoteError as error:
        pipe.send(type(error)(str(error)))
    except (EOFError, ConnectionError):  # nobody takes the answers any more: their files go
        for task, done in unsent:
            if isinstance(done, Done) and done.part is not None and task.folder is not None:
                (task.folder / done.part).unlink(missing_ok=True)
