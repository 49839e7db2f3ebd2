"""Korean names in Latin letters: Kim Soo-bin, Soo-bin Kim, Ban, Hae-won, SEO, SOON-OK, and Soo-bin alone.

Two syllables of Korean given names with a hyphen, the second in small letters, are a name by their shape; words
that make an English compound (no-one, so-so, in-out) are none. Source: catalogue 3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Mother Jung-hee In asked; SEO, SOON-OK; Min Bo-young; So-so today, Non-union, In-person"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['Jung-hee In', 'SEO, SOON-OK', 'Min Bo-young']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from incognote.detect.latin import english, stops
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.loader import read_list

SOURCE: Final = "rules/name_korean"
_GIVEN: Final = re.compile(r"-[A-Za-z](?<=[A-Za-z]{2}-.)")
_FIRST: Final = re.compile(r"(?<![A-Za-z'’-])[A-Z][A-Za-z]{1,6}\Z")
_SECOND: Final = re.compile(r"[A-Za-z]{2,6}(?![A-Za-z]|-[A-Za-z]|['’][a-rt-z])")
_AFTER: Final = re.compile(r" ([A-Z][A-Za-z]{1,7})(?![A-Za-z-])")
_BEFORE: Final = re.compile(r"(?<![A-Za-z'’-])([A-Z][A-Za-z]{1,7})(,? )\Z")
SURNAMES: Final = frozenset(
    "ahn an bae baek baik ban bang bong byun cha chae chang cheon cho choi choo chu chun chung do eom eun gang geum gil go gong goo gu gwak gwon ha ham han heo ho hong huh hur hwang hwangbo hyun im in jang je jegal jeon jeong ji jin jo joo ju jun jung "
    "kang ki kil kim ko kong koo ku kwak kwon lee lim ma maeng min mo moon mun myung na nah nam namgung noh no oh ok pai park pyo ra rah rhee ro roh ryoo ryu sa seo seok seol seon seong shim shin sim sin so sohn son song suh suk sun sung tak uhm um wang wi won woo yang ye yeo yeom yeon yi yim yoo yook yoon you yu yuk yun".split()
)


@cache
def _syllables() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "korean_syllables"))


@lru_cache(maxsize=2048)
def _is_given(first: str, second: str) -> bool:
    parts = (first.lower(), second.lower())
    if not all(part in _syllables() for part in parts) or all(part in english() or part in stops() for part in parts):
        return False
    return second.islower() or (first.isupper() and second.isupper()) or (second[0].isupper() and second[1:].islower())


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for joint in _GIVEN.finditer(text):
        at = joint.start()
        first = _FIRST.search(text, max(0, at - 8), at)
        second = _SECOND.match(text, at + 1)
        if not (first and second and _is_given(first[0], second[0])):
            continue
        start, end = first.start(), second.end()
        before = _BEFORE.search(text, max(0, start - 11), start)
        after = _AFTER.match(text, end)
        if before and before[1].lower() in SURNAMES and (before[1].isupper() or before[1].lower() not in stops()):
            start = before.start()
        elif after and after[1].lower() in SURNAMES:
            end = after.end()
        elif not second[0].islower() and not first[0].isupper():
            continue  # Ta-Ming alone is read elsewhere
        yield page.span(start, end, "NAME", None, SOURCE, 0.75)


RULES = (Rule("name_korean", find, needs=(_GIVEN,)),)
