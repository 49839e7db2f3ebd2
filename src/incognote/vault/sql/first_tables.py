"""The tables as the first release made them. Frozen: what came later are steps of their own, in `tables`."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

FIRST: Final = sa.MetaData()
_TEXT: Final = sa.Text()
_BYTES: Final = sa.LargeBinary()

sa.Table("vault_step", FIRST, sa.Column("name", _TEXT, primary_key=True), sa.Column("at", _TEXT, nullable=False))
sa.Table("vault_meta", FIRST, sa.Column("name", _TEXT, primary_key=True), sa.Column("value", _BYTES, nullable=False))
sa.Table("vault_key", FIRST, sa.Column("name", _TEXT, primary_key=True), sa.Column("wrapped", _BYTES, nullable=False))
sa.Table(
    "vault_project",
    FIRST,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tag", _BYTES, nullable=False, unique=True),
    sa.Column("sealed", _BYTES, nullable=False),
    sa.Column("prefix", _TEXT, nullable=False),
    sa.Column("last_number", sa.BigInteger, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("index_version", sa.Integer, nullable=False),
)
sa.Table(
    "vault_person",
    FIRST,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("sealed", _BYTES),
    sa.Column("merged", sa.BigInteger),
    sqlite_with_rowid=False,
)
sa.Table(
    "vault_identifier",
    FIRST,
    sa.Column("match", _BYTES, primary_key=True),
    sa.Column("find", _BYTES, nullable=False),
    sa.Column("project", sa.Integer, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("label", _TEXT, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index("vault_identifier_find", "find", "number", "label"),
    sa.Index("vault_identifier_person", "project", "number"),
    sqlite_with_rowid=False,
)
sa.Table(
    "vault_conflict",
    FIRST,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tag", _BYTES, primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("kind", _TEXT, nullable=False),
    sa.Column("sealed", _BYTES, nullable=False),
)
sa.Table(
    "vault_audit",
    FIRST,
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("at", _TEXT, nullable=False),
    sa.Column("action", _TEXT, nullable=False),
    sa.Column("sealed", _BYTES, nullable=False),
    sa.Column("hash", _BYTES, nullable=False),
)
