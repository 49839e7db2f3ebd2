"""Connecting, transactions that are retried, and one plain sentence for everything that can go wrong.

A database error may quote statements, parameters, paths or passwords; none of that leaves this file.
"""

from __future__ import annotations

import errno
import os
import random
import secrets
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from incognote.errors import VaultError

T = TypeVar("T")
_SQLITE: Final = "sqlite:///"
_ATTEMPTS: Final = 12
_BUSY_SECONDS: Final = 60
_DAMAGED: Final = "the vault is damaged: restore the last backup with `incognote vault restore`"
_FULL: Final = "the disk is full: free some space and run again; nothing stored was lost"
_REFUSED: Final = "no permission to use the vault: check the owner and mode of its file and folder"
_SQLITE_MEANINGS: Final = (
    ("SQLITE_FULL", _FULL),
    ("SQLITE_READONLY", _REFUSED),
    ("SQLITE_PERM", _REFUSED),
    ("SQLITE_AUTH", _REFUSED),
    ("SQLITE_CANTOPEN", _REFUSED),
    ("SQLITE_BUSY", "another process kept the vault locked: wait for it to finish and run again"),
    ("SQLITE_LOCKED", "another process kept the vault locked: wait for it to finish and run again"),
    ("SQLITE_IOERR", "the disk could not be read or written: check it and run again"),
)
_POSTGRES_MEANINGS: Final = (
    ("53100", _FULL),
    ("42501", "the database user may not do that: grant it the rights to the vault's tables"),
    ("28", "the PostgreSQL server refuses this user: check user and password in the URL"),
    ("3D000", "there is no such database on the PostgreSQL server: create it first"),
    ("25006", "the PostgreSQL server is read-only: use the primary"),
    ("53", "the PostgreSQL server is out of resources: wait and run again"),
    ("57", "the PostgreSQL server is stopping or starting: wait and run again"),
)
_CONTENDED: Final = (
    "40001", "40P01", "23505", "55P03", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY",
)  # fmt: skip


class Contended(VaultError):  # noqa: N818 - it reads as what happened
    """Two writers met; the transaction was rolled back and may be run again."""


class Taken(VaultError):  # noqa: N818 - it reads as what happened
    """A file is there already."""


class Database:
    """An address with its engine; each process makes its own, so an object may cross a fork."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.url = url
        self.read_only = read_only
        self.path = sqlite_path(url)
        self._engine: sa.Engine | None = None
        self._pid = 0

    def __repr__(self) -> str:
        return f"Database({'sqlite' if self.path else 'postgresql'})"

    @property
    def engine(self) -> sa.Engine:
        if self._engine is None or self._pid != os.getpid():
            if self._engine is not None:
                self._engine.dispose(close=False)  # the parent's connections are not ours to close
            self._engine, self._pid = _engine(self.url, self.path, read_only=self.read_only), os.getpid()
        return self._engine

    def read(self, work: Callable[[sa.Connection], T], *, snapshot: bool = False) -> T:
        """Run `work` in a transaction that writes nothing; `snapshot` keeps all its reads at one moment."""
        for attempt in range(_ATTEMPTS):
            try:
                with meaning(), self.engine.connect() as connection:
                    if snapshot and self.path is None:
                        connection = connection.execution_options(isolation_level="REPEATABLE READ")
                    return work(connection)
            except Contended:
                _wait(attempt)
        raise _tired()

    def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run `work` in a transaction that has the write lock from its start (SQLite), retried if it must."""
        for attempt in range(_ATTEMPTS):
            try:
                with meaning(), self._writer().begin() as connection:
                    return work(connection)
            except Contended:
                _wait(attempt)
        raise _tired()

    def bare(self) -> sa.Connection:
        """A connection that begins nothing, for what SQLite does outside transactions only."""
        return self.engine.execution_options(incognote_begin=None).connect()

    def _writer(self) -> sa.Engine:
        return self.engine.execution_options(incognote_begin="BEGIN IMMEDIATE")

    def close(self) -> None:
        """Give the connections back; the next use opens new ones."""
        if self._engine is not None and self._pid == os.getpid():
            with meaning():
                self._engine.dispose()
        self._engine = None

    def tidy(self) -> bool:
        """SQLite: rewrite the file without what was deleted and empty the write-ahead log, if nobody else is in."""
        if self.path is None:
            return True
        try:
            with (
                meaning(),
                self.bare() as connection,
            ):
                connection.exec_driver_sql("PRAGMA busy_timeout = 2000")
                connection.exec_driver_sql("VACUUM")
                busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        except VaultError:
            return False
        finally:
            self.close()
        return not busy

    def settle_journal(self) -> None:
        """SQLite: leave the write-ahead mode, so that the file is whole without companions."""
        with meaning(), self.bare() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")


