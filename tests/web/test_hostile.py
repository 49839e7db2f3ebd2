"""Hostile files, names and strings: no 500, nothing left behind, and no word of a note anywhere but in its own answer."""

from __future__ import annotations

import gc
import io
import json
import logging
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from incognote.web.outermost import ACCESS, FAULTS
from web.hostile import KINDS, NAMES
from web.serving import Running, running

SECRETS = ("歐陽鋒祥", "Z199887766", "0977-123-987")
SECRET = f"病人{SECRETS[0]}，身分證 {SECRETS[1]}，電話 {SECRETS[2]}。"
STRINGS = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "{{7*7}}${7*7}#{7*7}", "'; DROP TABLE person; --",
    "\u202e\u2066\u200b", "\x00\x1b[31m", "%0d%0aSet-Cookie: a=b", "../../../etc/passwd", "__proto__",
)  # fmt: skip


@pytest.fixture(scope="module")
def log() -> Iterator[io.StringIO]:
    """All that any logger says, in words."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    for logger in (ACCESS, FAULTS):
        logger.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the process puts its temporary files."""
    place, before = tmp_path_factory.mktemp("temporary"), tempfile.tempdir
    tempfile.tempdir = str(place)
    yield place
    tempfile.tempdir = before


@pytest.fixture(scope="module")
def server(log: io.StringIO, folder: Path) -> Iterator[Running]:
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


def over(client: httpx.Client, answer: httpx.Response) -> Any:
    """The job of an answer, once it has ended."""
    assert answer.status_code == 202, answer.text
    name, until = answer.json()["id"], time.monotonic() + 90
    while time.monotonic() < until:
        told = client.get(f"/api/v1/jobs/{name}").json()
        if told["state"] in {"done", "failed", "cancelled"}:
            return told
        time.sleep(0.05)
    raise AssertionError("the job does not end")


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_is_read_or_refused_in_words_of_ours(client: httpx.Client, kind: str) -> None:
    name, make = KINDS[kind]
    told = over(client, client.post("/api/v1/jobs", files=[("files", (name, make(SECRET)))]))
    assert told["state"] == "done"
    assert not any(secret in json.dumps(told, ensure_ascii=False) for secret in SECRETS)
    results = client.get(f"/api/v1/jobs/{told['id']}/results")
    assert not any(secret in results.text for secret in SECRETS) and "root:" not in results.text
    assert told["unread"] or told["documents"]
    assert client.get("/healthz").json() == {"status": "ok"}
    assert not Path("/tmp/incognote-was-here").exists()
    client.delete(f"/api/v1/jobs/{told['id']}")


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_the_name_of_a_file_goes_nowhere(client: httpx.Client, name: str) -> None:
    answer = client.post("/api/v1/jobs", files=[("files", (name, SECRET.encode()))])
    told = over(client, answer)
    results = client.get(f"/api/v1/jobs/{told['id']}/results")
    assert name not in json.dumps(told, ensure_ascii=False).replace('"state"', "") or name == "."
    assert "script" not in results.text and SECRETS[0] not in results.text


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=" + "b" * 200, b"x"),
        ("multipart/form-data; boundary=b", b""),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\n" + SECRET.encode()),
        ("multipart/form-data; boundary=b", b"--b\r\nX: " + b"y" * 9000 + b"\r\n\r\n\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\n" + b"y" * 20_000 + b"\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=profile\r\n\r\n" + SECRET.encode() + b"\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\n1\r\n" * 300 + b"--b--\r\n"),
        ("multipart/mixed; boundary=b", b"--b--"),
        ("application/json", b"{}"),
        ("", b"x"),
    ],
)
def test_a_malformed_form_is_refused_and_leaves_no_file(client: httpx.Client, kind: str, body: bytes) -> None:
    gc.collect()
    before = open_files()
    answer = client.post("/api/v1/jobs", content=body, headers={"content-type": kind})
    assert answer.status_code in {400, 409, 413, 415, 422}
    assert set(answer.json()) == {"error"} and not any(secret in answer.text for secret in SECRETS)
    gc.collect()
    assert open_files() <= before + 2  # the connection


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0


@pytest.mark.parametrize("string", STRINGS, ids=range(len(STRINGS)))
def test_a_string_for_browsers_or_databases_is_text_like_any_other(client: httpx.Client, string: str) -> None:
    for body in ({"text": f"{string} {SECRET}", "id": string}, {"text": "x", "profile": string}, {"text": "x", "known": {"name": string}}, {string: "x"}):
        answer = client.post("/api/v1/scrub", json=body)
        assert answer.status_code in {200, 409, 422}
        assert answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"] == "nosniff"
        if answer.status_code != 200:
            assert string not in answer.text
    for path in ("/api/v1/jobs/", "/", "/static/"):
        answer = client.get(path + quote(string, safe=""))
        assert answer.status_code in {400, 404, 405, 422} and string not in answer.text


def test_a_fault_is_answered_without_its_message(server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> Any:
        raise ValueError(SECRET)

    monkeypatch.setattr(server.app.state.services.pipelines, "get", broken)
    answer = client.post("/api/v1/scrub", json={"text": SECRET})
    assert answer.status_code == 500 and answer.json()["error"]["code"] == "error"
    assert not any(secret in answer.text for secret in SECRETS)


def test_addresses_errors_logs_and_temporary_files_hold_no_word_of_any_note(
    client: httpx.Client, log: io.StringIO, folder: Path
) -> None:
    """The last of this file: it looks at what all the others left."""
    for path in (f"/{SECRETS[0]}", f"/api/v1/jobs/{SECRETS[1]}", f"/?q={SECRETS[2]}", f"/api/v1/scrub?{SECRETS[0]}"):
        for kind in ("text/html", "application/json"):
            assert not any(secret in client.get(path, headers={"accept": kind}).text for secret in SECRETS)
    assert client.post("/api/v1/scrub", json={"text": SECRET}).status_code == 200
    said = [line for line in log.getvalue().splitlines() if "HTTP Request:" not in line]  # the client's own log
    assert any("POST /api/v1/scrub 200" in line for line in said)
    for secret in (*SECRETS, *(json.dumps(secret).strip('"') for secret in SECRETS), *(httpx.URL("/" + s).raw_path.decode()[1:] for s in SECRETS)):
        assert not [line for line in said if secret in line and "httpcore" not in line]
    marks = [secret.encode(encoding) for secret in SECRETS for encoding in ("utf-8", "utf-16-le", "big5")]
    for path in folder.rglob("*"):
        assert not path.is_file() or not any(mark in path.read_bytes() for mark in marks)
    assert not [path for path in folder.rglob("*") if path.is_file()]
