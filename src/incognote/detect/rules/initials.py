"""Initials that stand for a person: met "J.D.", Pt. C.L., T. Wu, A.Ph. de Visser, J.Chr. Lin.

Two or three dotted capitals are a person only in quotation marks or behind a person word; before a listed
surname they belong to it. M.D., R.N., I.V., P.O. and the like are none. Source: catalogue 7.3 N7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = 'two years later met "J.D."; given I.V. and P.O. by J. Smith, M.D.; E. coli'
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['J.D.', 'J. Smith']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER, WORD, eponyms, is_ordinary, is_unheard, stops, surname_weights
from incognote.detect.latin_name import extend
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.tables import first_names, roman_surnames

SOURCE: Final = "rules/initials"
_DOTTED: Final = re.compile(
    rf"[A-Z](?<![A-Za-z0-9./].)(?:\.(?:[ -]?(?:[A-Z]|Ph|Chr|Th|Ch|Sh)\.){{0,3}})(?P<gap>[ ]?(?:(?:de|van|von|der|den|la) ){{0,2}})(?P<next>[{UPPER}])?"
)
_POINT: Final = re.compile(r"\.(?<=[A-Z]\.)")
_PERSON: Final = re.compile(
    r"(?:[\"“'‘(]|(?<![a-z])(?:met|named|called|patient|pt|pts|client|friend|boyfriend|girlfriend|partner|husband|wife|son|daughter|mother|father|sister|brother|with|w|w/|per|by|told|from|mr|mrs|ms|dr|signed|re)[.:]?) ?\Z",
    re.IGNORECASE,
)
_NONE: Final = frozenset(
    "MD RN NP DO PO IV IM SC PM AM US UK EU UN ED ER OR PA PR HR BP RR ID NG IE EG PS PHD NKDA AKA CC PE PI QD BID TID PRN SL CV GI GU LA NY DC CA TX FL IL WA MA NJ UT AZ OD OS OU PC AC HS VS TB HIV BC AD NA OT PT ST SW BM VA PLC USA UAE ROC PRC DOB ROM LOC".split()
)


_TOLD: Final = re.compile(r"(?<![A-Za-z])(?:by|told|cc|per|w|w/|d/w|s/b|signed|dictated|surgeon|consultant|cons|attending|with)[.:]? \Z", re.IGNORECASE)
_BY: Final = re.compile(r"(?:(?<![A-Za-z])(?:by|NP|RN|PA|SP|VS|CR|R\d)[ :]{0,2}|[\u3400-\u9fff]{2,5}/)\Z", re.IGNORECASE)
_GLUED: Final = re.compile(r"[A-Z]\.(?:(?<=[ (]by..)|(?<=[\u3400-\u9fff]/..))(?:[A-Z]\.){1,3}(?![A-Za-z0-9])")  # do byK.L.C., 林小美/P.Y.
_AFTER: Final = re.compile(r"[ \t]*(?:\d{2,4}[./-]\d{1,2}[./-]\d{1,2}[^\n]{0,8})?[ \t]*(?:\n|\Z)")
_NOTED: Final = re.compile(r"[ \t](?:noted|seen|done|aware|informed|signed|wrote|dictated)(?![a-z])")
_STOPS: Final = frozenset([".", "。", ")", ";", "!"])
_SPECIES: Final = re.compile(r"(?:us|is|ae|um|ii|ans|ens|osa|ata|ori|oli|ile|eri|rei|nii|ica|ides|ella)\Z")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for glued in _GLUED.finditer(text):
        yield page.span(*glued.span(), "DOCTOR", None, SOURCE, 0.8)
    for match in _DOTTED.finditer(text):
        letters = re.sub(r"[^A-Za-z]", "", text[match.start() : match.start("gap")])
        if match["next"]:
            word = WORD.match(text, match.start("next"))
            if word and (_joins(letters, word[0], bool(match["gap"].strip())) or (_is_told(text, match.start()) and _is_strange(word[0]))):
                yield page.span(match.start(), extend(text, word.end(), word[0]), "NAME", None, SOURCE, 0.6)
                continue
        end = match.start("gap")
        if len(letters) < 2 or letters.upper() in _NONE or text[end : end + 1].isalnum():
            continue
        if _signs(text, match.start(), end):
            yield page.span(match.start(), end, "DOCTOR", None, SOURCE, 0.8)
        elif _PERSON.search(text, max(0, match.start() - 14), match.start()):
            yield page.span(match.start(), end, "NAME", None, SOURCE, 0.65)


def _signs(text: str, start: int, end: int) -> bool:
    """Whether initials sign what stands before: alone on a line or at its end, behind 'by', NP or a colleague and a slash."""
    behind, line = _AFTER.match(text, end), text[text.rfind("\n", 0, start) + 1 : start]
    if behind is None and not _NOTED.match(text, end):
        return False
    if _BY.search(line):
        return True
    return behind is not None and (line.rstrip(" \t")[-1:] in _STOPS if line.strip() else "\n" in text[:start])


def _is_told(text: str, start: int) -> bool:
    return _TOLD.search(text, max(0, start - 14), start) is not None


def _is_strange(word: str) -> bool:
    lower = word.lower()
    return len(lower) > 3 and word[1:].islower() and not is_ordinary(lower) and lower not in eponyms() and not _SPECIES.search(lower)


def _joins(letters: str, word: str, particle: bool) -> bool:
    """Whether initials and a word are a name: the word is a surname, or unknown behind two initials."""
    lower = word.lower().removesuffix("'s").removesuffix("’s")
    if letters.upper() in _NONE and len(letters) > 1 and lower not in roman_surnames():
        return False
    if is_ordinary(lower) and not particle and (lower in stops() or not surname_weights().get(lower, 0)):
        return False
    if len(lower) < 2 or (word.isupper() and len(word) < 4 and lower not in roman_surnames()):
        return False
    if surname_weights().get(lower, 0) or lower in roman_surnames() or particle:
        return not (len(letters) == 1 and lower in eponyms() and lower not in surname_weights())
    if len(letters) == 1:  # R. Venkataraghavan, not S. Aureus
        return len(lower) > 5 and word[1:2].islower() and is_unheard(lower) and not _SPECIES.search(lower)
    return len(lower) > 3 and lower not in first_names()


RULES = (Rule("initials", find, needs=(_POINT,)),)
