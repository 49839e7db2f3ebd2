"""Latin names told by what stands behind them: will see Grace on May 3, Sees Patel at, Grace, his sister.

A verb of meeting before and a day or a place behind, or the kinship in apposition, make a person of a listed name.
Months, departments and drugs are none (June, her mother died; see Table on page 3). Source: catalogue 3.4, 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Will see Grace on May 3. Grace, his sister, agreed. Since June, her mother is ill."
>>> [(s.kind, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[(None, 'Grace'), ('relative', 'Grace')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import WORD, given_weights, is_listed, is_ordinary, places, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/name_latin_beside"
_MEETS: Final = (*tuple(f"{before}{verb} " for before in (" ", "\n", ".", ",") for verb in ("see", "sees", "seeing", "saw", "meet", "meets", "meeting", "visits", "sees dr")), "sees ", "will see ", "to see ")
_MET: Final = re.compile(
    rf"(?P<name>{WORD.pattern}(?: {WORD.pattern})?)"
    r" (?:(?:on|every|each|next|this|last) (?:[A-Z][a-z]{2,8}(?![A-Za-z])|\d{1,2}[/.]|week|month|fortnight|the \d)|at\b|today|tomorrow|tonight|again|weekly|fortnightly|monthly|in (?:clinic|opd|rooms|\d))"
)
_APPOSED: Final = tuple(f", {whose} " for whose in ("his", "her", "their", "the patient's", "the patient’s", "pt's", "pt’s", "patient's", "the pt's", "my"))
_KIN: Final = re.compile(
    r"(?:(?:older|younger|elder|eldest|youngest|twin|step|half|late|only|ex)[- ]?){0,2}"
    r"(?P<kin>sister|brother|wife|husband|son|daughter|mother|father|mum|mom|dad|aunt|uncle|niece|nephew|cousin|partner|fianc[eé]e?|grand(?:son|daughter|mother|father)|girlfriend|boyfriend|spouse|guardian|carer|caregiver|neighbou?r|friend|flatmate|roommate|boss|teacher|landlord)"
    r"(?:-in-law)?(?=[,.;)\n]|\Z| (?:and|who|at|in|from|is|was|will|has|on|called|rang|said|says|by|to)(?![a-z]))"
)
_NAME_END: Final = re.compile(rf"(?<![A-Za-z0-9'’-])(?P<name>{WORD.pattern}(?: {WORD.pattern})?)\Z")
_OTHERS: Final = frozenset(("carer", "caregiver", "neighbour", "neighbor", "friend", "flatmate", "roommate", "boss", "teacher", "landlord"))
_TIMES: Final = frozenset("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday summer autumn winter spring christmas easter".split())


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for _, end in page.cues.get("latin_meets", NO_CUES):
        met = _MET.match(text, end) if text[end : end + 1].isupper() else None
        stop = _named(met["name"]) if met else 0
        if stop and not names_a_term(text, end + stop):
            yield page.span(end, end + stop, "NAME", None, SOURCE, 0.8)
    for start, end in page.cues.get("latin_apposed", NO_CUES):
        kin = _KIN.match(text, end)
        name = _NAME_END.search(text, max(0, start - 40), start) if kin else None
        if kin is None or name is None:
            continue
        words = name["name"].split(" ")
        begin = name.start() + (len(words[0]) + 1 if len(words) > 1 and not _is_person(words[0]) else 0)
        if _is_person(words[-1]):
            yield page.span(begin, start, "NAME", "third_party" if kin["kin"] in _OTHERS else "relative", SOURCE, 0.82)


def _named(name: str) -> int:
    """The length of the name at the head of one or two capitalised words, 0 where there is none."""
    words = name.split(" ")
    if not _is_person(words[0]) or (len(words) > 1 and not (is_listed(words[1].lower()) and words[1].lower() not in stops())):
        return 0
    return len(name)


def _is_person(word: str) -> bool:
    """Whether a word is a listed name and neither a time nor a place; a word must be a given name too."""
    lower = word.lower()
    if lower in _TIMES or lower in stops() or not is_listed(lower) or places().get(lower) == 1 or (word.isupper() and len(word) < 4):
        return False
    return not is_ordinary(lower) or given_weights().get(lower, 0) > 0


RULES = (Rule("name_latin_beside", find, {"latin_meets": _MEETS, "latin_apposed": _APPOSED}, needs=("latin_meets", "latin_apposed")),)
