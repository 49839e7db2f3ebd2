"""British health numbers: NHS (3-3-4), CHI (Scotland, ddmmyy + 4), H&C (Northern Ireland); ten digits each.

Weights 10..2 on the first nine, check = 11 - (sum mod 11), 11 -> 0, 10 never issued; 9 % of random numbers
pass, so the check only raises confidence. Issued by NHS England, NHS Scotland, BSO. Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted({(s.start, s.end) for s in detector(RULES)(Document("1", "NHS no. 999 765 4323; CHI 0101501234"))})
[(8, 20), (26, 36)]
"""

from incognote.detect.digits import run_rule
from incognote.detect.rules.rule import number_rule
from incognote.detect.scan import BLANK_INSIDE


def passes(value: str) -> bool:
    """The check digit, modulus 11.

    >>> passes("999 765 4323"), passes("943 476 5871")
    (True, False)
    """
    digits = [int(c) for c in value if c.isdigit()]
    if len(digits) != 10:
        return False
    check = (11 - sum(d * w for d, w in zip(digits, range(10, 1, -1), strict=False)) % 11) % 11
    return check == digits[9]


RULES = (
    number_rule(
        "uk_nhs",
        "HEALTHPLAN",
        labels=("nhs", "nhs no", "nhs number", "nhs no.", "nhs#", "chi", "chi no", "chi number", "h&c", "h&c no", "h&c number", "hcn", "ihi number (ie)"),
        labelled_shape=r"\d{3}[ -]?\d{3}[ -]?\d{4}|\d{6}[ -]?\d{4}",
        check=passes,
    ),
    run_rule("uk_nhs", "HEALTHPLAN", r"\d{3} \d{3} \d{4}", score=0.45, check=passes, needs=(BLANK_INSIDE,)),
)
