"""Driving licences of the United States, Australia, Canada and Ireland: every state its own shape, so the label decides.

Source: catalogue 2.4, 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "Driver's license no. D1234567 (CA)"))]
[(21, 29)]
"""

from incognote.detect.rules.rule import number_rule

LABELS = (
    *(f"{who} {word}{no}"
    for who in ("driver's", "drivers", "driver", "driving", "driver’s")
    for word in ("license", "licence", "lic")
    for no in ("", " no", " number", " no.", "#")),
    "dl#", "dl:", "dl :", "dl no", "d/l", "dl number", "dln", "learner permit no", "gun licence no", "firearms licence no",
)  # fmt: skip

RULES = (
    number_rule("licence_latin", "LICENSE", labels=LABELS, labelled_shape=r"[A-Z]{0,3}[ -]?\d[\dA-Z -]{3,15}\d|[A-Z]{1,5}\d[\dA-Z]{4,12}"),
    number_rule(
        "licence_latin",
        "LICENSE",
        labels=("lic", "lic.", "lic no", "lic#", "lic. no", "cdl", "cdl no", "cdl#", "mcr", "mcr no", "smc no", "prc no", "ahpra", "ahpra no", "ahpra reg", "pin no", "reg no", "registration no", "hkmc no"),
        labelled_shape=r"(?-i:[A-Z]{0,3}\d{5,10}[A-Z]?|[A-Z]{1,2}\d{3,4}(?:-\d{2,4}){1,3}|[A-Z]{3}\d{10})",
        category="licence_latin_staff",
    ),
)
