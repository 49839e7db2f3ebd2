"""One server on one socket: bound first, so that its address is true when it is shown."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI

from incognote.errors import ConfigError, UsageError
from incognote.web.outermost import ACCESS, FAULTS

_GRACE = 5
"""Seconds that requests have to finish when the server is stopped."""


class Keys(NamedTuple):
    """The files of a certificate and its key."""

    certificate: Path
    key: Path


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens nowhere yet but has its address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers share an address
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise UsageError("the port is taken: choose another with --port, or 0 for any that is free") from None
        raise UsageError("this machine has no such address, or may not use that port: see --host and --port") from None
    return listener


def serve(app: FastAPI, listener: socket.socket, *, keys: Keys | None = None, logs_access: bool = False, ready: Callable[[], None]) -> None:
    """Serve until somebody stops it; `ready` is called once it can be asked. Returns on Ctrl-C and SIGTERM."""
    _set_up_logs(logs_access=logs_access)
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,  # its lines hold paths and queries; ours do not
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
        ssl_certfile=None if keys is None else keys.certificate,
        ssl_keyfile=None if keys is None else keys.key,
    )
    try:
        config.load()
    except (OSError, ssl.SSLError):
        raise ConfigError("the certificate or its key cannot be read: --tls-cert and --tls-key name PEM files") from None
    signal.signal(signal.SIGTERM, _stop)
    try:
        _Server(config, ready).run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn gives the signal back when all is closed
        return
    finally:
        listener.close()


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _stop(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _set_up_logs(*, logs_access: bool) -> None:
    """Ours to stderr; of uvicorn's lines what they say, never the exception behind them: it may quote a note."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    for logger, level in ((ACCESS, logging.INFO if logs_access else logging.WARNING), (FAULTS, logging.ERROR)):
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
    logging.getLogger("uvicorn.access").disabled = True
    theirs = logging.getLogger("uvicorn.error")
    theirs.setLevel(logging.WARNING)
    theirs.handlers = [handler]
    theirs.propagate = False
    theirs.addFilter(_without_exception)


def _without_exception(record: logging.LogRecord) -> bool:
    record.exc_info = record.exc_text = None
    return True
