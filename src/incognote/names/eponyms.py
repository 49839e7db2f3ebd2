"""Names that stand in a term: Ewing sarcoma, Addison's disease, Foley catheter; and everyday English words.

A name found beside a title is looked for everywhere, but the disease called after a namesake stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.tables import rows

EPONYM_NOUN: Final = re.compile(
    r"(?:['’]s?)?[ -](?:(?:and|or|&) \w+ )?(?:(?:\w+ )?(?:disease|syndrome|sign|test|palsy|phenomenon|contracture|fracture|"
    r"catheter|drain|tube|scale|score|classification|criteria|grade|grading|stage|staging|reflex|response|maneuver|manoeuvre|procedure|"
    r"repair|operation|incision|position|disorder|lymphoma|sarcoma|tumou?r|cyst|hernia|node|nodule|body|bodies|dementia|"
    r"esophagus|oesophagus|ulcer|spot|line|ligament|triangle|point|angina|anaemia|anemia|thyroiditis|ophthalmopathy|gait|"
    r"aphasia|encephalopathy|area|plexus|index|chart|stain|agar|solution|needle|wire|pin|nail|plate|splint|brace|collar|frame|"
    r"clamp|forceps|retractor|blade|valve|ring|murmur|pulse|breathing|respiration|respirations|nystagmus|pupil|paralysis|chorea|ataxia|"
    r"dystrophy|atrophy|deformity|exercises?|manual|formula|rule|law|curve|equation|lavage|bypass|pouch|shunt|view|projection|space|cell|cells)\b)",
    re.IGNORECASE,
)
"""What stands behind a name in the term of a test, sign, disease, scale or device."""
_ITEM: Final = re.compile(r"[- ](?:placed|inserted|removed|catheterised|catheterized|in situ|changed|out|score|[Gg]rade|[Cc]lass|[IV]{1,3}[abc]?|\d)(?![A-Za-z])")
"""What stands behind an eponym that goes without its noun: Foley placed, Forrest IIa."""


@cache
def english() -> frozenset[str]:
    """Everyday English words of three and more letters, in lower case."""
    return frozenset(row[0] for row in rows("english_words"))


@cache
def eponyms() -> frozenset[str]:
    """Names that diseases, signs, scales and devices are called after, in lower case."""
    return frozenset(row[0] for row in rows("eponyms"))


def is_term(text: str, start: int, end: int) -> bool:
    """Whether the name at `[start, end)` of `text` belongs to a term there and means nobody.

    >>> text = "Dr. Ewing excluded Ewing sarcoma, Foley placed, Addison's disease"
    >>> [is_term(text, text.index(w), text.index(w) + n) for w, n in (("Ewing ex", 5), ("Ewing sa", 5), ("Foley", 5), ("Addison", 7))]
    [False, True, True, True]
    """
    if EPONYM_NOUN.match(text, end):
        return True
    return text[start:end].lower() in eponyms() and _ITEM.match(text, end) is not None
