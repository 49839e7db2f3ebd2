"""One document under review: shown, corrected, finished.

The version that a page shows is part of the addresses that it writes to, so a page that is out of date cannot overwrite
anything: it is answered with what is there now. Every correction is stored at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Form, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from incognote.desk import reviewing, sessions
from incognote.desk.asking import corrected
from incognote.desk.correct import Correction, spans_of
from incognote.desk.pipelines import Choice
from incognote.desk.replay import replaying
from incognote.desk.reviewing import Stale, Verdict
from incognote.desk.sessions import Work
from incognote.desk.store import Desk, Review
from incognote.document import Span
from incognote.formats.source import LEFT_OUT
from incognote.vault.sql.desk_rows import MOST
from incognote.vault.sql.desk_tables import LAPSED
from incognote.web import draw
from incognote.web.asked import Several
from incognote.web.errors import Refused
from incognote.web.security import Browser, Session
from incognote.web.services import Having, Services
from incognote.web.work_page import context_of

router = APIRouter(include_in_schema=False)
Number = Annotated[int, Path(ge=1, le=MOST)]


class Place(NamedTuple):
    """A document under review, as an address names it."""

    batch: int
    number: int
    version: int = 0

    @property
    def address(self) -> str:
        return f"/desk/{self.batch}/{self.number}"


def _desk(having: Having) -> Desk:
    if having.vault is None:
        raise Refused(409, "no_vault")
    return Desk(having.vault)


Lying = Annotated[Desk, Depends(_desk)]


@router.get("/{batch}/{number}")
async def document(
    request: Request, batch: Number, number: Number, session: Browser, having: Having, desk: Lying, changed: bool = False
) -> Response:
    """A document under review, as it stands: for a reload and for a second tab."""
    place = Place(batch, number)

    def drawn() -> Response:
        review = _mine(desk, place, session)
        if review is None:
            return RedirectResponse(f"/desk/{batch}", 303)
        if review.state == LAPSED:
            others = tuple(r for r in desk.reviews(batch, number) if r.reviewer != review.reviewer)
            return draw.page(request, session, "desk_stale.html", place=place, mine=review, others=others)
        work = _looked_at(having, desk, place, review, session.undone.get((batch, number), ()))
        return draw.page(request, session, "desk_document.html", **_context(having, desk, place, session, review, work) | {"has_changed": changed})

    return await having.pool.run(drawn)


@router.post("/{batch}/{number}/{version}/corrections")
async def correct_it(
    request: Request, batch: Number, number: Number, version: Number, body: Several, session: Browser, having: Having, desk: Lying
) -> Response:
    """Corrections on top of the others, kept at once."""
    return await _changed(request, Place(batch, number, version), session, having, desk, lambda work: corrected(work, body.asked(), having.pipelines))


@router.post("/{batch}/{number}/{version}/undo")
async def undo(request: Request, batch: Number, number: Number, version: Number, session: Browser, having: Having, desk: Lying) -> Response:
    """One correction fewer."""
    return await _changed(request, Place(batch, number, version), session, having, desk, lambda work: sessions.looked_at(sessions.undone(work), having.pipelines))


@router.post("/{batch}/{number}/{version}/redo")
async def redo(request: Request, batch: Number, number: Number, version: Number, session: Browser, having: Having, desk: Lying) -> Response:
    """The correction that was undone last, again."""
    return await _changed(request, Place(batch, number, version), session, having, desk, lambda work: sessions.looked_at(sessions.redone(work), having.pipelines))


@router.post("/{batch}/{number}/{version}/finish")
async def finish(
    request: Request, batch: Number, number: Number, version: Number, session: Browser, having: Having, desk: Lying,
    verdict: Annotated[Verdict, Form()], remark: Annotated[str, Form(max_length=4 * reviewing.LONGEST_REMARK)] = "",
) -> Response:  # fmt: skip
    """Accept, correct or reject, and on to the next document."""
    place = Place(batch, number, version)

    def work() -> Response:
        review = _seen(desk, place, session)
        if verdict == "rejected":
            spans: Sequence[Span] = ()
        else:
            result = _looked_at(having, desk, place, review, ()).result
            spans = list(spans_of(result)) if result is not None else []
        told: Verdict = verdict if verdict == "rejected" else "corrected" if review.corrections else "accepted"
        reviewing.finish(desk, batch, review, told, corrections=review.corrections, spans=spans, remark=remark.strip())
        return onwards(desk, batch, session)

    return await having.pool.run(_or_stale(request, session, place, work))


@router.post("/{batch}/{number}/{version}/alive", status_code=204)
def stay(batch: Number, number: Number, version: Number, session: Browser, desk: Lying) -> Response:
    """Somebody is still reading: the claim holds."""
    try:
        reviewing.touch(desk, batch, _seen(desk, Place(batch, number, version), session))
    except Stale as stale:
        raise Refused(409, "conflict") from stale
    return Response(status_code=204)


@router.post("/{batch}/{number}/{version}/reopen")
def reopen(request: Request, batch: Number, number: Number, version: Number, session: Browser, desk: Lying) -> Response:
    """Take a finished review up again."""
    place = Place(batch, number, version)

    def work() -> Response:
        reviewing.reopen(desk, batch, _seen(desk, place, session))
        return RedirectResponse(place.address, 303)

    return _or_stale(request, session, place, work)()


@router.post("/{batch}/{number}/{version}/release")
def release(request: Request, batch: Number, number: Number, version: Number, session: Browser, desk: Lying) -> Response:
    """Give a document back unfinished."""
    place = Place(batch, number, version)

    def work() -> Response:
        reviewing.release(desk, batch, _seen(desk, place, session))
        return RedirectResponse(f"/desk/{batch}", 303)

    return _or_stale(request, session, place, work)()


def reviewer_of(session: Session) -> str:
    """Who reviews in this browser; refused until somebody said so."""
    if not session.reviewer:
        raise Refused(409, "conflict", message="say who you are first: open the review desk")
    return session.reviewer


def onwards(desk: Desk, batch: int, session: Session) -> Response:
    """To the next document that needs this reviewer, or back to the batch where none is left."""
    review = reviewing.claim(desk, batch, reviewer_of(session))
    return RedirectResponse(f"/desk/{batch}?done=true" if review is None else Place(batch, review.number).address, 303)


def _mine(desk: Desk, place: Place, session: Session) -> Review | None:
    return next((r for r in desk.reviews(place.batch, place.number) if r.reviewer == reviewer_of(session)), None)


def _seen(desk: Desk, place: Place, session: Session) -> Review:
    """The review as the page saw it: what is stored, under the version that the page's address names."""
    mine = _mine(desk, place, session)
    if mine is None:
        raise Refused(404, "not_found")
    return mine._replace(version=place.version)


