"""Australian benefit numbers: DVA file (NX5, SCGW1234B) and Centrelink CRN (204 123 456A).

DVA: state letter N V Q W S T, war code, digits, perhaps a letter. CRN: nine digits and a letter. Issued
by Veterans' Affairs and Services Australia. Source: catalogue 2.5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "CRN 204123456A, DVA SCGW1234B"))]
[(4, 14), (20, 29)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "au_dva_crn",
        "HEALTHPLAN",
        labels=("crn", "crn no", "centrelink", "centrelink crn", "centrelink no", "centrelink reference", "centrelink reference number", "customer reference number", "pension no", "pension number", "healthcare card", "concession card"),
        labelled_shape=r"\d{3}[ -]?\d{3}[ -]?\d{3}[ -]?[A-Z]",
    ),
    number_rule(
        "au_dva_crn",
        "HEALTHPLAN",
        labels=("dva", "dva no", "dva number", "dva file", "dva file no", "dva file number", "dva gold card", "dva gold", "dva white", "dva orange", "gold card", "white card", "dva white card", "veteran file no"),
        labelled_shape=r"[NVQWST][A-Z]{0,3} ?\d{1,6}[A-Z]?",
        category="au_dva",
    ),
    number_rule(
        "au_dva_crn",
        "HEALTHPLAN",
        labels=("ndis", "ndis no", "ndis number", "ndis participant number", "ndis participant no"),
        labelled_shape=r"43\d[ -]?\d{3}[ -]?\d{3}|\d{9}",
        category="au_ndis",
    ),
)  # fmt: skip
