"""What the tables say of single characters, surnames and words, as decimal logarithms.

All keys are base characters (`tables.to_base`), so both scripts share one table.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log10
from typing import Final, NamedTuple

from incognote.names.tables import in_base, rows, to_base, variants

UNSEEN_WORD: Final = -7.5
UNSEEN_GIVEN: Final = -5.2
_NOTHING: Final = (UNSEEN_GIVEN, UNSEEN_GIVEN)
# Variants that are everyday words of their own and hardly anybody's surname: 於, 餘, 後, 乾 ...
NOT_WRITTEN: Final = frozenset("於餘後乾幹薑穀鬱鞦瀋徵鑑鉅裏係繫範遊慾錶颳甦囌籤薴豔")


class Tables(NamedTuple):
    surnames: dict[str, float]
    compound: dict[str, float]
    given: dict[str, tuple[float, float]]
    words: dict[str, float]


@cache
def tables() -> Tables:
    """Everything that is read from `data/`, as logarithms."""
    shares = {row[0]: log10(float(row[1]) / 1000) for row in rows("surnames")}
    words: dict[str, float] = {}
    for weight, listed in rows("han_words"):
        words.update(dict.fromkeys(listed.split(" "), int(weight) / -10))
    given = {char: (int(first) / -100, int(last) / -100) for char, first, last in rows("han_given")}
    for weight, listed in rows("given_characters"):
        least = int(weight) / -100
        for char in listed.translate(to_base()).split(" "):
            first, last = given.get(char, _NOTHING)
            given[char] = max(first, least), max(last, least)
    return Tables(
        {name: share for name, share in shares.items() if len(name) == 1},
        {name: share for name, share in shares.items() if len(name) == 2},
        given,
        words,
    )


@lru_cache(maxsize=8)
def based(text: str) -> str:
    """`text` with every variant turned into its base character; of equal length. The last few are kept,
    since several rules ask for the text of one page.

    >>> based("陳醫師")
    '陈医师'
    """
    return in_base(text)


@cache
def surname_characters(least: float = -9.0) -> str:
    """Every first character of a surname, in all its writings, for a character class.

    `least`: only single surnames whose share is 10**least or more.
    """
    table = tables()
    firsts = {char for char, share in table.surnames.items() if share >= least}
    firsts |= {name[0] for name in table.compound} if least < -8 else set()
    written = firsts | {v for char in firsts for v in variants().get(char, "")}
    return "".join(sorted(written - NOT_WRITTEN))


@cache
def given_characters(least: float) -> str:
    """The characters whose share among first or last given characters is 10**least or more."""
    fit = {char for char, shares in tables().given.items() if max(shares) >= least}
    return "".join(sorted(fit | {v for char in fit for v in variants().get(char, "")}))


@cache
def _written_surnames() -> dict[str, float]:
    """Single surnames in all their writings."""
    shares = tables().surnames
    written = {other: share for char, share in shares.items() for other in variants().get(char, "")}
    return {char: share for char, share in (written | shares).items() if char not in NOT_WRITTEN}


@lru_cache(maxsize=16384)
def surname_weight(surname: str) -> float | None:
    """The logarithm of the surname's share of people, None if it is in no list.

    >>> surname_weight("陳") > surname_weight("時"), surname_weight("歐陽") is not None, surname_weight("腰")
    (True, True, None)
    """
    if len(surname) == 1:
        return _written_surnames().get(surname)
    return tables().compound.get(surname.translate(to_base()))


@lru_cache(maxsize=16384)
def given_weight(char: str) -> float:
    """The logarithm of the character's share in given names, in its better place."""
    return max(tables().given.get(char.translate(to_base()), _NOTHING))


@cache
def era_names() -> frozenset[str]:
    """Words that a generation was called by (建设, 解放, 秋月), in base characters."""
    return frozenset(based(word) for kind, listed in rows("word_usage") if kind == "era" for word in listed.split(" "))


@cache
def drug_ends() -> frozenset[str]:
    """The last two characters of drug names (布洛芬, 舍曲林), in base characters."""
    return frozenset(pair for row in rows("drug_ends") for pair in row[0].split(" "))


@cache
def usual_given() -> frozenset[str]:
    """Given names of two characters that are usual, in base characters, whether they are words or not."""
    return frozenset(based(name) for row in rows("given_own") for name in row[0].split(" ") if len(name) == 2)
