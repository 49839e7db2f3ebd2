"""Who may ask the server, from where, how often, and what it says of itself."""

from __future__ import annotations

import gc
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from incognote.errors import ConfigError
from incognote.web.app import create_app
from incognote.web.security import Attempts, Sessions
from incognote.web.settings import Settings
from web.serving import REVEAL, TOKEN, Running, running

CLOSED = ["/", "/api/v1/profiles", "/api/v1/jobs", "/nothing", "/static", "/STATIC/../api/v1/jobs", "/api/v1/docs/"]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(wrong_tokens=1_000) as found:
        yield found


@pytest.fixture
def session(server: Running) -> Iterator[httpx.Client]:
    """A browser that has logged in, without its CSRF token."""
    with server.client(None) as client:
        assert client.post("/session", data={"token": TOKEN}).status_code == 303
        yield client


def csrf_of(server: Running) -> str:
    sessions = server.app.state.services.sessions
    return str(next(reversed(sessions._open.values())).csrf)


@pytest.mark.parametrize("path", CLOSED)
def test_nothing_is_open_without_a_token(server: Running, path: str) -> None:
    with server.client(None) as client:
        answer = client.get(path)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "token_missing"
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["x", TOKEN[:-1], TOKEN + "x", REVEAL, "é", "Basic abc"])
def test_a_wrong_token_is_refused(server: Running, token: str) -> None:
    with server.client(None) as client:
        headers = {"Authorization": b"Bearer " + token.encode()}
        assert client.get("/api/v1/profiles", headers=headers).json()["error"]["code"] == "token_wrong"


