"""Latin names alone, by their place: `Cheers, Fi` at a line's end, Mrs. 林, BOLA TO CHASE, mum said nathan and trish are.

A closing word of a mail and one word to the end of the line; a title in Latin letters before a Han name; one word at
the head of a line of capitals before what a person does; listed given names in small letters that kin tell of.
Source: catalogue 3.3, 4.15.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "BOLA TO CHASE BLOODS\\nOBS TO CHASE\\nmum said nathan and trish are coming\\nCheers, Fi\\n\\nThanks, Team"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['BOLA', 'nathan', 'trish', 'Fi']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.han_shapes import HAN
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_expected
from incognote.document import Span

SOURCE: Final = "rules/name_latin_lone"
_CLOSINGS: Final = ("cheers", "thanks", "thank you", "regards", "thx", "ta", "best wishes", "warmly", "kindly", "take care")
_OPENS: Final = re.compile(r"(?:^|\n|[.!?,;] ?)[ \t>]*(?:(?:[Mm]any|[Kk]ind|[Bb]est|[Ww]arm|[Ww]ith|[Bb]ig|[Kk]indest|[Ww]armest|[Ss]o many) )?\Z")
_SIGNS: Final = re.compile(r"(?: again| so much| all| in advance)?[ \t]{0,2}(?:[,!.]|[-–—])?[ \t]{0,2}\n{0,2}[ \t]{0,2}(?P<name>[A-Z][a-z'’]{1,11}|[A-Z]{2})(?=[ \t]*(?:[xX]{1,3}[ \t]*)?(?:\n|\Z))")
_NOBODY: Final = frozenset("all team dr gp ed pt pts doc docs nb ps re hi mr ms mrs sir mum dad ot icu nil yes no ok please everyone everybody guys folks both girls boys lots bye again ward staff colleagues doctor nurse sister matron crew ladies gents pls plan note for from sent so as to if on at in it we he she they my me do go up by or an am pm iv im po pr sc".split())
_HAN_NAME: Final = re.compile(f"[ .]{{0,2}}([{HAN}]{{1,4}})(?![{HAN}])")
_HAN_RUN: Final = re.compile(f"[ .]{{0,2}}(?=[{HAN}])")
_DOES: Final = (
    "CHASE|REVIEW|CALL|RING|PHONE|BOOK|DO|SEE|FOLLOW|ARRANGE|SPEAK|CHECK|BRING|DISCUSS|ATTEND|SEND|GET|TALK|CONTACT|SIGN|ASK|UPDATE|HANDOVER|HAND|"
    "EMAIL|ORDER|WRITE|COME|VISIT|TAKE|PICK|COLLECT|CONFIRM|REFER|LIAISE|COVER|DRIVE|MEET|PRESCRIBE|CANNULATE|BLEED|EXAMINE|HELP|COMPLETE|FINISH"
)
_CAPITALS: Final = re.compile(
    rf"(?:\A|\n)[ \t*•>-]{{0,4}}(?P<name>[A-Z]{{3,12}}) (?:(?P<task>TO (?:{_DOES}))|(?P<will>WILL (?:NOT|BE|COME|CALL|RING|{_DOES})|WON'T)|(?P<did>RANG|PHONED|SAYS|SAID|DENIES|REFUSES|REFUSED|WANTS|TOLD|ASKED|VISITED|CAME|LIVES|STATES)"
    r"|(?P<has>HAS|IS|WAS|HAD))(?= [A-Z]{2,}|\n|\Z|[.,])"
)
_WITH_CAPITALS: Final = re.compile(r" (?:TO|WILL|WON'T|HAS|HAD|IS|WAS|RANG|PHONED|SA|DENIES|REFUSE|WANTS|TOLD|ASKED|VISITED|CAME|LIVES|STATES)")
_SAYS: Final = (" said ", " says ", " reports ", " reported ", " states ", " stated ", " told me ", " told us ", " tells me ", " tells us ", " thinks ", " reckons ", " mentioned ")
_KIN: Final = re.compile(
    r"(?<![a-z])(?:mum|mom|mother|dad|father|nan|nana|gran|grandma|grandpa|pop|aunt|aunty|auntie|uncle|brother|sister|son|daughter|wife|husband|partner|carer|sib|mo|fa|boyfriend|girlfriend|she|he|they|pt|patient|child|kids)\Z"
)
_WORD: Final = r"[a-z]{3,12}"
_TOLD: Final = re.compile(
    rf"(?:that )?(?P<one>{_WORD})(?:(?:, | and | & )(?P<two>{_WORD}))?(?: and (?P<three>{_WORD}))? "
    r"(?:is|are|was|were|came|come|comes|has|have|had|will|went|got|hit|left|lives|live|wants|visits|visited|stayed|picked|takes|took|did|does|says|said|rang|never|hurt|hurts|pushed|slapped|fought|can|could|and her|and his)(?![a-z])"
)
_KNOWN: Final = 0.3


def closings(page: Page) -> Iterator[Span]:
    """Cheers, Fi at the end of a line that a closing word begins."""
    text = page.text
    for start, end in page.cues.get("lone_closing", NO_CUES):
        sign = _SIGNS.match(text, end)
        if sign and _OPENS.search(text, max(0, start - 24), start) and _may_sign(sign["name"]):
            yield page.span(*sign.span("name"), "NAME", None, SOURCE, 0.7)


def _may_sign(name: str) -> bool:
    lower = name.lower()
    if lower in _NOBODY or (name.isupper() and latin.abbreviations().get(name, 0.0) >= 0.5):
        return False
    if len(lower) < 4:
        return lower not in latin.stops() or latin.is_listed(lower)
    return latin.given_weights().get(lower, 0) > 0 or latin.is_unheard(lower) or (latin.is_listed(lower) and not latin.is_ordinary(lower))


def titled(page: Page) -> Iterator[Span]:
    """Mrs. 林, Mr 王小明: a Han name behind a title in Latin letters."""
    text = page.text
    for _, end in page.cues.get("lone_title", NO_CUES):
        name = _HAN_NAME.match(text, end)
        if name:
            yield page.span(*name.span(1), "NAME", None, SOURCE, 0.85)
        elif (gap := _HAN_RUN.match(text, end)) and (read := read_expected(text, gap.end(), prior=0.0)):
            yield page.span(read.start, read.end, "NAME", None, SOURCE, 0.85)


def capitals(page: Page) -> Iterator[Span]:
    """BOLA TO CHASE BLOODS, MARK WILL NOT CONSENT at the head of a line of capitals."""
    for line in _CAPITALS.finditer(page.text):
        lower = line["name"].lower()
        known = latin.given_weights().get(lower, 0)
        is_plain = latin.is_ordinary(lower) or lower in _NOBODY
        if (known > 0 and not is_plain) or (known > 0 and (line["will"] or line["did"])) or (line["task"] and latin.is_unheard(lower) and latin.is_listed(lower)):
            yield page.span(*line.span("name"), "NAME", None, SOURCE, 0.7)


def told(page: Page) -> Iterator[Span]:
    """mum said nathan and trish are coming: listed given names in small letters that kin tell of."""
    text = page.text
    for start, end in page.cues.get("lone_says", NO_CUES):
        names = _TOLD.match(text, end)
        if names is None or not _KIN.search(page.lower, max(0, start - 12), start):
            continue
        for part in ("one", "two", "three"):
            word = names[part]
            if word and latin.given_weights().get(word, 0) >= _KNOWN and not latin.is_ordinary(word):
                yield page.span(*names.span(part), "NAME", None, SOURCE, 0.7)


RULES = (
    Rule("name_latin_lone", closings, {"lone_closing": _CLOSINGS}, needs=("lone_closing",)),
    Rule("name_latin_lone", titled, {"lone_title": ("mr", "mrs", "ms", "miss", "mdm", "madam", "mx")}, needs=("lone_title",)),
    Rule("name_latin_lone", capitals, needs=(_WITH_CAPITALS,)),
    Rule("name_latin_lone", told, {"lone_says": _SAYS}, needs=("lone_says",)),
)
