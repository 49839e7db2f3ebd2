"""One vault of each kind: in memory, in SQLite, in PostgreSQL (where `scripts/postgres.sh` started one)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from incognote.vault import open_vault, seal
from vault_kinds import PASSPHRASE, POSTGRES

stretched = lru_cache(maxsize=None)(seal.stretch)


@pytest.fixture(autouse=True)
def stretch_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase takes a tenth of a second to open a vault; the same one with the same salt need not again."""
    monkeypatch.setattr(seal, "stretch", stretched)


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a place where no vault is yet; parametrised indirectly by kind."""
    if request.param == "memory":
        yield "none"
    elif request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/vault.db"
    else:
        import psycopg

        schema = f"t_{secrets.token_hex(6)}"
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
            yield f"{POSTGRES}&options=-csearch_path%3D{schema}"
            connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture
def opened() -> Iterator[Callable[..., object]]:
    """`open_vault`, with every vault closed at the end."""
    vaults: list[object] = []

    def open_one(url: str, **options: object) -> object:
        vault = open_vault(url, **({"passphrase": PASSPHRASE, "project": "ward", "create": True} | options))
        vaults.append(vault)
        return vault

    yield open_one
    for vault in vaults:
        if hasattr(vault, "close"):
            vault.close()


@pytest.fixture
def vault(address: str, opened: Callable[..., object]) -> object:
    return opened(address)
