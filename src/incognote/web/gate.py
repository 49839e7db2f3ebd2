"""The gate: before anything of a request is read, who sent it and from where.

In this order: the host name must be ours (a page of another site that was rebound to this address is refused),
a change must not come from a page of another origin, then the token or the session, then, for a change by a
session, its CSRF token. What needs no token is listed here and nowhere else.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incognote.web.errors import Refused, answer, wants_page
from incognote.web.security import CSRF_FIELD, CSRF_HEADER, Caller, Session, address
from incognote.web.services import Services

OPEN: Final = frozenset({"/healthz", "/login", "/session", "/favicon.ico", "/api/v1/openapi.json", "/api/v1/docs"})
"""Addresses that anybody on this machine may ask: they tell nothing of notes and nothing of keys."""
_OPEN_FOLDERS: Final = ("/static/",)
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?\Z")
_BEARER: Final = "bearer "


class Gate:
    """ASGI: lets a request through with `request.state.caller`, or answers it."""

    def __init__(self, app: ASGIApp, having: Services) -> None:
        self._app, self._having = app, having

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            self._check_origin(request)
            if not _is_open(request.url.path):
                who = self._caller(request)
                if who.session is not None and request.method not in _SAFE:
                    receive = await _checked_form(request, who.session, receive)
                scope.setdefault("state", {})["caller"] = who
        except Refused as refused:
            if refused.code == "token_missing" and request.method in _SAFE and wants_page(request):
                await RedirectResponse("/login", 303)(scope, receive, send)
            else:
                await answer(request, refused)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _check_origin(self, request: Request) -> None:
        host = _only(request.headers.getlist("host"))
        found = _HOST.match(host)
        if found is None or found[1].lower() not in self._having.settings.hosts:
            raise Refused(400, "host_refused")
        if request.method in _SAFE:
            return
        origin = request.headers.get("origin")
        if origin is not None and _netloc(origin) != host.lower():
            raise Refused(403, "origin_refused")
        if request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            raise Refused(403, "origin_refused")

    def _caller(self, request: Request) -> Caller:
        offered = request.headers.get("authorization")
        if offered is not None:
            token = offered[len(_BEARER) :].strip() if offered.lower().startswith(_BEARER) else ""
            if not self._having.attempts.check(address(request), token, self._having.settings.token):
                raise Refused(401, "token_wrong")
            return Caller()
        cookie = request.cookies.get(self._having.settings.cookie)
        session = self._having.sessions.find(cookie) if cookie else None
        if session is None:
            raise Refused(401, "token_missing")
        return Caller(session)


def _only(values: list[str]) -> str:
    return values[0] if len(values) == 1 else ""


def _is_open(path: str) -> bool:
    return path in OPEN or path.startswith(_OPEN_FOLDERS)


async def _checked_form(request: Request, session: Session, receive: Receive) -> Receive:
    """The CSRF token by header or, for a form, as a field; the body that was read for it is handed on."""
    offered = request.headers.get(CSRF_HEADER)
    if offered is not None:
        if not _is_same(offered, session.csrf):
            raise Refused(403, "csrf")
        return receive
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise Refused(403, "csrf")
    body = await request.body()
    if not any(_is_same(value, session.csrf) for value in _fields(body)):
        raise Refused(403, "csrf")
    return _again(body, receive)


def _fields(body: bytes) -> Iterable[str]:
    try:
        pairs = parse_qsl(body.decode("ascii"), max_num_fields=1_000)
    except ValueError:
        return ()
    return [value for name, value in pairs if name == CSRF_FIELD]


def _is_same(offered: str, kept: str) -> bool:
    return hmac.compare_digest(offered.encode("utf-8", "replace"), kept.encode())


def _again(body: bytes, receive: Receive) -> Receive:
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _netloc(origin: str) -> str:
    """Host and port of an origin; "" where it is none (`http://[::1`)."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
