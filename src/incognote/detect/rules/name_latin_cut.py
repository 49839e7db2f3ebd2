"""Names in Latin letters that a line end cuts: Mary, new line, Thompson attended with her carer.

A listed given name ends its line and a listed surname begins the next one; neither may be an everyday word, nor may the
surname be a label or belong to a term. Source: catalogue 7.3 N10.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "seen with Mary\\nThompson today, plan for Grace\\nSmith fracture"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Mary\\nThompson']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import given_weights, is_ordinary, surname_weights
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, whose
from incognote.document import Span
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/name_latin_cut"
_CUT: Final = re.compile(r"\n[A-Z](?<=[a-z]\n.)")
_GIVEN: Final = re.compile(r"(?<![A-Za-z'’-])[A-Z][a-z]{2,14}\Z")
_SURNAME: Final = re.compile(r"(?:(?:O['’]|Mc|Mac)[A-Z])?[A-Z]?[a-z]{2,15}(?![A-Za-z'’-]|[ \t]?[:=])")
_GOES_ON: Final = re.compile(r"[ \t]{0,2}(?:[,.;()\d+]|\n|\Z)| (?:as|is|was|has|had|said|says|attended|called|who|and|at|today|for|to)(?![A-Za-z])")
"""What stands behind a surname that is an everyday word too: Smith, Murphy."""
_REACH: Final = 17
_SURE: Final = 0.6


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for cut in _CUT.finditer(text):
        at = cut.start() + 1
        given = _GIVEN.search(text, max(0, at - _REACH), at - 1)
        surname = _SURNAME.match(text, at) if given else None
        if given is None or surname is None or names_a_term(text, surname.end()):
            continue
        first, last = given[0].lower(), surname[0].lower().replace("’", "'")
        is_given = given_weights().get(first, 0) >= _SURE and not is_ordinary(first)
        weight = surname_weights().get(last, 0)
        if is_given and ((weight >= _SURE and not is_ordinary(last)) or (weight > 0 and _GOES_ON.match(text, surname.end()))):
            label, kind = label_for(whose(text, given.start(), surname.end()))
            yield page.span(given.start(), surname.end(), label, kind, SOURCE, 0.7)


RULES = (Rule("name_latin_cut", find, needs=(_CUT,)),)
