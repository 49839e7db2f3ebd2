"""Numbers of United States providers: NPI (10 digits, Luhn over 80840 + NPI), DEA (two letters, 7 digits), state licences.

They name the provider, so LICENSE. Issued by CMS and the DEA. Source: catalogue 2.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "cc: NPI 1234567893, DEA# BT1234563"))]
[(8, 18), (25, 34)]
"""

from incognote.detect.rules.rule import number_rule


def npi_passes(value: str) -> bool:
    """Luhn over 80840 + NPI.

    >>> npi_passes("1234567893"), npi_passes("1234567890")
    (True, False)
    """
    total = 0
    for place, digit in enumerate(map(int, reversed("80840" + value))):
        total += sum(divmod(digit * 2, 10)) if place % 2 else digit
    return total % 10 == 0


def dea_passes(value: str) -> bool:
    """(d1+d3+d5) + 2(d2+d4+d6) ends in d7.

    >>> dea_passes("BT1234563"), dea_passes("BT1234567")
    (True, False)
    """
    d = [int(c) for c in value if c.isdigit()]
    return len(d) == 7 and (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


RULES = (
    number_rule("us_npi_dea", "LICENSE", labels=("npi", "npi no", "npi number", "npi#", "upin"), labelled_shape=r"\d{10}", check=npi_passes),
    number_rule(
        "us_npi_dea",
        "LICENSE",
        labels=("dea", "dea no", "dea number", "dea#"),
        labelled_shape=r"[A-Z][A-Z9]-?\d{7}",
        check=dea_passes,
        category="us_dea",
    ),
    number_rule(
        "us_npi_dea",
        "LICENSE",
        labels=("state license", "state lic", "board certification no", "rn license", "rn lic", "nursing license", "medical lic", "physician license", "registration no", "reg. no", "ahpra", "ahpra no", "ahpra registration"),
        labelled_shape=r"[A-Z]{0,4}[- .]?\d{4,10}",
        category="us_state_license",
    ),
)  # fmt: skip
