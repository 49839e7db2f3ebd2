"""Case numbers of Australian and British services: intake, client, court, police and notification numbers.

No common shape: `I0048213`, `ADC 1234/2023`, `24/A19873`, `CAN 2023/00123456`. Source: catalogue 2.5, 4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Intake ID: I0048213; Family Court file ADC 1234/2023; SAPOL PIR 24/A19873"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['I0048213', 'ADC 1234/2023', '24/A19873']
"""

from incognote.detect.rules.rule import number_rule

LABELS = (
    "intake #", "intake#", "intake id", "intake no", "intake number", "intake ref", "client id", "client no", "client number", "c3ms", "c3ms id", "person id", "notification no",
    "notification id", "notification number", "court file", "court file no", "court file number", "family court file", "file no", "file number", "file ref", "court no", "court ref",
    "pir", "sapol pir", "police report", "police ref", "incident number", "report id", "crime ref", "crime reference", "crime reference number", "crime no", "incident report", "docket", "docket number", "cause no",
    "case ref", "case reference", "matter no", "matter number", "warrant no", "ndr", "cad", "cad no", "event no", "job no", "job number", "referral id", "referral ref", "episode no", "episode id", "previous intakes",
)  # fmt: skip

RULES = (
    number_rule("au_case", "MRN", labels=("ur", "ur no", "urn", "ur number", "emis", "emis no", "emis no.", "systmone no", "hosp no", "hospital no", "hospital number"), labelled_shape=r"\d{3,4}-\d{2}-\d{1,3}|[A-Z]{0,2}\d{5,9}[A-Z]?", category="au_ur"),
    number_rule("au_case", "CASENO", labels=LABELS, labelled=0.9, labelled_shape=r"\d{4}-\d{4,6}|(?!(?:19|20)\d\d/)(?-i:[A-Z]{2,5})[ -]?\d{1,7}/\d{2,4}|(?!(?:19|20)\d\d/)[A-Z]{0,4}\d{1,8}/[A-Z]{0,3}\d{2,9}|[A-Z]{0,4}-?\d{4,12}[A-Z]?|[A-Z]{1,4}(?:-\d{2,6}){1,3}|\d{4}-\d{4,6}"),
    number_rule("au_case", "CASENO", labels=("notification", "notifications", "notif", "intake", "concern", "report to cps", "cps report"), labelled=0.85, labelled_shape=r"(?:19|20)\d\d-\d{2,4}-\d{3,6}", category="au_notification"),
)
