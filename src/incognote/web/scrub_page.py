"""The scrub page: paste, look, correct, copy, and turn an answer back. It translates; `desk/` does the work.

Places in requests are code points of the original. A note's text comes in bodies only; the addresses hold a random
key that is worth nothing to another session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from incognote.desk import sessions
from incognote.desk.asking import corrected
from incognote.desk.opened import opened
from incognote.desk.pipelines import Choice
from incognote.desk.sessions import Work
from incognote.desk.upload import close
from incognote.document import Document, Person, Vault
from incognote.formats import kinds
from incognote.labels import SCRIPTS
from incognote.vault.memory import MemoryVault
from incognote.vault.rehydrate import rehydrate
from incognote.web import draw
from incognote.web.asked import Answer, Chosen, Pasted, Several
from incognote.web.errors import Refused, there
from incognote.web.security import Browser, Caller, Session, caller, may_reveal
from incognote.web.services import Having, Services
from incognote.web.uploads import read_body
from incognote.web.words import COOKIE
from incognote.web.work_page import SAMPLES, context_of

router = APIRouter(include_in_schema=False)


@router.get("/")
def start(request: Request, session: Browser, having: Having) -> HTMLResponse:
    """Where a note is pasted."""
    return draw.page(request, session, "scrub.html", **_context(having, session, None))


@router.get("/notes/{key}")
def note(request: Request, key: str, session: Browser, having: Having) -> HTMLResponse:
    """A document under correction, as it stands: for a reload and for a second tab."""
    return draw.page(request, session, "scrub.html", **_context(having, session, there(having.works.get(session.key, key))))


@router.post("/notes")
async def paste(request: Request, body: Pasted, session: Browser, having: Having) -> Response:
    """A pasted note, scrubbed and drawn."""
    text = body.text
    if body.sample:
        if body.sample not in SAMPLES:
            raise Refused(404, "not_found")
        text = files("incognote.web").joinpath("samples", f"{body.sample}.txt").read_text("utf-8")
    choice = Choice(body.profile or having.settings.profile)
    work = replace(sessions.begun(Document("1", text), choice), sample=body.sample)
    return await _answered(request, session, having, lambda: _put(having, session, sessions.quickly(work, having.pipelines)))


@router.post("/notes/files")
async def upload(request: Request, session: Browser, having: Having) -> Response:
    """One file as the body, its name in a header; `x-with` names the first document of those it came with."""
    name = unquote(request.headers.get("x-file-name", ""))[:200]
    profile = request.headers.get("x-profile") or having.settings.profile
    sent = await read_body(request, name)
    first = having.works.get(session.key, request.headers.get("x-with", ""))
    shared = (first.shared if first else None) or MemoryVault()

    def read() -> JSONResponse:
        found = opened(sent)
        keys = []
        for document in found.documents:
            work = replace(sessions.begun(document, Choice(profile), name=name), shared=shared, unread=found.unread)
            keys.append(_put(having, session, sessions.quickly(work, having.pipelines)).key)
        return JSONResponse({"keys": keys, "unread": list(found.unread), "more": found.more})

    try:
        return await having.pool.run(read)
    finally:
        close((sent,))


@router.post("/notes/{key}/corrections")
async def correct_it(request: Request, key: str, body: Several, session: Browser, having: Having) -> Response:
    """Corrections on top of the others."""
    return await _changed(request, key, session, having, lambda w: corrected(w, body.asked(), having.pipelines))


@router.post("/notes/{key}/undo")
async def undo(request: Request, key: str, session: Browser, having: Having) -> Response:
    """One correction fewer."""
    return await _changed(request, key, session, having, lambda w: sessions.looked_at(sessions.undone(w), having.pipelines))


@router.post("/notes/{key}/redo")
async def redo(request: Request, key: str, session: Browser, having: Having) -> Response:
    """The correction that was undone last, again."""
    return await _changed(request, key, session, having, lambda w: sessions.looked_at(sessions.redone(w), having.pipelines))


@router.post("/notes/{key}/choice")
async def choose(request: Request, key: str, body: Chosen, session: Browser, having: Having) -> Response:
    """Another profile, mode of dates or operator."""
    choice = Choice(body.profile, body.dates, tuple(sorted(body.operators.items())))
    return await _changed(request, key, session, having, lambda w: sessions.looked_at(sessions.chosen(w, choice), having.pipelines))


@router.post("/notes/{key}/read")
async def read(request: Request, key: str, session: Browser, having: Having) -> Response:
    """The document as it stands, once the tagger has read all of it; corrections may go on meanwhile."""

    def done() -> Work:
        seen = sessions.read_on(there(having.works.get(session.key, key)), having.pipelines)
        return there(having.works.change(session.key, key, lambda work: _joined(work, seen, having)))

    return await _answered(request, session, having, done)


@router.post("/notes/{key}/forget")
def forget(key: str, session: Browser, having: Having) -> Response:
    """Forget a document now."""
    having.works.forget(session.key, key)
    return Response(status_code=204)


@router.get("/notes/{key}/output")
def output(key: str, session: Browser, having: Having, residue: bool = False) -> Response:
    """The result as a file, without marks. Withheld where something survived, unless `residue` asks for it."""
    work = there(having.works.get(session.key, key))
    view = work.view
    if work.is_reading or view is None or view.output is None or (view.status == "residue" and not residue):
        raise Refused(409, "conflict", message="something survived in the result")
    return PlainTextResponse(view.output, headers=draw.attachment(f"scrubbed-{work.key[:6]}.txt"))


@router.post("/notes/{key}/answer")
async def answer(
    request: Request, key: str, body: Answer, session: Browser, having: Having, who: Annotated[Caller, Depends(caller)]
) -> Response:
    """An assistant's reply with the names of this document back; names of a stored vault need the reveal token."""
    vault = there(having.works.get(session.key, key)).vault
    is_stored = not isinstance(vault, MemoryVault)
    if is_stored:
        may_reveal(request, who, having)

    def turned_back() -> JSONResponse:
        found = rehydrate(body.text, *_people(vault))
        if found.restored and having.vault is not None and is_stored:
            having.vault.note("rehydrate", codes=list(found.restored), to="page")
        return JSONResponse({"text": found.text, "restored": found.restored, "unknown": found.unknown})

    return await having.pool.run(turned_back)


