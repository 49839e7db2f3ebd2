"""Where the vault's passphrase comes from: environment, key file, keyring, or a prompt on a terminal."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path
from typing import Final

from incognote.errors import UsageError

VARIABLE: Final = "INCOGNOTE_PASSPHRASE"
FILE_VARIABLE: Final = "INCOGNOTE_KEY_FILE"
SERVICE: Final = "incognote"


def passphrase(url: str, *, is_new: bool = False) -> str:
    """The passphrase of the vault at `url`; a prompt asks twice where the vault is to be made."""
    if (given := os.environ.get(VARIABLE)) is not None:
        return given
    if (path := os.environ.get(FILE_VARIABLE)) is not None:
        try:
            return Path(path).read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"the key file that {FILE_VARIABLE} names cannot be read") from None
    stored = _from_keyring(url)
    if stored is not None:
        return stored
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(f"the vault needs its passphrase: set {VARIABLE} or {FILE_VARIABLE}, or run on a terminal")
    typed = getpass.getpass("passphrase: ", stream=sys.stderr)
    if is_new and getpass.getpass("once more: ", stream=sys.stderr) != typed:
        raise UsageError("the two passphrases differ")
    return typed


def _from_keyring(url: str) -> str | None:
    """What the system's keyring holds for this vault, if the package `keyring` and a keyring are there."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        return keyring.get_password(SERVICE, url)
    except KeyringError:
        return None
