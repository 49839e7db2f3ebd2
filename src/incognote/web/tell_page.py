"""The narrative page: a story, its facts, and the story told anew; each circumstance may be kept, changed or told more generally.

It translates; `desk/telling` does the work. A narrative's text comes in bodies only, and its key is worth nothing to another session.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from incognote.desk import tell_view, telling
from incognote.desk.telling import Telling
from incognote.document import Document
from incognote.labels import SCRIPTS
from incognote.narrative.draw import svg
from incognote.narrative.graph import record
from incognote.text.script import script_of
from incognote.web import draw
from incognote.web.asked import Circumstance, Story
from incognote.web.errors import Refused, there
from incognote.web.security import Browser, Session
from incognote.web.services import Having, Services
from incognote.web.words import tag_of

router = APIRouter(prefix="/stories", include_in_schema=False)


@router.get("")
def start(request: Request, session: Browser, having: Having) -> HTMLResponse:
    """Where a narrative is pasted."""
    return draw.page(request, session, "tell.html", **_context(having, session, None))


@router.get("/{key}")
def story(request: Request, key: str, session: Browser, having: Having) -> HTMLResponse:
    """A narrative as it stands: for a reload and for a second tab."""
    return draw.page(request, session, "tell.html", **_context(having, session, there(having.tellings.get(session.key, key))))


@router.post("")
async def paste(request: Request, body: Story, session: Browser, having: Having) -> Response:
    """A pasted narrative, told anew."""
    if body.sample and body.sample not in SCRIPTS:
        raise Refused(404, "not_found")
    text = files("incognote.web").joinpath("samples", f"story.{body.sample}.txt").read_text("utf-8") if body.sample else body.text
    if len(text) > telling.LONGEST:
        raise Refused(413, "too_large")

    def told() -> Telling:
        one = telling.told(telling.begun(Document("1", text)), having.pipelines)
        having.tellings.put(session.key, one)
        return one

    return await _answered(request, session, having, told)


@router.post("/{key}/choices")
async def choose(request: Request, key: str, body: Circumstance, session: Browser, having: Having) -> Response:
    """What somebody chose for one circumstance."""
    return await _changed(request, key, session, having, lambda t: telling.with_choice(t, body.choice()))


@router.post("/{key}/undo")
async def undo(request: Request, key: str, session: Browser, having: Having) -> Response:
    """One choice fewer."""
    return await _changed(request, key, session, having, telling.undone)


@router.post("/{key}/redo")
async def redo(request: Request, key: str, session: Browser, having: Having) -> Response:
    """The choice that was undone last, again."""
    return await _changed(request, key, session, having, telling.redone)


@router.post("/{key}/draw")
async def draw_anew(request: Request, key: str, session: Browser, having: Having) -> Response:
    """Another life for what nobody chose."""
    return await _changed(request, key, session, having, telling.drawn_anew)


@router.post("/{key}/forget")
def forget(key: str, session: Browser, having: Having) -> Response:
    """Forget a narrative now."""
    having.tellings.forget(session.key, key)
    return Response(status_code=204)


@router.get("/{key}/output")
def output(key: str, session: Browser, having: Having, residue: bool = False) -> Response:
    """The new text as a file. Withheld where something survived, unless `residue` asks for it."""
    text = tell_view.shown(_taken(having, session, key, residue))
    if not text:
        raise Refused(409, "conflict", message="the story could not be told")
    return PlainTextResponse(text, headers=draw.attachment(f"told-{key[:6]}.txt"))


@router.get("/{key}/graph.json")
def graph(key: str, session: Browser, having: Having, residue: bool = False) -> Response:
    """The graph that is told: what `rewrite --from-graph` takes. Withheld as the text is."""
    text = json.dumps(record(there(_taken(having, session, key, residue).told).graph), ensure_ascii=False, indent=1)
    return Response(text, media_type="application/json", headers=draw.attachment(f"graph-{key[:6]}.json"))


@router.get("/{key}/graph.svg")
def drawing(key: str, session: Browser, having: Having, residue: bool = False) -> Response:
    """A drawing of the graph that is told. Withheld as the text is."""
    return Response(svg(there(_taken(having, session, key, residue).told).graph), media_type="image/svg+xml", headers=draw.attachment(f"graph-{key[:6]}.svg"))


def _taken(having: Services, session: Session, key: str, residue: bool) -> Telling:
    """The narrative, of which something is taken away: refused where something survived, unless `residue` asks for it."""
    one = there(having.tellings.get(session.key, key))
    if one.result is not None and one.result.status == "residue" and not residue:
        raise Refused(409, "conflict", message="something survived in the result")
    return one


async def _changed(request: Request, key: str, session: Session, having: Services, change: Callable[[Telling], Telling]) -> Response:
    def changed() -> Telling:
        return there(having.tellings.change(session.key, key, lambda one: telling.told(change(one), having.pipelines)))

    return await _answered(request, session, having, changed)


async def _answered(request: Request, session: Session, having: Services, work: Callable[[], Telling]) -> Response:
    return await draw.swapped(request, session, having, "_telling.html", work=work, context=lambda one: _context(having, session, one))


def _context(having: Services, session: Session, one: Telling | None) -> dict[str, Any]:
    """What the templates draw of a narrative, or of none."""
    common: dict[str, Any] = {"one": one, "tellings": having.tellings.all(session.key), "samples": SCRIPTS}
    if one is None or one.result is None:
        return common
    return common | {"view": tell_view.view(one), "story_lang": tag_of(script_of(one.document.text, default="zh-TW"))}
