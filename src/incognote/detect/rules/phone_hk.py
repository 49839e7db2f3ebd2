"""Telephone numbers of Hong Kong and Macau: eight digits; alone only with +852 or +853.

Behind a telephone word eight digits are `phone_tw`'s. Source: catalogue 2.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "請打+852 9123 4567找家姐"))]
[(2, 16)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "phone_hk", "PHONE", shape=r"\(?(?:\+|00)85[23]\)?[ -]?\d{4}[ -]?\d{4}", bare=0.85, needs="85"
    ),
)
