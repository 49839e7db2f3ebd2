"""Institutions behind their label: Hospital: Gumtree Pathology, Pharmacy: Dromedary, Facility | MERCYHOSP.

The label vouches for what no kind word tells: names of everyday words need one word that no list of them has, or a kind
word at their end (pathology, chemist, clinic). Departments, findings and answers (Hospital: Nil) are none. Source:
catalogue 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Hospital: Gumtree Pathology\\nPharmacy: Nil\\nFacility: Day Surgery"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Gumtree Pathology']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import LETTER, UPPER, is_ordinary
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/institution_field"
LABELS: Final = (
    "hospital", "hospital name", "referring hospital", "treating hospital", "facility", "facility name", "sending facility", "receiving facility", "referring facility",
    "practice", "practice name", "gp practice", "gp clinic", "medical practice", "clinic name", "pharmacy", "pharmacy name", "usual pharmacy", "dispensing pharmacy", "regular pharmacy",
    "chemist", "usual chemist", "laboratory", "laboratory name", "performing laboratory", "pathology provider", "imaging provider", "nursing home", "care home", "醫療機構", "医疗机构",
)  # fmt: skip
_WORD: Final = rf"[{UPPER}][{LETTER}'’.-]{{1,20}}"
_VALUE: Final = re.compile(rf"[ \t]{{0,3}}[:=|\t][ \t|]{{0,3}}(?P<value>{_WORD}(?: (?:(?:of|and|the|for|on|&) )?{_WORD}){{0,5}})(?P<code> \d{{2,12}})?(?=[ \t]*(?:[\r\n,;|()\t]|\.(?!\w)|\Z| {{2}}))")
_KINDS: Final = frozenset("pathology laboratory laboratories labs diagnostics imaging radiology pharmacy pharmacies chemist chemists hospital clinic medical surgery centre center practice infirmary health dental hospice lodge manor house home".split())
_NO_NAME: Final = frozenset(
    "general surgical anatomical anatomic clinical chemical medical molecular speech oral day local public private outpatient inpatient emergency regional community central usual own none nil unknown other same same-day hospital clinic ward "
    "discharge admission transfer referral review fracture memory pain wound diabetes antenatal acute chronic stable private breast cardiac renal stroke surgery medicine nursing aged mental women's children's eye foot skin hand this our the".split()
)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for _, end in page.cues.get("institution_label", NO_CUES):
        value = _VALUE.match(text, end)
        if value and _is_name(value["value"]) and not names_a_term(text, value.end("value")):
            yield page.span(value.start("value"), value.end("code" if value["code"] else "value"), "HOSPITAL", None, SOURCE, 0.82)


def _is_name(value: str) -> bool:
    words = [latin.plain(word).strip(".").lower() for word in value.split(" ") if word[0].isupper()]
    own = [word for word in words if word not in _NO_NAME and word not in latin.stops()]
    named = [word for word in own if word not in _KINDS]
    if not named or len(value) < 5:
        return False
    if value.isupper() and " " not in value:
        return len(value) > 4 and not is_ordinary(value.lower()) and value not in latin.abbreviations()
    if words[-1] in _KINDS:
        return any(not latin.CLINICAL_END.search(word) for word in named)
    return any(not (is_ordinary(word) or latin.CLINICAL_SHAPE.match(word) or word in latin.brands()) or latin.places().get(word) == 1 for word in named)


RULES = (Rule("institution_field", find, {"institution_label": LABELS}, needs=("institution_label",)),)
