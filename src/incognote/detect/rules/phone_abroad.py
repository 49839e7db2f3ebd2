"""Phones with the code of another country: +62 812-3456-7890, +81-90-1234-5678, 0063 917 123 4567.

The sign, or two noughts and blanks between the groups, and nine digits at least; lengths are judged no further, since
every country has its own. Source: ITU-T E.164 (fifteen digits at most).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "母親在菲律賓 +63 917 123 4567，水腫 +2 2024-05-01"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['+63 917 123 4567']
"""

import re

from incognote.detect.digits import run_rule

_GROUPS = r"[ .-]?\(?\d{2,4}\)?(?:[ .-]?\d{2,4}){1,3}[ .-]?\d{2,4}"

RULES = (
    run_rule(
        "phone_abroad",
        "PHONE",
        rf"(?=[+0](?:[ ().-]{{0,2}}\d){{9}})(?!\+\d ?(?:19|20)\d\d[./-])\+[1-9]\d{{0,2}}{_GROUPS}|00[1-9]\d{{0,2}}[ -]\d{{2,4}}[ -]\d{{3,4}}[ -]?\d{{2,4}}",
        score=0.7,
        needs=(re.compile(r"\+\d{2}"), re.compile(r"00\d\d")),
    ),
)
