"""The vault: the only part that remembers people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incognote.defaults import DEFAULT_PROJECT, NO_VAULT
from incognote.errors import VaultError
from incognote.vault.codes import DEFAULT_PREFIX
from incognote.vault.memory import MemoryVault

if TYPE_CHECKING:
    from incognote.vault.sql.custody import StoredVault


def open_vault(
    url: str,
    *,
    project: str = DEFAULT_PROJECT,
    passphrase: str = "",
    create: bool = False,
    prefix: str = DEFAULT_PREFIX,
) -> MemoryVault | StoredVault:
    """The vault at `url` (`sqlite:///path.db`, a PostgreSQL URL, or `none`) with one project opened.

    `create` makes a vault or project that is not there, with `prefix` for its codes; without it a missing
    one is a `VaultError`. A wrong passphrase is `KeyRefused`.
    """
    if url == NO_VAULT:
        return MemoryVault(prefix=prefix)
    return open_stored(url, project=project, passphrase=passphrase, create=create, prefix=prefix)


def open_stored(
    url: str,
    *,
    project: str = DEFAULT_PROJECT,
    passphrase: str = "",
    create: bool = False,
    prefix: str = DEFAULT_PREFIX,
) -> StoredVault:
    """The same for a vault that outlives the process: what the administrative verbs need."""
    if url == NO_VAULT:
        raise VaultError("there is nothing to keep without a vault: give --vault sqlite:///path.db")
    if not project:
        raise VaultError("the project's name is empty: leave --project out for the default one")
    from incognote.vault.sql.opening import open_project

    return open_project(url, project, passphrase, create=create, prefix=prefix)
