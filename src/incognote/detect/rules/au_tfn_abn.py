"""Australian tax file numbers (8-9 digits, IDNO) and business and company numbers (ABN 11, ACN 9: ORGID).

Issued by the ATO and ASIC. Source: catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.label, s.start, s.end) for s in detector(RULES)(Document("1", "TFN 123 456 782; ABN 51 824 753 556"))]
[('IDNO', 4, 15), ('ORGID', 21, 35)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule("au_tfn_abn", "IDNO", labels=("tfn", "tfn no", "tax file no", "tax file number"), labelled_shape=r"\d{3}[ -]?\d{3}[ -]?\d{2,3}"),
    number_rule("au_tfn_abn", "ORGID", labels=("abn", "abn no"), labelled_shape=r"\d{2}[ -]?\d{3}[ -]?\d{3}[ -]?\d{3}", category="au_abn"),
    number_rule("au_tfn_abn", "ORGID", labels=("acn", "provider no.", "medicare provider no"), labelled_shape=r"\d{3}[ -]?\d{3}[ -]?\d{3}|\d{6}[A-Z0-9][A-Z]", category="au_acn"),
    number_rule("au_tfn_abn", "IDNO", labels=("australian passport", "passport", "passport no", "passport number"), labelled_shape=r"[A-Z]{1,2}\d{7}|\d{9}", category="au_passport"),
)
