"""Which of several classes an institution has whose name says none: by the words around it.

Kurrajong Point is a prison where somebody is released from it, a kindergarten where its director rings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

_BEFORE: Final = 64
_BEHIND: Final = 48
_WORDS: Final = {
    "SCHOOL": r"school|teachers?|principal|deputy|year \d{1,2}|yr ?\d|grade \d|reception|pupils?|students?|counsellor|suspended|suspension|truan\w+|front office|canteen|adviser|homework|class(?:room|mates?)?|tutor\w*|oval|uniform|SSO|wellbeing leader"
    r"|國小|國中|高中|就讀|導師|老師|同學|班級|年級|輔導|上學|學校|休學|缺課",
    "EARLYLEARN": r"kindy|kinder\w*|childcare|day ?care|director|educators?|preschool|enrol\w*|toddler|nappy|nappies|mat time|sign-in|room leader|drop-?off|ACCS|CCS|pick-?up|never enrolled|OSHC|before school|after school|vacation care|baby|educator|care subsidy|absences"
    r"|托育|托嬰|保母|教保|幼兒|幼童|托於|收托|入園|園長|幼幼",
    "HOSPITAL": r"ED|ward|admi(?:t|ss)\w*|discharg\w*|ambulance|nurse|midwife|doctor|registrar|paed\w*|clinic|surg\w+|stitches|x-?rays?|films|theatre|NICU|ICU|birth|born|antenatal|SpO2|GCS|plates?|burns?|sutur\w+|specialist|appointments?|appts?|waitlist|grommets|fracture|psychiatr\w*|RN|intubat\w+|transferred|bed|emergency|injur\w+|labour ward|health|GP|Dr"
    r"|急診|住院|門診|病房|就醫|就診|送醫|驗傷|醫師|護理|社工師|手術|轉診|檢查|診斷",
    "PRISON": r"prison\w*|gaol\w*|jail\w*|parole\w*|sentence\w*|custod\w*|inmates?|released?|remand\w*|bail|served|serving|doing time|did time|time in|locked up|inside|sentenced|corrections|correctional|intel|cell(?:mate)?|wing|officers?|visits? (?:him|her|to|at)|gets out|got out|let out|only out|out of|lag|incarcerat\w+|earliest release|phone calls?|calls from|letters? from"
    r"|服刑|入監|出獄|假釋|羈押|收容|觀護|獄|受刑|矯正|刑滿|執行",
}  # fmt: skip
_CUES: Final = {
    label: re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE) for label, words in _WORDS.items()
}
_HOME: Final = re.compile(r"(?<![A-Za-z])(?:lives?|living|lived|moved|moving|address|home|house|flat|unit|street|born|grew up|drove|bus)(?: \w+)?(?: in| at| to| near)?:? \Z", re.IGNORECASE)
_ADDRESS_BEHIND: Final = re.compile(r",? (?:SA|NSW|VIC|QLD|WA|TAS|NT|ACT|\d{4}\b|Rd|Road|St|Street|Ave|Avenue|Terrace|Tce)(?![A-Za-z])|[市縣县区區鄉鎮镇村里路街]")
_NEAR: Final = 8
"""Characters after which a word says half as much."""
_CLEARER: Final = 1.25
"""How much more the best class must be said than the next."""


def label_around(text: str, start: int, end: int, labels: Iterable[str], *, least: float = 0.0) -> str | None:
    """The one of `labels` that the words around `[start, end)` of `text` speak for; None where they do not decide.

    >>> text = "rings from Kurrajong Point, released next week; the director of Emu Hill rang"
    >>> label_around(text, 11, 26, _CUES), label_around(text, 64, 72, _CUES)
    ('PRISON', 'EARLYLEARN')
    """
    before, behind = text[max(0, start - _BEFORE) : start], text[end : end + _BEHIND]
    weights = _weights(before, behind)
    said = sorted(((weights[label], label) for label in labels), reverse=True)
    if not said or said[0][0] <= least:
        return None
    if len(said) > 1 and said[0][0] < _CLEARER * said[1][0]:
        return None
    return said[0][1]


@lru_cache(maxsize=256)
def _weights(before: str, behind: str) -> Mapping[str, float]:
    """What the words around say for each class; kept, since lines repeat."""
    return {label: _weight(cue, before, behind) for label, cue in _CUES.items()}


def _weight(cue: re.Pattern[str], before: str, behind: str) -> float:
    """What the words of one class say, the nearer the more."""
    left = sum(1 / (1 + (len(before) - found.end()) / _NEAR) for found in cue.finditer(before))
    return left + sum(1 / (1 + found.start() / _NEAR) for found in cue.finditer(behind))


def stands_as_home(text: str, start: int, end: int) -> bool:
    """Whether the place at `[start, end)` is where somebody lives, not what stands there: moved to Emu Hill, Emu Hill SA 5999.

    >>> stands_as_home("moved to Emu Hill", 9, 17), stands_as_home("rings from Emu Hill", 11, 19)
    (True, False)
    """
    return _HOME.search(text, max(0, start - 24), start) is not None or _ADDRESS_BEHIND.match(text, end) is not None
