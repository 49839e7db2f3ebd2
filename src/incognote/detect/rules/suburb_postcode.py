"""Australian suburbs with their postcode or their state: Elizabeth South 5112, (Brayfield Park 3045), Goolbung SA.

The last word is a direction or a landform, or a word that places somebody stands before. Years and amounts are none
(Summer 2024, Ward South 1200 ml), nor is a state behind a part of the body (Abdomen NT). Source: catalogue 2.5, P1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "lives at Elizabeth South 5112, moved from Brayfield 3045, in Spring 2024"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Elizabeth South 5112', 'Brayfield 3045']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import is_ordinary, stops
from incognote.detect.page import Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

SOURCE: Final = "rules/suburb_postcode"
_SIGN: Final = re.compile(r" (?<=[a-z] )(?:0[89]|[2-7]\d)\d\d(?![\d./:%-])")
_SUBURB: Final = re.compile(r"(?<![A-Za-z0-9'’-])(?:(?:St|Mt|Port|Mount) )?[A-Z][a-z]{2,14}(?: [A-Z][a-z]{2,12}){0,2}\Z")
_LAST: Final = frozenset("North South East West Park Heights Hills Hill Beach Bay Vale Valley Creek Plains Gardens Grove Junction Point Downs Flat Springs Waters Island Lakes Lake Ridge Grange Gully Ponds Glen".split())
_PLACED: Final = re.compile(r"(?:(?<![A-Za-z])(?:lives?|living|lived|moved?|moving|from|at|in|near|of|address|suburb|resides?)(?: at| in| to| from)?[: ]{1,2}|(?:St|Street|Rd|Road|Ave|Avenue|Ct|Court|Cres|Dr|Drive|Pl|Place|Tce|Terrace|Way|Lane|Pde)[, ]{1,2})\Z")
_CLINICAL: Final = frozenset("Ward Room Bed Level Unit Extension Ext Dose Total Volume Code Step Type Phone Pager Call".split())
_LEADING: Final = frozenset("Address Addr Suburb Town Locality At In Of From To Lives Living Residence".split())
_STATE: Final = re.compile(r" (?<=[a-z] )(?P<state>NSW|Q(?:LD|ld)|V(?:IC|ic)|T(?:AS|as)|SA|WA|NT|ACT)(?:,? (?P<postcode>(?:0[89]|[2-7]\d)\d\d)(?![\d./:%-]))?(?![A-Za-z0-9-])")
_SHOUTED: Final = re.compile(r" (?<=[A-Z]{2} ) ?(?P<state>NSW|QLD|VIC|TAS|ACT|SA|WA|NT),? {1,2}(?P<postcode>0[289]\d\d|[2-8]\d\d\d)(?![\d/:%A-Za-z-]|\.\d)")
_SHOUTED_SUBURB: Final = re.compile(r"(?<![A-Za-z0-9'’-])(?:[A-Z][A-Z'’-]{1,15} ){0,2}[A-Z][A-Z'’-]{2,15}\Z")
_FIRST_DIGITS: Final = {"NSW": ("2",), "ACT": ("02", "26", "29"), "VIC": ("3", "8"), "QLD": ("4", "9"), "SA": ("5",), "WA": ("6",), "TAS": ("7",), "NT": ("08", "09")}
_LABELLED: Final = re.compile(r"(?<![A-Za-z])(?:address|addr|suburb|town|locality|residence|lives(?: at| in)?)[ \t.]{0,14}(?:[:=|→>\t]|->)[ \t|]{0,3}\Z", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for number in _SIGN.finditer(text):
        start, end = number.span()
        suburb = _SUBURB.search(text, max(0, start - 48), start)
        if suburb is None or UNIT.match(text, end):
            continue
        words = suburb[0].split(" ")
        year = number[0][1:3] == "20"
        placed = _PLACED.search(text, max(0, suburb.start() - 14), suburb.start())
        sure = words[-1] in _LAST and len(words) > 1
        if any(word in _CLINICAL or word.lower() in stops() - _directions() for word in words) or (year and not (sure and placed)):
            continue
        if sure or placed:
            yield page.span(suburb.start(), end, "ADDRESS", None, SOURCE, 0.82)


def with_state(page: Page) -> Iterator[Span]:
    """Address → Goolbung SA, moved from Tarrawong NT, Wirranook NT 0861."""
    text = page.text
    for state in _STATE.finditer(text):
        start, end = state.span()
        suburb = _SUBURB.search(text, max(0, start - 48), start)
        if suburb is None or UNIT.match(text, end):
            continue
        begin = suburb.start()
        if _LABELLED.search(text, max(0, begin - 32), begin):
            yield page.span(begin, end, "ADDRESS", None, SOURCE, 0.85)
            continue
        words = suburb[0].lower().split(" ")
        if any(word.title() in _CLINICAL or word in stops() - _directions() for word in words) or (all(map(is_ordinary, words)) and not _is_of_state(state)):
            continue
        if state["postcode"] or _PLACED.search(text, max(0, begin - 14), begin):
            yield page.span(begin, end, "ADDRESS", None, SOURCE, 0.82)


def _is_of_state(state: re.Match[str]) -> bool:
    """Whether the postcode is one of the state's: Orange NSW 2800, no Reading WA 2500."""
    return state["postcode"] is not None and state["postcode"].startswith(_FIRST_DIGITS[state["state"].upper()])


def shouted(page: Page) -> Iterator[Span]:
    """NORTH ADELAIDE SA 5006: in capitals the state's own postcode has to stand behind."""
    text = page.text
    for state in _SHOUTED.finditer(text):
        suburb = _SHOUTED_SUBURB.search(text, max(0, state.start() - 48), state.start())
        if suburb is None or not _is_of_state(state) or UNIT.match(text, state.end()):
            continue
        words, begin = suburb[0].split(" "), suburb.start()
        while words and words[0].title() in _CLINICAL | _LEADING:
            begin += len(words.pop(0)) + 1
        if words and not any(word.title() in _CLINICAL for word in words):
            yield page.span(begin, state.end(), "ADDRESS", None, SOURCE, 0.82)


def _directions() -> frozenset[str]:
    return frozenset(word.lower() for word in _LAST)


RULES = (
    Rule("suburb_postcode", find, needs=(_SIGN,)),
    Rule("suburb_postcode", with_state, needs=(_STATE,)),
    Rule("suburb_postcode", shouted, needs=(re.compile(r"(?:NSW|QLD|TAS|VIC|SA|WA|NT|ACT)(?![A-Za-z0-9])"),)),
)
