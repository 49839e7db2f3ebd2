"""The tables and the ordered steps that made them.

In the clear: codes' numbers, labels, counts, days of writing. Sealed: everything a person could be known by.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import BLOB

from incognote.errors import VaultError
from incognote.vault.sql.first_tables import FIRST

VERSION: Final = 1


class _RawBlob(BLOB):
    """Gives the cell as SQLite has it: `bytes(cell)` of a damaged one can be an error or a gigabyte."""

    def result_processor(self, dialect: Any, coltype: Any) -> None:
        return None


def blob() -> sa.types.TypeEngine[bytes]:
    """Bytes as the database has them."""
    return sa.LargeBinary().with_variant(_RawBlob(), "sqlite")


METADATA: Final = sa.MetaData()
STEP: Final = sa.Table(
    "vault_step",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
)
META: Final = sa.Table(
    "vault_meta",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", blob(), nullable=False),
)
KEY: Final = sa.Table(
    "vault_key",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("wrapped", blob(), nullable=False),
)
PROJECT: Final = sa.Table(
    "vault_project",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tag", blob(), nullable=False, unique=True),  # keyed hash of the project's name
    sa.Column("sealed", blob(), nullable=False),
    sa.Column("prefix", sa.Text, nullable=False),
    sa.Column("last_number", sa.BigInteger, nullable=False),  # never goes back: no code is issued twice
    sa.Column("epoch", sa.Integer, nullable=False),  # of the keys its rows are sealed and hashed with
    sa.Column("index_version", sa.Integer, nullable=False),
)
PERSON: Final = sa.Table(
    "vault_person",
    METADATA,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("sealed", blob()),  # null: merged or erased, the code stays taken
    sa.Column("merged", sa.BigInteger),
    sqlite_with_rowid=False,
)
IDENTIFIER: Final = sa.Table(
    "vault_identifier",
    METADATA,
    # Hashes are keyed by project, so they are looked for alone: with the project in front, a planner without
    # statistics takes that for selective and reads every row of it.
    sa.Column("match", blob(), primary_key=True),
    sa.Column("find", blob(), nullable=False),
    sa.Column("project", sa.Integer, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index("vault_identifier_find", "find", "number", "label"),  # holds all that `find` asks for
    sa.Index("vault_identifier_person", "project", "number"),
    sqlite_with_rowid=False,
)
CONFLICT: Final = sa.Table(
    "vault_conflict",
    METADATA,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tag", blob(), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("sealed", blob(), nullable=False),
)
AUDIT: Final = sa.Table(
    "vault_audit",
    METADATA,
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("sealed", blob(), nullable=False),
    sa.Column("hash", blob(), nullable=False),
)
COPIED: Final = (META, KEY, PROJECT, PERSON, IDENTIFIER, CONFLICT, AUDIT)
"""What a backup holds, in the order in which it is written."""

_NO_CHANGE_SQLITE: Final = """
CREATE TRIGGER vault_audit_no_{verb} BEFORE {verb} ON vault_audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
"""
_NO_CHANGE_POSTGRES: Final = (
    """
CREATE OR REPLACE FUNCTION vault_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$
""",
    """
CREATE TRIGGER vault_audit_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON vault_audit
FOR EACH STATEMENT EXECUTE FUNCTION vault_audit_refuse()
""",
)


def _first_tables(connection: sa.Connection) -> None:
    FIRST.create_all(connection)
    if connection.dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            connection.exec_driver_sql(_NO_CHANGE_SQLITE.format(verb=verb))
    else:
        for statement in _NO_CHANGE_POSTGRES:
            connection.exec_driver_sql(statement)


STEPS: Final[tuple[tuple[str, Callable[[sa.Connection], None]], ...]] = (("first tables", _first_tables),)
"""Never change a step that was released: append the next one, and change the tables above to what it leaves."""


def has_tables(connection: sa.Connection) -> bool:
    """Whether a vault was made in this database."""
    return sa.inspect(connection).has_table(STEP.name)


def taken(connection: sa.Connection) -> set[str]:
    """The steps a vault has taken; a `VaultError` where one of them is unknown here."""
    found = set(connection.scalars(sa.select(STEP.c.name)))
    if found - {name for name, _ in STEPS}:
        raise VaultError("a newer incognote made this vault: upgrade incognote to open it")
    return found


def is_current(connection: sa.Connection) -> bool:
    """Whether every step was taken; a step unknown here is a `VaultError`."""
    return len(taken(connection)) == len(STEPS)


def migrate(connection: sa.Connection) -> None:
    """Take the steps that are missing, inside the caller's transaction."""
    before = taken(connection) if has_tables(connection) else set()
    for name, step in STEPS:
        if name not in before:
            step(connection)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute(sa.insert(STEP), {"name": name, "at": now})
