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

_NOUN_OF: Final = re.compile(
    r"(?<![A-Za-z])(?:circle|sphincter|ligament|pouch|canal|angle|foramen|bundle|islets?|loop|ampulla|tetralogy|crypts?|space|duct|tubercle|fissure|node|band|triangle|sign) of \Z",
    re.IGNORECASE,
)
"""Before an eponym: circle of Willis."""
_LONGEST_OF: Final = 16
_HAN_NOUN: Final = re.compile(
    r"(?:氏|症(?![狀状])|[綜综]合(?=[徵征症])|病(?![人史房患逝情重倒危故歷历床例況况發发])|[候徵征]群|[徵征](?![狀状兆象求得詢询])|反射|指[數数]|量表|[評评]分|分[級级期]|[試试][驗验]|[細细]胞|[桿杆]?菌|[導导]管)"
)
"""The noun of a term that is called after somebody; not what is said of a person: 史密斯症狀改善, 史密斯病逝."""
_LONGEST_SECOND: Final = 4
"""Characters of a second name between the first and the noun: 史蒂芬強生症候群."""


_TOLD_BEFORE: Final = re.compile(
    r"(?:(?<![A-Za-z])non-|(?<![A-Za-z])(?:dx|ddx|diagnos(?:is|ed)|impression|imp|[hp]m?h?x|history|known|established|r/o|rule out|vs|versus|c/w|suggests?|suspect(?:ed|s)?|possible|probable|query|classical|classic|relapsed|refractory|recurrent|"
    r"nodular|sclerosing|sclerosis|active|quiescent|familial|idiopathic|juvenile|early|advanced|treated|untreated|ulcer|ileal|colonic|perianal|fistulising|underlying|HL|NHL)(?: (?:with|of|as|for|having))?\.?[:/, ]{1,2}|[?/]|"
    r"(?:疑似?|[診诊][斷断][為为]?|[確确][診诊]|[懷怀]疑|排除|罹患|合[併并]|病史|[氏症病]|淋巴瘤|[綜综]合[征症徵])[ :(（]{1,2}|(?:疑|排除|[確确][診诊]|罹患))\Z",
    re.IGNORECASE,
)
_TOLD_BEHIND: Final = re.compile(r"[ ,]{1,2}(?:in (?:partial |complete |full )?remission|stage [IV\d]|flare|flaring|relapsed? |(?:was |is )(?:excluded|ruled out)|s/p|since (?:19|20)\d\d|since age|phenotype|病史|[確确][診诊]|\(?(?:[+-]|positive|negative)\)?(?![A-Za-z\d]))")
"""What tells a disease by its bare name: non-Hodgkin, dx Addison, r/o Wilson, Crohn in remission; `stable` is said of people too."""
_ACTS: Final = re.compile(r",? (?:reports?|reported|states?|stated|attend\w*|says|said|denies|denied|rang|called|lives|saw|sees|agrees|advised|reviewed|present(?:s|ed)(?! (?:with|as)))(?![a-z])")
_TITLE: Final = re.compile(r"(?:Dr|Mrs?|Ms|Miss|Prof|Pt|Patient)\.? \Z")
_TOLD_REACH: Final = 24


@cache
def _diseases() -> frozenset[str]:
    return frozenset(word for row in rows("eponym_diseases") for word in row[0].split(" "))


def is_bare_disease(text: str, start: int, end: int) -> bool:
    """Whether `[start, end)` is a disease without its noun, by what stands beside it.

    >>> [is_bare_disease(text, text.index("Hodgkin"), text.index("Hodgkin") + 7) for text in ("non-Hodgkin", "dx: Hodgkin", "Hodgkin in remission", "Hodgkin stable", "seen with Hodgkin")]
    [True, True, True, False, False]
    """
    if text[start:end].lower() not in _diseases() or _ACTS.match(text, end):
        return False
    before = text[max(0, start - _TOLD_REACH) : start]
    return _TOLD_BEFORE.search(before) is not None or (_TOLD_BEHIND.match(text, end) is not None and not _TITLE.search(before))


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
    >>> is_term("circle of Willis", 10, 16), is_term("care of Willis", 8, 14)
    (True, False)
    >>> [is_term(text, 0, 3) for text in ("史蒂芬強生症候群", "巴金森氏病", "史密斯症狀改善", "史密斯因肺病住院")]
    [True, True, False, False]
    """
    if names_a_term(text, end) or is_bare_disease(text, start, end):
        return True
    if text[start:end].lower() in eponyms() and (_ITEM.match(text, end) or _NOUN_OF.search(text, max(0, start - _LONGEST_OF), start)):
        return True
    return in_base(text[start:end]) in sounded_terms() and _names_a_han_term(text, end)


def _names_a_han_term(text: str, end: int) -> bool:
    """Whether the noun of a term stands behind the name that ends at `end`, or a second name and then the noun."""
    for at in range(end, min(end + _LONGEST_SECOND, len(text)) + 1):
        second = in_base(text[end:at]).lstrip("-–·‧・")
        if (not second or second in sounded_terms()) and _HAN_NOUN.match(text, at):
            return True
    return False


@cache
def sounded_terms(*kinds: str) -> frozenset[str]:
    """Drugs, eponyms, places and words that Chinese writes by sound, in base characters; of some `kinds`, or all."""
    return frozenset(word.translate(to_base()) for kind, listed in rows("sounded_terms") if not kinds or kind in kinds for word in listed.split(" "))
