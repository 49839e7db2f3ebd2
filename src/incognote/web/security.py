"""Who is asking: tokens, sessions, and the dependencies that routes are guarded with.

Every request passed `web/gate.py` before a route sees it, so a route need not ask who is there; it asks
for what it needs: `page_session` (a browser), `may_reveal` (somebody who may see names).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Annotated, Final

from fastapi import Depends, Request

from incognote.desk.correct import Correction
from incognote.web.errors import Refused
from incognote.web.services import Having

CSRF_HEADER: Final = "x-csrf-token"
CSRF_FIELD: Final = "csrf"
REVEAL_HEADER: Final = "x-incognote-reveal"
_MOST_SESSIONS: Final = 1_000
_MOST_ADDRESSES: Final = 10_000
_REFILL: Final = 5.0
"""Seconds after which an address may offer one more wrong token."""


def is_token(offered: str, token: str | None) -> bool:
    """Compared as digests in constant time, whatever was offered; no token lets nobody in."""
    if token is None:
        return False
    here, there = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (offered, token))
    return hmac.compare_digest(here, there)


class Attempts:
    """Wrong tokens by address: a bucket of `most`, filled again one by one."""

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def check(self, address: str, offered: str, token: str | None) -> bool:
        """Whether the token is right; Refused (429) while the address has offered too many wrong ones.

        The right one is refused then too: else a guesser would see at once when a guess was right.
        """
        with self._lock:
            now = self._clock()
            spent, since = self._spent.get(address, (0.0, now))
            spent = max(0.0, spent - (now - since) / _REFILL)
            if spent > self._most - 1:  # there is no room for a whole one
                raise Refused(429, "too_many_wrong_tokens", retry_after=ceil((spent - self._most + 1) * _REFILL))
            if is_token(offered, token):
                return True
            self._spent[address] = (spent + 1, now)
            self._spent.move_to_end(address)
            while len(self._spent) > _MOST_ADDRESSES:
                self._spent.popitem(last=False)
            return False


@dataclass(slots=True)
class Session:
    """One browser. `key` names it in stores and is not the cookie.

    At the desk `reviewer` is who it says it is, and `undone` what it may do again, by batch and number of the document.
    """

    key: str = field(repr=False)
    csrf: str = field(repr=False)
    started: float
    seen: float
    reveal_until: float = 0.0
    reviewer: str = field(default="", repr=False)
    undone: dict[tuple[int, int], tuple[Correction, ...]] = field(default_factory=dict, repr=False)


class Sessions:
    """The open sessions, by the digest of their cookie; `on_end` hears the key of each that ends."""

    def __init__(self, idle: float, longest: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle, self._longest, self.clock = idle, longest, clock
        self._open: OrderedDict[str, Session] = OrderedDict()
        self._lock = Lock()
        self.on_end: list[Callable[[str], None]] = []

    def begin(self) -> tuple[str, Session]:
        """A new session and the value of its cookie."""
        cookie, now = secrets.token_urlsafe(32), self.clock()
        session = Session(secrets.token_hex(16), secrets.token_urlsafe(32), now, now)
        with self._lock:
            self._open[_digest(cookie)] = session
            ended = [self._open.popitem(last=False)[1] for _ in range(len(self._open) - _MOST_SESSIONS)]
        self._tell(ended)
        return cookie, session

    def find(self, cookie: str) -> Session | None:
        """The session of a cookie, which counts as used now; None where it has ended."""
        self.sweep()
        with self._lock:
            session = self._open.get(_digest(cookie))
            if session is not None:
                session.seen = self.clock()
                self._open.move_to_end(_digest(cookie))
            return session

    def end(self, session: Session) -> None:
        with self._lock:
            mine = [digest for digest, other in self._open.items() if other is session]
            for digest in mine:
                del self._open[digest]
        self._tell([session] if mine else [])

    def sweep(self) -> None:
        """End what was idle or open for too long."""
        now = self.clock()
        with self._lock:
            old = [d for d, s in self._open.items() if now - s.seen > self._idle or now - s.started > self._longest]
            ended = [self._open.pop(digest) for digest in old]
        self._tell(ended)

    def _tell(self, ended: list[Session]) -> None:
        for session in ended:
            for hear in self.on_end:
                hear(session.key)


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request: a program with the token (`session` is None) or a browser."""

    session: Session | None = None

    @property
    def owner(self) -> str:
        """Whose jobs and documents are meant."""
        return "api" if self.session is None else self.session.key


def caller(request: Request) -> Caller:
    """Who is asking; 401 where the gate let somebody through to a page that is open to all."""
    found = getattr(request.state, "caller", None)
    if not isinstance(found, Caller):
        raise Refused(401, "token_missing")
    return found


def page_session(who: Annotated[Caller, Depends(caller)]) -> Session:
    """The browser that is asking; 403 for a program: pages keep what is being worked on by session."""
    if who.session is None:
        raise Refused(403, "pages_need_a_session")
    return who.session


Browser = Annotated[Session, Depends(page_session)]


def may_reveal(request: Request, who: Annotated[Caller, Depends(caller)], having: Having) -> Caller:
    """Somebody who may see names: by the reveal token in a header, or a session that was unlocked with it."""
    if having.settings.reveal_token is None:
        raise Refused(403, "reveal_is_off")
    offered = request.headers.get(REVEAL_HEADER)
    if offered is None:
        if who.session is not None and who.session.reveal_until > having.sessions.clock():
            return who
        raise Refused(403, "reveal_token_missing")
    if not having.attempts.check(f"reveal {address(request)}", offered, having.settings.reveal_token):
        raise Refused(403, "reveal_token_wrong")
    return who


def address(request: Request) -> str:
    """Where a request comes from, for counting."""
    return request.client.host if request.client is not None else "-"
