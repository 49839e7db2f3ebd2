"""Of an address the town, the state and the postal code stay, the street goes (45 CFR 164.514(e)(2)(ii)).

A place by itself stays where it is known to be a town, a state or a country; else it is masked: it may be a street.
"""

from __future__ import annotations

import re
from typing import Final

from incognote.document import Document, Entity, Span
from incognote.labels import mark
from incognote.policy.context import Context
from incognote.policy.operators import mask

_LATIN: Final = re.compile(r"(?P<street>.*\d.*?)(?P<rest>,\s*(?P<town>[A-Z][A-Za-z'’. -]+?),?\s+(?:[A-Z]{2,3}[ ,]+)?\d{4,5}(?:-\d{4})?|,\s*[A-Z][A-Za-z'’. -]+?,\s*[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\Z", re.DOTALL)
_HAN: Final = re.compile(
    r"(?P<town>(?:\d{3}(?:\d{2,3})?)?(?:[\u3400-\u9fff]{2,7}?(?:省|自治區|自治区))?(?:[\u3400-\u9fff]{2,3}?[縣县市州])(?:[\u3400-\u9fff]{1,4}?[鄉鎮市區乡镇区旗])?)(?P<street>.+)\Z",
    re.DOTALL,
)
_TOWN_HAN: Final = re.compile(r"(?:[\u3400-\u9fff]{2,5}[省市縣县鄉乡鎮镇區区州]\Z)")


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    surface = document.text[span.start : span.end]
    if span.label == "ZIP":
        return None
    if span.label == "LOCATION":
        return None if _is_town(surface) else mask.operate(document, entity, span, context)
    if han := _HAN.match(surface):
        return han["town"] + mark("ADDRESS", context.script)
    if latin := _LATIN.match(surface):
        return mark("ADDRESS", context.script) + latin["rest"]
    return mask.operate(document, entity, span, context)


def _is_town(surface: str) -> bool:
    from incognote.policy.surrogates import lists

    if _TOWN_HAN.fullmatch(surface):
        return True
    if surface.lower().replace(" ", "_") in lists.words("towns_en"):
        return True
    plain = lists.base(surface)
    return any(plain in lists.word_set(kind) for kind in ("countries", "provinces", "cities", "towns_tw", "places_spoken"))
