"""The documents to label, and which of them people label first: a share of all, by chance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.train.barred import Sieved, barred_prints, sieve
from incognote.lab.train.config import Config
from incognote.lab.train.prelabel.corrections import Draft, write_drafts
from incognote.lab.train.shares import author, drawn

TO_LABEL: Final = "to-label.jsonl"
BY_PEOPLE: Final = "what measures a tagger is labelled by people alone"
Row = Mapping[str, Any]


def read_documents(path: Path) -> list[Row]:
    """Lines with an `id` and a `text`; spans that they may have are not read.

    Raises:
        FormatError: a line has no id or text, or an id came before.
    """
    found: dict[str, Row] = {}
    for number, row in read_rows(path):
        if not isinstance(row.get("id"), str) or not isinstance(row.get("text"), str):
            raise FormatError(f"line {number}: it needs `id` and `text`")
        if row["id"] in found:
            raise FormatError(f"line {number}: its id was used before")
        found[row["id"]] = row
    return list(found.values())


def draw(path: Path, folder: Path, *, config: Config, share: float, scheme: str, seed: int) -> tuple[int, Sieved]:
    """Write a share of the documents, unmarked and in their order, to be labelled from nothing.

    Returns how many were written, and what was there.

    Raises:
        UsageError: the share is none, the file is of a test or dev set, or there is a file to correct already.
        FormatError: a line is no document.
    """
    if not 0 < share <= 1:
        raise UsageError("a share is above 0, at most 1")
    found = sieve(read_documents(path), barred_prints(config.data), refusal=BY_PEOPLE)
    authors = [author(row, str(row["id"])) for row in found.rows]
    chosen = drawn(authors, share, key=f"prelabel/{seed}")
    rows = [row for row, name in zip(found.rows, authors, strict=True) if name in chosen]
    return write_drafts(folder / TO_LABEL, (Draft(row["id"], row["text"], (), row) for row in rows), scheme=scheme), found
