"""One HTTP exchange in bounded time and memory, over an address that was looked at.

No redirect is followed, no proxy of the environment is used, no compressed reply is taken. All that can go wrong
becomes one of the errors of `llm/client`, without a word of what was sent or came back.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from typing import Final

from incognote.llm.address import Address
from incognote.llm.client import ModelError, Overdue, Refused, Unreachable

MOST: Final = 256 * 1024
"""Bytes of a reply. An answer of 500 tokens has some thousand, its thinking some ten thousand."""
_BLOCK: Final = 16 * 1024
_GLANCE: Final = 0.5
"""Seconds after which is looked whether anybody still waits."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: to connect, between two bytes (the first comes when a model has written its last), for it all."""

    connect: float = 5.0
    read: float = 300.0
    total: float = 300.0


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    retry_after: str
    body: bytes

    def __repr__(self) -> str:
        return f"Answered({self.status}, {len(self.body)} bytes)"


class _Timed(io.RawIOBase):
    """The bytes of a socket, each awaited no longer than `read` seconds and all of them no longer than `until`: a
    server that sends one byte a second is overdue too. Nothing is awaited any more when `stop` is set."""

    def __init__(self, sock: socket.socket, read: float, until: float, stop: Event) -> None:
        self._sock, self._limit, self._until, self._stop = sock, read, until, stop

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        until = min(self._until, time.monotonic() + self._limit)
        while not self._stop.is_set():
            self._sock.settimeout(_left(until, _GLANCE))
            try:
                return self._sock.recv_into(buffer)  # type: ignore[arg-type]
            except TimeoutError:
                continue
        raise ConnectionAbortedError


class _Stream:
    """What `http.client` reads a reply from in place of a socket."""

    def __init__(self, raw: _Timed) -> None:
        self._raw = raw

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self._raw)


def exchange(
    address: Address,
    method: str,
    path: str,
    *,
    body: bytes | None,
    headers: Mapping[str, str],
    limits: Limits,
    stop: Event,
) -> Answered:
    """Send one request and read its reply.

    Raises:
        Unreachable: nobody answers, or the answer breaks off or is no HTTP.
        Overdue: it did not come in the time of `limits`.
        Refused: its certificate is not trusted.
        ModelError: it is longer than `MOST` bytes, or compressed.
    """
    until = time.monotonic() + limits.total
    sock = None
    try:
        sock = _connected(address, limits, until)
        request = _head(address, method, path, body, headers) + (body or b"")
        sock.settimeout(_left(until, limits.read))
        with suppress(ConnectionError):  # a server may say no and hang up before it has read all: what it said counts
            sock.sendall(request)
        return _answered(_Timed(sock, limits.read, until, stop), method)
    except TimeoutError:
        raise Overdue("the model's server did not answer in the time given") from None
    except ssl.SSLCertVerificationError:
        raise Refused("the certificate of the model's server is not trusted") from None
    except (OSError, http.client.HTTPException):
        raise Unreachable("the model's server cannot be reached, or broke off") from None
    finally:
        if sock is not None:
            sock.close()


def _connected(address: Address, limits: Limits, until: float) -> socket.socket:
    error: OSError = ConnectionRefusedError()
    for number in address.numbers:
        sock = socket.socket(socket.AF_INET6 if ":" in number else socket.AF_INET, socket.SOCK_STREAM)
        try:  # by the number itself: nothing is resolved here, so nobody can answer otherwise than before
            sock.settimeout(_left(until, limits.connect))
            sock.connect((number, address.port))
        except OSError as one:
            sock.close()
            error = one
            continue
        if address.scheme == "http":
            return sock
        try:
            return ssl.create_default_context().wrap_socket(sock, server_hostname=address.host)
        except OSError:
            sock.close()
            raise
    raise error


def _head(address: Address, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> bytes:
    host = f"[{address.host}]" if ":" in address.host else address.host
    lines = {
        "Host": f"{host}:{address.port}",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Length": str(len(body or b"")),
        **headers,
    }
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {address.path}{path} HTTP/1.1\r\n{text}\r\n".encode("ascii")


def _answered(raw: _Timed, method: str) -> Answered:
    response = http.client.HTTPResponse(_Stream(raw), method=method)  # type: ignore[arg-type]
    response.begin()
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise ModelError("the model's server sends compressed replies")
    if (response.length or 0) > MOST:
        raise ModelError("the reply of the model's server is too long")
    blocks = bytearray()
    while block := response.read(_BLOCK):
        blocks += block
        if len(blocks) > MOST:
            raise ModelError("the reply of the model's server is too long")
    if response.length:  # fewer bytes came than were told
        raise http.client.IncompleteRead(b"")
    return Answered(response.status, response.getheader("Retry-After", ""), bytes(blocks))


def _left(until: float, most: float) -> float:
    """Seconds to wait at the next step. TimeoutError where none are left."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return min(left, most)
