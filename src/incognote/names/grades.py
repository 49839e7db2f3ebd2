"""Whether what looks like a person is a grade or a variant called after somebody: Weber B, Norton 12, Garden III, factor V Leiden.

Data: `graded_names` (`scale`: a number stands behind it; `lettered`: a letter too).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.eponyms import eponyms
from incognote.names.tables import first_names, rows

ROMAN: Final = re.compile(r"(?:[IVX]{1,4}|i{1,3})[abcABC]?\d?(?![A-Za-z])")
_VOUCHED: Final = 0.8
_GRADED: Final = re.compile(r"(?P<word>[A-Za-zÀ-ÿ]+)(?:[ -](?P<second>[A-Za-zÀ-ÿ]+))? (?P<roman>[IVX]{1,4}(?P<letter>[abcABC])?)")
_ROMAN_FIRST: Final = re.compile(r"[IVX]{1,4}[abcABC]?[,，、;/ ]")
_LETTERED: Final = re.compile(r"(?P<word>[A-Za-z]+(?:[ -][A-Za-z]+)?) [A-E](?:[1-4]|\.[1-3])?")
_NUMBERED: Final = re.compile(r"(?P<word>[A-Za-z]+) \d{1,3}(?:[/-]\d{1,2})?")
_GRADE: Final = re.compile(
    r"(?:(?: and | & |-)[A-Z][a-z]+)? (?:grade |type |class |stage )?(?:\d{1,2}(?:\.\d)?[abcABC]?(?:[+-]\d)?(?![\dA-Za-z/:.-])(?! ?(?:days?|wks?|weeks?|hrs?|hours?|months?|mths?|years?|yrs?|yo|y/o|mins?|minutes?|am|pm|kg|mg|mcg|ml|tabs?|tablets?|puffs?|units?|doses?|times|of|more|drinks?|visits?|sessions?|kids|children|siblings|sons|daughters)(?![a-z]))"
    r"|\d{1,3}/(?!(?:7|12|24|52)(?!\d))\d{2,3}(?![\d/])|[A-E](?:[1-4]|\.[1-3])?(?![A-Za-z.'’]))"
)
_OPENS: Final = frozenset(" -")
_NUMBER: Final = re.compile(r"\d")
_VARIANT_BEFORE: Final = re.compile(
    r"(?<![A-Za-z])(?:[Ff]actor (?:[IVX]{1,4}|\d{1,2})|F ?[IVX]{1,4}|Hb|Hgb|[Hh]a?emoglobins?|[Aa]ntithrombin(?: III)?|[Ff]ibrinogen|[Pp]rothrombin|[Pp]rotein [CS]|[Tt]ransferrin|[Aa]lbumin|[Tt]ransthyretin|[Aa]lpha[- ]?1|A1AT) \Z"
)
_VARIANT: Final = re.compile(r"(?:[Hh]a?emoglobin|[Ff]actor|[Aa]ntithrombin|[Ff]ibrinogen|[Pp]rothrombin) [A-Z]")
_DOES: Final = re.compile(r"['’]s (?!hydrops|trait|disease)|,? (?:is|was|has|had|said|says|reports?|called|came|attended|who|wants?|took|asked|told|will|rang)(?![a-z])")
_PLAIN: Final = frozenset(["brown", "smith", "jones", "wilson", "clark", "edwards", "cooper", "baker", "bell", "miller", "jackson", "bennett", "cohen", "blake", "cope", "bishop", "child", "bright"])


@cache
def scales(kind: str = "scale") -> frozenset[str]:
    """Single names of gradings of a `kind`, in lower case: a number, or a letter, stands behind."""
    return frozenset(word for found, cell in rows("graded_names") if found == kind for word in cell.split(" "))


@cache
def _lettered() -> frozenset[str]:
    return frozenset(word for found, cell in rows("graded_names") if found == "lettered" for word in cell.split(" | "))


def is_graded(text: str, start: int, end: int, score: float, pairs: frozenset[str]) -> bool:
    """ASA III, Tanner III, Ann Arbor IIIB (of `pairs`), IIIA, Judet, Weber B, Evans 2; not James Brown III, Robert II.

    >>> [is_graded(text, 0, 5, 0.6, frozenset()) for text in ("Mason III", "Evans 2, stable", "Evans 2 days ago", "Mason rang")]
    [True, True, False, False]
    >>> [is_graded(text, 0, len(text), 0.6, frozenset()) for text in ("Weber B", "Duke C", "Norton 12", "Sarah B", "Robert II")]
    [True, True, True, False, False]
    """
    value = text[start:end]
    if _ROMAN_FIRST.match(value):
        return True
    if score >= _VOUCHED:
        return False
    found = _GRADED.fullmatch(value)
    if found is not None:
        return _is_roman(found, pairs)
    lower = value.lower()
    if lower in _lettered() or lower in scales():
        behind = _GRADE.match(text, end) if text[end : end + 1] in _OPENS else None
        if behind is not None and (lower in _lettered() or _NUMBER.search(behind[0])):
            return True
        return text[end : end + 1] == " " and lower in scales() and ROMAN.match(text, end + 1) is not None
    return _is_with_grade(text, value, end)


def _is_roman(found: re.Match[str], pairs: frozenset[str]) -> bool:
    word = found["word"]
    if found["letter"]:
        return True
    if found["second"]:
        return f"{word} {found['second']}".lower() in pairs
    return word.lower() in scales() or (word.isupper() and len(word) < 6) or (word.lower() not in first_names() and word.lower() in eponyms() and word.lower() not in _PLAIN)


def _is_with_grade(text: str, value: str, end: int) -> bool:
    """Weber B and Norton 12, as a whole."""
    found = _LETTERED.fullmatch(value)
    if found is not None:
        return found["word"].lower() in _lettered() and not _DOES.match(text, end)
    found = _NUMBERED.fullmatch(value)
    return found is not None and found["word"].lower() in scales()


def is_variant(text: str, start: int, end: int, score: float) -> bool:
    """Whether `[start, end)` names a variant of a protein, after where it was found: factor V Leiden, Hb Bart's.

    >>> is_variant("factor V Leiden", 9, 15, 0.6), is_variant("Hb Lepore was", 3, 9, 0.6), is_variant("Haemoglobin Lepore", 0, 18, 0.6)
    (True, False, True)
    """
    if score >= _VOUCHED or not "A" <= text[start] <= "z" or _DOES.match(text, end):
        return False
    return _VARIANT.match(text, start, end) is not None or _VARIANT_BEFORE.search(text, max(0, start - 18), start) is not None
