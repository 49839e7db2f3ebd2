"""Names of three characters that a line end cuts: 郭雅, new line, 婷於5月2日入院.

The two characters end their line behind a border, a role or a preposition, the third opens the next one before a verb, and the three together are a
likely name. Source: catalogue 7.3 N10.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "郭雅\\n婷於5月2日入院"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['郭雅\\n婷']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.name_words import starts_right
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.likelihood import given_weight, name_likelihood, surname_characters, tables
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_cut"
_CUT: Final = re.compile(r"\n[\u3400-\u9fff](?<=[\u3400-\u9fff]{2}\n.)")
_LEADS: Final = frozenset("與与和跟由找被請请")
_MORE: Final = frozenset("於于在因昨今曾自由來来表主同及與与和")
_LEAST: Final = -9.6


@cache
def _surnames() -> frozenset[str]:
    return frozenset(surname_characters(-3.6))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for cut in _CUT.finditer(text):
        start, end = cut.start() - 2, cut.end()
        name = text[start : start + 2] + text[end - 1]
        before = text[start - 1 : start]
        if name[0] not in _surnames() or ("\u3400" <= before < "\ufa00" and before not in _LEADS and not role_before(text, start)):
            continue
        goes_on = text[end : end + 1] in _MORE or starts_right(text[end : end + 3])
        base = name.translate(to_base())
        if not goes_on or base[:2] in tables().words or (base[1:] in tables().words and given_weight(name[1]) < -3.4):
            continue
        if min(map(given_weight, name[1:])) > -4.2 and name_likelihood(base)[0] > _LEAST:
            label, kind = label_for(whose(text, start, end))
            yield page.span(start, end, label, kind, SOURCE, 0.8)


RULES = (Rule("name_han_cut", find, needs=(_CUT,)),)
