"""A real server on a free loopback port, and clients that ask it as programs do."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import uvicorn

from incognote.web.app import create_app
from incognote.web.settings import Settings

TOKEN = "test-token-of-the-api-0123456789ab"
REVEAL = "test-reveal-token-0123456789abcdef"


class Running(NamedTuple):
    """A server that runs in a thread of this process."""

    address: str
    app: Any

    def client(self, token: str | None = TOKEN, **settings: Any) -> httpx.Client:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.address, headers=headers | settings.pop("headers", {}), timeout=60, trust_env=False, **settings)


@contextmanager
def running(*, vault: Any = None, **settings: Any) -> Iterator[Running]:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    given = {"token": TOKEN, "reveal_token": REVEAL, "tagger": False, "workers": 4} | settings
    app = create_app(Settings(port=port, **given), vault=vault)
    config = uvicorn.Config(app, http="h11", ws="none", log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    try:
        yield Running(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
