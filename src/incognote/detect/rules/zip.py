"""Postcodes that stand alone after their label: Taiwan 3, 3+2 or 3+3 digits, mainland 6.

Inside an address a postcode belongs to the address. Source: catalogue 2.1, 2.2; the 6-digit form of
Taiwan is in use since 2020.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "邮编514000"))]
[(2, 8)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "zip",
        "ZIP",
        labels=("郵遞區號", "邮递区号", "郵區號", "郵政編碼", "邮政编码", "郵編", "邮编", "郵號", "zip", "zip code", "postal code", "postcode"),
        labelled_shape=r"\d{3}(?:-?\d{2,3})?(?:-\d{4})?",
    ),
)
