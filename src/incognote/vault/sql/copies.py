"""Backup and restore: whole sealed copies, counted before and after.

A backup is a vault in one SQLite file, whatever it was taken from; it opens with the passphrase of its day.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault.sql import journal, tables
from incognote.vault.sql.database import Database, build_file
from incognote.vault.sql.index import lock_makers
from incognote.vault.sql.ring import open_ring
from incognote.vault.sql.tables import COPIED
from incognote.vault.sql.upgrade import copy_file

_CHUNK: Final = 1000
_T = TypeVar("_T")
_BAD_BACKUP: Final = "the backup is damaged, or no backup of a vault: nothing was restored, try an older one"
_UNEQUAL: Final = "the copy does not hold what the original does and was thrown away: run again"


def counts_of(connection: sa.Connection) -> Mapping[str, int]:
    """Rows by table, the index and the journal left out."""
    return {
        table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        for table in (tables.PROJECT, tables.PERSON, tables.CONFLICT)
    }


def _all_counts(connection: sa.Connection) -> Mapping[str, int]:
    return {t.name: connection.scalar(sa.select(sa.func.count()).select_from(t)) or 0 for t in COPIED}


def backup(database: Database, path: Path) -> Mapping[str, int]:
    """Copy the vault as it is at one moment to a new file; returns the rows by table."""

    def fill(target: sa.Connection) -> Mapping[str, int]:
        return database.read(lambda source: _copy(source, target), snapshot=True)

    return build_file(path, fill)


def restore(path: Path, url: str, passphrase: str) -> Mapping[str, int]:
    """Make the vault at `url`, where none may be, from a backup; returns the rows by table."""
    if not path.is_file():
        raise VaultError("there is no backup file there: check its path")
    with TemporaryDirectory(prefix=".incognote-") as folder:  # mode 0700
        return _restore(_current(path, Path(folder)), url, passphrase)


def _current(path: Path, folder: Path) -> Path:
    """The backup, or a copy of it in `folder` with the steps taken that came after it: a backup is never changed."""
    source = Database(f"sqlite:///{path}", read_only=True)
    try:
        if not _read(source, tables.has_tables):
            raise VaultError("that file is no backup of a vault: check its path")
        if _read(source, tables.is_current):
            return path
        copy_file(source, folder / "older.db")
    finally:
        source.close()
    older = Database(f"sqlite:///{folder}/older.db")
    try:
        older.write(tables.migrate)
        older.settle_journal()
    finally:
        older.close()
    return folder / "older.db"


def _restore(path: Path, url: str, passphrase: str) -> Mapping[str, int]:
    source = Database(f"sqlite:///{path}", read_only=True)
    target = Database(url)

    def fill(connection: sa.Connection) -> Mapping[str, int]:
        lock_makers(connection)
        if tables.has_tables(connection):
            raise VaultError("a vault is there already: restore to another address, then change over")
        counts = _read(source, lambda original: _copy(original, connection))
        journal.record(
            connection, open_ring(connection, passphrase), "restore", {"rows": sum(counts.values())}
        )
        return counts

    try:
        _read(source, lambda connection: open_ring(connection, passphrase))
        return build_file(target.path, fill) if target.path is not None else target.write(fill)
    finally:
        source.close()
        target.close()


def _read(source: Database, look: Callable[[sa.Connection], _T]) -> _T:
    """`look` at a backup; where it is damaged, the message speaks of the backup."""
    try:
        return source.read(look)
    except VaultError as error:
        if "damaged" in str(error):
            raise VaultError(_BAD_BACKUP) from None
        raise


def _copy(source: sa.Connection, target: sa.Connection) -> Mapping[str, int]:
    if not tables.is_current(source):
        raise VaultError("an older incognote made this vault: open it once with this one, then copy it")
    tables.migrate(target)
    before = _all_counts(source)
    for table in COPIED:
        rows = source.execution_options(yield_per=_CHUNK).execute(sa.select(table)).mappings()
        for part in rows.partitions():
            target.execute(sa.insert(table), [dict(row) for row in part])
    if _all_counts(target) != before:
        raise VaultError(_UNEQUAL)
    return before
