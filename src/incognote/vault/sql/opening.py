"""Making a vault and opening a project of it."""

from __future__ import annotations

import hmac
import json
from typing import Final

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault import codes, identity, seal
from incognote.vault.sql import tables
from incognote.vault.sql.database import Database, build_file
from incognote.vault.sql.ring import Ring, make_ring, open_ring
from incognote.vault.sql.rows import Access, Rows
from incognote.vault.sql.store import SqlVault
from incognote.vault.sql.tables import IDENTIFIER, PROJECT

_NO_VAULT: Final = "there is no vault there: check the address, or make one with `incognote vault init`"
_LOCK_NUMBER: Final = 0x1C0970  # PostgreSQL advisory lock: one maker or migrator at a time


def open_project(url: str, project: str, passphrase: str, *, create: bool, prefix: str) -> SqlVault:
    """The vault at `url` with `project` opened; `create` makes what is missing of either."""
    database = Database(url)
    _make_if_missing(database, passphrase, create=create)
    ring = database.read(lambda connection: open_ring(connection, passphrase))
    if not database.read(tables.is_current):
        database.write(_migrate)

    def find(connection: sa.Connection) -> Access | None:
        return find_project(connection, url, ring, project)

    access = database.read(find)
    if access is None:
        if not create:
            raise VaultError(
                "the vault has no project of that name: check it, or make it with `vault init --project`"
            )
        access = database.write(lambda connection: _add_project(connection, url, ring, project, prefix))
    vault = SqlVault(database, access, ring=ring)
    _rebuild_if_older(vault)
    return vault


def _make_if_missing(database: Database, passphrase: str, *, create: bool) -> None:
    if database.path is not None:
        exists = database.path.exists()
        if not exists and create:
            build_file(database.path, lambda connection: _make(connection, passphrase))
            return
        if not exists:
            raise VaultError(_NO_VAULT)
        if database.path.is_dir() or not database.path.stat().st_size:
            raise VaultError(_NO_VAULT)
    if not database.read(tables.has_tables):
        if not create or database.path is not None:  # another program's SQLite file is not made a vault
            raise VaultError(_NO_VAULT)
        database.write(lambda connection: _make(connection, passphrase))


def _make(connection: sa.Connection, passphrase: str) -> None:
    lock_makers(connection)
    if not tables.has_tables(connection):
        tables.migrate(connection)
        make_ring(connection, passphrase)


def _migrate(connection: sa.Connection) -> None:
    lock_makers(connection)
    tables.migrate(connection)


def lock_makers(connection: sa.Connection) -> None:
    """PostgreSQL has no immediate transactions: two makers of tables wait for each other here."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK_NUMBER)))


def project_tag(ring: Ring, project: str) -> bytes:
    """How a project is found without its name being there to read."""
    return hmac.digest(ring.root.index_key, b"project|" + project.encode(), "sha256")[:16]


def find_project(connection: sa.Connection, url: str, ring: Ring, project: str) -> Access | None:
    """What opens `project`, None where the vault has none of that name."""
    row = connection.execute(sa.select(PROJECT).where(PROJECT.c.tag == project_tag(ring, project))).first()
    if row is None:
        return None
    if f"project:{row.id}" not in ring.named:
        raise VaultError(
            "the vault's keys are damaged: restore the last backup with `incognote vault restore`"
        )
    return Access(url, row.id, codes.checked_prefix(str(row.prefix)), ring.project(row.id))


def seal_project_name(ring: Ring, number: int, project: str) -> bytes:
    """The project's name, sealed for its row."""
    return seal.seal(ring.root.data_key, json.dumps(project).encode(), f"project|{number}".encode())


def _add_project(connection: sa.Connection, url: str, ring: Ring, project: str, prefix: str) -> Access:
    lock_makers(connection)
    found = find_project(connection, url, ring, project)
    if found is not None:
        return found
    number = (connection.scalar(sa.select(sa.func.max(PROJECT.c.id))) or 0) + 1
    ring.add(connection, f"project:{number}")
    row = {
        "id": number,
        "tag": project_tag(ring, project),
        "sealed": seal_project_name(ring, number, project),
        "prefix": codes.checked_prefix(prefix),
        "last_number": 0,
        "epoch": ring.epoch,
        "index_version": identity.INDEX_VERSION,
    }
    connection.execute(sa.insert(PROJECT), row)
    return Access(url, number, prefix, ring.project(number))


def _rebuild_if_older(vault: SqlVault) -> None:
    project = vault.access.project
    version = sa.select(PROJECT.c.index_version).where(PROJECT.c.id == project)
    if vault.database.read(lambda connection: connection.scalar(version)) == identity.INDEX_VERSION:
        return
    vault.database.write(lambda connection: rebuild_index(connection, vault.access))


def rebuild_index(connection: sa.Connection, access: Access) -> None:
    """Hash everybody's identifiers anew, from the sealed records; where two people now share a number, the
    elder keeps it and the younger gets a conflict."""
    stamp = sa.select(PROJECT.c.id).where(PROJECT.c.id == access.project).with_for_update()
    connection.execute(stamp)
    connection.execute(sa.delete(IDENTIFIER).where(IDENTIFIER.c.project == access.project))
    rows = Rows(connection, access)
    taken: set[bytes] = set()
    for number, record in list(rows.everybody()):
        rows.relist(number, record, taken)
    values = {"index_version": identity.INDEX_VERSION, "epoch": access.keys.epoch}
    connection.execute(sa.update(PROJECT).where(PROJECT.c.id == access.project).values(**values))
