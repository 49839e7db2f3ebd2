"""Irish PPS numbers (7 digits, 1-2 letters), Canadian SIN (9 digits) and provincial health numbers.

British Columbia PHN 10 digits from 9, Ontario OHIP 10 digits and two letters, Quebec RAMQ four letters and
eight digits (name and birth date inside). Source: catalogue 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.label, s.start, s.end) for s in detector(RULES)(Document("1", "PPSN 1234567TA; PHN 9123 456 789"))]
[('IDNO', 5, 14), ('HEALTHPLAN', 20, 32)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule("ie_ca", "IDNO", labels=("pps", "ppsn", "pps no", "pps number"), labelled_shape=r"\d{7} ?[A-W][A-IW]?"),
    number_rule("ie_ca", "IDNO", labels=("sin", "sin no", "social insurance no", "social insurance number"), labelled_shape=r"\d{3}[ -]\d{3}[ -]\d{3}|\d{9}", category="ca_sin"),
    number_rule(
        "ie_ca",
        "HEALTHPLAN",
        labels=("phn", "ohip", "ohip no", "ramq", "health card no", "health card number", "health card", "personal health number", "care card", "ulin", "ahc no"),
        labelled_shape=r"\d{4}[ -]?\d{3}[ -]?\d{3}(?:[ -]?[A-Z]{2})?|[A-Z]{4} ?\d{4} ?\d{4}|\d{9}|\d{5}-\d{4}",
        category="ca_health",
    ),
)  # fmt: skip
