"""How a code is written and which number it has: a project's prefix, a dash and at least four digits.

How it is read in a text is `text/codes`. `PT-00010` is not how the tenth is written, so it is no code.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from incognote.errors import VaultError
from incognote.text.codes import LONGEST, Mention, find_broken_codes, find_codes

__all__ = ["DEFAULT_PREFIX", "Mention", "checked_prefix", "find_broken_codes", "find_codes", "number_of", "written"]

DEFAULT_PREFIX: Final = "PT"
_PREFIX: Final = re.compile(r"[A-Z]{1,8}")


def checked_prefix(prefix: str) -> str:
    """`prefix` if it can begin a code, else a `VaultError`."""
    if not _PREFIX.fullmatch(prefix):
        raise VaultError("a code's prefix is one to eight capital letters A to Z: choose another")
    return prefix


def written(prefix: str, number: int) -> str:
    """The code of the `number`-th person.

    >>> written("PT", 1), written("PT", 12345)
    ('PT-0001', 'PT-12345')
    """
    return f"{prefix}-{number:04d}"


@lru_cache(maxsize=4096)
def number_of(code: str, prefix: str) -> int | None:
    """The number of `code`, written in any way; None where it is no code of this prefix.

    >>> number_of("ｐｔ　００１２", "PT"), number_of("PT-00012", "PT"), number_of("XPT-0012", "PT")
    (12, None, None)
    """
    if code.startswith(prefix + "-"):  # as we write it ourselves: nothing to fold
        digits = code[len(prefix) + 1 :]
        if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST:
            return _issued(digits)
    for mention in find_codes(code.strip(), prefix):
        if mention.start == 0 and mention.end == len(code.strip()):
            return _issued(mention.code[len(prefix) + 1 :])
    return None


def _issued(digits: str) -> int | None:
    number = int(digits)
    return number if number and digits == f"{number:04d}" else None
