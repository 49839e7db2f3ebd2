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
        labels=("account", "account#", "acct#", "acct.", "acct no.", "fin", "fin no", "fin#", "har", "har#", "hospital account", "patient account", "billing no", "billing number", "invoice no", "invoice number", "acct", "bsb", "bsb no", "sort code", "iban", "routing no", "routing number"),
        labelled_shape=r"[A-Z]{0,3}-?\d[\d-]{5,14}|\d{3,4}(?: \d{3,4}){1,3}|[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,6}(?: ?[A-Z\d]{1,3})?",
    ),
    number_rule(
        "us_account",
        "CASENO",
        labels=("csn", "csn#", "encounter no", "encounter id", "encounter number", "encounter#", "visit no", "visit id", "visit number", "visit#", "order id", "order#", "job id",
                "job#", "document id", "dictation id", "report#", "ref", "ref.", "ref no", "reference", "reference no", "reference number", "our ref", "your ref", "claim#", "claim", "intake", "rio no", "job no", "cssa file", "auth", "auth no", "auth#", "auth number", "authorization no", "authorization number", "prior auth", "preauth", "acc", "accession", "acc no", "acc#",
                "lab no", "lab number", "lab ref", "specimen no", "queue", "queue no", "q no", "ambo case", "ambulance case", "pd case", "police case", "case", "guardian order", "court order", "dvo", "avo", "ivo", "prior", "unit no", "prbc unit", "donor unit"),
        labelled_shape=r"(?=[A-Za-z/ -]{0,9}\d[\dA-Z/-]*\d[\dA-Z/-]*\d)(?-i:[A-Z]{2,5}(?:/[A-Za-z]{2,4})?[/-]\d[\dA-Z/-]{3,18}|[A-Z]{2} \d{4}/\d{3,6}|[A-Z]\d{4}(?: \d\d \d{6})?|\d{2,4}-\d{5,8}(?:-[A-Z]{2})?|\d{6,9}-[A-Z]{2})|[A-Z]{0,4}[-/]?\d[\dA-Z/-]{4,18}",
        category="us_encounter",
    ),
)  # fmt: skip
