"""Progress of long work on a terminal: counts on stderr, never text of a record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from incognote.pipeline import Pipeline

_EVERY: Final = 10.0
"""Seconds between two lines about a language model."""


def watched(pipeline: Pipeline, *, is_quiet: bool = False) -> Pipeline:
    """The pipeline; where it asks a language model and somebody watches this process, lines on stderr say how far that is."""
    reader: Any = pipeline.detectors.get("llm")
    if hasattr(reader, "tell") and not is_quiet and sys.stderr.isatty() and parent_process() is None:
        reader.tell = _Lines()
    return pipeline


class _Lines:
    """A line now and then: windows answered of those of the notes at hand, and the time left for the others."""

    def __init__(self) -> None:
        self._begun = self._told = monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = monotonic()
        if done == 0:
            self._begun = now
        elif done < total and now - self._told < _EVERY:
            return
        left = f", {(now - self._begun) / done * (total - done) / 60:.1f} min left" if done else ""
        sys.stderr.write(f"language model: {done} of {total} windows{left}\n")
        self._told = now


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A callable (done, total), or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """Items a second, lately."""

        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:.0f}/s")


    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
