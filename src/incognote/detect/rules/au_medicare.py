"""Australian Medicare cards: eight digits, check, issue number, then the person's own digit (1-9).

First digit 2-6; check = sum of the first eight by 1 3 7 9 1 3 7 9, mod 10. Written `2950 11123 1`,
`2950-11123-1`, `2950111231 ref 2`. Issued by Services Australia. Source: catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted({(s.start, s.end) for s in detector(RULES)(Document("1", "Medicare 2950 11123 1/1, 345678908"))})
[(9, 23)]
"""

import re

from incognote.detect.digits import run_rule
from incognote.detect.rules.rule import number_rule
from incognote.detect.scan import BLANK_INSIDE

_WEIGHTS = (1, 3, 7, 9, 1, 3, 7, 9)


def passes(value: str) -> bool:
    """The check digit.

    >>> passes("2950 11123 1"), passes("2950 11133 1")
    (True, False)
    """
    digits = [int(c) for c in value if c.isdigit()]
    return len(digits) >= 9 and sum(d * w for d, w in zip(digits, _WEIGHTS, strict=False)) % 10 == digits[8]


RULES = (
    number_rule(
        "au_medicare",
        "HEALTHPLAN",
        labels=("medicare", "medicare no", "medicare number", "medicare card", "medicare card no", "medicare card number", "mcn"),
        labelled_shape=r"[2-6]\d{3}[ -]?\d{5}[ -]?\d(?: ?(?:/|-|ref|irn)[ ]?[1-9])?",
        check=passes,
    ),
    run_rule("au_medicare", "HEALTHPLAN", r"[2-6]\d{3}[ -]\d{5}[ -]\d(?:[ /-]{1,3}[1-9])?", score=0.5, check=passes, needs=(BLANK_INSIDE, re.compile(r"-\d{5}[ -]"))),
)
