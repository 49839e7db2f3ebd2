"""Making a vault and opening a project of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault import codes, identity
from incognote.vault.sql import tables
from incognote.vault.sql.custody import StoredVault
from incognote.vault.sql.database import Database, Taken, build_file
from incognote.vault.sql.index import lock_makers, project_tag, rebuild_index, seal_project_name
from incognote.vault.sql.ring import Ring, make_ring, open_ring, unwrap
from incognote.vault.sql.rows import Access
from incognote.vault.sql.tables import PROJECT
from incognote.vault.sql.upgrade import upgrade

_NO_VAULT: Final = "there is no vault there: check the address, or make one with `incognote vault init`"


def open_project(url: str, project: str, passphrase: str, *, create: bool, prefix: str) -> StoredVault:
    """The vault at `url` with `project` opened; `create` makes what is missing of either."""
    database = Database(url)
    try:
        return _open(database, project, passphrase, create=create, prefix=prefix)
    except VaultError:
        database.close()
        raise


def _open(database: Database, project: str, passphrase: str, *, create: bool, prefix: str) -> StoredVault:
    url = database.url
    made = _make_if_missing(database, passphrase, create=create)
    if made is None:
        database.read(tables.taken)  # a newer vault may keep its keys in another way
    ring = made or database.read(lambda connection: open_ring(connection, passphrase))
    upgrade(database, ring)
    found = database.read(lambda connection: find_project(connection, url, ring, project))
    if found is None and not create:
        raise VaultError(
            "the vault has no project of that name: check it, or make it with `vault init --project`"
        )
    if found is None:
        found = database.write(lambda connection: _add_project(connection, url, ring, project, prefix))
    access, ring = found
    vault = StoredVault(database, access, ring)
    _rebuild_if_older(vault)
    return vault


def _make_if_missing(database: Database, passphrase: str, *, create: bool) -> Ring | None:
    """The keys of the vault that was made, None where one is there."""
    made = _make_file(database.path, passphrase, create=create) if database.path is not None else None
    if made is not None or database.read(tables.has_tables):
        return made
    if not create or database.path is not None:  # another program's SQLite file is not made a vault
        raise VaultError(_NO_VAULT)
    return database.write(lambda connection: _make(connection, passphrase))


def _make_file(path: Path, passphrase: str, *, create: bool) -> Ring | None:
    try:
        is_there = path.is_file() and path.stat().st_size > 0
        if create and not path.exists():
            return build_file(path, lambda connection: _make(connection, passphrase))
    except Taken:  # somebody else made it this moment
        return None
    except OSError:
        raise VaultError(_NO_VAULT) from None
    if not is_there:
        raise VaultError(_NO_VAULT)
    return None


def _make(connection: sa.Connection, passphrase: str) -> Ring | None:
    lock_makers(connection)
    if tables.has_tables(connection):
        return None
    tables.migrate(connection)
    return make_ring(connection, passphrase)


def find_project(connection: sa.Connection, url: str, ring: Ring, project: str) -> tuple[Access, Ring] | None:
    """What opens `project`, with all keys as they are now; None where the vault has none of that name."""
    row = connection.execute(sa.select(PROJECT).where(PROJECT.c.tag == project_tag(ring, project))).first()
    if row is None:
        return None
    if f"project:{row.id}" not in ring.named:  # it was made after the keys were read
        ring = unwrap(connection, ring.wrapping)
    if f"project:{row.id}" not in ring.named:
        raise VaultError(
            "the vault's keys are damaged: restore the last backup with `incognote vault restore`"
        )
    return Access(url, row.id, codes.checked_prefix(str(row.prefix)), ring.project(row.id)), ring


def _add_project(
    connection: sa.Connection, url: str, ring: Ring, project: str, prefix: str
) -> tuple[Access, Ring]:
    lock_makers(connection)
    found = find_project(connection, url, ring, project)
    if found is not None:  # somebody else made it meanwhile
        return found
    ring = unwrap(connection, ring.wrapping)
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
    return Access(url, number, prefix, ring.project(number)), ring


def _rebuild_if_older(vault: StoredVault) -> None:
    project = vault.access.project
    version = sa.select(PROJECT.c.index_version).where(PROJECT.c.id == project)
    if vault.database.read(lambda connection: connection.scalar(version)) == identity.INDEX_VERSION:
        return
    vault.database.write(lambda connection: rebuild_index(connection, vault.access))
