"""Doses and how often, as graphs write them: "10 mg daily", "25 mg raised to 100 mg daily", "weekly"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from incognote.names.tables import in_base
from incognote.text.numerals import CHARACTERS, to_int

_UNITS: Final = {
    "毫克": "mg", "mg": "mg", "milligram": "mg", "milligrams": "mg", "微克": "micrograms", "mcg": "micrograms", "ug": "micrograms", "μg": "micrograms", "microgram": "micrograms",
    "micrograms": "micrograms", "克": "g", "g": "g", "毫升": "ml", "ml": "ml", "iu": "IU", "单位": "units", "units": "units", "kcal": "kcal", "千卡": "kcal", "大卡": "kcal", "meq": "mEq",
}  # fmt: skip
_OFTEN: Final = (
    ("four times daily", r"qid|一天四次|每[日天]四次|四次/[日天]|four times (?:a day|daily)"),
    ("three times daily", r"tid|tds|一[天日][三3]次|每[日天][三3]次|[三3]次/[日天]|早中晚|three times (?:a day|daily)|thrice daily"),
    ("twice daily", r"bid|一[天日][两二2]次|每[日天][两二2]次|[两二2]次/[日天]|早晚|twice (?:a day|daily)|two times (?:a day|daily)"),
    ("every six hours", r"q6h|每六小时|每6小时|every six hours|6-hourly"),
    ("at bedtime", r"hs|qhs|睡前|临睡|at bedtime|before bed"),
    ("nightly", r"qn|nocte|on|每晚|晚上一次|夜间|nightly|at night|every night|a night|each night"),
    ("fortnightly", r"每(?:两|二|2)(?:个)?(?:周|星期|礼拜)一?[次回]?|q2w|fortnightly|every (?:two|other) weeks?|once a fortnight"),
    ("monthly", r"每(?:个)?月一[次回针]|每四周|q4w|monthly|once a month|every four weeks"),
    ("twice weekly", r"每(?:周|星期|礼拜)(?:两|二|2)[次回]|一(?:周|星期|礼拜)(?:两|二|2)[次回]|twice (?:a week|weekly)"),
    ("weekly", r"每(?:周|星期|礼拜)(?:[一1][次回]|一)|一(?:周|星期|礼拜)[一1][次回]|每(?:周|星期|礼拜)|qw|weekly|once a week|one a week|one session a week|every week"),
    ("per 24 hours", r"/\s?24\s?h(?:r|ours)?|per 24 hours|贴片|patch(?:es)?"),
    ("daily", r"qd|od|/[日天d](?![a-z])|/day|每[日天]|一[天日](?:一[次颗粒])?|[日天]服|daily|once a day|a day|each day|every day|once daily|in the morning|qam|mane|晨起"),
)
_AMOUNT: Final = re.compile(
    rf"(?<![\d.a-z])(?P<n>\d{{1,4}}(?:\.\d{{1,3}})?|[{CHARACTERS}]{{1,4}}(?=毫克|微克)|半(?=毫克)|an?(?= (?:milli|micro)))\s{{0,2}}(?:-\s?)?(?P<unit>" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")(?![a-z])(?!/(?:l|dl|ml)(?![a-z]))"
)
_STEP: Final = re.compile(
    r"(?:" + in_base(r"(?:加到|加至|加为|增到|增至|调到|调至|调为|换成|改成|改为|改|减到|减至|减为|提高为|提高到|升到|升至|至|到|后)|")
    + r"(?<![a-z])(?:to|then|up to|now|the)(?![a-z]))"
    + in_base(rf"\s{{0,2}}(?P<n>\d{{1,4}}(?:\.\d{{1,3}})?|[{CHARACTERS}]{{2,5}})(?![\d.]|\s?[年月天日周个岁分点级次/%:-]|\s?(?:day|week|month|year|hour|min|am|pm|kg|am))")
)
"""A number behind a word of raising or lowering is an amount in the unit said before: 25 mg，後改 50."""
_QT: Final = re.compile(r"qt|毫秒|(?<![a-z])ms(?![a-z])|millisec")
_FREQUENCY: Final = re.compile(
    in_base("|".join(f"(?P<f{n}>" + "|".join(rf"(?<![a-z]){p}(?![a-z])" if p[:1].isascii() and p[:1].isalpha() else p for p in pattern.split("|")) + ")" for n, (_, pattern) in enumerate(_OFTEN)))
)


class Amount(NamedTuple):
    start: int
    end: int
    says: str

    def __repr__(self) -> str:
        return f"Amount({self.start}, {self.end})"


def amounts(folded: str, start: int = 0, end: int | None = None) -> list[Amount]:
    """Every amount of a drug between `start` and `end`.

    >>> [a.says for a in (*amounts("舍曲林 25mg，后加至100 毫克/日"), *amounts("18毫克，一个月前换成36，都说专心"))]
    ['25 mg', '100 mg', '18 mg', '36 mg']
    """
    to = len(folded) if end is None else end
    found = [Amount(m.start(), m.end(), f"{_number(m['n'])} {_UNITS[m['unit']]}") for m in _AMOUNT.finditer(folded, start, to)]
    if found:
        unit = found[0].says.split()[1]
        steps = [m for m in _STEP.finditer(folded, found[0].end, to) if not _QT.search(folded, max(start, m.start() - 16), min(len(folded), m.end() + 14)) and not any(a.start <= m.end("n") and m.start("n") <= a.end for a in found)]
        found += [Amount(m.start("n"), m.end("n"), f"{m['n'] if m['n'].isascii() else to_int(m['n'])} {unit}") for m in steps if m["n"].isascii() or (to_int(m["n"]) or 0) > 20]
    return sorted(found)


def _number(said: str) -> str:
    if said[0].isdigit():
        return said
    return "0.5" if said == "半" else str(to_int(said) or 1)


def frequency(folded: str, start: int = 0, end: int | None = None) -> str:
    """How often, told between `start` and `end`; "" where nothing says so.

    >>> frequency("10mg qn"), frequency("one tablet twice a day"), frequency("每週一次")
    ('nightly', 'twice daily', 'weekly')
    """
    found = _FREQUENCY.search(in_base(folded), start, len(folded) if end is None else end)
    return "" if found is None else _OFTEN[int(str(found.lastgroup)[1:])][0]
