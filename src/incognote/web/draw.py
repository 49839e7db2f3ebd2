"""Templates to pages: one environment, everything escaped, every page in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from incognote.web.security import Session
from incognote.web.words import NAMES, language, tag_of, words


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
