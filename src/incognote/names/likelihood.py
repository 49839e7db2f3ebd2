"""How much more likely a stretch of Han text is a name than words.

A name is weighed against the best way to read the same characters, and three on both sides, as words:
log P(surname) + log P(given characters | name) + prior against the sum of log P(word) of a unigram
model. So 黃疸指數 is 黃疸 and 指數, never the name 黃疸指; 王子睿 is a name although 王子 is a word. All
logarithms are decimal. Characters are compared in their base form (`tables.to_base`), so both scripts
share one table.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from incognote.names.tables import rows, to_base, variants

UNSEEN_WORD: Final = -7.5
UNSEEN_GIVEN: Final = -5.2
ONE_CHARACTER: Final = -1.0
TWO_CHARACTERS: Final = -0.05
DOUBLE: Final = -2.2
"""A married woman's double surname (陳林秀英) among all names."""
RARE: Final = -2.75
"""Surnames below this share (1.8 per mille) are rare, and mostly words too."""
VOUCHED: Final = 1.0
"""From this prior on a label vouches: the name need not look like one."""
_AROUND: Final = 3
# Variants that are everyday words of their own and hardly anybody's surname: 於, 餘, 後, 乾 ...
_NOT_WRITTEN: Final = frozenset("於餘後乾幹薑穀鬱鞦瀋徵鑑鉅裏係繫範遊慾錶颳甦囌籤薴豔")


class Tables(NamedTuple):
    surnames: dict[str, float]
    compound: dict[str, float]
    given: dict[str, tuple[float, float]]
    words: dict[str, float]


class Found(NamedTuple):
    """A name in `[start, end)`; `surname` characters of it are the surname; `margin` is the logarithm of
    how much likelier it is than words, the prior included."""

    start: int
    end: int
    surname: int
    margin: float


@cache
def tables() -> Tables:
    """Everything that is read from `data/`, as logarithms."""
    from math import log10

    shares = {row[0]: log10(float(row[1]) / 1000) for row in rows("surnames")}
    words: dict[str, float] = {}
    for weight, listed in rows("han_words"):
        words.update(dict.fromkeys(listed.split(" "), int(weight) / -10))
    return Tables(
        {name: share for name, share in shares.items() if len(name) == 1},
        {name: share for name, share in shares.items() if len(name) == 2},
        {char: (int(first) / -100, int(last) / -100) for char, first, last in rows("han_given")},
        words,
    )


@cache
def surname_characters() -> str:
    """Every first character of a surname, in all its writings, for a character class."""
    table = tables()
    firsts = {name[0] for name in (*table.surnames, *table.compound)}
    written = firsts | {v for char in firsts for v in variants().get(char, "")}
    return "".join(sorted(written - _NOT_WRITTEN))


@cache
def given_characters(least: float) -> str:
    """The characters whose share among first or only given characters is 10**least or more."""
    fit = {char for char, shares in tables().given.items() if max(shares) >= least}
    return "".join(sorted(fit | {v for char in fit for v in variants().get(char, "")}))


def surname_weight(surname: str) -> float | None:
    """The logarithm of the surname's share of people, None if it is not in the list.

    >>> surname_weight("陳") > surname_weight("時"), surname_weight("歐陽") is not None, surname_weight("腰")
    (True, True, None)
    """
    if surname in _NOT_WRITTEN:
        return None
    name = surname.translate(to_base())
    table = tables()
    return table.surnames.get(name) if len(name) == 1 else table.compound.get(name)


def stands_alone(text: str, at: int) -> bool:
    """Whether no word that ends at or crosses `at` from the left explains the character there better.

    >>> stands_alone("找王", 1), stands_alone("檢查", 1)
    (True, False)
    """
    left, _ = around(text, at, at)
    before = text[left:at].translate(to_base())
    char = text[at].translate(to_base())
    return words_cost(before + char) <= words_cost(before) + tables().words.get(char, UNSEEN_WORD) + 0.01


