"""Names that stand in a term: Ewing sarcoma, Addison's disease, Foley catheter; and everyday English words.

A name found beside a title is looked for everywhere, but the disease called after a namesake stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.tables import in_base, rows, to_base

_BEHIND: Final = re.compile(r"(?:['’]s?)?[ -](?:(?:and|or|&) \w+ )?(\w+)(?: (\w+))?")


@cache
def _nouns() -> frozenset[str]:
    """Nouns of tests, signs, diseases, scales, devices and parts of the body."""
    return frozenset(row[0] for row in rows("eponym_nouns"))


def names_a_term(text: str, end: int) -> bool:
    """Whether a noun of a term stands behind the name that ends at `end`, or a word and then the noun.

    >>> [names_a_term(text, 6) for text in ("Barlow disease", "Barlow and Ortolani tests", "Barlow mitral valve", "Barlow came")]
    [True, True, True, False]
    """
    if text[end : end + 1] not in _OPENS_NOUN or _TELEPHONE.match(text, end):
        return False
    behind = _BEHIND.match(text, end)
    if behind is None:
        return False
    nouns = _nouns()
    return behind[1].lower() in nouns or (behind[2] is not None and behind[2].lower() in nouns)


_TELEPHONE: Final = re.compile(r"(?:['’]s?)? cell(?: phone| number| no\.?| is)?[ :#]{1,3}[(+]?\d{3}", re.IGNORECASE)
"""A cell with a number is a telephone: Colleen's cell (617) 555-0148."""
_OPENS_NOUN: Final = frozenset(" -'’")
_ITEM: Final = re.compile(r"[- ](?:placed|inserted|removed|catheterised|catheterized|in situ|changed|out|score|[Gg]rade|[Cc]lass|[IV]{1,3}[abc]?|\d)(?![A-Za-z])")
"""What stands behind an eponym that goes without its noun: Foley placed, Forrest IIa."""

_HAN_NOUN: Final = re.compile(r"[^\s，。、；：,.;:()（）]{0,4}?(?:氏|症|[綜综]合|病(?![人史房患])|[候徵征]群|[徵征]|反射|指[數数]|量表|[評评]分|分[級级期]|[試试][驗验]|[細细]胞|[桿杆]?菌|[導导]管)")
"""The noun of a term that an eponym in Han begins, close behind it: 史蒂芬強生症候群, 巴金森氏病."""


@cache
def english() -> frozenset[str]:
    """Everyday English words of three and more letters, in lower case."""
    return frozenset(row[0] for row in rows("english_words"))


@cache
def eponyms() -> frozenset[str]:
    """Names that diseases, signs, scales and devices are called after, in lower case."""
    return frozenset(row[0] for row in rows("eponyms"))


def is_term(text: str, start: int, end: int) -> bool:
    """Whether the name at `[start, end)` of `text` belongs to a term there and means nobody.

    >>> text = "Dr. Ewing excluded Ewing sarcoma, Foley placed, Addison's disease"
    >>> [is_term(text, text.index(w), text.index(w) + n) for w, n in (("Ewing ex", 5), ("Ewing sa", 5), ("Foley", 5), ("Addison", 7))]
    [False, True, True, True]
    >>> [is_term(text, 0, 3) for text in ("史蒂芬強生症候群", "史蒂芬說會來", "巴金森氏病")]
    [True, False, True]
    """
    if names_a_term(text, end):
        return True
    if text[start:end].lower() in eponyms() and _ITEM.match(text, end) is not None:
        return True
    return in_base(text[start:end]) in sounded_terms() and _HAN_NOUN.match(text, end) is not None


@cache
def sounded_terms(*kinds: str) -> frozenset[str]:
    """Drugs, eponyms, places and words that Chinese writes by sound, in base characters; of some `kinds`, or all."""
    return frozenset(word.translate(to_base()) for kind, listed in rows("sounded_terms") if not kinds or kind in kinds for word in listed.split(" "))
