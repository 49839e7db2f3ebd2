"""The scrub page: paste, look, correct, copy, and turn an answer back. It translates; `desk/` does the work.

Places in requests are code points of the original. A note's text comes in bodies only; the addresses hold a random
key that is worth nothing to another session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Annotated, Any, cast
from urllib.parse import quote, unquote

from fastapi import APIRouter, BackgroundTasks, Depends, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from incognote.desk import sessions
from incognote.desk.opened import opened
from incognote.desk.pipelines import Choice
from incognote.desk.sessions import Work, Works
from incognote.document import Document, Person, Vault
from incognote.labels import SCRIPTS
from incognote.vault.memory import MemoryVault
from incognote.vault.rehydrate import rehydrate
from incognote.web import draw
from incognote.web.asked import Answer, Chosen, Pasted
from incognote.web.asked import Several as Several
from incognote.web.asked import correction as correction
from incognote.web.errors import Refused
from incognote.web.security import Caller, Session, caller, may_reveal, page_session
from incognote.web.services import Services, services
from incognote.web.words import COOKIE
from incognote.web.work_page import SAMPLES
from incognote.web.work_page import context_of as context_of

router = APIRouter(include_in_schema=False)
Having = Annotated[Services, Depends(services)]
Browser = Annotated[Session, Depends(page_session)]


async def works(request: Request) -> Works:
    """What all sessions work on; what one works on is forgotten with it."""
    found = getattr(request.app.state, "works", None)
    if found is None:
        having = services(request)
        found = request.app.state.works = Works(having.settings.idle_seconds)
        having.sessions.on_end.append(found.forget)
    return cast(Works, found)


Kept = Annotated[Works, Depends(works)]


@router.get("/")
def start(request: Request, session: Browser, having: Having, kept: Kept, later: BackgroundTasks) -> HTMLResponse:
    """Where a note is pasted; the lists are read while somebody looks for it."""
    later.add_task(_warm, having)
    return draw.page(request, session, "scrub.html", **_context(having, kept, session, None))


@router.get("/notes/{key}")
def note(request: Request, key: str, session: Browser, having: Having, kept: Kept) -> HTMLResponse:
    """A document under correction, as it stands: for a reload and for a second tab."""
    return draw.page(request, session, "scrub.html", **_context(having, kept, session, _there(kept.get(session.key, key))))


@router.post("/notes")
async def paste(request: Request, body: Pasted, session: Browser, having: Having, kept: Kept) -> Response:
    """A pasted note, scrubbed and drawn."""
    text = body.text
    if body.sample:
        if body.sample not in SAMPLES:
            raise Refused(404, "not_found")
        text = files("incognote.web").joinpath("samples", f"{body.sample}.txt").read_text("utf-8")
    choice = Choice(body.profile or having.settings.profile)
    work = replace(sessions.begun(Document("1", text), choice), sample=body.sample)
    return await _answered(request, session, having, kept, lambda: _put(kept, session, sessions.quickly(work, having.pipelines)))


@router.post("/notes/files")
async def upload(request: Request, session: Browser, having: Having, kept: Kept) -> Response:
    """One file as the body, its name in a header; `x-with` names the first document of those it came with."""
    data = await request.body()
    name = unquote(request.headers.get("x-file-name", ""))[:200]
    profile = request.headers.get("x-profile") or having.settings.profile
    first = kept.get(session.key, request.headers.get("x-with", ""))
    shared = (first.shared if first else None) or MemoryVault()

    def read() -> JSONResponse:
        found = opened(data, name)
        keys = []
        for document in found.documents:
            work = replace(sessions.begun(document, Choice(profile), name=name), shared=shared, unread=found.unread)
            keys.append(_put(kept, session, sessions.quickly(work, having.pipelines)).key)
        return JSONResponse({"keys": keys, "unread": list(found.unread), "more": found.more})

    return await having.pool.run(read)


@router.post("/notes/{key}/corrections")
async def correct_it(request: Request, key: str, body: Several, session: Browser, having: Having, kept: Kept) -> Response:
    """Corrections on top of the others, in order; one that asks what is covered sees what those before it made."""

    def change(work: Work) -> Work:
        is_seen = True
        for asked in body.corrections:
            if not (is_seen or asked.action == "mask"):
                work = sessions.looked_at(work, having.pipelines)
            work, is_seen = sessions.with_correction(work, correction(work, asked)), False
        return sessions.looked_at(work, having.pipelines)

    return await _changed(request, key, session, having, kept, change)


@router.post("/notes/{key}/undo")
async def undo(request: Request, key: str, session: Browser, having: Having, kept: Kept) -> Response:
    """One correction fewer."""
    return await _changed(request, key, session, having, kept, lambda w: sessions.looked_at(sessions.undone(w), having.pipelines))


@router.post("/notes/{key}/redo")
async def redo(request: Request, key: str, session: Browser, having: Having, kept: Kept) -> Response:
    """The correction that was undone last, again."""
    return await _changed(request, key, session, having, kept, lambda w: sessions.looked_at(sessions.redone(w), having.pipelines))


@router.post("/notes/{key}/choice")
async def choose(request: Request, key: str, body: Chosen, session: Browser, having: Having, kept: Kept) -> Response:
    """Another profile, mode of dates or operator."""
    choice = Choice(body.profile, body.dates, tuple(sorted(body.operators.items())))
    return await _changed(request, key, session, having, kept, lambda w: sessions.looked_at(sessions.chosen(w, choice), having.pipelines))


@router.post("/notes/{key}/read")
async def read(request: Request, key: str, session: Browser, having: Having, kept: Kept) -> Response:
    """The document as it stands, once the tagger has read all of it; corrections may go on meanwhile."""

    def done() -> Work:
        seen = sessions.read_on(_there(kept.get(session.key, key)), having.pipelines)
        return _there(kept.change(session.key, key, lambda work: _joined(work, seen, having)))

    return await _answered(request, session, having, kept, done)


@router.post("/notes/{key}/forget")
def forget(key: str, session: Browser, kept: Kept) -> Response:
    """Forget a document now."""
    kept.forget(session.key, key)
    return Response(status_code=204)


@router.get("/notes/{key}/output")
def output(key: str, session: Browser, kept: Kept, residue: bool = False) -> Response:
    """The result as a file, without marks. Withheld where something survived, unless `residue` asks for it."""
    work = _there(kept.get(session.key, key))
    view = work.view
    if work.is_reading or view is None or view.output is None or (view.status == "residue" and not residue):
        raise Refused(409, "conflict", message="something survived in the result")
    # The key stands for the document: a name of the input may be a patient's.
    headers = {"content-disposition": f"attachment; filename=\"scrubbed-{quote(work.key[:6])}.txt\""}
    return PlainTextResponse(view.output, headers=headers)


@router.post("/notes/{key}/answer")
def answer(
    request: Request, key: str, body: Answer, session: Browser, having: Having, kept: Kept, who: Annotated[Caller, Depends(caller)]
) -> JSONResponse:
    """An assistant's reply with the names of this document back; names of a stored vault need the reveal token."""
    vault = _there(kept.get(session.key, key)).vault
    prefix, person = _people(vault)
    if not isinstance(vault, MemoryVault):
        may_reveal(request, who, having)
    found = rehydrate(body.text, prefix, person)
    if found.restored and having.vault is not None and not isinstance(vault, MemoryVault):
        having.vault.note("rehydrate", codes=list(found.restored), to="page")
    return JSONResponse({"text": found.text, "restored": found.restored, "unknown": found.unknown})


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


