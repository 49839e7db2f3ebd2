"""British and Irish phones: 020 7946 0123, 07700 900123, 01632 960123, +44 ..., (01639) 123456, +353 ..., 0300 123 3393.

Source: Ofcom numbering plan (the ranges above are for fiction); catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "tel 020 7946 0123 or 07700 900123"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['020 7946 0123', '07700 900123']
"""

from incognote.detect.digits import run_rule

RULES = (
    run_rule(
        "uk_phone",
        "PHONE",
        r"\(?02\d\)? ?\d{4} ?\d{4}|07\d{3} ?\d{3} ?\d{3}|\(?01\d{3}\)? ?\d{5,6}|\(?01\d{3}\)? \d{3} \d{3}|\(?01\d1\)? \d{3} ?\d{4}"
        r"|\+(?:44|353)(?: ?\(0\))?[ -]?\d{2,4}[ -]?\d{3,4}[ -]?\d{3,4}|08[35679] \d{3} ?\d{4}"
        r"|0[38]\d\d ?\d{3} ?\d{4}|080\d \d{4} ?\d{3}|0508 \d{3} ?\d{3}",
        score=0.6,
    ),
)
