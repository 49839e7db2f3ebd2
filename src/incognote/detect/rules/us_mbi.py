"""Medicare beneficiary identifiers (MBI) and other United States health plan numbers.

Eleven characters, C A AN N A AN N A A N N, letters without S L O I B Z, shown 4-3-4. Issued by CMS; other
plans have no common shape, so their label decides. Source: CMS, "Understanding the MBI"; catalogue 2.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "Medicare 1EG4-TE5-MK73"))]
[(9, 22)]
"""

from incognote.detect.rules.rule import number_rule

# A clerk's O for a 0 is still that person's number: behind the label any letter counts.
RULES = (
    number_rule(
        "us_mbi",
        "HEALTHPLAN",
        labels=("mbi", "medicare no", "medicare number", "medicare id", "medicare#", "medicare"),
        labelled_shape=r"[1-9][A-Z][A-Z\d]\d[- ]?[A-Z][A-Z\d]\d[- ]?[A-Z]{2}\d\d",
    ),
    number_rule(
        "us_mbi",
        "HEALTHPLAN",
        labels=("policy", "policy#", "policy id", "group no", "group number", "member", "mem id", "mem#", "group#", "group #", "grp#", "grp no", "member#", "subscriber no", "subscriber number", "subscriber#", "medicaid", "medicaid id",
                "medicaid no", "medicaid number", "plan id", "plan no", "plan number", "health plan", "health plan no", "insurance#", "ins id", "insurance policy", "beneficiary id",
                "beneficiary no", "beneficiary number", "hic", "hicn", "health insurance no", "health insurance number"),
        labelled_shape=r"[A-Z]{0,5}-?\d(?=[A-Z-]*\d[A-Z-]*\d[A-Z-]*\d)[\dA-Z-]{4,14}",
        category="us_health_plan",
    ),
)  # fmt: skip
