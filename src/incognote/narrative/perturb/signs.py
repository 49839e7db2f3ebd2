"""Words that are signs of something, all looked for in one pass: Chinese ones anywhere, Latin ones whole, also in the plural."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from incognote.gazetteer.matcher import Matcher
from incognote.narrative.lexicon import folded

Meant = TypeVar("Meant")
_ENDINGS = ("", "s", "'s")


def signs(lists: Iterable[tuple[Meant, str]]) -> Matcher[tuple[Meant, ...]]:
    """A matcher of words that a list divides by " | ", each with what it is a sign of."""
    table: dict[str, dict[Meant, None]] = {}
    for meant, words in lists:
        for word in filter(None, (folded(word.strip()) for word in words.split(" | "))):
            for ending in _ENDINGS if word[-1].isascii() else ("",):
                table.setdefault(word + ending, {})[meant] = None
    return Matcher((word, tuple(meant)) for word, meant in table.items())


def shown(matcher: Matcher[tuple[Meant, ...]], plain: str) -> Iterator[tuple[str, Meant]]:
    """Every sign in `plain`, folded, with what it is a sign of.

    >>> list(shown(signs([("sea", "港 | port"), ("school", "year 1")]), "渔港, two ports and year 10"))
    [('港', 'sea'), ('ports', 'sea')]
    """
    for start, end, meanings in matcher.find(plain):
        if not plain[end : end + 1].isdigit() or not plain[end - 1].isascii():
            yield from ((plain[start:end], meant) for meant in meanings)