@router.post("/language")
def choose_language(language: Annotated[str, Form(max_length=10)], here: Annotated[str, Form(max_length=200)] = "/") -> Response:
    """Remember a language and go back to the page."""
    is_ours = here.startswith("/") and not here.startswith(("//", "/\\"))
    answer = RedirectResponse(quote(here, safe="/-_") if is_ours else "/", 303)
    if language in SCRIPTS:
        answer.set_cookie(COOKIE, language, max_age=365 * 86_400, httponly=True, samesite="strict", path="/")
    return answer


def _joined(work: Work, seen: Work, having: Services) -> Work:
    if not work.is_reading:
        return work
    return sessions.looked_at(replace(work, seen=seen.seen, profile=seen.profile, is_reading=False), having.pipelines)


def _people(vault: Vault) -> tuple[str, Callable[[str], Person | None]]:
    return str(getattr(vault, "prefix", "PT")), vault.person


def _put(having: Services, session: Session, work: Work) -> Work:
    having.works.put(session.key, work)
    return work


async def _changed(
    request: Request, key: str, session: Session, having: Services, change: Callable[[Work], Work]
) -> Response:
    return await _answered(request, session, having, lambda: there(having.works.change(session.key, key, change)))


async def _answered(request: Request, session: Session, having: Services, work: Callable[[], Work]) -> Response:
    return await draw.swapped(request, session, having, "_work.html", work=work, context=lambda done: _context(having, session, done))


def _context(having: Services, session: Session, work: Work | None) -> dict[str, Any]:
    """What the templates draw of a work, or of none."""
    return context_of(having, work) | {
        "works": having.works.all(session.key), "suffixes": ",".join(kinds.suffixes()), "has_vault": having.vault is not None,
    }  # fmt: skip