def _looked_at(having: Services, desk: Desk, place: Place, review: Review, undone: tuple[Correction, ...]) -> Work:
    """The document with the result that its corrections make."""
    stored, how = desk.document(place.batch, place.number), desk.batch(place.batch).settings
    choice = Choice(how["profile"], how["dates"], (), False, date.fromisoformat(how["on"]), keep_residue=True)  # all was found
    seen = replaying(having.pipelines.get(choice), stored)
    unread = tuple(str(stored.document.meta[key]) for key in (LEFT_OUT,) if key in stored.document.meta)
    key = f"{place.batch}-{place.number}"
    work = Work(key, stored.document, choice, corrections=review.corrections, undone=undone, unread=unread, seen=seen)
    return sessions.looked_at(work, having.pipelines)


async def _changed(
    request: Request, place: Place, session: Session, having: Services, desk: Desk, change: Callable[[Work], Work]
) -> Response:
    """What became of a change, stored and then drawn, for the page to put in the place of what it shows."""
    key = (place.batch, place.number)

    def work() -> Response:
        review = _seen(desk, place, session)
        done = change(_looked_at(having, desk, place, review, session.undone.get(key, ())))
        fresh = reviewing.save(desk, place.batch, review, done.corrections)
        session.undone[key] = done.undone
        context = _context(having, desk, place, session, fresh, done)
        return HTMLResponse(draw.drawn(request, session, "_desk_work.html", **context), headers={"x-note": done.key})

    return await having.pool.run(_or_stale(request, session, place, work))


def _or_stale(request: Request, session: Session, place: Place, work: Callable[[], Response]) -> Callable[[], Response]:
    def tried() -> Response:
        try:
            return work()
        except Stale as stale:
            return told_stale(request, session, place, stale)

    return tried


def told_stale(request: Request, session: Session, place: Place, stale: Stale) -> Response:
    """What is there now instead of what the page showed."""
    context = {"place": place, "mine": stale.changed.mine, "others": stale.changed.others}
    return HTMLResponse(draw.drawn(request, session, "desk_stale.html", **context), 409, headers={"x-stale": place.address})


def _context(having: Services, desk: Desk, place: Place, session: Session, review: Review, work: Work) -> dict[str, Any]:
    """What the templates draw of a document under review."""
    size, complete = desk.counts(place.batch)
    return context_of(having, work) | {
        "operators": {},  # how a batch is treated was chosen when it was loaded
        "base": f"{place.address}/{review.version}",
        "place": place,
        "review": review,
        "row": desk.place(place.batch, place.number),
        "reviewer": session.reviewer,
        "size": size,
        "complete": complete,
        "has_changed": False,
        "batch": desk.batch(place.batch),
    }
