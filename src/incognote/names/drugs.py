"""Whether a stretch of text is a drug: by a list of brands and formulas, by a dose behind it, by a form or verb beside it.

Lists: `drug_words` (generated from the drugs of the narrative reader), `drug_brands`, `drug_latin`, `pills`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from incognote.names.lexicon import based, given_weight, surname_weight
from incognote.names.likelihood import RARE, name_likelihood
from incognote.names.tables import first_names, in_base, roman_surnames, rows

_LONGEST: Final = 10
_REACH: Final = 8
_PERSON: Final = -8.6
"""From this likelihood on, a brand could be somebody (安柏寧, 貝麗婷): it needs a dose, a form or a verb."""
_LIKELY: Final = -8.0
_GIVEN: Final = -3.4
_VOUCHED: Final = 0.8
_UNITS: Final = r"mg|mcg|[uμµ]g|gm?|m[lL]|cc|[uU]|IU|iu|units?|mEq|%|單位|单位|毫克|毫升|公克|微克"
_DOSE: Final = re.compile(rf"\s{{0,2}}\(?\d{{1,6}}(?:[.,/-]\d{{1,5}})?\s?(?:{_UNITS})(?![A-Za-z0-9])", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"\s{0,2}\(?(?:\d{1,4}(?:[./-]\d{1,4})?|[一二兩两三半四五六])\s?(?:#|[片顆颗粒錠锭包支瓶丸滴噴喷克]|tab|cap|puff|amp|vial|pc|bid|tid|qid|qd|hs|prn)|"
    r"\s{0,2}\(?\d{0,4}(?:\.\d{1,3})? ?(?:qd|bid|tid|qid|qn|hs|prn|po|iv(?:gtt)?|sc|im)(?![A-Za-z])",
    re.IGNORECASE,
)
_FORM: Final = re.compile(
    r"\s?(?:膜衣|[錠锭]|[膠胶]囊|[貼贴][布片]|片(?!段|刻)|注射|[針针][劑剂]|[緩缓][釋释]|口[溶服]|糖[漿浆]|[軟软乳]膏|凝[膠胶]|眼[藥药]|吸入|[噴喷][劑剂]|栓[劑剂]|[顆颗]粒|[藥药](?!師|师|局)|[治療疗]{2}|[SXC]R(?![A-Za-z]))"
)
_VERB: Final = re.compile(
    r"(?:[服使併并合加改換换停續续自慣惯]用|口服|內服|内服|服(?=.{0,4}\Z)|自[費费]|[開开]立|[處处]方|施打|注射|[靜静][滴推]|用[藥药]|[藥药]物?[:：]?|[吃打](?=.{0,3}\Z)|[給给]予|予(?=.{0,3}\Z)|用(?=.{0,3}\Z)|降[壓压糖脂]|靶向|化[療疗]|抗生素|止痛|成分)[^。；;\n]{0,8}\Z"
)


@cache
def _han() -> frozenset[str]:
    """Brands, generics and formulas in base characters."""
    listed = [word for _, cell in rows("drug_brands") for word in cell.split(" ")]
    return frozenset(in_base(word) for word in (*listed, *(word for kind, word in rows("drug_words") if kind == "han")))


@cache
def _begin() -> frozenset[str]:
    """The first two characters of drugs: most places begin none."""
    return frozenset(word[:2] for word in _han())


@cache
def latin_drugs() -> frozenset[str]:
    """Drugs in Latin letters, lower case, none of which is a given name or a romanised surname."""
    words = {word for row in rows("drug_latin") for word in row[0].split(" ")} | {word for kind, word in rows("drug_words") if kind == "latin"}
    return frozenset(word for word in words if word not in first_names() and word not in roman_surnames())


@lru_cache(maxsize=4096)
def is_plain_drug(base: str) -> bool:
    """Whether base characters are a drug that nobody could be called: 思樂康, not 安柏寧.

    >>> [is_plain_drug(in_base(word)) for word in ("思樂康", "格列卫", "安柏寧", "田可", "王小明")]
    [True, True, False, False, False]
    """
    return len(base) > 2 and base in _han() and not _is_plausible(base)


def _is_plausible(base: str) -> bool:
    likelihood, surname = name_likelihood(base) if len(base) < 5 else (-99.0, 0)
    return surname > 0 and likelihood > _PERSON


def is_drug(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for a person with `score`, is a drug or cuts one.

    >>> [is_drug(text, 0, 3) for text in ("思樂康 25mg", "安柏寧 5mg", "安柏寧來診", "王小明 5 mg", "諾和密斯")]
    [True, True, False, False, True]
    >>> is_drug("給予安柏寧", 2, 5), is_drug("Olmetec 20mg", 0, 7), is_drug("Grace 20 mg", 0, 5)
    (True, True, False)
    """
    if text[start:end].isascii():
        return _is_latin(text, start, end, score)
    if text[start] < "\u3400":
        return False
    word = _around(text, start, end)
    if word is not None:
        low, high = word
        base = in_base(text[low:high])
        return is_plain_drug(base) or (score < _VOUCHED and _has_context(text, low, high))
    return score < _VOUCHED and end - start < 6 and bool(_DOSE.match(text, end)) and not _may_be_listed(text, start, end)


