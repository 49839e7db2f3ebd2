"""Billing numbers of United States hospitals: account, FIN, HAR, CSN, encounter and visit numbers.

No common shape (9-12 digits, sometimes a letter in front): the label decides. Source: catalogue 2.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.label, s.start, s.end) for s in detector(RULES)(Document("1", "FIN: 123456789 CSN 9876543"))]
[('ACCOUNT', 5, 14), ('CASENO', 19, 26)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "us_account",
        "ACCOUNT",
        labels=("account", "account#", "acct#", "acct.", "acct no.", "fin", "fin no", "fin#", "har", "har#", "hospital account", "patient account", "billing no", "billing number", "invoice no", "invoice number"),
        labelled_shape=r"[A-Z]{0,3}-?\d[\d-]{5,14}",
    ),
    number_rule(
        "us_account",
        "CASENO",
        labels=("csn", "csn#", "encounter no", "encounter id", "encounter number", "encounter#", "visit no", "visit id", "visit number", "visit#", "order id", "order#", "job id",
                "job#", "document id", "dictation id", "report#", "ref", "ref.", "ref no", "reference", "reference no", "reference number", "our ref", "your ref", "claim#"),
        labelled_shape=r"[A-Z]{0,4}[-/]?\d[\dA-Z/-]{4,18}",
        category="us_encounter",
    ),
)  # fmt: skip
