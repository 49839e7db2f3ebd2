"""A server on a loopback port that answers a chat completion as a test says, well or badly."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Asked:
    """One request as it came in."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        return json.loads(self.body)


@dataclass
class Running:
    port: int
    asked: list[Asked] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def named(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1#small"


Script = Callable[[socket.socket, Asked, int], None]
"""What is done with a connection, the request, and its number, from 0."""


def http(status: int, body: bytes, *headers: str, length: int | None = None) -> bytes:
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body) if length is None else length}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def completion(text: str | None, finish: str = "stop", **message: Any) -> bytes:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    usage = {"prompt_tokens": 7, "completion_tokens": 5}
    return json.dumps({"choices": [choice], "usage": usage}, ensure_ascii=False).encode()


def says(*answers: bytes) -> Script:
    """Sends the answers in turn, the last one over and over."""

    def script(connection: socket.socket, _: Asked, number: int) -> None:
        connection.sendall(answers[min(number, len(answers) - 1)])

    return script


@contextmanager
def serving(script: Script, *, tls: ssl.SSLContext | None = None) -> Iterator[Running]:
    listener = socket.create_server(("127.0.0.1", 0))
    running = Running(listener.getsockname()[1])
    lock = threading.Lock()

    def one(connection: socket.socket) -> None:
        connection.settimeout(20)
        with connection:
            try:
                if tls is not None:
                    connection = tls.wrap_socket(connection, server_side=True)
                asked = _read(connection)
                with lock:
                    number = len(running.asked)
                    running.asked.append(asked)
                script(connection, asked, number)
                connection.close()
            except OSError:
                pass  # the other side hung up, as it should on most of these

    def accept() -> None:
        while not running.over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        running.over.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def _read(connection: socket.socket) -> Asked:
    got = b""
    while b"\r\n\r\n" not in got:
        if not (block := connection.recv(65536)):
            raise ConnectionError
        got += block
    head, _, body = got.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Asked(line, headers, body)
