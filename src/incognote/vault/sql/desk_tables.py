"""The review desk's tables, made by the first batch: a vault without a desk has none of them.

In the clear: numbers, days, statuses, kinds of findings, states, versions. Sealed: texts, spans, corrections, names.
A keyed hash stands for a reviewer, so that rows can be found without a name to read.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from incognote.errors import VaultError
from incognote.vault.sql.index import lock_makers
from incognote.vault.sql.tables import blob

LAYOUT: Final = 1
"""Of what is sealed in a row. Batches live for weeks: one of another layout is finished where it was made."""
LOADING, READY, DELETED = "loading", "ready", "deleted"
OPEN, LAPSED = "open", "lapsed"
DONE: Final = ("accepted", "corrected", "rejected")

METADATA: Final = sa.MetaData()
BATCH: Final = sa.Table(
    "desk_batch",
    METADATA,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("batch", sa.Integer, primary_key=True, autoincrement=False),  # never issued twice
    sa.Column("layout", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("made", sa.Text, nullable=False),
    sa.Column("due", sa.Text, nullable=False),  # the last day on which anybody may see it
    sa.Column("sealed", blob()),  # null: deleted
)
DOCUMENT: Final = sa.Table(
    "desk_document",
    METADATA,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("batch", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("place", sa.Integer),  # in the queue, from 1; null while the batch is loaded
    sa.Column("wanted", sa.Integer, nullable=False),  # how many reviews
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("reasons", sa.Text, nullable=False),  # why it stands where it does: our own words
    sa.Column("sealed", blob(), nullable=False),
    sa.Index("desk_document_place", "project", "batch", "place"),
)
REVIEW: Final = sa.Table(
    "desk_review",
    METADATA,
    sa.Column("project", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("batch", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("reviewer", blob(), primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # one more with every write
    sa.Column("until", sa.BigInteger, nullable=False),  # seconds of the epoch at which a claim runs out
    sa.Column("sealed", blob(), nullable=False),
)


def has_tables(connection: sa.Connection) -> bool:
    """Whether anything was ever put on this vault's desk."""
    return sa.inspect(connection).has_table(BATCH.name)


def make_tables(connection: sa.Connection) -> None:
    """Make what is missing, inside the caller's transaction."""
    if not has_tables(connection):
        lock_makers(connection)
        METADATA.create_all(connection)


def check_layout(layout: int) -> None:
    """Raise where another incognote put a batch here."""
    if layout != LAYOUT:
        raise VaultError("another version of incognote loaded this batch: review it with that one, or load it again")
