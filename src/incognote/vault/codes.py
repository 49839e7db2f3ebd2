"""How a code is written and read: a project's prefix, a dash and at least four digits.

Read: any width, case, dash and spacing, since a code comes back through people and assistants that
retype it. `PT 12 sec` has too few digits to be one, `PT-00010` is not how the tenth is written, and no
piece of a longer word or number is a code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.errors import VaultError
from incognote.text.view import view

DEFAULT_PREFIX: Final = "PT"
_PREFIX: Final = re.compile(r"[A-Z]{1,8}")
_LONGEST: Final = 12
"""Digits: more than any vault will issue, few enough for every integer column."""


class Mention(NamedTuple):
    """A code found in a text: the range in the source and how the code is written properly."""

    start: int
    end: int
    code: str


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


def number_of(code: str, prefix: str) -> int | None:
    """The number of `code`, written in any way; None where it is no code of this prefix.

    >>> number_of("ｐｔ　００１２", "PT"), number_of("PT-00012", "PT"), number_of("XPT-0012", "PT")
    (12, None, None)
    """
    if code.startswith(prefix + "-"):  # as we write it ourselves: nothing to fold
        digits = code[len(prefix) + 1 :]
        if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST:
            return _issued(digits)
    for mention in find_codes(code.strip(), prefix):
        if mention.start == 0 and mention.end == len(code.strip()):
            return _issued(mention.code[len(prefix) + 1 :])
    return None


def _issued(digits: str) -> int | None:
    number = int(digits)
    return number if number and digits == f"{number:04d}" else None


def find_codes(text: str, prefix: str) -> Iterator[Mention]:
    """Whatever is written like a code of `prefix`, known or not, from left to right.

    >>> [m.code for m in find_codes("PT0001、pt–0002、ＰＴ－０００３；PT 12 sec, PT-00010", "PT")]
    ['PT-0001', 'PT-0002', 'PT-0003', 'PT-00010']
    """
    folded = view(text)
    for found in _pattern(prefix).finditer(folded.lower):
        yield Mention(*folded.to_source(*found.span()), f"{prefix}-{found[1]}")


@lru_cache(maxsize=16)
def _pattern(prefix: str) -> re.Pattern[str]:
    letters = re.escape(prefix.lower())
    dashes = r"\-_\u2043\u2010-\u2015\u2212\u2500\u30fc\ufe31\ufe58"
    return re.compile(
        rf"(?<![a-z0-9]){letters}[^\S\n\r]{{0,2}}[{dashes}]?[^\S\n\r]{{0,2}}([0-9]{{4,{_LONGEST}}})(?![a-z0-9])"
    )
