"""What a model was trained on, as hashes: whole texts and long lines, so that a text can be looked for, not read.

A line below 40 letters and digits is left out, and a text below 10: its hash could be guessed, and many notes share
short lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_LONG: Final = 40
_LEAST: Final = 10


def prints(text: str) -> Iterator[str]:
    """The hashes of a text: of the whole, and of each long line; blanks, signs and case count for nothing.

    >>> set(prints("Seen on the ward.")) == set(prints("seen on  the ward"))
    True
    """
    whole = _bare(text)
    if len(whole) >= _LEAST:
        yield _hash(whole)
    for line in text.splitlines():
        bare = _bare(line)
        if _LONG <= len(bare) < len(whole):
            yield _hash(bare)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _hash(bare: str) -> str:
    return hashlib.sha256(bare.encode()).hexdigest()[:24]


def all_prints(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(found for text in texts for found in prints(text))


def digest(found: Iterable[str]) -> str:
    """One hash for a whole training set."""
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def write_prints(path: Path, found: Iterable[str]) -> None:
    """One hash a line, sorted."""
    path.write_text("".join(f"{each}\n" for each in sorted(found)), "ascii")