def _around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The longest listed drug that covers `[start, end)`, or leaves out one character at either end of it."""
    low = max(0, start - 4)
    base, begin, drugs = based(text)[low : end + _REACH], _begin(), _han()
    for at in range(start + 2 - low):
        if base[at : at + 2] not in begin:
            continue
        for size in range(min(_LONGEST, len(base) - at), 1, -1):
            high = low + at + size
            if high < end - 1 or (size < 3 and (low + at, high) != (start, end)):
                break
            if base[at : at + size] in drugs and high > start and (high >= end or low + at <= start):
                return low + at, high
    return None


def _has_context(text: str, start: int, end: int) -> bool:
    """Whether a dose, a form or a verb of taking stands beside `[start, end)`."""
    if _DOSE.match(text, end) or _COUNT.match(text, end) or _FORM.match(text, end):
        return True
    return end - start > 2 and _VERB.search(text[max(0, start - 12) : start]) is not None


def _may_be_listed(text: str, start: int, end: int) -> bool:
    """Whether what a dose stands behind is a likely name: of a list, or given something."""
    base = based(text[start:end])
    if len(base) < 2 or len(base) > 4:
        return False
    likelihood, surname = name_likelihood(base)
    if not surname or (surname == 1 and (surname_weight(base[0]) or -9.0) < RARE) or likelihood < _LIKELY - 0.6:
        return False
    return all(given_weight(char) > _GIVEN for char in base[surname:]) and not _VERB.search(text[max(0, start - 6) : start])


def _is_latin(text: str, start: int, end: int, score: float) -> bool:
    value = text[start:end].lower()
    if value in latin_drugs():
        return True
    if value.removesuffix("-35").removesuffix(" 35").removesuffix(" ed") in _pills("pill") and score < _VOUCHED:
        size = len(value.removesuffix("-35").removesuffix(" 35").removesuffix(" ed"))
        return _is_pill(text, start, start + size, value[:size])
    return False


@cache
def _pills(kind: str) -> frozenset[str]:
    return frozenset(word for found, cell in rows("pills") if found == kind for word in cell.split(" "))


_PILL_ED: Final = re.compile(r"[- ](?:\d\d[- ])?ED(?![A-Za-z])(?! (?:visit|physician|doctor|nurse|registrar|consult|attend|present|staff|review))")
_PILL_WORD: Final = re.compile(r"[- ](?:\d\d/\d{2,4}|0\.\d{1,3}|\(?(?:the |combined |oral )?(?:pills?|OCP|COCP|contracepti\w{1,5})|\d tab|tabs?|tablets?)(?![A-Za-z])")
_PILL_35: Final = re.compile(r"(?:-35|[ ]35)(?!\d)(?! ?(?:y|Y|F|M|f|m|/|-|\.\d|,? ?(?:old|female|male|woman|man|weeks?|days?|months?|kg|[歲岁周週])))(?![A-Za-z])")
_PILL_BEFORE: Final = re.compile(r"(?<![a-z])(?:pill|ocp|cocp|contracepti\w{1,5}|birth control|避孕[藥药]?)[ :：(（=]{1,3}\Z", re.IGNORECASE)
_TAKES: Final = re.compile(r"(?<![a-z])(?:takes|taking|took|started|start|stopped|on|ceased|prescribed|switched to|script for|服用|改用)(?: on)? \Z", re.IGNORECASE)
_PILL_BEHIND: Final = re.compile(r"[^.\n;]{0,16}(?<![a-z])(?:for contraception|for acne|daily|nocte|mane|continuous|skipping|missed)(?![a-z])", re.IGNORECASE)
_SHE: Final = re.compile(r",? (?:is|was|came|has|had|says|said|reports?|states?|called|attended|presented|and (?:her|his|partner)|who|wants?)(?![a-z])")


def _is_pill(text: str, start: int, end: int, lower: str) -> bool:
    """Whether a woman's name is a contraceptive here: Evelyn ED, Juliet-35, the pill (Yasmin); never Yasmin who came."""
    if lower in _pills("35") and _PILL_35.match(text, end):
        return True
    if _SHE.match(text, end):
        return False
    before = text[max(0, start - 32) : start]
    if (lower in _pills("ed") and _PILL_ED.match(text, end)) or _PILL_WORD.match(text, end) or _PILL_BEFORE.search(before):
        return True
    return bool(_TAKES.search(before) and _PILL_BEHIND.match(text, end))
