"""Templates to pages: one environment, everything escaped, every page in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from incognote.desk.works import Kept
from incognote.web.security import Session
from incognote.web.services import Services
from incognote.web.words import NAMES, language, tag_of, words

W = TypeVar("W", bound=Kept)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("incognote.web"), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )


def drawn(request: Request, session: Session, template: str, **having: Any) -> str:
    """A template with what all of them use: `t` the words, `csrf`, `languages`, the address's own path as `here`."""
    script = language(request)
    return _environment().get_template(template).render(
        t=words(script),
        script=script,
        csrf=session.csrf,
        languages=NAMES,
        here=request.url.path,
        tag_of=tag_of,
        **having,
    )


def page(request: Request, session: Session, template: str, **having: Any) -> HTMLResponse:
    """`drawn` as an answer."""
    return HTMLResponse(drawn(request, session, template, **having))


async def swapped(
    request: Request, session: Session, having: Services, template: str, *, work: Callable[[], W], context: Callable[[W], Mapping[str, Any]]
) -> Response:
    """What became of `work`, done and drawn away from the event loop, for the page to put in the place of what it shows."""

    def done() -> Response:
        made = work()
        return HTMLResponse(drawn(request, session, template, **context(made)), headers={"x-note": made.key})

    return await having.pool.run(done)


def attachment(name: str) -> dict[str, str]:
    """The header of a file to be saved; its name holds a key, never the name of an input, which may be a patient's."""
    return {"content-disposition": f'attachment; filename="{quote(name)}"'}
