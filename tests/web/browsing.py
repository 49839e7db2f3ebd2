"""A real server on a free loopback port and a real browser, for the tests of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

TOKEN = "test-token-of-the-pages-0123456789"
CHROMIUM = os.environ.get("INCOGNOTE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def served(**settings: Any) -> Iterator[str]:
    """The address of a server that runs in a thread of this process."""
    import uvicorn

    from incognote.web.app import create_app
    from incognote.web.settings import Settings

    vault = settings.pop("vault", None)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(Settings(token=TOKEN, port=port, **settings), vault=vault)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="critical", ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium; the tests are skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: `. scripts/chromium.sh` installs it")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


def log_in(page: Any, address: str) -> None:
    page.goto(f"{address}/login")
    page.fill("#token", TOKEN)
    page.press("#token", "Enter")
    page.wait_for_url(f"{address}/")


def session_of(chromium: Any, address: str) -> list[Any]:
    """The cookies of one session, begun once: the tests of a page can share it."""
    context = chromium.new_context()
    log_in(context.new_page(), address)
    found: list[Any] = context.cookies()
    context.close()
    return found


@contextmanager
def opened(chromium: Any, address: str, cookies: list[Any], **options: Any) -> Iterator[Any]:
    """A page of that session; a fault of a script, a dialog or a breach of the content policy fails the test."""
    context = chromium.new_context(base_url=address, **options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_cookies(cookies)
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("dialog", lambda dialog: page.faults.append(f"dialog {dialog.message}"))
    page.on("console", lambda said: page.faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    assert page.faults == []
    context.close()


def serious(page: Any) -> list[str]:
    """What axe-core holds for serious or critical on the page as it stands."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found if one["impact"] in {"serious", "critical"} for node in one["nodes"]]
