"""Occupations in English where a sentence gives them to somebody: former schoolteacher, a 29-year-old violist.

Staff titles in their function are none (rule Q1). The word alone is no evidence. Source: catalogue 7.7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "a 29-year-old violist and former schoolteacher; seen by nurse"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['violist', 'schoolteacher']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.loader import read_list

_BEFORE: Final = re.compile(
    r"(?:year[- ]old|y/?o|former|retired|ex-|semi-retired|unemployed|works? as|worked as|working as|employed as|employment as|occupation|profession|job|career as|trained as|trade|is an?|was an?|is the only|as an?|as the)"
    r"[\s:,-]{0,3}(?:an? |the )?(?:(?:right|left)-handed |married |single |divorced |widowed |male |female |retired |former |[a-z]{3,12} ){0,2}\Z",
    re.IGNORECASE,
)


def find(page: Page) -> Iterator[Span]:
    for start, end in page.cues.get("latin_job", NO_CUES):
        if _BEFORE.search(page.text, max(0, start - 48), start):
            yield page.span(start, end, "PROFESSION", None, "rules/profession_latin", 0.6)


RULES = (Rule("profession_latin", find, {"latin_job": tuple(read_list("incognote.detect", "latin_jobs"))}, needs=("latin_job",)),)
