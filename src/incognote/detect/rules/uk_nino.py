"""British national insurance numbers: two letters, six digits, A-D.

The letters are not D F I Q U V (the second not O either), nor BG GB KN NK NT TN ZZ; QQ123456C is the usual
placeholder. Issued by DWP. Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "NI no QQ 12 34 56 C"))]
[(6, 19)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "uk_nino",
        "IDNO",
        labels=("nino", "ni", "ni no", "ni number", "national insurance", "national insurance no", "national insurance number", "nat ins no"),
        labelled_shape=r"[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]",
    ),
)
