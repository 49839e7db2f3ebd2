"""How much is taken at once: bodies are refused before they are read, work waits in a short queue or is sent away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Final, ParamSpec, TypeVar

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incognote.web.errors import Refused, answer
from incognote.web.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")
_RETRY: Final = 1
"""Seconds after which somebody who was sent away may come again."""
_TOKEN_BYTES: Final = 4096
"""What a form with a token may have: anybody may send one."""


def is_upload(path: str) -> bool:
    """Whether files are sent to this address; every other body is a note."""
    return path == "/api/v1/jobs" or path.endswith("/files")


class Pool:
    """Threads for the work on notes, away from the event loop: at most `workers` at once and `waiting` behind them."""

    def __init__(self, workers: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="incognote-work")
        self._most = workers + waiting
        self._taken = 0
        self._lock = Lock()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`work(...)` in a thread; Refused (503) where too many wait."""
        with self._lock:
            if self._taken >= self._most:
                raise Refused(503, "overloaded", retry_after=_RETRY)
            self._taken += 1
        future = self._threads.submit(partial(work, *args, **kwargs))
        # A caller that goes away does not free its place: its thread is still at work.
        future.add_done_callback(self._done)
        return await asyncio.wrap_future(future)

    def _done(self, _: object) -> None:
        with self._lock:
            self._taken -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Limits:
    """ASGI: the size of a body by its Content-Length and as it comes, how long it may take, and how many requests at once."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._running >= self._settings.requests:
            await answer(Request(scope), Refused(503, "overloaded", retry_after=_RETRY))(scope, receive, send)
            return
        most = self._most(scope["path"])
        if _is_multipart(scope) and not is_upload(scope["path"]):  # a form's parser would put files on the disk as they are
            await answer(Request(scope), Refused(415, "unsupported_media_type"))(scope, receive, send)
            return
        told = _told_length(scope)
        if told is None or told > most:
            refused = Refused(400, "several_bodies") if told is None else Refused(413, "too_large")
            await answer(Request(scope), refused)(scope, receive, send)
            return
        self._running += 1
        try:
            await self._app(scope, _counted(receive, most, self._settings.body_seconds), send)
        finally:
            self._running -= 1

    def _most(self, path: str) -> int:
        if is_upload(path):
            return self._settings.upload_bytes
        return _TOKEN_BYTES if path.startswith("/session") else self._settings.note_bytes


def _is_multipart(scope: Scope) -> bool:
    return any(name == b"content-type" and value.lower().startswith(b"multipart/") for name, value in scope["headers"])


def _told_length(scope: Scope) -> int | None:
    """What Content-Length says, 0 where it is silent; None where it is no number or stands twice."""
    told = [value for name, value in scope["headers"] if name == b"content-length"]
    if not told:
        return 0
    if len(told) > 1 or not told[0].isdigit() or len(told[0]) > 18:
        return None
    return int(told[0])


def _counted(receive: Receive, most: int, seconds: float) -> Receive:
    """`receive` that raises Refused once more than `most` bytes have come, or the next did not come in time."""
    size = 0
    is_whole = False

    async def counted() -> Message:
        nonlocal size, is_whole
        if is_whole:  # only the end of the connection is still to come, and may be long in coming
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), seconds)
        except TimeoutError:
            raise Refused(408, "body_too_slow") from None
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if size > most:
                raise Refused(413, "too_large")
        return message

    return counted
