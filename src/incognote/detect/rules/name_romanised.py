"""Chinese and Vietnamese names in Latin letters: WANG, TA-MING; Wang, T.M.; C.H. Tai; LIN YU-HSUAN; Nguyen Thi Lan.

Many surnames are words or units (He, She, Sun, Long, Ma, Li, Ng): the surname alone is never enough, the
given name must have its shape: two syllables joined by a hyphen, written as one or in capitals, or
initials. Source: catalogue 3.4 and its orders.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "WANG HSIAO MING M 052Y; Chen Meiling; C.H. Tai; She Denied; Li 0.8"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['WANG HSIAO MING', 'Chen Meiling', 'C.H. Tai']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect.latin import (
    Capital,
    capitals,
    english,
    given_weights,
    is_ordinary,
    southern,
    stops,
    surname_weights,
    syllables,
    two_syllables,
    two_word_terms,
)
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_romanised"
VIETNAMESE: Final = frozenset(
    ("vu", "vo", "bui", "ngo", "truong", "luong", "doan", "quach", "phung", "dao", "cao", "mai", "nguyen", "nguyễn", "trần", "tran", "lê", "phạm", "pham", "huỳnh", "huynh", "hoàng", "hoang", "phan", "vũ", "võ", "đặng", "dang", "bùi", "bui", "đỗ", "hồ", "ngô", "dương", "duong", "lý", "trịnh", "trinh", "đinh", "dinh", "lâm")
)
_MIDDLE: Final = frozenset(("thi", "thị", "van", "văn", "ngoc", "ngọc", "minh", "duc", "đức", "xuan", "xuân", "thanh", "quang", "hong", "hồng", "kim", "huu", "hữu", "bich", "bích", "thu", "bao", "bảo"))
_INITIALS_AFTER: Final = re.compile(r",? ?(?:[A-Z]\.[ -]?){1,2}[A-Z]?\.?(?![A-Za-z0-9])")
_INITIALS_BEFORE: Final = re.compile(r"(?:[A-Z]\.[ -]{0,2}){1,3}\Z|(?:[A-Z]\.-?)[A-Z]\. ?\Z")
_AH: Final = re.compile(r"[A-Z][a-z]{1,6}(?![A-Za-z])")
_NOT_INITIALS: Final = frozenset(("M.D.", "R.N.", "P.O.", "I.V.", "I.M.", "U.S.", "U.K.", "P.M.", "A.M.", "N.P.", "D.O.", "E.R.", "O.R.", "S.C.", "P.E.", "C.C.", "P.I.", "E.", "S.", "H.", "C.", "P.", "B.", "N.", "K."))


def find(page: Page) -> Iterator[Span]:
    text, words = page.text, capitals(page.text)
    surnames, done = roman_surnames(), 0
    for index, word in enumerate(words):
        if word.start < done or (word.lower not in surnames and word.lower not in VIETNAMESE and "-" not in word.word):
            continue
        start, end = _name(text, words, index)
        if end:
            done = end
            yield page.span(start, end, "NAME", None, SOURCE, 0.75)


def _name(text: str, words: tuple[Capital, ...], index: int) -> tuple[int, int]:
    word = words[index]
    nothing = (0, 0)
    if "-" in word.word and word.lower not in roman_surnames():
        return _given_first(text, words, index) if _is_given(word) else nothing
    if word.lower in VIETNAMESE:
        end = _vietnamese(text, words, index)
        if end:
            return word.start, end
        if word.lower not in roman_surnames():
            return nothing
    start = _initials_before(text, word)
    if start < word.start:
        return start, word.end
    end = _surname_first(text, words, index)
    return (word.start, end) if end else nothing


def _initials_before(text: str, word: Capital) -> int:
    """Where `C.H. Tai` begins; two initials at least before a surname that is a word."""
    before = _INITIALS_BEFORE.search(text, max(0, word.start - 10), word.start)
    if not before or before[0].strip() in _NOT_INITIALS or (before[0].count(".") < 2 and _is_word(word)) or len(word.word) < 2:
        return word.start
    start = before.start()
    return word.start if start and text[start - 1].isascii() and text[start - 1].isalnum() else start


def _is_word(word: Capital) -> bool:
    return word.lower in english() or word.lower in stops()


def _surname_first(text: str, words: tuple[Capital, ...], index: int) -> int:
    """The end of a name whose surname is `words[index]`, or 0."""
    word = words[index]
    if word.word == "Mo":  # mother in child protection
        return 0
    if index + 1 < len(words) and f"{word.lower} {words[index + 1].lower}" in two_word_terms():
        return 0
    if index and f"{words[index - 1].lower} {word.lower}" in two_word_terms():  # Ma Huang, Dong Quai
        return 0
    initials = _INITIALS_AFTER.match(text, word.end)
    if initials and "." in initials[0] and not _is_word(word) and re.sub(r"[, -]", "", initials[0]) not in _NOT_INITIALS:
        return initials.end() if initials[0].rstrip()[-1] == "." else 0
    if index + 1 == len(words):
        return 0
    after = words[index + 1]
    gap = text[word.end : after.start]
    if gap not in {" ", ", ", ",", "  "}:
        return 0
    shouted = word.word.isupper() and len(word.word) > 1
    if "-" in after.word:
        return _tail(text, words, index + 1) if _is_given(after) else 0
    if shouted and after.word.isupper():
        return _shouted(text, words, index)
    if after.word.isupper() or _is_word(after):
        return _spaced(text, words, index) if shouted else 0
    if _splits(after.lower) and (shouted or not _is_word(word)):
        return _tail(text, words, index + 1)
    if shouted or (after.lower in syllables() and not _is_word(word)):
        return _spaced(text, words, index)
    return 0


def _tail(text: str, words: tuple[Capital, ...], index: int) -> int:
    """A western given name may follow: WONG Siu-ming Peter."""
    end = words[index].end
    if index + 1 < len(words):
        after = words[index + 1]
        if text[end : after.start] in {" ", ", "} and given_weights().get(after.lower, 0) >= 0.6:
            return after.end
    return end


def _shouted(text: str, words: tuple[Capital, ...], index: int) -> int:
    """WANG HSIAO MING, CHEN MEILING, LIN WEI: syllables only, up to three words."""
    word, end, count = words[index], 0, 0
    for after in words[index + 1 : index + 4]:
        if text[end or word.end : after.start] not in ({" ", ", ", ","} if not count else {" "}) or not after.word.isupper() or len(after.word) < 2:
            break
        one = after.lower.replace("'", "") in syllables() and (not _is_word(after) or count or len(after.word) < 4)
        if count > 1 or not (one or _splits(after.lower)):
            break
        end, count = after.end, count + 1
    if count == 1 and (len(word.word) < 3 or len(text[word.end : end].strip(" ,")) < 3 or _is_word(word)):
        return 0
    if count and all(_is_word(w) for w in words[index : index + 1 + count]):
        return 0
    return end


def _spaced(text: str, words: tuple[Capital, ...], index: int) -> int:
    """CHAN Tai Man, Wang Ta Ming, TAN Ah Kow: surname, then two short words."""
    word, tail = words[index], words[index + 1 : index + 4]
    taken: list[Capital] = []
    end = word.end
    for after in tail:
        if text[end : after.start] not in {" ", ", "} or after.word.isupper() or len(after.word) > 5 or "-" in after.word:
            break
        known = after.lower in syllables()
        if not known and (_is_word(after) or not word.word.isupper()):
            break
        taken.append(after)
        end = after.end
        if len(taken) == 2:
            break
    shouted = word.word.isupper() and len(word.word) > 1
    if len(taken) == 2 and not (all(_is_word(w) for w in taken) and not shouted) and not (_is_word(word) and not shouted):
        return _tail(text, words, index + 2)
    if len(taken) == 1 and not _is_word(word) and not _is_word(taken[0]) and len(word.word) + len(taken[0].word) > 4 and taken[0].lower not in stops():
        return taken[0].end if not word.word.isupper() else 0
    return 0


def _given_first(text: str, words: tuple[Capital, ...], index: int) -> tuple[int, int]:
    """Ta-Ming Wang."""
    word = words[index]
    if index + 1 < len(words):
        after = words[index + 1]
        if text[word.end : after.start] in {" ", "  "} and after.lower in roman_surnames():
            return word.start, after.end
    return 0, 0


def _vietnamese(text: str, words: tuple[Capital, ...], index: int) -> int:
    word, end, count, middle = words[index], 0, 0, False
    for after in words[index + 1 : index + 5]:
        if text[end or word.end : after.start] != " " or len(after.word) > 7 or (is_ordinary(after.lower) and after.lower not in _MIDDLE and not middle) or "-" in after.word:
            break
        middle = middle or after.lower in _MIDDLE
        end, count = after.end, count + 1
    marked = any(ord(c) > 0x17F or c in "ăđâêôơưÂÊÔàáèéìíòóùú" for c in text[word.start : end])
    return end if count and (marked or middle or word.lower in {"nguyen", "pham", "huynh"}) else 0


@lru_cache(maxsize=2048)
def _splits(lower: str) -> bool:
    """Whether a word is two syllables written as one (Daming, Meiling) and no everyday word or western name."""
    if not 4 <= len(lower) <= 12 or is_ordinary(lower) or lower in stops() or surname_weights().get(lower, 0) >= 1:
        return False
    return two_syllables(lower)


@lru_cache(maxsize=2048)
def _is_hyphenated_given(lower: str) -> bool:
    parts = lower.replace("'", "").replace("’", "").split("-")
    return len(parts) in {2, 3} and all(2 <= len(p) <= 6 for p in parts) and sum(p in syllables() for p in parts) >= len(parts) and not all(p in english() for p in parts)


def _is_given(word: Capital) -> bool:
    return "-" in word.word and _is_hyphenated_given(word.lower)


def ah(page: Page) -> Iterator[Span]:
    """Ah Fai, Ah Ling: the familiar form of Cantonese and Hokkien."""
    for start, end in page.cues.get("latin_ah_name", NO_CUES):
        name = _AH.match(page.text, end)
        if name and page.text[start].isupper() and (name[0].lower() in southern() or name[0].lower() in syllables()):
            yield page.span(start, name.end(), "NAME", None, SOURCE, 0.7)


RULES = (Rule("name_romanised", find), Rule("name_romanised", ah, {"latin_ah_name": ("ah ",)}, needs=("latin_ah_name",)))
