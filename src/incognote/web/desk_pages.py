"""The review desk's pages: what lies on it, and the queue of a batch. They translate; `desk/` does the work.

Who reviews is what the session said; one document a screen is `web/desk_document`.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from incognote.config import DATES
from incognote.defaults import KEPT_DAYS
from incognote.desk import reviewing
from incognote.desk.agreement import agreement
from incognote.desk.jobs import OVER
from incognote.desk.reviewing import Stale
from incognote.desk.store import Desk, by_document
from incognote.formats import kinds
from incognote.web import desk_document, desk_loading, draw
from incognote.web.desk_document import Lying, Number, Place, onwards, reviewer_of, told_stale
from incognote.web.security import Browser, Session
from incognote.web.services import Having

router = APIRouter(include_in_schema=False, prefix="/desk")
router.include_router(desk_loading.router)  # before addresses in which anything may stand in the place of a number
_ROWS: Final = 200
"""Documents of a queue that a page lists; the queue itself has no end."""


@router.get("")
def batches(request: Request, session: Browser, having: Having) -> HTMLResponse:
    """What lies on the desk, and who is asking."""
    if having.vault is None:
        return draw.page(request, session, "desk_batches.html", has_vault=False)
    desk = Desk(having.vault)
    desk.retain()
    rows = [(batch, reviewing.progress(desk, batch.number)) for batch in desk.batches()]
    loading = next((job.id for job in having.jobs.all(session.key) if job.loads and job.state not in OVER), "")
    return draw.page(request, session, "desk_batches.html", has_vault=True, reviewer=session.reviewer, batches=rows, loading=loading, profiles=having.pipelines.profiles, profile=having.settings.profile, modes=tuple(DATES), kept_days=KEPT_DAYS, suffixes=",".join(kinds.suffixes()))


@router.post("/reviewer")
def introduce(session: Browser, name: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Say who is reviewing in this browser."""
    session.reviewer = reviewing.named(name)
    return RedirectResponse("/desk", 303)


@router.get("/{batch}")
async def queue(request: Request, batch: Number, session: Browser, having: Having, desk: Lying, done: bool = False) -> Response:
    """One batch: how far it is, its queue, and how far reviewers agree."""
    return await having.pool.run(_queue, request, batch, session, desk, done)


def _queue(request: Request, batch: int, session: Session, desk: Desk, is_done: bool) -> Response:
    if not session.reviewer:
        return RedirectResponse("/desk", 303)
    found, rows, reviews = desk.batch(batch), desk.queue(batch), desk.reviews(batch)
    by_number = by_document(reviews)
    progress = reviewing.counted(rows, reviews, desk.seconds)
    is_twice = any(sum(r.is_done for r in some) > 1 for some in by_number.values())
    return draw.page(
        request, session, "desk_queue.html",
        batch=found, rows=rows[:_ROWS], more=max(0, len(rows) - _ROWS), reviews=by_number, progress=progress, reviewer=session.reviewer,
        agreement=agreement(desk, batch) if is_twice else None, now=desk.seconds, is_done=is_done,
    )  # fmt: skip


@router.post("/{batch}/next")
def next_document(batch: Number, session: Browser, desk: Lying) -> Response:
    """The next document that needs this reviewer, or back to the batch where none is left."""
    return onwards(desk, batch, session)


@router.post("/{batch}/{number}/open")
def open_document(request: Request, batch: Number, number: Number, session: Browser, desk: Lying) -> Response:
    """One document of the queue, claimed."""
    try:
        reviewing.take(desk, batch, number, reviewer_of(session))
    except Stale as stale:
        return told_stale(request, session, Place(batch, number), stale)
    return RedirectResponse(Place(batch, number).address, 303)


router.include_router(desk_document.router)
