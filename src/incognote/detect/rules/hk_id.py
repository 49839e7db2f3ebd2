"""Hong Kong and Macau identity cards, issued by the immigration and identification departments.

Hong Kong: one or two letters, six digits, a check 0-9 or A, mostly in brackets. Macau: seven digits, the
first 1, 5 or 7, and a digit in brackets. Source: catalogue 2.3.

>>> check_digit("A123456(3)"), check_digit("AB1234569"), check_digit("A123456(4)")
(True, True, False)
"""

from __future__ import annotations

import re
from typing import Final

from incognote.detect.rules.rule import number_rule

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


RULES = (
    number_rule(
        "hk_id",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"[A-Z]{1,2} ?\d{3,6}[X*]{0,3} ?\([0-9AX*]\)|[A-Z]{1,2} ?\d{6} ?[0-9A]|[A-Z]{1,2} ?\d{6}|[1578]\d{6} ?\(\d\)|[1578]/?\d{6}/?\d",
        shape=r"[A-Z]{1,2} ?\d{6} ?\([0-9A]\)|[A-Z]{1,2}\d{3,6}[X*]{1,3} ?\([0-9AX*]\)|[157]\d{6} ?\(\d\)",
        bare=0.7,
        needs="(",
        check=check_digit,
    ),
)
