"""E-mail addresses, also glued to Chinese on both sides and in full width (folded before).

Source: RFC 5322 in the part people use; catalogue 2.7. `name AT example DOT com` is a writing of the same.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "信箱wang@test.example聯絡"))]
[(2, 19)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

_NAME: Final = r"(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}"
_SPELT: Final = re.compile(
    rf"{_NAME} ?[(\[]?\bat\b[)\]]? ?[A-Za-z0-9-]{{2,63}} ?[(\[]?\bdot\b[)\]]? ?(?:com|org|net|edu|example|gov)(?:\.[a-z]{{2}})?(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_HIDDEN: Final = re.compile(
    rf"{_NAME} ?[(\[](?:at|小老鼠)[)\]] ?(?:[A-Za-z0-9-]{{1,63}}\.){{1,4}}[A-Za-z]{{2,24}}(?![A-Za-z0-9])", re.IGNORECASE
)

_SIGNS: Final = ("(at)", "[at]", "小老鼠")


def spelt(page: Page) -> Iterator[Span]:
    """Addresses without the sign: wang AT test DOT com, wang(at)test.example."""
    if "dot" in page.lower:
        for value in _SPELT.finditer(page.text):
            yield page.span(*value.span(), "EMAIL", None, "rules/email", 0.7)
    if any(sign in page.lower for sign in _SIGNS):
        for value in _HIDDEN.finditer(page.text):
            yield page.span(*value.span(), "EMAIL", None, "rules/email", 0.9)


RULES = (
    number_rule(
        "email",
        "EMAIL",
        shape=r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:\n(?=[a-z0-9.-]{3,40}\.[a-z]{2}))?(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}",
        bare=0.95,
        needs="@",
    ),
    Rule("email", spelt, {"email_spelt": ("dot", *_SIGNS)}, needs=("email_spelt",)),
)
