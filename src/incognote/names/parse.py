"""Splits a name into surname and given name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.names.tables import SURNAMES, compound_surnames, roman_surnames, to_base
from incognote.text.view import fold

_HAN_NAME: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff○〇OoXx*＊]{1,6}\Z")
_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SPACE: Final = re.compile(r"\s+")
_PARTICLES: Final = frozenset(
    ("van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter", "ten", "bin", "binti", "al", "el")
)
_DROPPED: Final = re.compile(r"(?:,?\s*\b(?:jr|sr|i{2,3}|iv|md|rn|np|do|phd|esq)\.?)+$", re.IGNORECASE)


class Name(NamedTuple):
    """`surname` and `given` are folded, in the case they were written in; either may be empty."""

    surname: str
    given: str
    han: bool

    def __repr__(self) -> str:
        return f"Name(han={self.han})"


@lru_cache(maxsize=2048)
def parse(name: str) -> Name:
    """Surname and given name of one written name.

    >>> tuple(parse("王 大 明")), tuple(parse("歐陽娜"))
    (('王', '大明', True), ('歐陽', '娜', True))
    >>> tuple(parse("O'Brien, Kathleen M.")), tuple(parse("Jan van der Berg"))
    (("O'Brien", 'Kathleen M.', False), ('van der Berg', 'Jan', False))
    >>> parse("OBANNON P.").surname, parse("WANG TA MING").surname, parse("Ta-Ming Wang").surname, parse("Kaylee").given
    ('OBANNON', 'WANG', 'Wang', 'Kaylee')
    """
    text = _SPACE.sub(" ", fold(name)).strip(" ,")
    if _HAN.search(text):
        return _parse_han(text.replace(" ", ""))
    text = _DROPPED.sub("", text) or text
    surname, comma, given = text.partition(",")
    if comma:
        return Name(surname.strip(), given.strip(), False)
    words = text.split(" ")
    if len(words) == 1:
        return Name("", text, False)
    if looks_chinese(words[0]) and not looks_chinese(words[-1]):
        return Name(words[0], " ".join(words[1:]), False)
    all_upper = all(w.isupper() for w in words)
    if (looks_chinese(words[0]) and all_upper) or (len(words[-1].strip(".")) == 1 and len(words[0]) > 2):
        return Name(words[0], " ".join(words[1:]), False)
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    return Name(" ".join(words[start:]), " ".join(words[:start]), False)


def _parse_han(text: str) -> Name:
    if not _HAN_NAME.match(text):  # 巴奈‧古穆: no surname
        return Name("", text, True)
    size = 2 if len(text) > 2 and text[:2].translate(to_base()) in compound_surnames() else 1
    return Name(text[:size], text[size:], True) if len(text) > 1 else Name(text, "", True)


def looks_chinese(word: str) -> bool:
    """Whether a romanised word may be a Chinese surname."""
    return word.lower() in roman_surnames()


def surname_length(text: str, at: int) -> int:
    """How many characters of `text` from `at` are a surname: 2 (compound first), 1, or 0.

    >>> surname_length("歐陽娜", 0), surname_length("王明", 0), surname_length("的王", 0)
    (2, 1, 0)
    """
    base = text[at : at + 2].translate(to_base())
    if base in compound_surnames():
        return 2
    return int(base[:1] in _SURNAME_SET)


_SURNAME_SET: Final = frozenset(SURNAMES)
