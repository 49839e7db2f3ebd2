"""The blind index and how projects are found: what is hashed under the vault's keys, and how it is made anew."""

from __future__ import annotations

import hmac
import json
from typing import Final

import sqlalchemy as sa

from incognote.vault import identity, seal
from incognote.vault.sql.ring import Ring
from incognote.vault.sql.rows import Access, Rows
from incognote.vault.sql.tables import IDENTIFIER, PROJECT

_LOCK_NUMBER: Final = 0x1C0970  # PostgreSQL advisory lock: one maker or migrator at a time


def lock_makers(connection: sa.Connection) -> None:
    """PostgreSQL has no immediate transactions: two makers of tables wait for each other here."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK_NUMBER)))


def project_tag(ring: Ring, project: str) -> bytes:
    """How a project is found without its name being there to read."""
    return hmac.digest(ring.root.index_key, b"project|" + project.encode(), "sha256")[:16]


def seal_project_name(ring: Ring, number: int, project: str) -> bytes:
    """The project's name, sealed for its row."""
    return seal.seal(ring.root.data_key, json.dumps(project).encode(), f"project|{number}".encode())


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
