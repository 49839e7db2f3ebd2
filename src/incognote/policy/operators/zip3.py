"""The first three digits of an American ZIP code, where more than 20,000 people live in the area that they name.

45 CFR 164.514(b)(2)(i)(B). Anything but an American ZIP code is masked; of an address the rest is masked.
"""

from __future__ import annotations

import re
from typing import Final

from incognote.document import Document, Entity, Span
from incognote.labels import zip_mark
from incognote.policy.context import Context
from incognote.policy.operators import mask

SPARSE: Final = frozenset("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split())
"""The seventeen areas of the 2000 census that the guidance of the Department of Health and Human Services names."""
ALSO_SPARSE: Final = frozenset("205 369 753 772".split())
"""Areas that tables of the 2010 census are said to count below 20,000 too; not checked against the census, and safe to
add: it only tells less."""
_ZIP: Final = re.compile(r"(?<!\d)(?P<area>\d{3})\d{2}(?:-\d{4})?\Z")
_STATE: Final = re.compile(
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ,]+\Z"
)


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    masked = mask.operate(document, entity, span, context)
    surface = document.text[span.start : span.end]
    found = _ZIP.search(surface)
    if found is None or context.script != "en":
        return masked
    before = surface[: found.start()] or document.text[max(0, span.start - 6) : span.start]
    if span.label != "ZIP" and not _STATE.search(before):
        return masked
    area = found["area"]
    told = zip_mark("000" if area in SPARSE | ALSO_SPARSE else area)
    return told if span.label == "ZIP" else f"{masked} {told}"
