"""The scrub page: paste, look, correct, copy, and turn an answer back. It translates; `desk/` does the work.

Places in requests are code points of the original. A note's text comes in bodies only; the addresses hold a random
key that is worth nothing to another session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Annotated, Any, Final, Literal, cast
from urllib.parse import quote, unquote

from fastapi import APIRouter, BackgroundTasks, Depends, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from incognote.config import DATES
from incognote.desk import correct, sessions
from incognote.desk.correct import Correction, Scope
from incognote.desk.opened import opened
from incognote.desk.pipelines import Choice
from incognote.desk.sessions import Work, Works
from incognote.document import Document, Person, Vault
from incognote.errors import UsageError
from incognote.labels import SCRIPTS
from incognote.text.script import script_of
from incognote.vault.memory import MemoryVault
from incognote.vault.rehydrate import rehydrate
from incognote.web import draw, sheet
from incognote.web.errors import Refused
from incognote.web.security import Caller, Session, caller, may_reveal, page_session
from incognote.web.services import Services, services
from incognote.web.words import COOKIE, tag_of

router = APIRouter(include_in_schema=False)
Having = Annotated[Services, Depends(services)]
Browser = Annotated[Session, Depends(page_session)]
SAMPLES: Final = {"zh-TW": False, "zh-CN": False, "en": True}
"""The samples by name, and whether one is there to show what is missed."""
_OPERATORS: Final = ("keep", "mask")
_SURVIVORS: Final = 60
_NOTES: Final = 200


class _Body(BaseModel):
    """What the page sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Pasted(_Body):
    text: str
    profile: str | None = Field(None, max_length=80)
    sample: str = Field("", max_length=10)


class Asked(_Body):
    """A correction as somebody asks for it; `text` stands for its first place where somebody typed it."""

    action: Literal["unmask", "relabel", "extend", "mask"]
    start: int = 0
    end: int = 0
    old: tuple[int, int] | None = None
    label: str = Field("NAME", max_length=20)
    kind: Literal["patient", "relative", "other_patient", "third_party", "dob", "visit", "fax"] | None = None
    scope: Scope = "everywhere"
    text: str | None = Field(default=None, max_length=2000)


class Several(_Body):
    corrections: list[Asked] = Field(max_length=500)


class Chosen(_Body):
    profile: str = Field(max_length=80)
    dates: str | None = Field(None, max_length=20)
    operators: dict[str, str] = Field(default_factory=dict, max_length=40)


class Answer(_Body):
    text: str


def works(request: Request) -> Works:
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
    return await _answered(request, session, having, kept, lambda: _put(kept, session, sessions.looked_at(work, having.pipelines)))


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
            keys.append(_put(kept, session, sessions.looked_at(work, having.pipelines)).key)
        return JSONResponse({"keys": keys, "unread": list(found.unread), "more": found.more})

    return await having.pool.run(read)


@router.post("/notes/{key}/corrections")
async def correct_it(request: Request, key: str, body: Several, session: Browser, having: Having, kept: Kept) -> Response:
    """Corrections on top of the others, in order; each is worked out from what the ones before it made."""

    def change(work: Work) -> Work:
        for asked in body.corrections:
            work = sessions.looked_at(sessions.with_correction(work, correction(work, asked)), having.pipelines)
        return work

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
    if view is None or view.output is None or (view.status == "residue" and not residue):
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


def correction(work: Work, asked: Asked) -> Correction:
    """What was asked for, worked out on the document as it stands."""
    document, result = work.document, work.result
    if result is None:
        raise UsageError("the document has not been looked at")
    at = (asked.start, asked.end)
    if asked.text is not None:
        start = document.text.find(asked.text) if asked.text.strip() else -1
        if start < 0:
            raise UsageError("the original does not hold that text")
        at = (start, start + len(asked.text))
    if asked.action == "unmask":
        return correct.unmask(document, result, at, scope=asked.scope)
    if asked.action == "extend":
        return correct.extend(document, result, asked.old or at, at, scope=asked.scope)
    if asked.action == "relabel":
        return correct.relabel(document, result, at, label=asked.label, kind=asked.kind, scope=asked.scope)
    return correct.mask(document, at, label=asked.label, kind=asked.kind, scope=asked.scope)


def _context(having: Services, kept: Works, session: Session, work: Work | None) -> dict[str, Any]:
    """What the templates draw of a work, or of none."""
    return context_of(having, work) | {"works": kept.all(session.key)}


def context_of(having: Services, work: Work | None) -> dict[str, Any]:
    """The same for one work that stands by itself."""
    common: dict[str, Any] = {
        "work": work,
        "works": (),
        "profiles": having.pipelines.profiles,
        "modes": tuple(DATES),
        "profile": having.settings.profile,
        "samples": SAMPLES,
        "groups": sheet.groups(),
        "group_of": sheet.group_of,
    }
    if work is None or work.view is None:
        return common
    view, policy = work.view, having.pipelines.profile(work.choice.profile).policy
    shown = {mark.label: None for mark in view.marks if mark.label != "DATE"}
    special = {"NAME": ("pseudonym",), "MRN": ("pseudonym",), "AGE": ("age",)}
    return common | {
        "view": view,
        "sheet": sheet.sheet(view),
        "marks": sheet.data(view),
        "residue": [n for n in view.notes if n.severity == "residue"][:_NOTES],
        "notes": [n for n in view.notes if n.severity in {"failure", "warning"}][:_NOTES],
        "infos": [n for n in view.notes if n.severity == "info"][:_NOTES],
        "survivors": view.survivors[:_SURVIVORS],
        "more_survivors": max(0, len(view.survivors) - _SURVIVORS),
        "operators": {label: dict.fromkeys((policy.operators[label], *_OPERATORS, *special.get(label, ()))) for label in shown},
        "chosen": dict(work.choice.operators),
        "note_lang": tag_of(script_of(work.document.text, default=policy.default_script)),
        "has_codes": "pseudonym" in policy.operators.values(),
    }
