"""British and Australian short forms of a term: 3/7 is three days, 2/52 two weeks, 6/12 six months, 3/24 three hours.

>>> is_duration("seen for a cough, 3/7", (18, 21), "7")
True
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

DURATIONS: Final = frozenset(("7", "12", "24", "52"))
_AMERICAN: Final = re.compile(r"(?<![\d/.])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2[0-35-9]|3[01])(?![\d%])")
_BRITISH: Final = re.compile(r"(?<![\d/.])(?:[\dx]{1,2}/52|(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2]))(?![\d%])")
_DAY_FIRST: Final = re.compile(
    r"(?<![\d/.])(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)?\d\d(?![\d/])"
    r"|(?<![A-Za-z])(?:on|adm|admitted|since|seen|until|till|d/c|discharged|dated?:?|from) (?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])(?![\d/%])", re.IGNORECASE
)
_ARRANGED: Final = re.compile(r"(?:due|review|appt|booked|clinic|r/v|mtg|meeting) $", re.IGNORECASE)
_COUNTED_BEFORE: Final = re.compile(r"(?:session|sessions|cycle|module|step|item|question|part|lesson) $", re.IGNORECASE)
_OLD_BEFORE: Final = re.compile(r"(?<![A-Za-z])(?:[Ww]t|aged?|(?:he|she|baby|bub|they|SC|child) (?:was|is)) \Z")
_OLD_AFTER: Final = re.compile(r" (?:imms?(?![a-z])|immuni[sz]\w+|vacc\w*|needles|old|infant|baby|bub|[Ss]ubject (?:infant|child)|corrected|of age|milestones|developmental)(?![A-Za-z])")
_HAN: Final = re.compile("[\u4e00-\u9fff]")


def is_duration(text: str, place: tuple[int, int], unit: str) -> bool:
    """3/7, 6/12, 3/24 in a British or Australian note: days, months, hours; dates where the note writes 5/23."""
    start, end = place
    if start and _COUNTED_BEFORE.search(text, max(0, start - 9), start):
        return True
    if unit in {"12", "52"} and (_OLD_BEFORE.search(text, max(0, start - 12), start) or _OLD_AFTER.match(text, end)):
        return True  # Wt 6/12 6.1, 6/12 imms not done, since he was 5/12
    if _ARRANGED.search(text, max(0, start - 8), start):
        return False
    if unit not in DURATIONS or start == 0 or text[start - 1] == "\n" or _HAN.search(text, max(0, start - 60), end + 40):
        return False
    return _writes(text, _BRITISH) if unit == "24" else not _writes(text, _AMERICAN)


def writes_day_first(text: str) -> bool:
    """Whether a whole date, or one that a word announces, shows that the text writes the day first: Adm 14/3, DOB 30/04/1972.

    >>> writes_day_first("Adm 14/3 with CAP"), writes_day_first("power 4/5, IOP 16/3")
    (True, False)
    """
    return _writes(text, _DAY_FIRST)


@lru_cache(maxsize=8)
def _writes(text: str, shape: re.Pattern[str]) -> bool:
    """Whether `shape` occurs anywhere; kept, since every pair of a text asks."""
    return shape.search(text) is not None
