"""In and out: the start-up token for a session, the reveal token for a while of names.

The token comes in the fragment of the address, which browsers send to nobody; `static/login.js` posts it.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from incognote.web.errors import Refused
from incognote.web.security import Browser, address
from incognote.web.services import Having

router = APIRouter(include_in_schema=False)


@router.get("/login")
def login_page() -> Response:
    """The page that takes the token; nothing in it depends on who asks."""
    return HTMLResponse(files("incognote.web").joinpath("templates", "login.html").read_text("utf-8"))


@router.post("/session")
def begin(request: Request, having: Having, token: Annotated[str, Form(max_length=512)]) -> Response:
    """Open a session for somebody who has the token, and go to the page."""
    if not having.attempts.check(address(request), token, having.settings.token):
        raise Refused(401, "token_wrong")
    cookie, _ = having.sessions.begin()
    answer = RedirectResponse("/", 303)
    answer.set_cookie(having.settings.cookie, cookie, httponly=True, samesite="strict", secure=having.settings.is_tls, path="/")
    return answer


@router.post("/session/end")
def end(having: Having, session: Browser) -> Response:
    """Close the session; what it was working on is forgotten."""
    having.sessions.end(session)
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(having.settings.cookie, path="/", secure=having.settings.is_tls, httponly=True, samesite="strict")
    return answer


@router.post("/session/reveal", status_code=204)
def unlock(
    request: Request, having: Having, session: Browser, token: Annotated[str, Form(max_length=512)]
) -> Response:
    """Let this session see names for some minutes."""
    if having.settings.reveal_token is None:
        raise Refused(403, "reveal_is_off")
    if not having.attempts.check(f"reveal {address(request)}", token, having.settings.reveal_token):
        raise Refused(403, "reveal_token_wrong")
    session.reveal_until = having.sessions.clock() + having.settings.reveal_seconds
    return Response(status_code=204)


@router.get("/healthz")
def health() -> dict[str, str]:
    """Whether the server answers; for whoever watches it."""
    return {"status": "ok"}
