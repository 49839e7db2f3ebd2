"""North American phones: (415) 555-0132, 212-555-0199, 415.555.0132, +1 415 555 0132, x1234, pagers.

Area and exchange begin with 2-9. The extension joins the span; a bare extension or pager number needs its
cue. Source: NANPA; catalogue 2.4, 7.6 I3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "cell 415-555-0132, (415) 555-0199 x12, pager p12345"
>>> [text[a:b] for a, b in sorted({(s.start, s.end) for s in detector(RULES)(Document("1", text))})]
['415-555-0132', '(415) 555-0199 x12', '12345']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.digits import runs
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.detect.scan import BLANK_INSIDE
from incognote.document import Span

_PHONE: Final = re.compile(
    r"(?<![0-9A-Za-z.+-])(?:(?:\+?1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[.-])|\+1[ .-]?[2-9]\d\d[ .-]?)[2-9]\d\d[ .-]?\d{4}"
    r"(?:,? ?(?:x|ext\.?|extension|#)[ ]?\d{1,6})?(?![0-9A-Za-z]|[.-]\d)",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(
    r"(?:[\s:#.,=/]|no\b|number\b|is\b|\([a-z]\)){0,7}(?P<value>\(?(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]{0,3}(?:\d{3}[ .-]?)?\d{4}(?:,? ?(?:x|ext\.?|#)[ ]?\d{1,6})?)(?![0-9A-Za-z]|[.-]\d)",
    re.IGNORECASE,
)
_EXTENSION: Final = re.compile(r"[\s.:#]{0,3}(?P<value>[px]?(?:\d{1,2}-\d{4}|\d{3,6}))(?![0-9A-Za-z]|[./:-]\d)", re.IGNORECASE)
LABELS: Final = ("phone", "ph", "ph.", "tel", "tel.", "telephone", "cell", "cell phone", "mobile", "home phone", "work phone", "contact", "call", "call back", "callback", "fax",
                 "facsimile", "cellphone", "contact no", "contact number", "phone no", "phone number", "at", "whatsapp", "text", "sms")  # fmt: skip
STRONG: Final = frozenset(("whatsapp", "phone", "ph", "ph.", "tel", "tel.", "telephone", "cell", "cell phone", "mobile", "home phone", "work phone", "fax", "facsimile", "cellphone", "contact no", "contact number", "phone no", "phone number"))
_ANY: Final = re.compile(r"(?:[\s:#.,=/]|no\b|number\b|is\b|\([a-z]\)){0,7}(?P<value>\+?\(?\d(?:(?:[() .-]{0,2}|\n-)\d){6,14})(?![0-9A-Za-z]|[.,:/-]\d)", re.IGNORECASE)
_DECIMALS: Final = re.compile(r"\d{1,3}\.\d{1,2}(?: {1,3}\d{1,3}\.\d{1,2})+")  # pH 7.26 7.29 7.31
PAGERS: Final = ("pager", "pgr", "pg", "vocera", "spectralink", "dect", "dect no", "beeper", "bleep", "ext", "ext.", "extension", "extn", "bp#")
_FAX: Final = re.compile(r"fax|facsimile|傳真|传真", re.IGNORECASE)


_PAGER: Final = re.compile(r"p(?<=[a-z] .)([0-9]{5})(?=[ \t]*(?:\n|\Z))")  # S. Adeyemi p30412
_LOCAL: Final = re.compile(r"(?:(?<=call )|(?<=ring )|(?<=desk )|(?<=phone )|(?<=ward ))(x ?(?:\d{1,2}-\d{4}|\d{4,5}))(?![0-9A-Za-z])")  # call x4-1180
_EIGHT: Final = re.compile(r"[5689](?<=[A-Za-z:)] .)[0-9]{3} [0-9]{4}(?![0-9A-Za-z/%-]|\.[0-9]| (?:mg|ml|mL|kcal|steps|IU|units))")
_BARE_EXTENSION: Final = re.compile(r"x(?<=[ (].)(?:[0-9]{2,3}[1-9][0-9]?(?<=x....)|[2-9][0-9]{4}(?<!000))(?![0-9A-Za-z.])")
_FAX_BEFORE: Final = re.compile(r"\d{4} ?F:? \Z")
_FAX_VALUE: Final = re.compile(r"\(?\d[\d ()-]{5,14}\d(?![0-9A-Za-z])")
_APPOINTED: Final = re.compile(r"[^.\n\d]{1,14} (\d{4} ?\d{4})(?![0-9A-Za-z/.-])")  # whatsapp for appt 9155 0187


def extensions(page: Page) -> Iterator[Span]:
    """call x4-1180; T 7010 9966 F 7010 9967; whatsapp for appt 9155 0187."""
    text = page.text
    for start, _ in page.cues.get("us_local", NO_CUES):
        if value := _LOCAL.search(text, start, start + 16):
            yield page.span(*value.span(1), "PHONE", None, "rules/us_phone", 0.7)
    for value in _PAGER.finditer(text):
        yield page.span(*value.span(1), "PHONE", None, "rules/us_phone", 0.6)
    for _, end in page.cues.get("us_chat", NO_CUES):
        if value := _APPOINTED.match(text, end):
            yield page.span(*value.span(1), "PHONE", None, "rules/us_phone", 0.7)
    for value in _BARE_EXTENSION.finditer(text):
        yield page.span(*value.span(), "PHONE", None, "rules/us_phone", 0.55)
    for _, end in page.cues.get("us_fax_letter", NO_CUES):
        before = _FAX_BEFORE.search(text, max(0, end - 10), end)
        value = _FAX_VALUE.match(text, end)
        if before and value:
            yield page.span(*value.span(), "PHONE", "fax", "rules/us_phone", 0.8)


def eights(page: Page) -> Iterator[Span]:
    """Wong Ka Yan 9382 0165."""
    for value in _EIGHT.finditer(page.text):
        yield page.span(*value.span(), "PHONE", None, "rules/us_phone", 0.55)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("us_pager", NO_CUES):
        if start and text[start - 1] == "/":  # flexion/ext
            continue
        value = _EXTENSION.match(text, end)
        joint = text[value.start("value") - 1] == " " and len(value["value"]) < 4 if value else True  # ext 120: degrees
        if value and not joint and not UNIT.match(text, value.end()):
            start = value.start("value") + (not value["value"][0].isdigit())
            yield page.span(start, value.end(), "PHONE", None, "rules/us_phone", 0.8)
    for start, end in page.cues.get("us_phone", NO_CUES):
        word = page.lower[start:end]
        value = _LABELLED.match(text, end)
        if value and (len(re.sub(r"\D", "", value["value"])) > 7 or ("-" in value["value"] and word != "at")):
            kind = "fax" if word in {"fax", "facsimile"} else None
            yield page.span(*value.span("value"), "PHONE", kind, "rules/us_phone", 0.85)
        elif word in STRONG:
            value = _ANY.match(text, end)
            if value and not _DECIMALS.fullmatch(value["value"]):
                yield page.span(*value.span("value"), "PHONE", None, "rules/us_phone", 0.8)
    for start, end in runs(text):
        for value in _PHONE.finditer(text, start, min(len(text), end + 12)):
            kind = "fax" if _FAX.search(text, max(0, value.start() - 8), value.start()) else None
            yield page.span(*value.span(), "PHONE", kind, "rules/us_phone", 0.7)


RULES = (
    Rule("us_phone", find, {"us_phone": LABELS, "us_pager": PAGERS}),
    Rule("us_phone", extensions, {"us_local": ("call x", "ring x", "desk x", "phone x", "ward x"), "us_chat": ("whatsapp", "wtsapp"), "us_fax_letter": (" f ", " f: ")}, needs=("us_local", "us_chat", "us_fax_letter", _PAGER, _BARE_EXTENSION)),
    Rule("us_phone", eights, needs=(BLANK_INSIDE,)),
)
