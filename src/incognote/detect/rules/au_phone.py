"""Australian and New Zealand phones: (08) 7010 1234, 0491 570 006, 1300 numbers, +61 4..., +64 ...

Area codes 02, 03, 07, 08 with eight digits; mobiles 04. Services on 13/1300/1800 are public and stay.
Source: ACMA numbering plan; catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "ph (08) 7010 1234, 0491 570 006"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['(08) 7010 1234', '0491 570 006']
"""

from incognote.detect.digits import run_rule

RULES = (
    run_rule(
        "au_phone",
        "PHONE",
        r"(?:\+61[ -]?(?:\(0\) ?)?[23478]|\(0[2378]\)|0[2378][ -])[ -]?\d{4}[ -]?\d{4}|(?:\+61[ -]?|0)4\d{2}[ -]?\d{3}[ -]?\d{3}"
        r"|\+64[ -]?\d{1,2}[ -]?\d{3}[ -]?\d{3,4}|02[1279][ -]\d{3}[ -]\d{3,4}",
        score=0.65,
    ),
)
