"""`incognote serve` as a process: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from command import START, incognote

TOKEN = "a-token-of-this-test-0123456789"


def token_file(folder: Path, name: str = "token", mode: int = 0o600, text: str = TOKEN) -> Path:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return path


@contextmanager
def serving(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server with a fixed token and the address that it prints."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("INCOGNOTE", "XDG"))}
    env = clean | {"HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--vault", "none", "--no-tagger", "--token-file", str(token_file(home)), *arguments]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip().removesuffix("/login")
        finally:
            if process.poll() is None:
                process.kill()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped_and_ends_well(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path, "--access-log") as (process, address):
        assert TOKEN not in address  # a log may keep what is printed
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = httpx.post(f"{address}/api/v1/scrub?q=王小明", json={"text": "病人王小明，電話 0912-345-678"}, headers=headers, timeout=60, trust_env=False)
        assert answer.status_code == 200 and "王小明" not in answer.text
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and out == ""
    assert "POST /api/v1/scrub 200" in err
    for secret in (TOKEN, "王小明", "%E7%8E%8B", "0912", "Traceback"):
        assert secret not in err


def test_over_tls_the_cookie_is_for_tls_alone(tmp_path: Path) -> None:
    certificate, key = tmp_path / "c.pem", tmp_path / "k.pem"
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"],
        capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("openssl makes no certificate here")
    with serving(tmp_path, "--tls-cert", str(certificate), "--tls-key", str(key)) as (process, address):
        assert address.startswith("https://")
        with httpx.Client(verify=False, trust_env=False, timeout=60) as client:
            answer = client.post(f"{address}/session", data={"token": TOKEN})
        assert "__Host-" in answer.headers["set-cookie"] and "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no terminal to show the token on"),
        (["--host", "0.0.0.0", "--token-file", "T"], "needs --tls-cert"),
        (["--host", "192.168.1.1"], "needs --tls-cert"),
        (["--tls-cert", "T"], "go together"),
        (["--token-file", "OPEN"], "chmod 600"),
        (["--token-file", "SHORT"], "or more letters"),
        (["--token-file", "NONE"], "cannot be read"),
        (["--token-file", "T", "--profile", "nothing"], "there is no profile"),
        (["--token-file", "T", "--port", "99999"], "a port is 0 to 65535"),
        (["--token-file", "T", "--tls-cert", "T", "--tls-key", "T"], "cannot be read"),
    ],
)
def test_what_would_not_be_safe_is_refused_in_one_line(tmp_path: Path, arguments: list[str], says: str) -> None:
    files = {
        "T": token_file(tmp_path),
        "OPEN": token_file(tmp_path, "open", 0o644),
        "SHORT": token_file(tmp_path, "short", text="abc"),
        "NONE": tmp_path / "none",
    }
    given = [str(files.get(argument, argument)) for argument in arguments]
    answer = incognote("serve", "--port", "0", "--vault", "none", *given, home=tmp_path)
    assert answer.code == 1 and says in answer.err and answer.out == ""
    assert str(tmp_path) not in answer.err
