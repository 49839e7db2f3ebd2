"""What somebody may have meant by a word that is not known, for messages of errors."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_MANY: Final = 12
"""Known words that a message lists whole; of more it names the closest ones alone."""


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a message about a word that is none of `known`: the closest ones, and all where they are few.

    >>> meant("nmae", ("name", "role"))
    'did you mean name? There are name, role'
    >>> meant("mothr", [f"word {n}" for n in range(20)] + ["mother"])
    'did you mean mother?'
    """
    words = list(dict.fromkeys(known))
    close = get_close_matches(word, words, n=2, cutoff=0.7)
    asked = f"did you mean {' or '.join(close)}?" if close else ""
    if len(words) > _MANY:
        return asked or f"there are {len(words)}, among them {', '.join(words[:_MANY])}"
    listed = f"here are {', '.join(words)}"
    return f"{asked} T{listed}" if asked else f"t{listed}"
