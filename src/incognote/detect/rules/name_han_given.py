"""Given names alone in running text, with a verb on one side: 由妤庭送件, 問恩恩, 若蘭後來也哭了.

Only characters that given names use and words do not: no surname vouches for them, so a verb or border
must stand on both sides. Source: catalogue 3.2; case notes call clients and colleagues by the given name.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "托育由妤庭送件，芷蘭後來哭了，由護理師送件"))]
[(3, 5), (8, 10)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import HAN, runs
from incognote.detect.name_words import never, starts_right
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, whose
from incognote.document import Span
from incognote.names.cues import role_of
from incognote.names.likelihood import based, stands_alone, strangeness, tables, usual_given

SOURCE: Final = "rules/name_han_given"
_LINK: Final = re.compile(f"[由跟與与給给問问找陪搵跟](?=[{HAN}]{{2}})")
_LEAST: Final = -3.2
_STRANGE: Final = 4.1
_LINKED: Final = 3.7
_ALONE: Final = 4.7
_RARE_WORD: Final = -5.8
_OPEN: Final = frozenset("-/%:")
_DRUG_ENDS: Final = frozenset("因要會会能可")
"""丁卡因, 普卡因; and verbs that words lead to rather than names."""


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    base = based(text)
    for link in _LINK.finditer(text):
        at = link.end()
        if _fits(base, at, _LINKED if link[0] == "由" else _STRANGE) and _closes(text, at + 2) and stands_alone(text, at - 1):
            yield from _span(page, at)
    usual, (first, last) = _usual(), _fit()
    for start, end in runs(text):
        if end - start < 2:
            continue
        pair = base[start : start + 2]
        if end - start > 2 and pair in usual and starts_right(text[start + 2 : start + 5]):
            yield from _span(page, start)
        elif pair[0] not in first or pair[1] not in last:
            continue
        elif end - start == 2:
            if _fits(base, start, _ALONE) and text[end : end + 1] not in _OPEN:
                yield from _span(page, start)
        elif _fits(base, start, _STRANGE) and text[start + 2] not in _DRUG_ENDS and starts_right(text[start + 2 : start + 5]):
            yield from _span(page, start)


def _fits(base: str, at: int, least: float) -> bool:
    """Whether two base characters at `at` look like a given name and like no word."""
    first, last = _fit()
    pair = base[at : at + 2]
    return pair[0] in first and pair[1] in last and pair not in tables().words and pair not in never() and pair not in role_of() and strangeness(pair) > least


@cache
def _fit() -> tuple[frozenset[str], frozenset[str]]:
    """The characters that given names begin with, and those that they end in."""
    given = tables().given.items()
    return frozenset(char for char, shares in given if shares[0] >= _LEAST), frozenset(char for char, shares in given if shares[1] >= _LEAST)


@cache
def _usual() -> frozenset[str]:
    """若蘭, 承恩: given names that many bear and texts do not use as a word."""
    words = tables().words
    return frozenset(pair for pair in usual_given() if words.get(pair, -9.0) < _RARE_WORD and pair not in never() and pair not in role_of())


def _closes(text: str, end: int) -> bool:
    after = text[end : end + 1]
    return not "\u3400" <= after < "\ufa00" or starts_right(text[end : end + 3])


def _span(page: Page, at: int) -> Iterator[Span]:
    label, kind = label_for(whose(page.text, at, at + 2))
    yield page.span(at, at + 2, label, kind, SOURCE, 0.55)


RULES = (Rule("name_han_given", find),)