def _warm(having: Services) -> None:
    """What the first note would wait for, on no note at all and with no vault."""
    pipeline = having.pipelines.get(Choice(having.settings.profile, keep_residue=True))
    replace(pipeline, vault=MemoryVault()).run(Document("1", "病患王小明 Mr. John Smith"))


def _people(vault: Vault) -> tuple[str, Callable[[str], Person | None]]:
    return str(getattr(vault, "prefix", "PT")), vault.person


def _there(work: Work | None) -> Work:
    if work is None:
        raise Refused(404, "not_found")
    return work


def _put(kept: Works, session: Session, work: Work) -> Work:
    kept.put(session.key, work)
    return work


async def _changed(
    request: Request, key: str, session: Session, having: Services, kept: Works, change: Callable[[Work], Work]
) -> Response:
    return await _answered(request, session, having, kept, lambda: _there(kept.change(session.key, key, change)))


async def _answered(request: Request, session: Session, having: Services, kept: Works, work: Callable[[], Work]) -> Response:
    """What became of `work`, drawn, for the page to put in the place of what it shows."""

    def drawn() -> Response:
        done = work()
        text = draw.drawn(request, session, "_work.html", **_context(having, kept, session, done))
        return HTMLResponse(text, headers={"x-note": done.key})

    return await having.pool.run(drawn)


def _context(having: Services, kept: Works, session: Session, work: Work | None) -> dict[str, Any]:
    """What the templates draw of a work, or of none."""
    return context_of(having, work) | {"works": kept.all(session.key)}
