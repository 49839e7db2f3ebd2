"""An older vault opened by a newer program: a copy first, then the steps that are missing, all or nothing.

The steps stand in `tables.STEPS`; which of them a vault has taken stands in the vault. A vault with a step that this
program does not know is never touched.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault.sql import journal, tables
from incognote.vault.sql.database import Database, meaning
from incognote.vault.sql.index import lock_makers
from incognote.vault.sql.ring import Ring

_NO_COPY: Final = "the vault is older and no copy could be made beside it before it is upgraded: free some space, check the folder's mode"


def upgrade(database: Database, ring: Ring) -> None:
    """Take the steps that are missing. Beside a SQLite file its copy stays, until somebody removes it; of a
    database on a server a copy is its keeper's to make."""
    if database.read(tables.is_current):
        return
    taken = database.read(tables.taken)
    if database.path is not None:
        copy_file(database, free_name(database.path, len(taken)))

    def work(connection: sa.Connection) -> None:
        lock_makers(connection)
        before = tables.taken(connection)
        tables.migrate(connection)
        if after := tables.taken(connection) - before:
            journal.record(connection, ring, "upgrade", {"steps": sorted(after)})

    database.write(work)


def free_name(path: Path, steps: int) -> Path:
    """Where the copy of a vault goes that has taken so many steps: `vault.db.step1.bak`, or the next free one."""
    names = (path.with_name(f"{path.name}.step{steps}{more}.bak") for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not os.path.lexists(name))


def copy_file(database: Database, target: Path) -> None:
    """The SQLite vault as it is at this moment, in a new file of mode 0600: a backup that `vault restore` takes."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, stat.S_IRUSR | stat.S_IWUSR))
        with meaning(), database.bare() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(target),))
        with target.open("rb") as written:
            os.fsync(written.fileno())
    except (VaultError, OSError) as error:
        with suppress(OSError):
            target.unlink()
        if isinstance(error, OSError) and error.errno not in {errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EPERM, errno.EDQUOT}:
            raise
        raise VaultError(_NO_COPY) from None
