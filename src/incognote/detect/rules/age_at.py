"""Ages of ninety and more in a family history: mother died of a stroke at 92; father alive at 94; lived to 97.

The number stands behind `at` or `to`, a relative before it in the same clause. Rates and saturations are none.
Source: catalogue 5.8 (ages above 89).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "FHx: mother died of stroke at 92; father alive at 94. HR at 92; grandmother lived to 97"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['92', '94', '97']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_AGE: Final = re.compile(r"(?:(?<= at )|(?<= to ))(?:9\d|1[01]\d)(?![\w%/]|[.:-]\w| ?(?:bpm|mg|kg|mmHg|percent|per|mm|ml|mL|degrees|cm|weeks|beats|on|RA|steps)(?![a-z])| [A-Z][a-z])")
_HEAD: Final = re.compile(r" (?:at|to) (?:9\d|1[01]\d)(?!\d)")
_RELATIVE: Final = re.compile(
    r"(?<![A-Za-z])(?:mother|father|mum|mom|dad|parents?|brother|sister|aunt|uncle|grandmother|grandfather|grandma|grandpa|grandparents?|mgm|mgf|pgm|pgf|nan|husband|wife|spouse|son|daughter|twin|sibling|siblings|cousin|he|she|patient|pt)(?![A-Za-z])[^.\n]{0,60}\Z",
    re.IGNORECASE,
)
_LIVED: Final = re.compile(r"(?:died|dead|death|alive|lived|living|lives|passed|deceased|still|stroke|cancer|MI|CVA|CAD|dementia|well|natural causes|old age|sleep|failure|disease|healthy|d\.|[a-z]{4,}) (?:at|to) \Z")
_MEASURE: Final = re.compile(r"(?:HR|sats?|SpO2|O2|rate|pulse|held|BP|MAP|temp|weight|wt|stable|running|steady|sitting|satting|infusion|rhythm|paced|set|glucose|sugar|goal|target|increased|decreased|titrated?) (?:at|to) \Z", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for age in _AGE.finditer(text):
        clause = max(0, age.start() - 90)
        if _MEASURE.search(text, max(0, age.start() - 24), age.start()) or not _LIVED.search(text, max(0, age.start() - 24), age.start()):
            continue
        if _RELATIVE.search(text, clause, age.start()):
            yield page.span(*age.span(), "AGE", None, "rules/age_at", 0.8)


RULES = (Rule("age_at", find, needs=(_HEAD,)),)