def words_cost(text: str) -> float:
    """The logarithm of the likeliest reading of base-form `text` as words.

    >>> words_cost("高血压") > words_cost("血高压")
    True
    """
    get = tables().words.get
    size = len(text)
    best = [0.0] * (size + 1)
    for at in range(1, size + 1):
        top = best[at - 1] + get(text[at - 1], UNSEEN_WORD)
        for start in range(at - 2, max(at - 5, -1), -1):
            weight = get(text[start:at])
            if weight is not None and best[start] + weight > top:
                top = best[start] + weight
        best[at] = top
    return best[size]


def _given(name: str) -> float:
    given = tables().given
    nothing = (UNSEEN_GIVEN, UNSEEN_GIVEN)
    if len(name) == 1:
        return ONE_CHARACTER + given.get(name, nothing)[1]
    return TWO_CHARACTERS + given.get(name[0], nothing)[0] + given.get(name[1], nothing)[1]


def name_likelihood(name: str) -> tuple[float, int]:
    """The logarithm of the share of people called base-form `name`, and the length of the surname.

    >>> name_likelihood("王小明") > name_likelihood("王疸指"), name_likelihood("欧阳淑贞")[1]
    (True, 2)
    """
    table = tables()
    best, size = -99.0, 0
    single = table.surnames.get(name[0])
    if single is not None and 2 <= len(name) <= 3:
        best, size = single + _given(name[1:]), 1
    if 3 <= len(name) <= 4:
        double = table.compound.get(name[:2])
        other = table.surnames.get(name[1])
        if double is None and single is not None and other is not None and len(name) == 4 and min(single, other) > -2.6:
            double = single + other + DOUBLE
        if double is not None and double + _given(name[2:]) > best:
            best, size = double + _given(name[2:]), 2
    return best, size


def _is_han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` with up to three Han characters more on each side."""
    left, right = start, end
    while left > 0 and start - left < _AROUND and _is_han(text[left - 1]):
        left -= 1
    while right < len(text) and right - end < _AROUND and _is_han(text[right]):
        right += 1
    return left, right


def _floor(name: str, surname: int) -> float:
    """The least likelihood of a name that no label vouches for: else any unknown word (利福昔) would be one.

    Of 1,000 names in encyclopedia prose 97 % lie above; rare surnames that are words need usual given names.
    """
    if surname == 2:
        return -11.5
    rare = tables().surnames[name[0]] < RARE
    return (-7.6 if rare else -9.0) if len(name) == 2 else (-9.2 if rare else -10.4)


def weigh(text: str, start: int, end: int, *, prior: float, fixed_left: bool = False) -> Found | None:
    """The name `text[start:end]` against words; None if no surname begins it.

    `fixed_left`: what stands before is known to end there (a role word, a label), so a word may not
    reach over that border.
    """
    if text[start] in _NOT_WRITTEN:
        return None
    left, right = around(text, start, end)
    if fixed_left:
        left = start
    window = text[left:right].translate(to_base())
    name = window[start - left : end - left]
    likelihood, surname = name_likelihood(name)
    if not surname or (prior < VOUCHED and likelihood < _floor(name, surname)):
        return None
    named = words_cost(window[: start - left]) + likelihood + words_cost(window[end - left :])
    return Found(start, end, surname, named + prior - words_cost(window))


def name_at(text: str, start: int, *, prior: float, fixed_left: bool = False, longest: int = 4) -> Found | None:
    """The best name of two to four characters that begins at `start`, whatever its margin.

    >>> found = name_at("患者王小明今日回診", 2, prior=-1, fixed_left=True)
    >>> (found.end, found.margin > 0)
    (5, True)
    >>> name_at("高血壓二十年", 0, prior=-1).margin > 0
    False
    """
    limit = start
    while limit < len(text) and limit - start < longest and _is_han(text[limit]):
        limit += 1
    best: Found | None = None
    for end in range(start + 2, limit + 1):
        found = weigh(text, start, end, prior=prior, fixed_left=fixed_left)
        if found and (best is None or found.margin > best.margin):
            best = found
    return best


def name_before(text: str, end: int, *, prior: float) -> Found | None:
    """The best name of two to four characters that ends at `end`."""
    best: Found | None = None
    for start in range(end - 2, max(end - 5, -1), -1):
        if not _is_han(text[start]) or not _is_han(text[start + 1]):
            break
        found = weigh(text, start, end, prior=prior)
        if found and (best is None or found.margin > best.margin):
            best = found
    return best
