"""Keys and sealing: a passphrase opens random keys, and those seal and hash everything that could identify.

scrypt (RFC 7914, N = 2^15, r = 8, p = 1) turns the passphrase into a key that only wraps others (AES-GCM,
NIST SP 800-38D). A project works with keys derived from the random ones and its own; those can be handed
to worker processes, which never see the passphrase and cannot open another project.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import unicodedata
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Final, NamedTuple

from incognote.document import Number, Person
from incognote.errors import KeyRefused, VaultError
from incognote.vault.matching import Record

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_BLOCK: Final = 128
"""Sealed records are padded to multiples of this, so that a length tells nothing of a name."""
_CHECK: Final = b"incognote vault"
_DAMAGED: Final = "the vault is damaged: restore the last backup with `incognote vault restore`"


def new_key() -> bytes:
    """A random key."""
    return secrets.token_bytes(KEY_BYTES)


def stretch(passphrase: str, salt: bytes) -> bytes:
    """The wrapping key of a passphrase; takes a tenth of a second on purpose."""
    if not passphrase:
        raise KeyRefused("the passphrase is empty: give the one the vault was made with")
    secret = unicodedata.normalize("NFC", passphrase).encode()
    return hashlib.scrypt(secret, salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=KEY_BYTES)


def check_value(wrapping: bytes) -> bytes:
    """What is stored to tell a wrong passphrase from a right one."""
    return seal(wrapping, _CHECK, b"check")


def check_passphrase(wrapping: bytes, check: bytes) -> None:
    """Raise `KeyRefused` unless the wrapping key made `check`."""
    try:
        unseal(wrapping, check, b"check")
    except VaultError:
        raise KeyRefused("the passphrase does not open this vault: check it and try again") from None


def seal(key: bytes, plain: bytes, bound: bytes) -> bytes:
    """`plain` encrypted under `key`; it opens only with the same `bound`, which names its row."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    sealed: bytes = _cipher(key).encrypt(nonce, plain, bound)
    return nonce + sealed


def unseal(key: bytes, sealed: bytes, bound: bytes) -> bytes:
    """The inverse of `seal`; a wrong key, another row's bytes and damage are one `VaultError`."""
    from cryptography.exceptions import InvalidTag

    if not isinstance(sealed, bytes) or len(sealed) < _NONCE_BYTES + _TAG_BYTES:
        raise VaultError(_DAMAGED)
    try:
        plain: bytes = _cipher(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound)
    except InvalidTag:
        raise VaultError(_DAMAGED) from None
    return plain


@lru_cache(maxsize=32)
def _cipher(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


class RootKeys(NamedTuple):
    """The random keys of a vault, one set an epoch; audit keys of earlier epochs read earlier rows."""

    data_key: bytes
    index_key: bytes
    shift_key: bytes

    def __repr__(self) -> str:
        return "RootKeys(...)"


@dataclass(frozen=True)
class ProjectKeys:
    """What a worker needs for one project, derived from the vault's keys and the project's own."""

    epoch: int
    data: bytes = field(repr=False)
    index: bytes = field(repr=False)
    shift: bytes = field(repr=False)

    def tag(self, key: str) -> bytes:
        """The blind-index entry of a key (16 of the 32 bytes of HMAC-SHA256)."""
        return hmac.digest(self.index, key.encode("utf-8", "surrogatepass"), "sha256")[:16]

    def shift_digest(self, number: int) -> bytes:
        """The secret a person's shift is made of."""
        return hmac.digest(self.shift, str(number).encode(), "sha256")

    def draw_digest(self, what: str) -> bytes:
        """The secret that surrogates are drawn from: of the key for shifts, which survives a new passphrase."""
        return hmac.digest(self.shift, b"draw|" + what.encode("utf-8", "surrogatepass"), "sha256")

    def seal_record(self, record: Record, number: int) -> bytes:
        """A person's record, sealed for the row of the `number`-th person."""
        return self.seal_text(_record_text(record), f"person|{number}")

    def open_record(self, sealed: bytes, number: int) -> Record:
        """The inverse of `seal_record`."""
        return _read_record(self.open_text(sealed, f"person|{number}"))

    def seal_text(self, text: str, bound: str) -> bytes:
        """A text, padded and sealed for the row that `bound` names."""
        plain = text.encode("utf-8", "surrogatepass")
        return seal(self.data, plain + b" " * (-len(plain) % _BLOCK), bound.encode())

    def open_text(self, sealed: bytes, bound: str) -> str:
        """The inverse of `seal_text`."""
        return unseal(self.data, sealed, bound.encode()).decode("utf-8", "surrogatepass").rstrip(" ")


def project_keys(root: RootKeys, project: bytes, epoch: int) -> ProjectKeys:
    """The keys of one project: without its own key, another project's rows cannot be read or compared."""
    data, index, shift = (
        hmac.digest(key, purpose + project, "sha256")
        for key, purpose in zip(root, (b"data|", b"index|", b"shift|"), strict=True)
    )
    return ProjectKeys(epoch, data, index, shift)


def _record_text(record: Record) -> str:
    person = record.person
    fields = {
        "names": person.names,
        "numbers": [[n.label, n.value, n.issuer] for n in person.numbers],
        "birth": _iso(person.birth),
        "sex": person.sex,
        "day_zero": _iso(record.day_zero),
        "seen": _iso(record.seen),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _read_record(text: str) -> Record:
    fields = json.loads(text)
    person = Person(
        tuple(fields["names"]),
        tuple(Number(*number) for number in fields["numbers"]),
        _day(fields["birth"]),
        fields["sex"],
    )
    return Record(person, _day(fields["day_zero"]), _day(fields["seen"]))


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
