"""What a test, a scale or a measure gave: a number with its unit, or normal, negative, positive."""

from __future__ import annotations

import re
from typing import Final

from incognote.names.tables import in_base
from incognote.text.numerals import CHARACTERS, to_int

_WORDS: Final = (
    ("normal", r"正常|无异常|没有异常|未见异常|无殊|没事|无特殊|无明显异常|没问题|亦无异常|(?<![a-z])(?:wnl|normal|unremarkable|clear|fine|within normal limits|nad|clean|nothing (?:abnormal|of note|wrong))(?![a-z])"),
    ("negative", r"阴性|全阴|[(（][-−–][)）]|(?<![a-z])(?:negative|neg|nothing grew|no growth)(?![a-z])"),
    ("positive", r"阳性|[(（][+＋][)）]|(?<![a-z])(?:positive|pos|was found|found|present|elicited)(?![a-z])"),
)
_WORD: Final = re.compile(in_base("|".join(f"(?P<{name}>{pattern})" for name, pattern in _WORDS)))
_NUMBER: Final = re.compile(
    rf"(?<![\d.])(?P<n>\d{{1,4}}(?:\.\d{{1,2}})?)(?P<of>\s?(?:/|of|out of)\s?\d{{1,3}}(?![\d/.]))?(?:\s{{0,2}}(?P<unit>mmol/l|meq/l|u/l|iu/l|g/l|g/dl|mg/dl|mg/l|ng/ml|umol/l|μmol/l|ms|kg|公斤|斤|kcal|x ?10\^?9/l|%|次/分|bpm|per minute|/分|mmhg))?(?!\d)|(?P<zh>[{CHARACTERS}]{{1,4}})(?=分|公斤)"
)
_EN_NUMBERS: Final = {
    w: n for n, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split())
}
_SPELT: Final = re.compile(r"(?<![a-z])(" + "|".join(sorted(_EN_NUMBERS, key=len, reverse=True)) + r")(?:[- ](one|two|three|four|five|six|seven|eight|nine))?(?![a-z])")
_UNITS: Final = {"u/l": "U/L", "iu/l": "IU/L", "mmol/l": "mmol/L", "meq/l": "mEq/L", "g/l": "g/L", "g/dl": "g/dL", "mg/dl": "mg/dL", "公斤": "kg", "次/分": "per minute", "/分": "per minute", "bpm": "per minute", "mmhg": "mmHg"}  # fmt: skip


def result(folded: str, start: int, end: int) -> str:
    """What is said of a measure between `start` and `end`; "" where nothing is.

    >>> [result(t, 0, len(t)) for t in ("y-bocs 28/40", "甲功正常", "ggt 412 u/l", "爱丁堡量表十九分", "on entry, twelve")]
    ['28', 'normal', '412 U/L', '19', '12']
    """
    number = _NUMBER.search(folded, start, end)
    word = _WORD.search(folded, start, end)
    if number is not None and (word is None or number.start() < word.start()):
        if number["zh"]:
            return str(to_int(number["zh"]) or "")
        return number["n"] + (f" {_UNITS.get(number['unit'], number['unit'])}" if number["unit"] else "")
    if word is not None:
        return str(word.lastgroup)
    if spelt := _SPELT.search(folded, start, end):
        tens = _EN_NUMBERS[spelt[1]]
        return str(tens + (_EN_NUMBERS[spelt[2]] if spelt[2] else 0))
    return ""
