"""What a test, a scale or a measure gave: a number with its unit, or normal, negative, positive."""

from __future__ import annotations

import re
from typing import Final

from incognote.names.tables import in_base
from incognote.text.numerals import CHARACTERS, to_int

_WORDS: Final = (
    ("normal", r"正常|无异常|没有异常|未见异常|无殊|没事|无特殊|无明显异常|没(?:有)?问题|亦无异常|毫无异状|找不出毛病|没(?:有)?(?:什么)?发现|(?<![a-z])ok(?![a-z])|不缺|干净|是好的|(?:在)?正常范围|无明显|未见狭窄|无狭窄|无痫|没有癫痫波|未见痫|无出血|(?<![a-z])(?:wnl|normal|unremarkable|clear|fine|within normal limits|nad|clean|good|healthy|nothing (?:amiss|untoward|sinister|shown|showing|found|to find|abnormal|of note|wrong))(?![a-z])"),
    ("negative", r"阴性|全阴|[(（][-−–][)）]|(?<![a-z])(?:negative|neg|nothing grew|no growth|sterile|grew nothing)(?![a-z])"),
    ("positive", r"阳性|[(（][+＋][)）]|(?<![a-z])(?:positive|pos|was found|found|present|elicited)(?![a-z])"),
)
_WORD: Final = re.compile(in_base("|".join(f"(?P<{name}>{pattern})" for name, pattern in _WORDS)))
_NUMBER: Final = re.compile(
    rf"(?<![\d.])(?P<n>\d{{1,4}}(?:\.\d{{1,2}})?)(?P<of>\s?(?:/|of|out of)\s?\d{{1,3}}(?![\d/.]))?(?:\s{{0,2}}(?P<unit>mmol/l|meq/l|u/l|iu/l|g/l|g/dl|mg/dl|mg/l|ng/ml|umol/l|μmol/l|ms|kg|公斤|斤|kcal|x ?10\^?9/l|%|次/分|bpm|per minute|/分|mmhg))?(?!\d)|(?P<zh>[{CHARACTERS}]{{1,4}})(?=分|公斤)"
)
_LATER: Final = in_base(
    r"[降升减增掉进改]|至|到|为|成|由|从|再|又|后|经|治疗|目前|现在|今|本|此|上|前|首|初|末|次|回|周|星期|月|天|出院|入院|时|复|评|测|得|了|只|剩|[一二两三四五六七八九十数几半个]+(?=[个周星月天])|[→⇒>-]"
) + r"|(?<![a-z])(?:to|then|and|now|later|at|first|last|time|discharge|admission|baseline|entry|intake|review|follow-?up|before|previously|from|against|was|is|had|it|fell|falling|fallen|dropped|dropping|down|came|coming|rose|rising|up|went|today|the|this|that|after|treatment|only|just|a|an|one|two|three|four|five|six|eight|ten|twelve|days?|weeks?|fortnight|months?|on|in|of|score|scored|scoring)(?![a-z])"
_NEXT: Final = re.compile(
    rf"\s?分?(?:[\s,，、;；:：（()）]|{_LATER})*(?<![\d.])(?P<n>\d{{1,3}}(?:\.\d)?)(?![\d.:%/-]|\s?(?:[年月日天周个岁号次床]|mg|g|ml|kg|mmol|hours?|days?|weeks?|months?|years?|visits?|of|sessions?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))分?"
)
"""The next number of a scale, told with no more than when it was and which way it went."""
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
    said = _WORD.search(folded, start, end)
    if number is not None and (said is None or number.start() < said.start()):
        if number["zh"]:
            return str(to_int(number["zh"]) or "")
        return number["n"] + (f" {_UNITS.get(number['unit'], number['unit'])}" if number["unit"] else "")
    if said is not None:
        return str(said.lastgroup)
    if spelt := _SPELT.search(folded, start, end):
        tens = _EN_NUMBERS[spelt[1]]
        return str(tens + (_EN_NUMBERS[spelt[2]] if spelt[2] else 0))
    return ""


def course(folded: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the numbers of one scale stand that are told one after the other: 22 then 9, 由26分降至8分, 31 last time.

    >>> [text[a:b] for text in ("phq-9 22, then 9 six weeks later", "ham-d 24分，两周后16分，出院时7分", "22 on 3 may, 2 visits") for a, b in course(text, text.find("2"), len(text))]
    ['22', '9', '24', '16', '7', '22']
    """
    first = _NUMBER.search(folded, start, end)
    if first is None or not first["n"]:
        return []
    found = [first.span("n")]
    at = first.end()
    while (step := _NEXT.match(folded, at, end)) is not None:
        found.append(step.span("n"))
        at = step.end()
    return found


def word(folded: str, start: int, end: int) -> str:
    """normal, negative or positive, where a word between `start` and `end` says so; else ""."""
    found = _WORD.search(folded, start, end)
    return "" if found is None else str(found.lastgroup)


def finding(text: str, folded: str, place: tuple[int, int], clause: tuple[int, int], sentence: tuple[int, int]) -> str:
    """What a scan or a test showed where no number says it: normal or negative before it, else the words behind it.

    >>> finding("a normal ECG", "a normal ecg", (9, 12), (0, 12), (0, 12)), finding("CT轻度萎缩", "ct轻度萎缩", (0, 2), (0, 6), (0, 6))
    ('normal', '轻度萎缩')
    """
    if said := word(folded, max(clause[0], place[0] - 24), place[0]):
        return said
    rest = text[place[1] : clause[1]].strip(" ：:，,（(")
    if not rest and clause[1] < sentence[1]:
        rest = text[clause[1] : sentence[1]].strip(" ：:，,（(").split("，")[0].split(",")[0]
    return rest[:60].strip()
