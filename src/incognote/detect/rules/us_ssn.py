"""United States social security numbers: AAA-GG-SSSS, also half hidden (`xxx-xx-5678`, `SSN ending 5678`).

No check digit; areas 000, 666 and 9xx and all-zero groups are not issued, but written ones are masked all
the same after a label. Issued by the SSA. Source: catalogue 2.4, bug reports on partial numbers.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted({(s.start, s.end) for s in detector(RULES)(Document("1", "SSN xxx-xx-5678, 212-34-5678"))})
[(11, 15), (17, 28)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.digits import run_rule
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

LABELS: Final = ("ssn", "social security", "social security no", "social security number", "soc sec", "ss#", "ss no", "itin")
_LABELLED: Final = re.compile(
    r"(?:[\s:#=.,(]|no\b|number\b|is\b|last\s?(?:4|four)\b|digits\b|ending\b|ends\b|in\b|with\b){0,9}"
    r"(?:(?:[xX*#•]{3}[- ]?[xX*#•]{2}[- ]?)(?P<tail>\d{4})|(?P<whole>\d{3}[- ]?\d{2}[- ]?\d{4})|(?P<last>\d{4}))(?![0-9A-Za-z]|[/.-]\d)"
)
_HIDDEN: Final = re.compile(r"(?<![0-9A-Za-z])[xX*]{3}-[xX*]{2}-(\d{4})(?!\d)")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for _, end in page.cues.get("us_ssn", NO_CUES):
        value = _LABELLED.match(text, end)
        if value and value.lastgroup:
            yield page.span(*value.span(value.lastgroup), "IDNO", None, "rules/us_ssn", 0.9)
    for start, _ in page.cues.get("us_ssn_hidden", NO_CUES):
        value = _HIDDEN.match(text, start)
        if value:
            yield page.span(*value.span(1), "IDNO", None, "rules/us_ssn", 0.85)


RULES = (
    Rule("us_ssn", find, {"us_ssn": LABELS, "us_ssn_hidden": ("xxx-xx-", "***-**-")}, needs=("us_ssn", "us_ssn_hidden")),
    run_rule("us_ssn", "IDNO", r"(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}", score=0.7, needs=(re.compile(r"-\d{2}-"),)),
)
