"""The outermost layer: a line in the access log, safe headers, and an answer to whatever went wrong."""

from __future__ import annotations

import logging
import time
import traceback
from typing import Final

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incognote.web.errors import Refused, answer

ACCESS: Final = logging.getLogger("incognote.web.access")
FAULTS: Final = logging.getLogger("incognote.web.faults")
_POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "manifest-src 'self'",
    )
)  # fmt: skip
HEADERS: Final = (
    ("content-security-policy", _POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),  # with none at all a browser sends its own forms as of origin "null"
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ("cache-control", "no-store"),
)
_STRICT: Final = ("strict-transport-security", "max-age=31536000")


class Outermost:
    """ASGI. The log says method, route, status, time and size: a path may hold a name, so it is never written."""

    def __init__(self, app: ASGIApp, *, is_tls: bool) -> None:
        self._app = app
        headers = (*HEADERS, _STRICT) if is_tls else HEADERS
        self._headers = [(name.encode(), value.encode()) for name, value in headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 0, 0

        async def dressed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                mine = {name.lower() for name, _ in message.get("headers", ())}
                message["headers"] = [*message.get("headers", ()), *(h for h in self._headers if h[0] not in mine)]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, dressed)
        except Exception as error:  # the place that owns a request: its message may quote a note, so nobody else may log it
            if not isinstance(error, Refused):
                _log(error)
            if not status:
                refused = error if isinstance(error, Refused) else Refused(500, "error")
                await answer(Request(scope), refused)(scope, receive, dressed)
            else:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            spent = 1000 * (time.perf_counter() - began)
            ACCESS.info("%s %s %d %.0f ms %d bytes", _method(scope), _route(scope), status, spent, size)


def _method(scope: Scope) -> str:
    method = str(scope["method"])
    return method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else "(other)"


def _route(scope: Scope) -> str:
    """The route's own pattern (`/api/v1/jobs/{job}`)."""
    pattern = getattr(scope.get("route"), "path", None)
    return pattern if isinstance(pattern, str) else "(none)"


def _log(error: Exception) -> None:
    frames = (f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__))
    FAULTS.error("%s\n  %s", type(error).__name__, "\n  ".join(frames))
