"""Which vault a command uses, and how it is opened."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from incognote.config import Profile
from incognote.defaults import NO_VAULT
from incognote.document import Vault
from incognote.errors import ConfigError, UsageError


def default_path() -> Path:
    """Where a user's own vault lies."""
    from platformdirs import user_data_path

    return user_data_path("incognote") / "vault.db"


def vault(options: argparse.Namespace, profile: Profile) -> Vault | None:
    """The vault of the options; None where people are to be numbered within the run only."""
    if profile.vault == NO_VAULT:
        if options.vault not in {None, NO_VAULT}:
            raise UsageError(f"the profile {profile.name} works without a vault: leave --vault out")
        return None
    url, create = options.vault, options.create
    if url is None and (default_path().exists() or create):
        url = f"sqlite:///{default_path()}"
    if url is None and profile.vault == "required":
        raise ConfigError(f"the profile {profile.name} needs a vault: run `incognote vault init` or name one with --vault")
    if url is None and not options.quiet and _makes_one():
        url, create = f"sqlite:///{default_path()}", True
    if url is None or url == NO_VAULT:
        return None
    if create and options.vault is None:
        default_path().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    from incognote.cli.passphrase import passphrase
    from incognote.vault import open_vault

    return open_vault(url, project=options.project, passphrase=passphrase(url, is_new=create), create=create)


def _makes_one() -> bool:
    """Whether the user, asked on a terminal, wants a vault; no answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write("incognote: there is no vault yet, so codes would hold within this run only. Make one now? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
