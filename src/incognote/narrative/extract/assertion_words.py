"""The words that say whether a fact is there, as data/assertions.tsv lists them, and where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.names.tables import in_base
from incognote.narrative.wordings import Word, any_of, longest

LIST: Final = "assertions"
CUES: Final = ("looks", "open behind", "not behind", "asked", "open", "denied", "not")
"""What words can say; of two that begin at one place and are as long the first counts."""
_SIGNS: Final = {
    "open behind": r"[(（][±?？][)）]|[?？](?=[」』”\"）) ]*(?:$|[。，；,;.\n]|[一-鿿]))",
    "not behind": r"[(（][-−–－—][)）]|\s[-−–](?=\s*(?:$|[，。；,;]))|[✗✘×](?=\s*(?:$|[，。；,;]))",
    "asked": r"(?P<again>[一-鿿])[不没](?P=again)|是(?=[^，。；]{1,10}还是)",
    "open": r"\?(?=[a-z一-鿿])",
}


def words(folded: str, start: int, end: int) -> Iterator[Word]:
    """The words between two places, none in another.

    >>> [word[:] for word in words("没有排除，没有", 0, 7)]
    [(0, 4, 'looks'), (5, 7, 'not behind')]
    """
    return longest(_cues(), folded, start, end)


@cache
def _cues() -> dict[str, re.Pattern[str]]:
    return {group: re.compile("|".join(filter(None, (in_base(_SIGNS.get(group, "")), any_of(LIST, group))))) for group in CUES}
