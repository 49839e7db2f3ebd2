"""English hospitals by a short name without a word for the house: the Royal Free, from Lahey, Mt. Auburn.

Those of the list count alone or behind a word of care; `the Royal` and a name, and Mt. and a name behind a word of care,
count unlisted. The Royal College, Mount Fuji and Mayo sauce are none. Source: catalogue 7.4 O2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Tx from Lahey, then the Royal Tarn; climbed Mt. Fuji; the Royal College"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Lahey', 'Royal Tarn']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.latin import stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.loader import read_list
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/hospital_brief_latin"
_CARE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:from|at|to|via|in|left|@|ex|with|under|called|d/c from)(?: the)?|(?<![A-Za-z])the) \Z", re.IGNORECASE
)
_PLACED: Final = re.compile(r"(?:transf\w{0,8}|xfer\w{0,4}|tx|admi\w{0,7}|disch\w{0,6}|d/c|seen|referred|treated|stent\w{0,3}|surgery|cath|born|ED|admission)[^.\n]{0,24}\Z", re.IGNORECASE)
_ROYAL: Final = re.compile(r"(?:Women['’]s|Children['’]s|[A-Z][a-z]{2,13}(?: [A-Z][a-z]{3,13})?)(?![A-Za-z'’-])")
_MOUNT: Final = re.compile(r"\.? [A-Z][a-z]{3,13}(?![A-Za-z'’-])")
_NOT_ROYAL: Final = frozenset("College Society Commission Navy Air Family Mail Jelly Colleges Academy Bank Caribbean Highness Canin Australasian Children Flying District Assent Charter".split())


@cache
def _brief() -> dict[str, float]:
    return read_list("incognote.detect", "latin_hospital_brief")


@cache
def _words() -> tuple[str, ...]:
    listed = tuple(_brief())
    return listed + tuple(f"mt. {name[3:]}" for name in listed if name.startswith("mt "))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("hospital_brief_en", NO_CUES):
        if not text[start].isupper() or text[start - 1 : start].isalnum() or text[end : end + 1].isalpha() or names_a_term(text, end):
            continue
        weight = _brief().get(page.lower[start:end].replace("mt. ", "mt "), 1.0)
        if weight >= 1 or (_CARE.search(text, max(0, start - 16), start) and _at_care(text, start)):
            yield page.span(start, end, "HOSPITAL", None, SOURCE, 0.82)
    for _, end in page.cues.get("the_royal", NO_CUES):
        name = _ROYAL.match(text, end) if text[end - 6 : end - 1] == "Royal" else None
        if name and name[0].split(" ")[0] not in _NOT_ROYAL and name[0].split(" ")[0].lower() not in stops():
            yield page.span(end - 6, name.end(), "HOSPITAL", None, SOURCE, 0.8)
    for start, end in page.cues.get("mount", NO_CUES):
        name = _MOUNT.match(text, end) if text[start + 1].isupper() else None
        if name and _CARE.search(text, max(0, start - 14), start + 1) and _PLACED.search(text, max(0, start - 40), start + 1):
            yield page.span(start + 1, name.end(), "HOSPITAL", None, SOURCE, 0.7)


def _at_care(text: str, start: int) -> bool:
    """Whether from, to, at stands before without a person's title, or the text begins there."""
    return not text[max(0, start - 4) : start].lower().endswith(("dr ", "mr "))


RULES = (
    Rule(
        "hospital_brief_latin",
        find,
        {"hospital_brief_en": _words(), "the_royal": ("the royal ", "from royal ", "to royal ", "at royal "), "mount": (" mt", " mount")},
        needs=("hospital_brief_en", "the_royal", "mount"),
    ),
)
