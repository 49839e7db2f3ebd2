"""What the vault's verbs and `rehydrate` share: which vault, how it is opened, and who may see a name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from incognote.defaults import DEFAULT_PROJECT
from incognote.errors import UsageError

if TYPE_CHECKING:
    from incognote.vault.sql.custody import StoredVault


Verbs = tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None]], ...]
"""What a verb of the vault is called, what it does in a few words, and its options."""


def add_address(parser: argparse.ArgumentParser) -> None:
    """Which vault and which project of it."""
    parser.add_argument(
        "--vault", metavar="URL", help="sqlite:///path.db or a PostgreSQL URL (default: yours)"
    )
    parser.add_argument("--project", metavar="D", default=DEFAULT_PROJECT, help="the project within the vault")


def add_verbs(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser], table: Verbs, run: Callable[[argparse.Namespace], int]
) -> None:
    """Each verb of a table with its own options and the vault's address."""
    for name, help_, add in table:
        verb = verbs.add_parser(name, help=help_, description=help_[0].upper() + help_[1:] + ".")
        add(verb)
        add_address(verb)
        verb.set_defaults(run=run)


def address(options: argparse.Namespace) -> str:
    """The URL that is meant."""
    from incognote.cli.opening import default_path

    return options.vault or f"sqlite:///{default_path()}"


@contextmanager
def open_stored(options: argparse.Namespace, **settings: Any) -> Iterator[StoredVault]:
    """The vault and project of the options, closed at the end."""
    from incognote.cli.passphrase import passphrase
    from incognote.vault import open_stored as open_it

    url = address(options)
    vault = open_it(url, project=options.project, passphrase=passphrase(url), **settings)
    try:
        yield vault
    finally:
        vault.close()


def destination(options: argparse.Namespace) -> str:
    """Where names would go, for the journal; refused unless that is a terminal or was asked for."""
    if sys.stdout.isatty():
        return "terminal"
    if not options.to_pipe:
        raise UsageError(
            "names are printed to a terminal only: add --to-pipe to write them to a pipe or file"
        )
    return "pipe"


def written_bytes(data: bytes) -> None:
    """Exactly these bytes to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def agrees(question: str) -> bool:
    """Whether the user says yes on the terminal; no answer is no."""
    sys.stderr.write(f"incognote: {question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
