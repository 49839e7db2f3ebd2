"""A batch onto the review desk from the page: files are handed over, worked on in the background, and reviewed.

What was found of a file to be unreadable is told by its number; no file's name is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from incognote.config import DATES
from incognote.defaults import KEPT_DAYS
from incognote.desk import sampling
from incognote.desk.jobs import Plan
from incognote.desk.loading import LONGEST_NAME, load
from incognote.desk.pipelines import Choice
from incognote.desk.store import Desk
from incognote.document import Document
from incognote.errors import UsageError
from incognote.pipeline import Pipeline
from incognote.web.desk_document import Lying, reviewer_of
from incognote.web.errors import Refused
from incognote.web.security import Browser
from incognote.web.services import Having, Services
from incognote.web.uploads import Form, handed_over

router = APIRouter(include_in_schema=False)
_MOST_DAYS: Final = 3650
JobId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


class _Batch(BaseModel):
    """The fields beside the files."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    name: str = Field("", max_length=LONGEST_NAME)
    profile: str = Field("", max_length=80)
    dates: str = Field("", max_length=20)
    sample: str = Field("all", max_length=200)
    twice: int = Field(0, ge=0, le=1_000_000)
    keep_days: int = Field(KEPT_DAYS, ge=1, le=_MOST_DAYS)
    tagger: Literal["true", "false"] = "true"


@router.post("/files", status_code=202)
async def begin(request: Request, session: Browser, having: Having, desk: Lying) -> dict[str, str]:
    """Hand the files of a batch over; the id of the job that loads it."""
    reviewer_of(session)
    job = await handed_over(request, having, session.key, lambda form: _plan(having, desk, form))
    return {"job": job.id}


@router.get("/jobs/{job}")
async def progress(job: JobId, session: Browser, having: Having) -> dict[str, Any]:
    """How far the loading is; with `batch` it is done."""
    found = having.jobs.get(session.key, job)
    if found is None:
        raise Refused(404, "not_found")
    return {
        "state": found.state, "documents": found.documents, "done": found.done, "unread": list(found.unread),
        "message": found.message, "batch": found.batch,
    }  # fmt: skip


@router.post("/jobs/{job}/cancel", status_code=204)
async def cancel(job: JobId, session: Browser, having: Having) -> None:
    """Stop loading: nothing of the batch stays on the desk."""
    if (found := having.jobs.get(session.key, job)) is not None:
        having.jobs.drop(found)


def _plan(having: Services, desk: Desk, form: Form) -> Plan:
    """What cannot be is refused now rather than told by a job that failed."""
    if not form.uploads:
        raise UsageError("a batch has one file at least")
    try:
        asked = _Batch.model_validate(form.fields)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])  # one that is not ours is not said again: it may be anything
        raise UsageError(f"{name if name in _Batch.model_fields else 'a field'}: that cannot be") from None
    if asked.dates and asked.dates not in DATES:
        raise UsageError("dates: that cannot be")
    drawn = sampling.plan(asked.sample.split(), twice=asked.twice)
    today = date.today()
    choice = Choice(asked.profile or having.settings.profile, asked.dates or None, (), asked.tagger == "true", today)
    having.pipelines.get(choice)
    settings = {"profile": choice.profile, "dates": choice.dates, "on": today.isoformat(), "tagger": choice.tagger}

    def put(pipeline: Pipeline, documents: Iterable[Document], tell: Callable[[int], None]) -> int:
        return load(desk, pipeline, documents, name=asked.name.strip(), plan=drawn, settings=settings, days=asked.keep_days, tell=tell).batch

    return Plan(lambda: having.pipelines.get(choice), put=put)
