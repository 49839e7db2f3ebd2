"""The errors, as a tree. No message holds text of a note.

IncognoteError
├── UsageError       a command was asked for what cannot be
├── ConfigError      a profile, site rule or list that cannot be read as it stands
├── DecodeError      bytes that are not text, or could be several texts
├── FormatError      a file whose structure cannot be read or written
└── VaultError       the vault is missing, locked, damaged or in conflict
    └── KeyRefused   the passphrase does not open it
"""


class IncognoteError(Exception):
    """Base of all our errors; its message is one line that says what to do."""


class UsageError(IncognoteError):
    pass


class ConfigError(IncognoteError):
    pass


class DecodeError(IncognoteError):
    pass


class FormatError(IncognoteError):
    pass


class VaultError(IncognoteError):
    pass


class KeyRefused(VaultError):  # noqa: N818 - it reads as what happened
    pass
