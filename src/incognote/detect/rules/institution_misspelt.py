"""Institutions in English whose class word has a slip: Wirrakee Correctional entre, Emu Hill Primary Schol, Booralong Hospial.

One letter left out, put in, changed or swapped with the next; words of a dictionary and surnames are none (Goal, Scholl), and
neither are endings (Schools, Hospitalised). Source: catalogue 7.4 O1-O5, lessons of name and institution variants.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "taken to Booralong Hospial, then Wirrakee Correctional entre; New Schol year"
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('HOSPITAL', 'Booralong Hospial'), ('PRISON', 'Wirrakee Correctional entre')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import is_listed
from incognote.detect.page import Page
from incognote.detect.rules.institution_latin import name_begin
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.class_words import Ending, ending_behind, mends
from incognote.gazetteer.surroundings import label_around

SOURCE: Final = "rules/institution_misspelt"
_PAIR: Final = re.compile(r"[A-Z](?<![A-Za-z].)[A-Za-z'’]{2,16} (?=(?P<word>[A-Za-z][A-Za-z'’]{2,14})(?![A-Za-z]))", re.DOTALL)
_SURE: Final = frozenset(
    "hospital school prison college academy kindergarten kindy childcare preschool primary correctional centre secondary elementary detention remand learning children's women's memorial medical clinic grammar christian community public".split()
)
"""Words long or odd enough that a slip of one letter makes no other word."""
_WORD_BEFORE: Final = re.compile(r" [A-Za-z'’&-]+\Z")


def find(page: Page) -> Iterator[Span]:
    text, last = page.text, 0
    for pair in _PAIR.finditer(text):
        word = pair["word"].lower()
        if pair.start() < last or not any(w in _SURE for w in mends(word)) or is_listed(word):
            continue
        found = _around(text, pair.start("word"), pair.end("word"))
        if found is None:
            continue
        begin, ending = found
        said = ending.labels[0] if len(ending.labels) == 1 else label_around(text, begin, ending.end, ending.labels)
        last = ending.end
        yield page.span(begin, ending.end, said or ending.labels[0], None, SOURCE, 0.82 if said else 0.6)


def _around(text: str, start: int, end: int) -> tuple[int, Ending] | None:
    """The name whose class words hold the word at `[start, end)`, and those words."""
    at, best = start - 1, None
    for _ in range(4):
        ending = ending_behind(text, at)
        if ending is not None and ending.is_mended and ending.end >= end:
            best = at, ending
        before = _WORD_BEFORE.search(text, max(0, at - 20), at)
        if before is None:
            break
        at = before.start()
    if best is None:
        return None
    at, ending = best
    begin = name_begin(text, at + 1, text[at + 1 : ending.end])
    return (begin, ending) if begin <= at else None


RULES = (Rule("institution_misspelt", find, needs=(re.compile(r"[a-z] [A-Za-z][A-Za-z]"),)),)
