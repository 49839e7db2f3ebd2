"""Whether what looks like a person is a set of criteria told by its year, or a trial: McDonald 2017, DAPA-HF, the EMILIA study.

A trial that is a given name too is one only in capitals and beside what says so: a word of studies, a number of its series,
or another trial in the same list. Data: `studies`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.eponyms import english
from incognote.names.tables import rows

_VOUCHED: Final = 0.8
_LABELLED: Final = 0.85
"""From this score on, a label or title names a person, whatever trials are called."""
_WORD: Final = re.compile(r"[A-Za-z]+(?:[-/][A-Za-z]+)*")
_SUFFIX: Final = re.compile(r"-(?:HF|CKD|AF|DM|REG|OUTCOME|OUTCOMES|MI|PE|DVT|ACS|CRT|TIMI|KIDNEY|PCI|Preserved|Reduced|Breast|Lung|PLUS|EXTEND)\Z")
_YEAR_BEHIND: Final = re.compile(r"(?: criteria)? ?[(（]?(?:19|20)\d\d(?![\d.-]|/(?!20)\d)")
_YEAR_BEFORE: Final = re.compile(r"(?<![\d/.-])(?:19|20)\d\d年?(?:的)? ?\Z")
_SAID: Final = re.compile(r"(?:by|with|Mr|Mrs|Ms|Miss|Dr|Prof|and|saw|told|醫師|医师|醫生|医生|主任|[給给由找請请])[.: ]{0,2}\Z")
_HEAD: Final = re.compile(r"(?<![A-Za-z])(?P<word>[A-Za-z]+(?:[-/][A-Za-z]+)*)(?:['’]s)?(?:[ -]?(?:\d{1,2}|[IVX]{1,4}))?(?: criteria)? ?[(（]?\Z")
_STUDY: Final = re.compile(r"(?:[- ]?\d{1,3})?[)）]? ?(?:trials?|stud(?:y|ies)|data|regimens?|protocol|results?|cohort|subgroup|outcomes|arm|criteria|eligible|試驗|试验|研究|臨床|临床|結果|结果|方案)(?![a-z])|-\d{1,3}(?!\d)")
_LED: Final = re.compile(r"(?:trials?|stud(?:y|ies)|試驗|试验|研究|參加|参加|收案|入組|入组)(?: of)?[ ,:：(（]{0,2}\Z")
_LIST_LEFT: Final = re.compile(r"(?:[A-Z][A-Za-z0-9-]{1,20}(?:[,、/;]| and| or| &|[和及與与])[ ]?(?:and )?){1,6}\Z")
_LIST_RIGHT: Final = re.compile(r"(?:(?:[,、/;]| and| or| &|[和及與与]) ?(?:and )?[A-Z][A-Za-z0-9-]{1,20}){1,6}")
_REACH: Final = 40


@cache
def _listed(kind: str) -> frozenset[str]:
    return frozenset(word for found, cell in rows("studies") if found == kind for word in cell.split(" "))


def follows_criteria(text: str, at: int) -> bool:
    """Whether a year at `at` is that of criteria named right before it: JNC 8 (2014), Duke (2023), Sepsis-3 (2016).

    >>> [follows_criteria(text, text.index("2")) for text in ("Duke (2023)", "JNC 8 (2014)", "CURB (2003)", "Wilson (2014)", "PCI (2014)")]
    [True, True, True, False, False]
    """
    head = _HEAD.search(text[max(0, at - 28) : at])
    if head is None or not head["word"][0].isupper():
        return False
    lower = head["word"].lower()
    return (lower in _listed("criteria") and head["word"].isupper() | ("-" in lower or len(lower) > 3)) or lower in _listed("author")


def is_study(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for somebody with `score`, is criteria with a year, or one or more trials.

    >>> [is_study(text, 0, 8) for text in ("McDonald 2017", "McDonald (2017) met", "McDonald saw", "PARADIGM, per")]
    [True, True, False, True]
    >>> [is_study(text, 0, 6) for text in ("EMILIA study", "EMILIA, FLAURA", "EMILIA rang", "Emilia study")]
    [True, True, False, False]
    """
    words = _WORD.findall(text[start:end])
    if not words or score >= _LABELLED:
        return False
    if score < _VOUCHED and _is_criteria(text, start, end, words):
        return True
    return all(map(_is_trial, words)) or _is_named(text, start, end, words)


def _is_criteria(text: str, start: int, end: int, words: list[str]) -> bool:
    known = words[-1].lower()
    if known in {"guidelines", "guideline", "criteria"} or known in _listed("criteria") or known in _listed("author"):
        at = text.rfind(words[-1], start, end)
        beside = _YEAR_BEHIND.match(text, end) or _YEAR_BEFORE.search(text, max(0, at - 8), at)
        return beside is not None and not _SAID.search(text, max(0, at - 7), at)
    return False


def _is_trial(word: str) -> bool:
    """PARADIGM-HF, FLAURA: an acronym in capitals."""
    bare = _SUFFIX.sub("", word)
    return _is_large(bare) and (bare.lower() in _listed("trial") or (bare != word and bare.lower() in _listed("named")))


def _is_large(word: str) -> bool:
    """KATHERINE, OlympiA: in capitals, the last letter at least."""
    return len(word) > 2 and word[0].isupper() and word[-1].isupper()


def _is_named(text: str, start: int, end: int, words: list[str]) -> bool:
    """KATHERINE where the sentence speaks of studies; every word of the find is one or an acronym of the list."""
    if not all(_is_trial(word) or (_is_large(word) and word.lower() in _listed("named")) for word in words):
        return False
    if _STUDY.match(text, end) or _LED.search(text[max(0, start - 12) : start]):
        return True
    left, right = _LIST_LEFT.search(text[max(0, start - _REACH) : start]), _LIST_RIGHT.match(text, end)
    listed = [*words, *_WORD.findall((left[0] if left else "") + (right[0] if right else ""))]
    return any(_is_trial(word) and word.lower() not in english() for word in listed)
