"""How the desk's rows are sealed: for which place each text is bound, and all of it anew when keys are renewed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from incognote.vault.seal import ProjectKeys
from incognote.vault.sql.desk_tables import BATCH, DOCUMENT, REVIEW, has_tables


class ReviewRow(NamedTuple):
    """One reviewer's work on one document."""

    number: int
    reviewer: str
    state: str
    version: int
    until: int
    text: str

    def __repr__(self) -> str:
        return f"ReviewRow({self.number}, version {self.version})"


def opened_review(row: Any, keys: ProjectKeys) -> ReviewRow:
    """A row of the reviews, read."""
    reviewer, text = json.loads(keys.open_text(row.sealed, review_name(row.batch, row.number, bytes(row.reviewer))))
    return ReviewRow(row.number, reviewer, row.state, row.version, row.until, text)


def sealed_review(batch: int, review: ReviewRow, keys: ProjectKeys) -> dict[str, Any]:
    """The columns of a review beside its batch and number."""
    tag = reviewer_tag(keys, review.reviewer)
    text = json.dumps([review.reviewer, review.text], ensure_ascii=False)
    sealed = keys.seal_text(text, review_name(batch, review.number, tag))
    return {"reviewer": tag, "state": review.state, "version": review.version, "until": review.until, "sealed": sealed}


def reviewer_tag(keys: ProjectKeys, reviewer: str) -> bytes:
    """How a reviewer's rows are found without a name in them."""
    return keys.tag(f"reviewer|{reviewer}")


def batch_name(batch: int) -> str:
    """The place that a batch's text is sealed for."""
    return f"desk|{batch}"


def document_name(batch: int, number: int) -> str:
    """The place that a document is sealed for."""
    return f"desk|{batch}|{number}"


def review_name(batch: int, number: int, tag: bytes) -> str:
    """The place that a review is sealed for."""
    return f"desk|{batch}|{number}|{tag.hex()}"


def reseal(connection: sa.Connection, project: int, old: ProjectKeys, new: ProjectKeys) -> None:
    """Seal a project's desk under new keys, inside the transaction that renews them."""
    if not has_tables(connection):
        return
    for table in (BATCH, DOCUMENT):
        for row in _each(connection, table, project):
            name = batch_name(row.batch) if table is BATCH else document_name(row.batch, row.number)
            where = [column == getattr(row, column.name) for column in table.primary_key]
            sealed = new.seal_text(old.open_text(row.sealed, name), name)
            connection.execute(sa.update(table).where(*where).values(sealed=sealed))
    reviews = list(connection.execute(sa.select(REVIEW).where(REVIEW.c.project == project)))
    connection.execute(sa.delete(REVIEW).where(REVIEW.c.project == project))
    for row in reviews:  # a reviewer's hash is part of the key, and of the name it is sealed for
        values = sealed_review(row.batch, opened_review(row, old), new)
        connection.execute(sa.insert(REVIEW), {"project": project, "batch": row.batch, "number": row.number, **values})


def _each(connection: sa.Connection, table: sa.Table, project: int) -> Iterator[Any]:
    """The rows of a project that hold something, one in memory at a time: they are changed on the way."""
    keys = list(connection.execute(sa.select(*table.primary_key).where(table.c.project == project, table.c.sealed.is_not(None))))
    for key in keys:
        where = [column == value for column, value in zip(table.primary_key, key, strict=True)]
        yield from connection.execute(sa.select(table).where(*where)).all()
