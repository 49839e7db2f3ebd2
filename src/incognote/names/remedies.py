"""Whether Han characters are a point of acupuncture or a single drug of Chinese medicine: 太衝, 承山, 竹茹, 佩蘭.

Many of them could be somebody's name too, so what stands beside one decides: another of them in the same list, a word
of prescribing or needling before it, a dose or a way of needling behind it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.lexicon import based
from incognote.names.tables import in_base, rows
from incognote.names.wording import is_han

_LONGEST: Final = 5
_VOUCHED: Final = 0.8
_ADDED: Final = frozenset("加去減减合配取用灸針针刺炒炙製制酒")
"""What stands right before a drug or point and is taken for the surname: 加黃連."""
_JOIN_BEHIND: Final = re.compile(r"(?:\s?\d{1,3}(?:\.\d)?\s?(?:g|gm|克|公克|錢|钱|兩|两|分))?[、,，/；;.+\s和與与及配透加]{1,2}", re.IGNORECASE)
_JOIN_BEFORE: Final = re.compile(r"(?:\s?\d{1,3}(?:\.\d)?\s?(?:g|gm|克|公克|錢|钱|兩|两|分))?[、,，/；;.+\s和與与及配透加]{1,2}\Z", re.IGNORECASE)
_BEFORE: Final = re.compile(
    r"(?:穴(?:位|道)?|[針针][刺灸]|[針针]|[選选取配]穴|灸|拔罐|加[減减味]|[勸劝已]?停(?:用|服)?|[併并服使誤误]用|加服|酌加|[處处]方|方[劑剂用]|中[藥药]|科中|[藥药]材|君[藥药]|臣[藥药]|[湯汤散丸飲饮煎膏]|研末|煎服|代茶)[^\u3400-\u9fffA-Za-z\d]{0,2}\Z"
)
_ADDS: Final = re.compile(r"(?:[加減减去佐吃]|(?<![說说心佩克折征信])服)\Z")
"""Before a drug, if nothing else of Han follows: 加佩蘭，; not 去佩蘭家."""
_BEHIND: Final = re.compile(
    r"\s?(?:穴|各\s?[\d一二三五十]|\d{1,3}(?:\.\d)?\s?(?:g(?![A-Za-z])|gm|克|公克|錢|钱|兩|两|枚|[壯壮])|[一二兩三四五六]\s?[錢钱兩两]|得[氣气]|[瀉泻補补]法?|留[針针]|[電电][針针]|[溫温][針针]|拔罐|放血|[點点]刺|直刺|斜刺|平刺|透(?![明析過过支])|[湯汤散炭粉煎膏丸飲饮茶])"
)


@cache
def _terms() -> frozenset[str]:
    return frozenset(in_base(word) for _, cell in rows("remedies") for word in cell.split(" "))


@cache
def _begin() -> frozenset[str]:
    return frozenset(term[:2] for term in _terms())


def is_remedy(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for an identifier with `score`, is a drug or a point by what stands beside it.

    >>> [is_remedy(text, 2, 4) for text in ("太衝承山、太衝", "加、竹茹、枳實", "患者承山來診", "針刺承山得氣", "同學佩蘭")]
    [True, True, False, True, False]
    >>> is_remedy("去佩蘭家", 1, 3), is_remedy("說服佩蘭", 2, 4)
    (False, False)
    >>> is_remedy("去半夏，加佩蘭", 4, 7), is_remedy("佩蘭 6g", 0, 2), is_remedy("佩蘭 6g", 0, 2, 0.85)
    (True, True, False)
    """
    if score >= _VOUCHED or end - start > 2 * _LONGEST or text[start : start + 1] < "\u3400":
        return False
    if end - start > 3 and _is_row(based(text)[start:end]):
        return True
    found = _term_at(text, start, end)
    if found is None:
        return False
    low, high = found
    return (
        _BEHIND.match(text, high) is not None
        or _BEFORE.search(text[max(0, low - 6) : low]) is not None
        or (_ADDS.search(text, max(0, low - 2), low) is not None and (not is_han(text[high : high + 1] or " ") or text[high] in "與与和及以各"))
        or _is_before_another(text, high)
        or _is_behind_another(text, low)
    )


def _is_row(base: str) -> bool:
    """川芎加阿膠: a term at the head and another at the end."""
    terms = _terms()
    return base[:2] in _begin() and any(base[:size] in terms for size in range(2, len(base) - 1)) and any(base[-size:] in terms for size in range(2, len(base) - 1))


def _term_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The longest term that covers `[start, end)`, or all of it but a first character that adds the term to others."""
    base, terms = based(text), _terms()
    for low in (start, start - 1, start + 1 if text[start] in _ADDED else start):
        if low < 0 or base[low : low + 2] not in _begin():
            continue
        for high in range(min(low + _LONGEST, len(base)), max(end, low + 2) - 1, -1):
            if base[low:high] in terms:
                return low, high
    return None


def _is_before_another(text: str, end: int) -> bool:
    joined = _JOIN_BEHIND.match(text, end)
    if joined is None:
        return False
    base = based(text)[joined.end() : joined.end() + _LONGEST]
    return base[:2] in _begin() and any(base[:size] in _terms() for size in range(2, len(base) + 1))


def _is_behind_another(text: str, start: int) -> bool:
    low = max(0, start - 16)
    joined = _JOIN_BEFORE.search(text[low:start])
    if joined is None:
        return False
    base = based(text)[low : low + joined.start()]
    return any(base[-size:] in _terms() for size in range(2, min(_LONGEST, len(base)) + 1))
