"""E-mail addresses, also glued to Chinese on both sides and in full width (folded before).

Source: RFC 5322 in the part people use; catalogue 2.7. `name AT example DOT com` is a writing of the same.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "信箱wang@test.example聯絡"))]
[(2, 19)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "email",
        "EMAIL",
        shape=r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}",
        bare=0.95,
        needs="@",
    ),
    number_rule(
        "email",
        "EMAIL",
        shape=r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63} ?[(\[]?\bat\b[)\]]? ?[A-Za-z0-9-]{2,63} ?[(\[]?\bdot\b[)\]]? ?(?:com|org|net|edu|example|gov)(?:\.[a-z]{2})?",
        bare=0.7,
    ),
    number_rule(
        "email",
        "EMAIL",
        shape=r"[A-Za-z0-9][A-Za-z0-9._%+-]{0,63} ?[(\[](?:at|小老鼠|@)[)\]] ?(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}",
        bare=0.9,
        needs="at",
    ),
)
