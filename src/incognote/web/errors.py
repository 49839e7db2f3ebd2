"""One shape for every error: `{"error": {"code", "message", "fields"?}}`. No word of a request is in it.

`code` is for programs and does not change; `message` says what to do. What a client sent is never echoed:
neither values nor unknown keys, which may be names too.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from incognote.errors import ConfigError, DecodeError, FormatError, IncognoteError, UsageError, VaultError
from incognote.vault.sql.desk_rows import Missing
from incognote.web.words import language, words

MESSAGES: Final = {
    "bad_request": "the request cannot be understood",
    "body_not_json": "the body is not JSON, or has no Content-Type: application/json",
    "body_too_slow": "the body did not arrive in time",
    "conflict": "this cannot be done as things stand",
    "csrf": "the form is out of date: load the page again",
    "error": "something went wrong on this side; no text was kept or logged",
    "facts": "what is known of the note cannot be read: a birth date, or a role that reports do not use",
    "fields": "some fields are missing, unknown or not what they should be",
    "host_refused": "this server is not called by that name: start it with --name to allow one",
    "is_running": "the job is not finished",
    "method_not_allowed": "this address does not take that method",
    "no_vault": "the server was started without a vault: codes cannot be turned back into names",
    "not_found": "there is nothing here, or no longer",
    "origin_refused": "a page of another site may not ask this server",
    "overloaded": "too much to do at once: ask again shortly",
    "pages_need_a_session": "pages are for browsers: log in at /login",
    "reveal_is_off": "the server was started without a reveal token, so it shows no names",
    "reveal_token_missing": "names need the reveal token beside the other one",
    "reveal_token_wrong": "this is not the reveal token",
    "several_bodies": "the request says its length in two ways",
    "token_missing": "a token is needed: Authorization: Bearer ...",
    "token_wrong": "this is not the token that the server was started with",
    "too_large": "the request is larger than the server takes",
    "too_many_files": "there are more files than the server takes at once",
    "too_many_wrong_tokens": "too many wrong tokens: wait and try again",
    "unsupported_media_type": "the body is not in a form that is taken here",
}
_BY_STATUS: Final = {
    400: "body_not_json", 401: "token_missing", 404: "not_found", 405: "method_not_allowed", 409: "conflict", 413: "too_large",
    415: "unsupported_media_type", 422: "fields",
}  # fmt: skip
_FIELDS: Final = 20
_SAID: Final = {401: "ended", 404: "gone", 413: "too_large", 503: "busy"}
"""What a person reads of a refusal, by its status, in their language (`error.` in the texts)."""
T = TypeVar("T")


class Refused(HTTPException):
    """A request is refused: its status, the code of the reason, and when to come again (seconds)."""

    def __init__(self, status: int, code: str, *, retry_after: int | None = None, message: str | None = None) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        if status in {408, 413}:
            headers["Connection"] = "close"  # the rest of the body is not waited for
        super().__init__(status, detail=code, headers=headers)
        self.code = code
        self.message = MESSAGES[code] if message is None else message


def body(code: str, message: str, fields: Sequence[dict[str, str]] = ()) -> dict[str, Any]:
    """The one shape."""
    return {"error": {"code": code, "message": message} | ({"fields": list(fields)} if fields else {})}


def answer(request: Request, refused: Refused) -> Response:
    """A refusal as the client reads it: JSON for programs, a page for a browser that opens an address."""
    if wants_page(request):
        t = words(language(request))
        said = t("error." + ("ended" if refused.code == "csrf" else _SAID.get(refused.status_code, "failed")))
        page = _PAGE.format(tag=t.tag, status=refused.status_code, said=said, message=escape(refused.message))
        return HTMLResponse(page, refused.status_code, headers=refused.headers)
    return JSONResponse(body(refused.code, refused.message), refused.status_code, headers=refused.headers)


def wants_page(request: Request) -> bool:
    """Whether a person opened an address, or sent a form, in a browser."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


_PAGE: Final = (
    '<!doctype html><html lang="{tag}"><head><meta charset="utf-8"><title>{status} · incognote</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
    '<link rel="stylesheet" href="/static/page.css"></head><body><main><h1>{said}</h1>'
    '<p class="hint">{status} · <span lang="en">{message}</span></p><p><a href="/">incognote</a></p></main></body></html>'
)


def there(found: T | None) -> T:
    """`found`; Refused (404) where it is not there, or another session's."""
    if found is None:
        raise Refused(404, "not_found")
    return found


def of_ours(error: IncognoteError) -> Refused:
    """An error of ours as a refusal: its message is one line without text of a note."""
    if isinstance(error, Missing):
        return Refused(404, "not_found", message=str(error))
    if isinstance(error, VaultError):
        return Refused(503, "overloaded", retry_after=5, message=str(error))
    if isinstance(error, (FormatError, DecodeError)):
        return Refused(422, "fields", message=str(error))
    if isinstance(error, (ConfigError, UsageError)):
        return Refused(409, "conflict", message=str(error))
    return Refused(409, "conflict")


def install(app: FastAPI) -> None:
    """Give the application its answers to whatever a route raises."""

    async def refused(request: Request, error: Exception) -> Response:
        if isinstance(error, Refused):
            return answer(request, error)
        status = error.status_code if isinstance(error, HTTPException) else 500
        code = _BY_STATUS.get(status, "bad_request" if status < 500 else "error")
        plain = Refused(status, code)
        if isinstance(error, HTTPException) and error.headers:
            plain.headers = {**(plain.headers or {}), **error.headers}
        if status == 405:
            plain.headers = {**(plain.headers or {}), "Allow": ", ".join(_allowed(request))}
        return answer(request, plain)

    async def ours(request: Request, error: Exception) -> Response:
        return answer(request, of_ours(error if isinstance(error, IncognoteError) else IncognoteError()))

    async def invalid(_: Request, error: Exception) -> Response:
        found = error.errors() if isinstance(error, RequestValidationError) else ()
        if any(item.get("type") == "json_invalid" for item in found):
            return JSONResponse(body("body_not_json", MESSAGES["body_not_json"]), 422)
        return JSONResponse(body("fields", MESSAGES["fields"], [_field(app, item) for item in found[:_FIELDS]]), 422)

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(IncognoteError, ours)
    app.add_exception_handler(RequestValidationError, invalid)


def _allowed(request: Request) -> list[str]:
    """The methods that an address takes, over all its routes: one route knows its own alone."""
    takes = []
    for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"):
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
            takes.append(method)
    return takes


def _field(app: FastAPI, item: Any) -> dict[str, str]:
    """Where a field is wrong and how: names that our own schema knows, and the kind of fault."""
    known = _names(app)
    where = [str(part) if isinstance(part, int) or part in known else "(unknown)" for part in item.get("loc", ())]
    return {"where": ".".join(where), "problem": str(item.get("type", "invalid"))}


def _names(app: FastAPI) -> frozenset[str]:
    """The words of our own schema: everything else in a location came from the client."""
    if not hasattr(app.state, "schema_names"):
        schema = app.openapi()
        names = {"body", "query", "path", "header"}
        for model in schema.get("components", {}).get("schemas", {}).values():
            names |= set(model.get("properties", {}))
        for operations in schema["paths"].values():
            for operation in operations.values():
                names |= {parameter["name"] for parameter in operation.get("parameters", ())}
        app.state.schema_names = frozenset(names)
    known: frozenset[str] = app.state.schema_names
    return known
