"""New Zealand NHI numbers: three letters without I and O, four digits; new ones three letters, two digits, two letters.

Numbers that begin with Z are for tests. Issued by Te Whatu Ora. Source: HISO 10046; catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "NHI: ZZZ0016"))]
[(5, 12)]
"""

from incognote.detect.rules.rule import number_rule

_L = "[A-HJ-NP-Z]"

RULES = (
    number_rule("nz_nhi", "HEALTHPLAN", labels=("nhi", "nhi no", "nhi number", "nhi#"), labelled_shape=rf"{_L}{{3}} ?\d{{4}}|{_L}{{3}} ?\d{{2}}{_L}{{2}}"),
)
