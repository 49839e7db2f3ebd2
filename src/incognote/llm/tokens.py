"""How many tokens a text can have, where no tokenizer is at hand."""

from __future__ import annotations

from typing import Final

_ASCII: Final = 0x80
_LOWER: Final = frozenset("abcdefghijklmnopqrstuvwxyz")


def most_tokens(text: str) -> int:
    """An upper bound for the byte-pair vocabularies of models that know Chinese.

    A digit, a sign or a capital is one token at most there, four small letters are three (random ones; words have
    fewer), a Han character two (three bytes: a rare one takes two, a common one half of one).

    >>> most_tokens("頭痛 3 days")
    10
    """
    small = sum(c in _LOWER for c in text)
    wide = sum(ord(c) >= _ASCII for c in text)
    return len(text) - small + wide + -(-3 * small // 4)
