"""`/api/v1/jobs`: files are handed over, worked on in the background, and fetched as JSON Lines."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Request, Response, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from incognote.config import DATES
from incognote.desk.jobs import OVER, Job, Plan
from incognote.desk.pipelines import Choice
from incognote.web import api_models as models
from incognote.web.api import BEARER, RESPONSES
from incognote.web.errors import Refused
from incognote.web.security import Caller, caller
from incognote.web.services import Having, Services
from incognote.web.uploads import Form, handed_over

_GONE: Final[dict[int | str, dict[str, Any]]] = {404: {"model": models.ErrorOut, "description": "there is no such job, or no longer"}}
router = APIRouter(prefix="/api/v1/jobs", dependencies=[Security(BEARER)], responses={**RESPONSES, **_GONE}, tags=["jobs"])
Who = Annotated[Caller, Depends(caller)]
Name = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="a job's id")]


class _Options(BaseModel):
    """The fields beside the files."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    profile: str | None = Field(None, min_length=1, max_length=80)
    dates: models.Dates | None = None
    tagger: Literal["true", "false"] = "true"
    keep_residue: Literal["true", "false"] = "false"


_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "additionalProperties": False,
                    "properties": {
                        "files": {
                            "type": "array", "minItems": 1, "items": {"type": "string", "format": "binary"},
                            "description": "of every kind that `scrub` reads (text, JSON Lines, CSV, PDF, DOCX, HTML ...), told by the end of the file's name",
                        },
                        "profile": {"type": "string", "minLength": 1, "maxLength": 80, "description": "one of those that /profiles lists"},
                        "dates": {"type": "string", "enum": list(DATES)},
                        "tagger": {"type": "string", "enum": ["true", "false"]},
                        "keep_residue": {"type": "string", "enum": ["true", "false"]},
                    },
                }
            }
        },
    }
}  # fmt: skip


@router.post("", response_model=models.JobOut, status_code=202, openapi_extra=_BODY)
async def start(request: Request, having: Having, who: Who) -> Response:
    """Hand files over. Everybody in them is enrolled before the first is scrubbed, as in a batch."""
    job = await handed_over(request, having, who.owner, lambda form: _plan(having, form))
    return Response(models.JobOut(**_told(job)).model_dump_json(), 202, media_type="application/json")


def _plan(having: Services, form: Form) -> Plan:
    """A choice that cannot be is refused now rather than told by a job that failed."""
    if not form.uploads:
        raise RequestValidationError([{"type": "missing", "loc": ("body", "files")}])
    try:
        chosen = _Options.model_validate(form.fields)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        raise RequestValidationError([{**fault, "loc": ("body", *fault["loc"])} for fault in faults]) from None
    choice = Choice(chosen.profile or having.settings.profile, chosen.dates, (), chosen.tagger == "true", None, chosen.keep_residue == "true")
    having.pipelines.get(choice)
    return Plan(lambda: having.pipelines.get(choice), enrols=not having.pipelines.profile(choice.profile).relations)


@router.get("", response_model=models.JobsOut)
async def every(having: Having, who: Who) -> dict[str, Any]:
    """The jobs of this caller that are not forgotten."""
    return {"jobs": [_told(job) for job in having.jobs.all(who.owner)]}


@router.get("/{job}", response_model=models.JobOut)
async def progress(job: Name, having: Having, who: Who) -> dict[str, Any]:
    """How far a job is."""
    return _told(_found(job, having, who))


_LINES: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}, "description": "one result a line, as /scrub answers"}
}


@router.get("/{job}/results", response_class=Response, responses=_LINES)
async def results(job: Name, having: Having, who: Who) -> Response:
    """What came of a job that is done, in the order of the files; 409 before."""
    found = _found(job, having, who)
    if found.state != "done":
        raise Refused(409, "conflict" if found.state in OVER else "is_running")
    return StreamingResponse(found.lines(), media_type="application/x-ndjson")


@router.delete("/{job}", status_code=204, response_class=Response)
async def cancel(job: Name, having: Having, who: Who) -> Response:
    """Cancel a job, or forget one that is over; files and results go with it."""
    having.jobs.drop(_found(job, having, who))
    return Response(status_code=204)


def _found(name: str, having: Services, who: Caller) -> Job:
    job = having.jobs.get(who.owner, name)
    if job is None:
        raise Refused(404, "not_found")
    return job


def _told(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "state": job.state,
        "files": job.files,
        "documents": job.documents,
        "done": job.done,
        "statuses": dict(job.statuses),
        "unread": list(job.unread),
        "message": job.message,
    }
