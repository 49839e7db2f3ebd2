"""The stored keys: wrapped by the passphrase's key, opened once, handed on only as derived keys."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault import seal
from incognote.vault.seal import ProjectKeys, RootKeys
from incognote.vault.sql.tables import KEY, META, VERSION

_ROOT: Final = ("data", "index", "shift")
_DAMAGED: Final = "the vault's keys are damaged: restore the last backup with `incognote vault restore`"


@dataclass(frozen=True)
class Ring:
    """Every key of a vault, opened. `named` has data, index, shift, `audit:<epoch>`, `project:<id>`."""

    epoch: int
    wrapping: bytes = field(repr=False)
    named: dict[str, bytes] = field(repr=False)

    @property
    def root(self) -> RootKeys:
        return RootKeys(*(self.named[name] for name in _ROOT))

    def project(self, project: int) -> ProjectKeys:
        """The derived keys of a project."""
        return seal.project_keys(self.root, self.named[f"project:{project}"], self.epoch)

    def add(self, connection: sa.Connection, name: str) -> None:
        """Make a new key and store it wrapped."""
        self.named[name] = seal.new_key()
        wrapped = seal.seal(self.wrapping, self.named[name], name.encode())
        connection.execute(sa.insert(KEY), {"name": name, "wrapped": wrapped})


def make_ring(connection: sa.Connection, passphrase: str) -> Ring:
    """New keys for a new vault."""
    salt = secrets.token_bytes(16)
    ring = Ring(1, seal.stretch(passphrase, salt), {})
    values = {
        "version": str(VERSION).encode(),
        "salt": salt,
        "check": seal.check_value(ring.wrapping),
        "epoch": b"1",
    }
    connection.execute(sa.insert(META), [{"name": name, "value": value} for name, value in values.items()])
    for name in (*_ROOT, "audit:1"):
        ring.add(connection, name)
    return ring


def open_ring(connection: sa.Connection, passphrase: str) -> Ring:
    """The keys of a vault; `KeyRefused` where the passphrase is wrong."""
    salt = connection.scalar(sa.select(META.c.value).where(META.c.name == "salt"))
    if not isinstance(salt, bytes):
        raise VaultError(_DAMAGED)
    return unwrap(connection, seal.stretch(passphrase, salt))


def unwrap(connection: sa.Connection, wrapping: bytes) -> Ring:
    """The keys as they are now, for somebody who has the wrapping key; `KeyRefused` where it is not today's."""
    meta = {row.name: row.value for row in connection.execute(sa.select(META))}
    seal.check_passphrase(wrapping, meta.get("check", b""))
    named = {
        row.name: seal.unseal(wrapping, row.wrapped, str(row.name).encode())
        for row in connection.execute(sa.select(KEY))
    }
    epoch = meta.get("epoch")
    if (
        not isinstance(epoch, bytes)
        or not epoch.isdigit()
        or not {*_ROOT, f"audit:{int(epoch)}"} <= named.keys()
    ):
        raise VaultError(_DAMAGED)
    return Ring(int(epoch), wrapping, named)


def rewrap(connection: sa.Connection, ring: Ring, passphrase: str, *, renew: bool) -> Ring:
    """The same keys under a new passphrase; `renew` replaces those for data and index (shifts must not move)."""
    salt = secrets.token_bytes(16)
    epoch = ring.epoch + renew
    named = dict(ring.named)
    if renew:
        named |= {name: seal.new_key() for name in ("data", "index", f"audit:{epoch}")}
    fresh = Ring(epoch, seal.stretch(passphrase, salt), named)
    connection.execute(sa.delete(KEY))
    rows = [
        {"name": name, "wrapped": seal.seal(fresh.wrapping, key, name.encode())}
        for name, key in named.items()
    ]
    connection.execute(sa.insert(KEY), rows)
    for name, value in (
        ("salt", salt),
        ("check", seal.check_value(fresh.wrapping)),
        ("epoch", str(epoch).encode()),
    ):
        connection.execute(sa.update(META).where(META.c.name == name).values(value=value))
    return fresh