def _wait(attempt: int) -> None:
    time.sleep(random.uniform(0.5, 1.5) * min(1.0, 0.005 * 2**attempt))


def _tired() -> VaultError:
    return VaultError("the vault is too busy: run again when fewer processes write to it")


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL, None for PostgreSQL; another scheme is a `VaultError`."""
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE):
        return Path(url[len(_SQLITE) :]).expanduser()
    if url.startswith(("postgresql://", "postgres://", "postgresql+psycopg://")):
        return None
    raise VaultError("a vault is named sqlite:///path.db or postgresql://user@host/database")


def _engine(url: str, path: Path | None, *, read_only: bool) -> sa.Engine:
    if path is None:
        return _postgres_engine(url)
    if read_only:
        address = sa.URL.create(
            "sqlite", database=path.absolute().as_uri(), query={"mode": "ro", "uri": "true"}
        )
        return sa.create_engine(address, hide_parameters=True)
    address = sa.URL.create("sqlite", database=str(path))
    engine = sa.create_engine(
        address, hide_parameters=True, max_overflow=-1
    )  # a thread never waits for another's
    sa.event.listen(engine, "connect", _configure_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _postgres_engine(url: str) -> sa.Engine:
    try:
        address = sa.make_url(url).set(drivername="postgresql+psycopg")
        return sa.create_engine(
            address, hide_parameters=True, pool_pre_ping=True, connect_args={"connect_timeout": 10}
        )
    except ModuleNotFoundError:
        raise VaultError("PostgreSQL needs one more package: pip install 'incognote[postgres]'") from None
    except (SQLAlchemyError, ValueError):
        raise VaultError("a PostgreSQL vault is named postgresql://user@host/database") from None


def _configure_sqlite(raw: Any, _record: Any) -> None:
    raw.isolation_level = None  # we begin ourselves: the driver's own begin comes too late for a write lock
    for pragma in (
        f"busy_timeout = {_BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",  # a code that was printed must survive a power cut
        "secure_delete = ON",
        "temp_store = MEMORY",
        "cache_size = -32768",  # KiB at most: the inner pages of the index of a large vault stay at hand
        "trusted_schema = OFF",
    ):
        raw.execute("PRAGMA " + pragma)


def _begin_sqlite(connection: sa.Connection) -> None:
    statement = connection.get_execution_options().get("incognote_begin", "BEGIN")
    if statement is not None:
        connection.exec_driver_sql(statement)


@contextmanager
def meaning() -> Iterator[None]:
    """Turn a database's error into a `VaultError` of one sentence."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _translated(error) from None
    except PermissionError:
        raise VaultError(_REFUSED) from None


def _translated(error: Exception) -> VaultError:
    if isinstance(error, PoolTimeout):
        return VaultError("the vault has too many users in this process: run with fewer threads")
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "") or ""
        table: tuple[tuple[str, str], ...] = _SQLITE_MEANINGS
        fallback = _DAMAGED
    else:
        name = getattr(cause, "sqlstate", "") or ""
        table = _POSTGRES_MEANINGS
        fallback = (
            "the database refused the vault's request: see the PostgreSQL server's log"
            if name
            else "the PostgreSQL server cannot be reached: check that it runs and that the URL is right"
        )
    if name and name.startswith(_CONTENDED):
        return Contended("two writers met: run again")
    return VaultError(next((text for start, text in table if name.startswith(start)), fallback))


def build_file(path: Path, fill: Callable[[sa.Connection], T]) -> T:
    """Make a SQLite file of mode 0600 that appears under `path` whole or not at all; never replaces one."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, stat.S_IRUSR | stat.S_IWUSR))
        database = Database(_SQLITE + str(draft))
        result = database.write(fill)
        database.settle_journal()
        database.close()
        os.link(draft, path)
    except FileExistsError:
        raise Taken("there is a file already: choose another path, or open the vault that is there") from None
    except PermissionError:
        raise VaultError(_REFUSED) from None
    except OSError as error:
        raise VaultError(_FULL if error.errno == errno.ENOSPC else _REFUSED) from None
    finally:
        for leftover in (draft, *(draft.with_name(draft.name + end) for end in ("-wal", "-shm"))):
            with suppress(OSError):
                leftover.unlink()
    return result
