"""Where the vault's passphrase comes from: environment, key file, keyring, or a prompt on a terminal."""

from __future__ import annotations

import getpass
import os
import stat
import sys
from pathlib import Path
from typing import Final

from incognote.errors import UsageError

VARIABLE: Final = "INCOGNOTE_PASSPHRASE"
FILE_VARIABLE: Final = "INCOGNOTE_KEY_FILE"
SERVICE: Final = "incognote"


SHORTEST: Final = 8


def passphrase(url: str, *, is_new: bool = False) -> str:
    """The passphrase of the vault at `url`; where the vault is to be made it is asked for twice, and long enough."""
    found = _given(url)
    if found is None:
        if not (sys.stderr.isatty() and (sys.stdin.isatty() or _has_terminal())):
            raise UsageError(f"the vault needs its passphrase: set {VARIABLE} or {FILE_VARIABLE}, or run on a terminal")
        found = getpass.getpass("passphrase: ", stream=sys.stderr)
        if is_new and getpass.getpass("once more: ", stream=sys.stderr) != found:
            raise UsageError("the two passphrases differ")
    return long_enough(found) if is_new else found


def _has_terminal() -> bool:
    """Whether somebody can be asked although standard input is a file or a pipe (`rehydrate < answer.txt`)."""
    try:
        with Path("/dev/tty").open("rb"):
            return True
    except OSError:
        return False


def long_enough(secret: str) -> str:
    """`secret` if it may lock a vault."""
    if len(secret) < SHORTEST:
        raise UsageError(f"the passphrase is too short: take at least {SHORTEST} characters, better some words")
    return secret


def _given(url: str) -> str | None:
    if (given := os.environ.get(VARIABLE)) is not None:
        return given
    if (path := os.environ.get(FILE_VARIABLE)) is not None:
        return _from_file(Path(path))
    return _from_keyring(url)


def _from_file(path: Path) -> str:
    """The first thing a thief looks for: a file that others can read is refused, as ssh does."""
    try:
        with path.open("rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode
            data = stream.read(1 << 16)
        if os.name == "posix" and stat.S_ISREG(mode) and mode & 0o077:
            raise UsageError(f"others can read the key file that {FILE_VARIABLE} names: run `chmod 600` on it")
        return data.decode("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError, ValueError):
        raise UsageError(f"the key file that {FILE_VARIABLE} names cannot be read") from None


def keyring_user(url: str) -> str:
    """The name under which the keyring holds a vault's passphrase: its URL without the database's password.

    >>> keyring_user("postgresql://ward:secret@db.example/notes?password=secret&port=5433")
    'postgresql://ward@db.example/notes?port=5433'
    >>> keyring_user("sqlite:////srv/vault.db")
    'sqlite:////srv/vault.db'
    """
    head, separator, rest = url.partition("://")
    if head.startswith("sqlite"):
        return url
    before, at, place = rest.rpartition("@")  # a password may hold any sign that was not escaped
    place, _, query = place.partition("?")
    asked = "&".join(part for part in query.split("&") if not part.lower().startswith(("password=", "sslpassword=")))
    return head + separator + before.partition(":")[0] + at + place + ("?" if asked else "") + asked


def _from_keyring(url: str) -> str | None:
    """What the system's keyring holds for this vault, if the package `keyring` and a keyring are there."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        return keyring.get_password(SERVICE, keyring_user(url))
    except KeyringError:
        return None
