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

RULES = (number_rule("licence_latin", "LICENSE", labels=LABELS, labelled_shape=r"[A-Z]{0,3}[ -]?\d[\dA-Z -]{3,15}\d|[A-Z]{1,5}\d[\dA-Z]{4,12}"),)
