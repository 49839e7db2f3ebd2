"""What the routes share: one of each for a server, kept at `app.state.services`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from fastapi import Request

from incognote.web.settings import Settings

if TYPE_CHECKING:
    from incognote.desk.jobs import Jobs
    from incognote.desk.pipelines import Pipelines
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
    vault: StoredVault | None


def services(request: Request) -> Services:
    """The dependency: `having: Annotated[Services, Depends(services)]`."""
    return cast(Services, request.app.state.services)
