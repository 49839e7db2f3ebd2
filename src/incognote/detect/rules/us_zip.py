"""United States ZIP codes standing alone: five digits or 5+4, after a label or behind a state.

Inside an address they belong to the address. Source: USPS; catalogue 2.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "lives in ZIP 12999-0001"))]
[(13, 23)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "us_zip",
        "ZIP",
        labels=("zip", "zip code", "zipcode", "postal code", "postcode", "post code"),
        labelled_shape=r"\d{5}(?:-\d{4})?|\d{4}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}",
    ),
)
