"""Whether what looks like a person is a drug by its name on the street: Molly (MDMA), smokes Mary Jane, Tina via slamming.

People have these names too, so only what is said of drugs makes one of them: its true name behind, or a verb of taking
before it and nothing behind that people do or own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.tables import rows

_VOUCHED: Final = 0.8
_TRUE_NAME: Final = re.compile(
    r" ?[(（](?:MDMA|XTC|[Ee]cstasy|[Mm]eth|[Ii]ce\b|[Cc]ocaine|[Cc]oke|LSD|[Aa]cid\b|[Cc]annabis|[Mm]arijuana|THC|[Hh]eroin|[Kk]etamine|GHB|GBL|[Aa]mphetamine|[Oo]xycodone|安非他命|搖頭丸|摇头丸|大麻|古柯鹼|可卡因|海洛因|愷他命|氯胺酮|冰毒)"
    r"| (?:meth|abuse|misuse|powder|withdrawal|via (?:slam|inject|snort|IV)|IV use|use(?! of| the| her| his))(?:ming|ing|ion)?(?![a-z])"
)
_TAKES: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:us(?:es|ed|ing)|use of|snort(?:s|ed|ing)|smok(?:es|ed|ing)|inject(?:s|ed|ing)|slam(?:s|med|ming)|high on|abus(?:es|ed|ing)|dropp?(?:ed|ing)|parachut(?:es|ed|ing)|overdosed on|positive for|addicted to|lines? of|bumps? of|grams? of)(?: some| any)?|吸食|施用|使用)[: ]{0,2}"
    r"(?:[A-Z][a-z]{1,11}(?: [A-Z][a-z]{1,11})?(?:, and |, or |, | and | or |/|、|，| & )){0,4}\Z"
)
_LEFT: Final = re.compile(r"(?:[,.;)/、，。；）\n]|\Z| (?:daily|weekly|nightly|monthly|every|last (?:night|week|month|used)|once|twice|x ?\d|via|tonight|yesterday|since|occasionally|regularly|recreationally|on (?:the )?weekends?|at (?:parties|festivals|raves|clubs)|and|or|\d|with alcohol))(?! ?(?:said|came|rang|who)(?![a-z]))")
_REACH: Final = 90


@cache
def _listed() -> frozenset[str]:
    return frozenset(name for row in rows("street_drugs") for name in row[0].split(" | "))


def is_street_drug(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for somebody with `score`, is a drug here.

    >>> [is_street_drug(text, text.index("Molly"), text.index("Molly") + 5) for text in ("took Molly (MDMA)", "uses Molly, Tina", "used Molly's inhaler", "took Molly home")]
    [True, True, False, False]
    >>> is_street_drug("smokes Mary Jane daily", 7, 16), is_street_drug("smokes with Mary Jane", 12, 21)
    (True, False)
    """
    if score >= _VOUCHED or text[start:end].lower() not in _listed():
        return False
    if _TRUE_NAME.match(text, end):
        return True
    return _LEFT.match(text, end) is not None and _TAKES.search(text[max(0, start - _REACH) : start]) is not None
