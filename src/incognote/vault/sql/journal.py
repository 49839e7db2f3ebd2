"""The audit trail: append-only, each row chained to the one before it by a keyed hash.

The hash is an HMAC under a key that only the passphrase opens, so a row changed or taken out by somebody
with the file alone is found. Cutting off the newest rows is found by comparing the head that
`incognote vault audit` prints with one noted earlier.
"""

from __future__ import annotations

import getpass
import hmac
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault import seal
from incognote.vault.sql.ring import Ring
from incognote.vault.sql.tables import AUDIT, META

_START: Final = bytes(32)


class Entry(NamedTuple):
    """What was done, when, and its detail: codes, counts and the user, never a name or number."""

    seq: int
    at: str
    action: str
    detail: Mapping[str, Any]


class Broken(NamedTuple):
    """The first row that does not fit the chain."""

    seq: int


def record(connection: sa.Connection, ring: Ring, action: str, detail: Mapping[str, Any]) -> None:
    """Append a row; it is there if and only if the caller's transaction is."""
    epoch_row = sa.select(META.c.value).where(META.c.name == "epoch").with_for_update()
    connection.execute(epoch_row)  # one appender at a time on PostgreSQL
    newest = sa.select(AUDIT.c.seq, AUDIT.c.hash).order_by(AUDIT.c.seq.desc()).limit(1)
    last = connection.execute(newest).first()
    seq, previous = (last.seq + 1, bytes(last.hash)) if last else (1, _START)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    text = json.dumps({"user": _user(), **detail}, ensure_ascii=False)
    key = ring.named[f"audit:{ring.epoch}"]
    row = {
        "seq": seq,
        "epoch": ring.epoch,
        "at": at,
        "action": action,
        "sealed": seal.seal(key, text.encode(), f"audit|{seq}".encode()),
        "hash": _link(key, previous, seq, at, action, text),
    }
    connection.execute(sa.insert(AUDIT), row)


def read(connection: sa.Connection, ring: Ring) -> Iterator[Entry | Broken]:
    """Every row from the first; ends with `Broken` where the chain does."""
    previous, expected = _START, 1
    for row in connection.execute(sa.select(AUDIT).order_by(AUDIT.c.seq)):
        key = ring.named.get(f"audit:{row.epoch}")
        if row.seq != expected or key is None:
            yield Broken(expected)
            return
        try:
            text = seal.unseal(key, row.sealed, f"audit|{row.seq}".encode()).decode()
        except VaultError:
            yield Broken(row.seq)
            return
        if not hmac.compare_digest(_link(key, previous, row.seq, row.at, row.action, text), bytes(row.hash)):
            yield Broken(row.seq)
            return
        yield Entry(row.seq, row.at, row.action, json.loads(text))
        previous, expected = bytes(row.hash), expected + 1


def head(connection: sa.Connection) -> str:
    """The newest row's hash, short enough to note down."""
    newest = connection.scalar(sa.select(AUDIT.c.hash).order_by(AUDIT.c.seq.desc()).limit(1))
    return bytes(newest or _START).hex()[:16]


def _link(key: bytes, previous: bytes, seq: int, at: str, action: str, text: str) -> bytes:
    return hmac.digest(key, previous + f"{seq}|{at}|{action}|{text}".encode(), "sha256")


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container whose user has no name
        return "unknown"
