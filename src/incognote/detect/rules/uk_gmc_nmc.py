"""British registrations of staff: GMC (7 digits), NMC PIN (two digits, letter, four digits, letter), GDC, HCPC, GPhC.

Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "GMC 1234567, NMC PIN 12A3456E"))]
[(4, 11), (21, 29)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "uk_gmc_nmc",
        "LICENSE",
        labels=("gmc", "gmc no", "gmc number", "nmc", "nmc pin", "nmc no", "gdc", "gdc no", "gphc", "gphc no", "hcpc", "hcpc no", "imc no", "mcrn"),
        labelled_shape=r"\d{2}[A-Z]\d{4}[A-Z]|[A-Z]{0,2}\d{5,7}",
    ),
)
