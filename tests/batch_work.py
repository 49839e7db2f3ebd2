"""Work for worker processes in tests: a module that a new process can import."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from incognote.batch.summary import Summary
from incognote.batch.work import Done, Task
from incognote.errors import FormatError


@dataclass(frozen=True)
class Toy:
    """Answers with the text it was given; dies of `die`, and of `once` where `folder` says it has not yet."""

    folder: Path

    def __call__(self, task: Task) -> Done:
        text = task.document.text if task.document else ""
        mark = self.folder / "died"
        if text == "die" or (text == "once" and not mark.exists()):
            mark.touch()
            os._exit(9)
        if text == "full":
            raise FormatError("the disk is full")
        return Done(task.number, task.unit, Summary(text or "file"))


@dataclass(frozen=True)
class Making:
    """Makes a Toy, or dies of it."""

    folder: Path
    dies: bool = False

    def __call__(self) -> Toy:
        if self.dies:
            os._exit(1)
        return Toy(self.folder)


def lost(task: Task) -> Done:
    return Done(task.number, task.unit, Summary("lost"))


def again(task: Task) -> Done:
    return Done(task.number, task.unit, Summary("again"))
