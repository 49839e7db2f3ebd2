"""Whose kin a word means, where the report says it right beside the word: mother of Zac, Zac's mother."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.line_claims import Claim, Range

_OF: Final = re.compile(r" (?:of|to) (?:the )?(?=[A-Z])")
_SOMEBODYS: Final = re.compile(r"(?<![A-Za-z.])(?!It|He|She|That|There|What|Who|Here|Let)[A-Z][a-z]{1,14}[’']s (?:(?:new|ex|older|younger|little|big|own|late) )?\Z")


def owned(text: str, places: Sequence[Range], claims: Iterable[Claim]) -> Iterator[Claim]:
    """`claims` with whose kin their words mean; without those on kin of somebody whom no detector saw.

    >>> from incognote.link.role_words import Hit
    >>> said = [Claim(0, "mother", 0.1, Hit(9, 15, "mother", "mother"))]
    >>> [c.of for c in owned("Ann Cole mother of Zac Cole", [(0, 8), (19, 27)], said)]
    [1]
    """
    starts = [start for start, _ in places]
    for claim in claims:
        hit = claim.hit
        known = roles().get(claim.role)
        if claim.of >= 0 or known is None or known.group != "kin" or hit.start == hit.end or not hit.word.isascii() or hit.of:
            yield claim
            continue
        behind = _OF.match(text, hit.end)
        at = bisect_left(starts, behind.end()) if behind else len(starts)
        if behind and at < len(starts) and starts[at] == behind.end():
            if at != claim.mention:
                yield claim._replace(of=at)
            continue
        before = bisect_left(starts, hit.start) - 1
        somebodys = _SOMEBODYS.search(text, max(0, hit.start - 30), hit.start) if text[hit.start - 1 : hit.start] == " " else None
        if somebodys and (before < 0 or places[before][1] <= somebodys.start()):
            continue
        yield claim
