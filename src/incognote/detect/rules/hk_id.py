"""Hong Kong and Macau identity cards, issued by the immigration and identification departments.

Hong Kong: one or two letters, six digits, a check 0-9 or A, mostly in brackets. Macau: seven digits, the
first 1, 5 or 7, and a digit in brackets. Source: catalogue 2.3.

>>> check_digit("A123456(3)"), check_digit("AB1234569"), check_digit("A123456(4)")
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

_CHECK: Final = re.compile(r"\([0-9AaXx*]\)(?![A-Za-z0-9])")
_BEFORE_CHECK: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{1,2} ?\d{6}|[A-Z]{1,2}\d{3,5}[X*]{1,3}|[157]\d{6}) ?$", re.IGNORECASE
)
_PLAIN: Final = re.compile(r"([A-Z]{1,2})(\d{6})([0-9A])")
LABELS: Final = (
    "香港身份證", "香港身份證號碼", "香港身份证", "香港身份证号码", "香港身份證號", "香港身份証", "澳門身份證", "澳門居民身份證", "澳门身份证", "澳门居民身份证", "身份證號碼", "身份証號碼",
    "身份證", "身份証", "hkid", "hkic", "hkid no", "hkid number", "hong kong id", "macau id", "macao id", "bir",
)  # fmt: skip


def check_digit(number: str) -> bool:
    """Space 36, letters 10-35, weights 9 to 2; eleven less the sum modulo 11, ten being A."""
    plain = _PLAIN.fullmatch(re.sub(r"[ ()\n-]", "", number.upper()))
    if plain is None:
        return False
    letters = plain[1].rjust(2)
    values = [36 if c == " " else ord(c) - 55 for c in letters] + [int(c) for c in plain[2]]
    rest = (11 - sum(v * w for v, w in zip(values, range(9, 1, -1), strict=True)) % 11) % 11
    return plain[3] == ("A" if rest == 10 else str(rest))


def bracketed(page: Page) -> Iterator[Span]:
    """A123456(3) without a label; the bracket is what a search can leap to."""
    text = page.text
    for check in _CHECK.finditer(text):
        number = _BEFORE_CHECK.search(text, max(0, check.start() - 12), check.start())
        if number:
            score = 0.8 if check_digit(text[number.start() : check.end()]) else 0.65
            yield page.span(number.start(), check.end(), "IDNO", None, "rules/hk_id", score)


RULES = (
    number_rule(
        "hk_id",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"[A-Z]{1,2} ?\d{3,6}[X*]{0,3} ?\([0-9AX*]\)|[A-Z]{1,2} ?\d{6} ?[0-9A]|[A-Z]{1,2} ?\d{6}|[1578]\d{6} ?\(\d\)|[1578]/?\d{6}/?\d",
        check=check_digit,
    ),
    Rule("hk_id", bracketed, needs=(_CHECK,)),
)