def test_too_many_wrong_tokens_are_answered_later() -> None:
    with running(wrong_tokens=3) as server, server.client("wrong") as client:
        codes = [client.get("/api/v1/profiles").status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        right = client.get("/api/v1/profiles", headers={"Authorization": f"Bearer {TOKEN}"})
        assert right.status_code == 429 and int(right.headers["retry-after"]) >= 1


def test_an_address_may_try_again_after_a_while() -> None:
    now = 0.0
    attempts = Attempts(2, clock=lambda: now)
    assert not attempts.check("a", "wrong", "right") and not attempts.check("a", "wrong", "right")
    assert attempts.check("b", "right", "right")
    now = 6.0
    assert attempts.check("a", "right", "right")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example", "127.0.0.1:80:80", "[::1"])
def test_a_rebound_host_name_is_refused(server: Running, host: str) -> None:
    with server.client(None) as client:
        answer = client.get("/healthz", headers={"host": host})
        assert answer.status_code == 400


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://[::1"}, {"sec-fetch-site": "cross-site"}, {"origin": "http://127.0.0.1:1"}])
def test_a_page_of_another_site_may_not_change_anything(server: Running, session: httpx.Client, headers: dict[str, str]) -> None:
    answer = session.post("/session/end", headers={"x-csrf-token": csrf_of(server), **headers})
    assert answer.json()["error"]["code"] == "origin_refused"
    assert session.post("/session", data={"token": TOKEN}, headers=headers).status_code == 403


@pytest.mark.parametrize("how", ["none", "wrong", "query"])
def test_a_session_changes_nothing_without_its_csrf_token(server: Running, session: httpx.Client, how: str) -> None:
    csrf = csrf_of(server)
    url = f"/session/end?csrf={csrf}" if how == "query" else "/session/end"
    assert session.post(url, headers={"x-csrf-token": "wrong"} if how == "wrong" else {}).json()["error"]["code"] == "csrf"
    assert session.post("/api/v1/scrub", json={"text": "x"}).json()["error"]["code"] == "csrf"


def test_the_csrf_token_is_taken_from_a_header_or_a_form(server: Running, session: httpx.Client) -> None:
    csrf = csrf_of(server)
    assert session.post("/api/v1/scrub", json={"text": "x"}, headers={"x-csrf-token": csrf}).status_code == 200
    assert session.post("/session/end", data={"csrf": csrf}).headers["location"] == "/login"
    assert session.get("/api/v1/profiles").status_code == 401


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(server: Running) -> None:
    with server.client(None) as client:
        cookie = client.post("/session", data={"token": TOKEN}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "domain" not in cookie


def test_sessions_end_when_idle_and_after_a_day_of_work() -> None:
    now, ended = 0.0, []
    sessions = Sessions(10, 25, clock=lambda: now)
    sessions.on_end.append(ended.append)
    cookie, session = sessions.begin()
    for later in (9.0, 18.0, 24.0):
        now = later
        assert sessions.find(cookie) is session
    now = 26.0
    assert sessions.find(cookie) is None and ended == [session.key]
    cookie, _ = sessions.begin()
    now = 40.0
    assert sessions.find(cookie) is None


def test_a_session_sees_names_for_a_while_once_unlocked(server: Running, session: httpx.Client) -> None:
    headers = {"x-csrf-token": csrf_of(server)}
    assert session.post("/api/v1/rehydrate", json={"text": "x"}, headers=headers).json()["error"]["code"] == "reveal_token_missing"
    assert session.post("/session/reveal", data={"token": "wrong"}, headers=headers).status_code == 403
    assert session.post("/session/reveal", data={"token": REVEAL}, headers=headers).status_code == 204
    assert session.post("/api/v1/rehydrate", json={"text": "x"}, headers=headers).json()["error"]["code"] == "no_vault"


def test_one_session_sees_no_job_of_another(server: Running, session: httpx.Client) -> None:
    headers = {"x-csrf-token": csrf_of(server)}
    mine = session.post("/api/v1/jobs", files=[("files", ("a.txt", b"BP 120/80"))], headers=headers).json()["id"]
    with server.client() as other:
        assert other.get(f"/api/v1/jobs/{mine}").status_code == 404
        assert mine not in other.get("/api/v1/jobs").text


def test_every_answer_has_safe_headers_and_no_cors(server: Running) -> None:
    with server.client() as client:
        for path in ("/healthz", "/login", "/static/login.js", "/api/v1/profiles", "/nothing", "/api/v1/docs"):
            headers = client.get(path, headers={"origin": "http://evil.example"}).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
            assert not [name for name in headers if name.startswith("access-control-")] and "server" not in headers
        assert client.options("/api/v1/scrub", headers={"origin": "http://evil.example", "access-control-request-method": "POST"}).status_code == 405


def test_the_api_page_loads_nothing_from_elsewhere(server: Running) -> None:
    with server.client(None) as client:
        page = client.get("/api/v1/docs").text
    assert "/api/v1/scrub" in page and "http://" not in page and "https://" not in page and "<script" not in page


@pytest.mark.parametrize("settings", [{"host": "0.0.0.0"}, {"host": "192.168.0.5"}, {"host": "ward.example"}])
def test_another_address_needs_tls(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        Settings(token=TOKEN, **settings)
    assert Settings(token=TOKEN, is_tls=True, **settings).cookie.startswith("__Host-")


def raw(server: Running, head: str, body: bytes = b"", *, most: int = 1 << 30) -> tuple[bytes, int]:
    """Send a request by hand, the body bit by bit until there is an answer; the answer and how much was sent."""
    port = int(server.address.rpartition(":")[2])
    sent = 0
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.settimeout(10)
        wire.sendall(f"{head}\r\nhost: 127.0.0.1\r\nauthorization: Bearer {TOKEN}\r\n\r\n".encode())
        wire.setblocking(False)
        answer = b""
        while sent < most:
            try:
                answer += wire.recv(65_536)
                break
            except (BlockingIOError, ssl.SSLWantReadError):
                pass
            if body:
                try:
                    sent += wire.send(body)
                except BlockingIOError:
                    time.sleep(0.005)
                except OSError:
                    break
            else:
                time.sleep(0.005)
        return answer, sent


def test_a_body_over_the_limit_is_refused_before_any_of_it_is_read(server: Running) -> None:
    for path, size in (("/api/v1/scrub", 5 << 20), ("/api/v1/jobs", 65 << 20), ("/session", 5_000)):
        answer, sent = raw(server, f"POST {path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {size}")
        assert answer.startswith(b"HTTP/1.1 413") and sent == 0
        assert b"connection: close" in answer.lower()


def test_a_body_that_hides_its_length_is_refused_at_the_limit() -> None:
    with running(note_bytes=100_000) as server:
        chunk = b"1000\r\n" + b"a" * 4096 + b"\r\n"
        answer, sent = raw(server, "POST /api/v1/scrub HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked", chunk, most=64 << 20)
        assert answer.startswith(b"HTTP/1.1 413")
        assert sent < 32 << 20  # what the system's own buffers hold beside the limit


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    with running(body_seconds=0.3) as server:
        answer, _ = raw(server, "POST /api/v1/scrub HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 100")
        assert answer.startswith(b"HTTP/1.1 408")


def test_an_overload_is_answered_with_503_and_when_to_come_again() -> None:
    with running(workers=2, waiting=1) as server:
        pool = server.app.state.services.pool
        until = time.monotonic() + 60
        while pool._taken and time.monotonic() < until:  # the first note's tables are being loaded
            time.sleep(0.05)
        pool._taken += 3
        with server.client() as client:
            answer = client.post("/api/v1/scrub", json={"text": "x"})
            assert answer.status_code == 503 and answer.headers["retry-after"] == "1"
            assert answer.json()["error"]["code"] == "overloaded"
            assert client.get("/healthz").status_code == 200
            pool._taken -= 3
            assert client.post("/api/v1/scrub", json={"text": "x"}).status_code == 200


def test_nothing_of_a_request_goes_to_opentelemetry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer FastAPIs would send exception messages to whatever the environment names."""
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    app = create_app(Settings(token=TOKEN))
    told = getattr(app, "_telemetry", {})
    assert not any(told.get(name, False) for name in ("tracing", "metrics", "logs", "operation_spans", "auto_configure"))


def test_files_that_hide_their_length_are_refused_at_the_limit_and_leave_nothing() -> None:
    def files() -> Iterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
        for _ in range(5 * 16):
            yield b"x" * 65_536

    with running(upload_bytes=1 << 20) as server, server.client() as client:
        gc.collect()
        before = len(list(Path("/proc/self/fd").iterdir()))
        try:
            answer = client.post("/api/v1/jobs", content=files(), headers={"content-type": "multipart/form-data; boundary=b"})
            assert answer.status_code == 413 and answer.json()["error"]["code"] == "too_large"
        except httpx.WriteError:  # it was told while it was still sending
            pass
        gc.collect()
        assert len(list(Path("/proc/self/fd").iterdir())) <= before + 2  # the connection
        assert server.app.state.services.jobs.all("api") == []
