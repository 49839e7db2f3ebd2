"""Australian healthcare identifiers: IHI 800360, HPI-I 800361, HPI-O 800362, 16 digits with Luhn.

IHI is the patient's (HEALTHPLAN), HPI-I the provider's (LICENSE), HPI-O the organisation's (ORGID).
Issued by the HI Service. Source: AS 4846, catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted({(s.label, s.start, s.end) for s in detector(RULES)(Document("1", "IHI 8003 6099 9999 9996"))})
[('HEALTHPLAN', 4, 23)]
"""

import re

from incognote.detect.digits import run_rule
from incognote.detect.rules.rule import number_rule

_HEAD = (re.compile("8003"),)
_REST = r"(?:[ -]?\d){10}"

RULES = (
    number_rule("au_ihi", "HEALTHPLAN", labels=("ihi", "ihi no", "ihi number"), labelled_shape=r"\d{4}(?:[ -]?\d{4}){3}"),
    run_rule("au_ihi", "HEALTHPLAN", rf"8003[ -]?60{_REST}", score=0.8, needs=_HEAD),
    run_rule("au_ihi", "LICENSE", rf"8003[ -]?61{_REST}", score=0.8, needs=_HEAD),
    run_rule("au_ihi", "ORGID", rf"8003[ -]?6[24]{_REST}", score=0.8, needs=_HEAD),
)
