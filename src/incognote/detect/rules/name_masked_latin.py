"""Latin names whose letters were starred out but not all: R***** S****, J**n D*e. The first letters remain a trace.

Source: catalogue 3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "your file shows him as R***** S****; **bold** text, 5 ** 2"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['R***** S****']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_HEAD: Final = re.compile(r"\*(?<=[A-Z]\*)\*")
_STARRED: Final = re.compile(r"(?<![A-Za-z0-9*])[A-Z]\*{2,12}[a-z]{0,3}(?:[ -](?:[A-Z]\*{1,12}[a-z]{0,3}|[A-Z][a-z]{2,15}))*(?![A-Za-z0-9*])")


def find(page: Page) -> Iterator[Span]:
    for name in _STARRED.finditer(page.text):
        if " " in name[0] or len(name[0]) > 4:
            yield page.span(*name.span(), "NAME", None, "rules/name_masked_latin", 0.75)


RULES = (Rule("name_masked_latin", find, needs=(_HEAD,)),)
