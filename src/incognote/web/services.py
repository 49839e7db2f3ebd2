"""What the routes share: one of each for a server, kept at `app.state.services`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

from incognote.web.settings import Settings

if TYPE_CHECKING:
    from incognote.desk.jobs import Jobs
    from incognote.desk.pipelines import Pipelines
    from incognote.desk.sessions import Work
    from incognote.desk.telling import Telling
    from incognote.desk.works import Works
    from incognote.vault.sql.custody import StoredVault
    from incognote.web.limits import Pool
    from incognote.web.security import Attempts, Sessions


@dataclass(frozen=True)
class Services:
    """`vault` is None where people are numbered within a request (or a page's document) and forgotten."""

    settings: Settings
    sessions: Sessions
    attempts: Attempts
    pipelines: Pipelines
    pool: Pool
    jobs: Jobs
    works: Works[Work]
    tellings: Works[Telling]
    vault: StoredVault | None


def services(request: Request) -> Services:
    """What `having: Having` in a route stands for."""
    return cast(Services, request.app.state.services)


Having = Annotated[Services, Depends(services)]
