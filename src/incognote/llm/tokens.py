"""How many tokens a text can have, where no tokenizer is at hand."""

from __future__ import annotations

from typing import Final

_ASCII: Final = 0x80


def most_tokens(text: str) -> int:
    """An upper bound for the byte-pair vocabularies of models that know Chinese.

    A digit or sign is one token there, a Han character at most two (three bytes: a rare one takes two or three
    tokens, a common one half of one); Latin words break into pieces of two letters or more, in drug names too.

    >>> most_tokens("頭痛 3 days")
    9
    """
    letters = sum(c.isascii() and c.isalpha() for c in text)
    wide = sum(ord(c) >= _ASCII for c in text)
    return len(text) - letters + wide + (letters + 1) // 2
