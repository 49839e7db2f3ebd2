"""What is being worked on, in memory only, by browser session.

A reload or a second tab sees the same work, since all of it lies here. Nothing is written to a disk; what nobody
touched for a while is forgotten, and so is all of a session that ends.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any, Final, Generic, Protocol, TypeVar

from incognote.document import Document

MOST_WORKS: Final = 500
MOST_CHARACTERS: Final = 3_000_000
"""What one session may have open; the oldest goes first. A character with its marks takes about a hundred bytes."""
MOST_IN_ALL: Final = 12_000_000
"""Characters of all sessions; the one that was not touched for longest gives way."""


class Kept(Protocol):
    """A piece of work: a frozen value with a key that nobody can guess."""

    @property
    def key(self) -> str: ...
    @property
    def document(self) -> Document: ...


W = TypeVar("W", bound=Kept)


def _size(works: Mapping[str, Any]) -> int:
    return sum(len(work.document.text) for work in works.values())


class Works(Generic[W]):
    """Everybody's work, by the key of a session. `idle` is in seconds; safe under threads."""

    def __init__(self, idle: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle, self._clock = idle, clock
        self._of: dict[str, OrderedDict[str, W]] = {}
        self._touched: dict[str, float] = {}
        self._locks: dict[str, RLock] = {}
        self._lock = RLock()

    def __repr__(self) -> str:
        return f"Works({len(self._of)} sessions)"

    def put(self, session: str, work: W) -> None:
        """Keep `work`; it replaces an older state of itself."""
        with self._lock:
            self.sweep()
            mine = self._of.setdefault(session, OrderedDict())
            mine[work.key] = work
            self._touched[session] = self._clock()
            while len(mine) > 1 and (len(mine) > MOST_WORKS or _size(mine) > MOST_CHARACTERS):
                mine.popitem(last=False)
            while len(self._of) > 1 and sum(map(_size, self._of.values())) > MOST_IN_ALL:
                self.forget(min(self._touched, key=self._touched.__getitem__))

    def get(self, session: str, key: str) -> W | None:
        """The work under a key, if it is this session's and not forgotten."""
        with self._lock:
            self.sweep()
            found = self._of.get(session, OrderedDict()).get(key)
            if found is not None:
                self._touched[session] = self._clock()
            return found

    def all(self, session: str) -> tuple[W, ...]:
        """A session's work, the oldest first."""
        with self._lock:
            self.sweep()
            return tuple(self._of.get(session, OrderedDict()).values())

    def change(self, session: str, key: str, change: Callable[[W], W]) -> W | None:
        """Put what `change` makes of a piece of work in its place; two tabs take turns, so none loses a correction."""
        with self._lock:
            turn = self._locks.setdefault(session, RLock())
        with turn:
            work = self.get(session, key)
            if work is None:
                return None
            changed = change(work)
            with self._lock:
                if self.get(session, key) is None:  # forgotten meanwhile, and it stays so
                    return None
                self.put(session, changed)
            return changed

    def forget(self, session: str, key: str | None = None) -> None:
        """Forget one piece of work, or all of a session."""
        with self._lock:
            if key is not None:
                self._of.get(session, OrderedDict()).pop(key, None)
                return
            for table in (self._of, self._touched, self._locks):
                table.pop(session, None)

    def sweep(self) -> None:
        """Forget the sessions that nobody touched for `idle` seconds."""
        now = self._clock()
        for session in [s for s, touched in self._touched.items() if now - touched > self._idle]:
            self.forget(session)
