"""The words of a found Latin name that stand for the person alone: Zayn, Iftikhar-Doyle, the Hathaways.

A word that is everyday English counts only where it stands like a name: Chase is, told Hope, Will said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.names.eponyms import english, is_term

_WORD: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_])){2,39}")
_NO_PART: Final = frozenset(
    ("bin", "binti", "binte", "bte", "van", "von", "der", "den", "del", "della", "dos", "the", "and", "jr", "sr", "iii", "dr", "mrs", "miss", "prof", "baby", "boy", "girl", "unknown", "doe", "male", "female", "nurse", "sister", "aunty", "auntie", "uncle", "pastor", "doctor", "mum", "mom", "dad", "nan", "granny", "grandma", "grandpa")
)
_VERB: Final = re.compile(
    r"(?:['’]s|s['’])?,? (?:is|was|were|has|had|says|said|states|stated|denies|denied|reports|reported|reporting|told|tells|who|will|would|went|came|comes|wants|wanted|asked|asks|and (?=[A-Z])|feels|felt|lives|lived|works|"
    r"agrees|agreed|attends|attended|does|did|thinks|thought|looks|seemed|appears|got|gets|gave|takes|took|rang|phoned|called|likes|needs|aware|disclosed|presented|remains|started|stopped|can|could|may|might|should|re|mobile)(?![A-Za-z])"
)
_MIDDLE: Final = re.compile(r"(?:(?:^|[^A-Za-z])[a-z]{2,}[,]? [\"“(]?|[\"“'‘])\Z")
_AFTER: Final = re.compile(r"(?:['’]s|s['’]?)?(?![A-Za-z0-9À-ɏ])")


@lru_cache(maxsize=2048)
def parts(name: str) -> tuple[str, ...]:
    """The words of `name` that are looked for alone, as written.

    >>> parts("Zayn Iftikhar-Doyle"), parts("O'BRIEN, Kathleen M."), parts("Summer"), parts("Lin YJ")
    (('Zayn', 'Iftikhar-Doyle'), ("O'BRIEN", 'Kathleen'), ('Summer',), ('Lin',))
    """
    if not name.isprintable() or not name[:1].isalpha() or not name[0].isascii():
        return ()
    words = [word for word in _WORD.findall(name) if word[0].isupper() and word.lower() not in _NO_PART and ord(word[0]) < 0x250]
    return tuple(dict.fromkeys(words))


def standing(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Where `word` stands alone in `text` as a name, in title case, capitals or as it was written.

    >>> text = "Chase Ransom came. Chase is calm, we chase labs. Chase labs. Mum told Chase; Ransom disease"
    >>> [text[a:b] for part in ("Chase", "Ransom") for a, b in standing(text, part)]
    ['Chase', 'Chase', 'Ransom']
    """
    shapes = dict.fromkeys((word, word.capitalize() if word.isupper() or word.islower() else word, word.upper()))
    is_word = word.lower() in english() or len(word) < 4
    for shape in shapes:
        at = text.find(shape)
        while at >= 0:
            end = at + len(shape)
            if _is_alone(text, at, end) and not is_term(text, at, end) and (not is_word or _is_like_a_name(text, at, end)):
                yield at, end
            at = text.find(shape, end)


def _is_alone(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    return not (before.isascii() and (before.isalnum() or before == "_")) and _AFTER.match(text, end) is not None


def _is_like_a_name(text: str, start: int, end: int) -> bool:
    if text[start:end].isupper():
        return False
    return bool(_VERB.match(text, end) or _MIDDLE.search(text, max(0, start - 24), start))
