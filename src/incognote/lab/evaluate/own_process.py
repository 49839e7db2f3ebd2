"""Work in a process of its own, so that the most memory it took is its own and it ends when it should.

A runtime for language models may hold one model a process and may not let go of it cleanly: the process ends hard
after its work, and when the one that started it is gone.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, Final

from incognote.errors import IncognoteError, UsageError

_STATUS: Final = Path("/proc/self/status")
_KIB: Final = 1024


def run_apart(work: Callable[..., None], *arguments: Any, what: str) -> None:
    """Call `work` in a new process and wait; it and `arguments` are sent there. `what` names it in errors.

    Raises:
        UsageError: it failed; the message is that of an error of ours, else it says no more than the error's kind.
    """
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_do, args=(there, work, arguments), daemon=True)
    process.start()
    there.close()
    try:
        failure = here.recv()
    except EOFError:
        process.join()
        failure = f"its process ended ({process.exitcode}), perhaps for want of memory"
    finally:
        process.join()
    if failure is not None:
        raise UsageError(f"{what}: {failure}")


def _do(pipe: Connection, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    failure: str | None = "stopped"
    try:
        work(*arguments)
        failure = None
    except IncognoteError as error:
        failure = str(error)
    finally:  # no traceback: its message may hold text of a note
        kind = sys.exc_info()[0]
        pipe.send(kind.__name__ if kind is not None else failure)
        sys.stderr.flush()
        os._exit(failure is not None)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def peak_bytes() -> int:
    """The most memory that this process has held; on Linux without what its parent held before it was started."""
    if _STATUS.exists():
        for line in _STATUS.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * _KIB
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * _KIB
