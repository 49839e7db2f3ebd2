"""The last four characters of an identity number, where a word says that they are: 證件0625(僅見末四), ID 0529尾.

Source: catalogue 2.1 (masked and partial numbers of identity).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "同意書自簽，證件0625(僅見末四)，證件3張"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['0625']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_TAIL: Final = re.compile(r"(?:[號号字]|[:：]|\s){0,3}(\d{4})(?=[ (]{0,2}(?:[僅仅只]?[見见有知]?[得]?(?:末|後|后)[四4]|尾))")
# ID手圈寫 李月桂 9169
_BAND: Final = re.compile(r"[寫写:： 為为]{1,3}[\u4e00-\u9fff]{2,4} ?(\d{4})(?![\d./:%-])")


def find(page: Page) -> Iterator[Span]:
    for _, end in page.cues.get("identity", NO_CUES):
        if value := _TAIL.match(page.text, end):
            yield page.span(*value.span(1), "IDNO", None, "rules/id_tail", 0.85)
    for _, end in page.cues.get("wristband", NO_CUES):
        if value := _BAND.match(page.text, end):
            yield page.span(*value.span(1), "IDNO", None, "rules/id_tail", 0.8)


RULES = (
    Rule(
        "id_tail",
        find,
        {"identity": ("id", "證件", "证件", "身分證", "身份證", "身份证", "居留證", "護照"), "wristband": ("id手圈", "手圈", "手环", "手環", "腕带", "腕帶")},
        needs=("identity", "wristband"),
    ),
)
