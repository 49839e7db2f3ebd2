"""One canonical form per name, and whether two writings may mean one person."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from incognote.names.parse import Name, parse
from incognote.names.romanise import romanised
from incognote.names.tables import roman_surnames, to_base
from incognote.text.view import fold

CANONICAL_VERSION = 2
"""Raise it with every change of `canonical`: the vault stores it with each row and rebuilds its index."""
_IGNORED: Final = re.compile(r"[\s\u2027\u00b7\u30fb\u2022.\uff0e,\uff0c'\u2019`\u02bc-]+")
_UNACCENTED: Final = re.compile(r"[\x00-\x7f\u3400-\u9fff]*\Z")
_MASK: Final = re.compile(r"[○〇OX*＊]")


@lru_cache(maxsize=4096)
def canonical(name: str) -> str:
    """The form that is compared and hashed: folded width, no blanks, dots or accents, lower case, one variant.

    The order of a romanised name is not changed: `may_be_same` knows about orders.

    >>> canonical("王 小 明") == canonical("王小明"), canonical("WANG, Ta-Ming"), canonical("黃鐘") == canonical("黄钟")
    (True, 'wangtaming', True)
    """
    if name.isascii():
        return _IGNORED.sub("", name).lower()
    return _plain(_IGNORED.sub("", fold(name)).translate(to_base()))


def _plain(text: str) -> str:
    if _UNACCENTED.match(text):
        return text.lower()
    parts = unicodedata.normalize("NFD", text.lower().replace("\u0111", "d"))
    return "".join(c for c in parts if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def may_be_same(a: str, b: str) -> bool:
    """Whether one person may be meant by both names: other script, order, initials or part of the name.

    >>> may_be_same("王大明", "WANG, TA-MING"), may_be_same("黃鍾", "黄钟"), may_be_same("王○明", "王大明")
    (True, True, True)
    >>> may_be_same("O'Brien, Kathleen M.", "Kathleen Obrien"), may_be_same("ROPER, Dale", "Roper")
    (True, True)
    >>> may_be_same("王大明", "王小明"), may_be_same("Dale Roper", "Tamsin Hendry"), may_be_same("陳美", "陳美玲")
    (False, False, False)
    """
    one, two = canonical(a), canonical(b)
    if not one or not two or one == two:
        return bool(one) and one == two
    first, second = parse(a), parse(b)
    if first.han and second.han:
        return _same_han(one, two, first, second)
    if first.han != second.han:
        return _same_across(first, second, a if first.han else b)
    return _same_latin(first, second)


def _same_han(one: str, two: str, first: Name, second: Name) -> bool:
    if _MASK.search(one.upper()) or _MASK.search(two.upper()):
        return len(one) == len(two) and all(
            x == y or _MASK.match(x.upper()) or _MASK.match(y.upper()) for x, y in zip(one, two, strict=True)
        )
    longer, shorter = (first, two) if len(one) > len(two) else (second, one)
    return len(shorter) >= 2 and canonical(longer.given) == shorter  # 大明 for 王大明


def _same_across(first: Name, second: Name, han_name: str) -> bool:
    han, latin = (first, second) if first.han else (second, first)
    letters = canonical(latin.surname + latin.given)
    initials = _initials(latin.given)
    for roman in romanised(han_name):
        surname, given = roman.surname.replace("'", ""), "".join(roman.given).replace("'", "")
        if given and letters in {surname + given, given + surname, given}:
            return True
        if canonical(latin.surname) == surname and initials and initials == "".join(s[0] for s in roman.given):
            return True
        if given and canonical(latin.given) == given:
            base = han.surname.translate(to_base())
            return base in roman_surnames().get(latin.surname.lower(), "")
    return False


def _initials(given: str) -> str:
    """`tm` for T.M., T. M. or TM; nothing where a word is written out."""
    words = [w for w in re.split(r"[\s.-]+", given) if w]
    if len(words) == 1 and words[0].isupper() and 2 <= len(words[0]) <= 3:
        return words[0].lower()
    return "".join(words).lower() if words and all(len(w) == 1 for w in words) else ""


def _same_latin(first: Name, second: Name) -> bool:
    if first.surname and second.surname:
        turned = canonical(first.surname + first.given) == canonical(second.given + second.surname)
        return turned or (canonical(first.surname) == canonical(second.surname) and _given_fits(first.given, second.given))
    whole, part = (first, second) if first.surname else (second, first)
    single = canonical(part.given)
    return bool(whole.surname) and single in {canonical(whole.surname), canonical(whole.given), *_words(whole.given)}


def _words(given: str) -> list[str]:
    return [_plain(w) for w in re.split(r"[\s.]+", fold(given)) if len(w) > 1]


def _given_fits(a: str, b: str) -> bool:
    one, two = canonical(a), canonical(b)
    if not one or not two or one == two:
        return True
    first, second = re.split(r"[\s.-]+", a.strip(".").lower()), re.split(r"[\s.-]+", b.strip(".").lower())
    if not _initials(a) and not _initials(b):
        return first[0] == second[0]
    if len(first) == len(second) or 1 in (len(first), len(second)):
        return all(x[:1] == y[:1] for x, y in zip(first, second, strict=False))
    return False
