"""The lists of this package, each line with as many columns as it should have."""

from __future__ import annotations

from typing import Final

from incognote.errors import ConfigError
from incognote.names import tables

PACKAGE: Final = "incognote.narrative"


def rows(name: str, columns: int) -> list[list[str]]:
    """The lines of `data/<name>.tsv`, split at tabs, without comments."""
    found = tables.rows(name, package=PACKAGE)
    if bad := next((row[0] for row in found if len(row) != columns), None):
        raise ConfigError(f"narrative/data/{name}.tsv: the line of {bad} has not {columns} columns")
    return found
