"""Where the passphrase comes from, and what is no place for one."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from incognote.cli import passphrase as door
from incognote.cli.main import main
from incognote.errors import UsageError


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (door.VARIABLE, door.FILE_VARIABLE):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("postgresql://ward:hunter2@db/notes", "postgresql://ward@db/notes"),
        ("postgresql://ward:hun/t@er?2@db/notes?port=1", "postgresql://ward@db/notes?port=1"),
        ("postgresql://ward@/notes?host=/run/pg&password=hunter2", "postgresql://ward@/notes?host=/run/pg"),
        ("postgresql+psycopg://ward:hunter2@[::1]:5432/notes", "postgresql+psycopg://ward@[::1]:5432/notes"),
        ("postgresql://db:5432/notes", "postgresql://db:5432/notes"),
        ("sqlite:///C:/a@b/vault.db", "sqlite:///C:/a@b/vault.db"),
    ],
)
def test_the_keyring_is_asked_without_the_databases_password(monkeypatch: pytest.MonkeyPatch, url: str, wanted: str) -> None:
    asked: list[tuple[str, str]] = []
    keyring, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    keyring.get_password = lambda service, user: asked.append((service, user)) or "correct horse"  # type: ignore[attr-defined]
    errors.KeyringError = OSError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    assert door.passphrase(url) == "correct horse"
    assert asked == [("incognote", wanted)]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o602])
def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    path = tmp_path / "key"
    path.write_text("correct horse\n", "utf-8")
    monkeypatch.setenv(door.FILE_VARIABLE, str(path))
    path.chmod(mode)
    with pytest.raises(UsageError, match="chmod 600"):
        door.passphrase("sqlite:///vault.db")
    path.chmod(0o600)
    assert door.passphrase("sqlite:///vault.db") == "correct horse"


def test_no_way_of_making_a_vault_takes_a_short_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("HTN\n", "utf-8")
    monkeypatch.setenv(door.VARIABLE, "seven77")
    url = f"sqlite:///{tmp_path}/vault.db"
    for arguments in (("scrub", str(note), "--create"), ("vault", "init")):
        assert main([*arguments, "--vault", url]) == 1
        assert "too short" in capsys.readouterr().err
        assert not (tmp_path / "vault.db").exists()


def test_a_vault_that_is_there_opens_with_whatever_it_was_locked_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(door.VARIABLE, "seven77")
    assert door.passphrase("sqlite:///vault.db") == "seven77"
