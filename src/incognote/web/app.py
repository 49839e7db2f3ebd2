"""`create_app(settings)`: the application, put together from its layers and routes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

import incognote
from incognote.desk.jobs import Jobs
from incognote.desk.pipelines import Choice, Pipelines
from incognote.desk.sessions import Work
from incognote.desk.telling import Telling
from incognote.desk.works import Works
from incognote.document import Document
from incognote.errors import IncognoteError
from incognote.vault.memory import MemoryVault
from incognote.vault.sql.custody import StoredVault
from incognote.web import api, api_jobs, api_page, desk_pages, errors, login, scrub_page, tell_page
from incognote.web.gate import Gate
from incognote.web.limits import Limits, Pool
from incognote.web.outermost import Outermost
from incognote.web.security import Attempts, Sessions
from incognote.web.services import Services
from incognote.web.settings import Settings

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig

_SWEEP: Final = 30.0
"""Seconds between looks for what has run out."""

_NO_TELEMETRY: Final[TelemetryConfig] = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
"""Newer FastAPIs tell OpenTelemetry of requests and faults, messages included, and send it off if the environment says so."""


def create_app(settings: Settings, *, vault: StoredVault | None = None) -> FastAPI:
    """The application; `vault` is open and stays the caller's to close."""
    having = Services(
        settings,
        Sessions(settings.idle_seconds, settings.longest_seconds),
        Attempts(settings.wrong_tokens),
        Pipelines(vault, own=settings.profiles, rules=settings.site_rules, tagger=settings.tagger),
        Pool(settings.workers, settings.waiting),
        Jobs(settings.jobs, settings.job_seconds),
        Works[Work](settings.idle_seconds),
        Works[Telling](settings.idle_seconds),
        vault,
    )
    app = FastAPI(
        title="incognote",
        version=incognote.__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        telemetry=_NO_TELEMETRY,
    )
    app.state.services = having
    having.sessions.on_end += [having.jobs.forget, having.works.forget, having.tellings.forget]
    errors.install(app)
    # The last one added is the first to see a request.
    app.add_middleware(Gate, having=having)
    app.add_middleware(Limits, settings=settings)
    app.add_middleware(Outermost, is_tls=settings.is_tls)
    app.include_router(login.router)
    app.include_router(api.router)
    app.include_router(api_jobs.router)
    app.include_router(api_page.router)
    app.include_router(scrub_page.router)
    app.include_router(tell_page.router)
    app.include_router(desk_pages.router)
    app.mount("/static", StaticFiles(directory=str(files("incognote.web").joinpath("static"))), name="static")
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    having: Services = app.state.services
    tasks = [asyncio.create_task(_sweep(having)), asyncio.create_task(_warm(having))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, IncognoteError):
                await task
        having.pool.close()
        having.jobs.close()


async def _warm(having: Services) -> None:
    """Load what the first note would wait for, while nobody waits."""
    pipeline = await having.pool.run(having.pipelines.get, Choice(having.settings.profile))
    forgotten = replace(pipeline, vault=MemoryVault())  # nobody of this note is to be remembered
    await having.pool.run(forgotten.attempt, Document("1", "病患王小明 Mr. John Smith BP 120/80"))


async def _sweep(having: Services) -> None:
    while True:
        await asyncio.sleep(_SWEEP)
        having.sessions.sweep()
        having.jobs.sweep()
        having.works.sweep()  # a session may go on elsewhere: at the desk, over the API
        having.tellings.sweep()
