"""`/api/v1`: detect, scrub, verify, rehydrate, for other programs. Each is one call of what lies below."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Response, Security
from fastapi.security import HTTPBearer

from incognote.config import DATES, operator_names
from incognote.desk import records
from incognote.desk.checking import checked
from incognote.desk.pipelines import Choice
from incognote.document import Document, Result
from incognote.errors import FormatError, IncognoteError
from incognote.formats import known
from incognote.labels import LABELS
from incognote.link import given_people
from incognote.vault.rehydrate import rehydrate
from incognote.web import api_models as models
from incognote.web.errors import Refused
from incognote.web.security import Caller, may_reveal
from incognote.web.services import Having, Services

BEARER: Final = HTTPBearer(auto_error=False, scheme_name="token", description="the start-up token")
STATUSES: Final = {
    400: "the request is malformed, or names another host",
    401: "no token, or a wrong one",
    403: "not with this token, or from a page of another site",
    408: "the body did not arrive in time",
    409: "not as things stand",
    413: "larger than the server takes",
    415: "not in this form",
    422: "a field is missing, unknown or wrong",
    429: "too many wrong tokens; Retry-After says when to come again",
    503: "too much to do at once; Retry-After says when to come again",
}
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": models.ErrorOut, "description": description} for status, description in STATUSES.items()
}
router = APIRouter(prefix="/api/v1", dependencies=[Security(BEARER)], responses=RESPONSES)


@router.post("/detect", response_model=models.Detected, tags=["notes"])
async def detect(body: models.ToDetect, having: Having) -> Response:
    """Find what identifies people, and change nothing."""

    def work() -> dict[str, Any]:
        document = _document(body)
        pipeline = having.pipelines.get(Choice(body.profile or having.settings.profile, tagger=body.tagger))
        spans, findings = pipeline.detect(document)
        found = Result(document.id, "clean", None, {"all": spans}, (), (), (), "")
        record = records.detected(document, spans, findings, with_text=body.with_text)
        return record | {"id": records.safe_id(pipeline, document, found)}

    return await _answer(having, work)


@router.post("/scrub", response_model=models.Scrubbed, tags=["notes"])
async def scrub(body: models.ToScrub, having: Having) -> Response:
    """Replace what identifies people, and check the result; a text in which something survived is withheld."""

    def work() -> dict[str, Any]:
        document = _document(body)
        operators = tuple(body.operators.items())
        profile = body.profile or having.settings.profile
        on = date.fromisoformat(body.on) if body.on else None
        choice = Choice(profile, body.dates, operators, body.tagger, on, keep_residue=body.keep_residue)
        pipeline = having.pipelines.get(choice)
        if document.known.get("people") and having.pipelines.profile(profile).relations:
            _check_people(document)
        result = pipeline.attempt(document, raising=IncognoteError)  # the vault is busy: the caller's to know
        return records.scrubbed(document, result) | {"id": records.safe_id(pipeline, document, result)}

    return await _answer(having, work)


@router.post("/verify", response_model=models.Verified, tags=["notes"])
async def verify(body: models.ToVerify, having: Having) -> Response:
    """Look at an output as somebody who does not know how it was made; nothing that was `known` may be in it."""

    def work() -> dict[str, Any]:
        document = Document("1", body.text, _facts(body.known))
        return records.verified(body.text, checked(document, having.vault))

    return await _answer(having, work)


@router.post("/rehydrate", response_model=models.Rehydrated, tags=["names"])
async def turn_back(
    body: models.ToRehydrate,
    having: Having,
    _: Annotated[Caller, Depends(may_reveal)],
    __: Annotated[str | None, Header(alias="X-Incognote-Reveal", description="the reveal token")] = None,
) -> Response:
    """Turn codes back into names, and nothing else. It stands in the vault's audit before the names are sent."""
    vault = having.vault
    if vault is None:
        raise Refused(409, "no_vault")

    def work() -> dict[str, Any]:
        found = rehydrate(body.text, vault.prefix, vault.person)
        if found.restored:
            vault.note("rehydrate", codes=list(found.restored), to="api")
        return {"text": found.text, "restored": list(found.restored), "unknown": list(found.unknown)}

    return await _answer(having, work)


@router.get("/profiles", response_model=models.Profiles, tags=["notes"])
async def profiles(having: Having) -> Response:
    """What can be chosen: profiles with their operators, labels, modes of dates."""

    def work() -> dict[str, Any]:
        chosen = [having.pipelines.profile(name) for name in having.pipelines.profiles]
        rows = [{"name": p.name, "dates": p.dates, "vault": p.vault, "operators": dict(p.policy.operators)} for p in chosen]
        names = {"labels": list(LABELS), "operators": list(operator_names()), "dates": list(DATES)}
        return {"default": having.settings.profile, "profiles": rows, **names, "has_vault": having.vault is not None}

    return await _answer(having, work)


async def _answer(having: Services, work: Callable[[], dict[str, Any]]) -> Response:
    """What `work` says, made and written in a thread of the pool."""
    return Response(await having.pool.run(lambda: _written(work())), media_type="application/json")


def _written(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _document(body: models.Note) -> Document:
    return Document(body.id, body.text, _facts(body.known))


def _facts(given: models.Known | None) -> dict[str, Any]:
    """The facts as they are checked everywhere."""
    try:
        return known.check(given.model_dump(exclude_none=True)) if given is not None else {}
    except FormatError:  # what it says may repeat a word of the request
        raise Refused(422, "facts") from None


def _check_people(document: Document) -> None:
    try:
        given_people.check_people(document.known)
    except FormatError:
        raise Refused(422, "facts") from None
