"""How much more likely a stretch of Han text is a name than words.

A name is weighed against the best way to read the same characters, and three on both sides, as words:
log P(surname) + log P(given characters | name) + prior against the sum of log P(word) of a unigram
model. So 黃疸指數 is 黃疸 and 指數, never the name 黃疸指; 王子睿 is a name although 王子 is a word. All
logarithms are decimal. Characters are compared in their base form, so both scripts share one table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from incognote.names.bounds import DOUBLE_LEAST, ONE_CHARACTER, TWO_CHARACTERS, bound, crossing, hopeful
from incognote.names.lexicon import (
    NOT_WRITTEN,
    UNSEEN_GIVEN,
    UNSEEN_WORD,
    based,
    drug_ends,
    era_names,
    given_characters,
    given_weight,
    surname_characters,
    surname_weight,
    tables,
    usual_given,
)
from incognote.names.wording import (
    AROUND,
    around,
    is_han,
    left_of,
    prefixes,
    right_of,
    stands_alone,
    strangeness,
    words_cost,
)

__all__ = [
    "UNSEEN_WORD",
    "Found",
    "around",
    "based",
    "bound",
    "crossing",
    "drug_ends",
    "era_names",
    "given_characters",
    "given_likelihood",
    "given_weight",
    "hopeful",
    "is_han",
    "name_at",
    "name_before",
    "name_in",
    "name_likelihood",
    "stands_alone",
    "strangeness",
    "surname_characters",
    "surname_weight",
    "tables",
    "usual_given",
    "vouched_margin",
    "weigh",
    "words_cost",
]

DOUBLE: Final = -2.2
"""A married woman's double surname (陳林秀英) among all names."""
RARE: Final = -2.75
"""Surnames below this share (1.8 per mille) are rare, and mostly words too."""
VOUCHED: Final = 1.0
"""From this prior on a label vouches: the name need not look like one."""
_USUAL_PAIR: Final = -6.9
"""From this weight on, two given characters vouch for a surname that few bear."""
_ERA: Final = -4.2
UNLISTED: Final = -5.0
"""The weight of a surname that is in no list."""
_NOTHING: Final = (UNSEEN_GIVEN, UNSEEN_GIVEN)
_NEW: Final = tuple.__new__  # half the time of the constructor


class Found(NamedTuple):
    """A name in `[start, end)`; `surname` characters of it are the surname; `margin` is the logarithm of
    how much likelier it is than words, the prior included."""

    start: int
    end: int
    surname: int
    margin: float


def given_likelihood(name: str) -> float:
    """The logarithm of the share of people with the given name `name`, one or two base characters."""
    given = tables().given
    if name in era_names():
        return max(_ERA, TWO_CHARACTERS + given.get(name[0], _NOTHING)[0] + given.get(name[1], _NOTHING)[1])
    if len(name) == 1:
        return ONE_CHARACTER + given.get(name, _NOTHING)[1]
    return TWO_CHARACTERS + given.get(name[0], _NOTHING)[0] + given.get(name[1], _NOTHING)[1]


def name_likelihood(name: str) -> tuple[float, int]:
    """The logarithm of the share of people called `name`, and the length of the surname (0: no name).

    >>> name_likelihood("王小明") > name_likelihood("王疸指"), name_likelihood("欧阳淑贞")[1]
    (True, 2)
    """
    table = tables()
    size, best, surname = len(name), -99.0, 0
    single = table.surnames.get(name[0])
    if single is not None and 2 <= size <= 3:
        best, surname = single + given_likelihood(name[1:]), 1
    if 3 <= size <= 4:
        double = table.compound.get(name[:2])
        if double is None and single is not None and size == 4:
            other = table.surnames.get(name[1], -9.0)
            if min(single, other) > DOUBLE_LEAST:
                double = single + other + DOUBLE
        if double is not None and double + given_likelihood(name[2:]) > best:
            best, surname = double + given_likelihood(name[2:]), 2
    return best, surname


def vouched_margin(text: str, start: int, end: int) -> float:
    """The logarithm of how much likelier `text[start:end]` is a name than words, where a name must be expected.

    Any character may be the surname; one that is in no list has the weight `UNLISTED`.

    >>> vouched_margin("禚立誠", 0, 3) > 0, vouched_margin("主訴痛", 0, 3) > 0
    (True, False)
    """
    base = based(text)
    name = base[start:end]
    if not 2 <= len(name) <= 4:
        return -99.0
    likelihood, surname = name_likelihood(name)
    table = tables()
    if not surname or likelihood < -9.0:
        single = table.surnames.get(name[0], UNLISTED)
        if len(name) == 4:
            other = table.surnames.get(name[1], -9.0)
            if min(single, other) > -3.6:
                likelihood = max(likelihood, single + other + DOUBLE + 2.0 + given_likelihood(name[2:]))
        else:
            likelihood = max(likelihood, max(single, UNLISTED) + given_likelihood(name[1:]))
    right = around(base, start, end)[1]
    return likelihood + words_cost(base[end:right]) - words_cost(base[start:right])


def _floor(name: str, surname: int) -> float:
    """The least likelihood of a name that no label vouches for: else any unknown word (利福昔) would be one.

    Of 1,000 names in encyclopedia prose 97 % lie above; rare surnames that are words need usual given names.
    """
    if surname == 2:
        return -11.5 if name[:2] in tables().compound else -12.6
    rare = tables().surnames[name[0]] < RARE
    if len(name) == 3 and given_likelihood(name[1:]) > _USUAL_PAIR and name[1:] not in drug_ends():  # 撒玉芬, 秋婉琪
        return -12.2
    return (-7.6 if rare else -9.0) if len(name) == 2 else (-9.2 if rare else -10.4)


@lru_cache(maxsize=16384)
def _candidate(name: str) -> tuple[float, int, float, float]:
    """Likelihood, surname, floor and plainest reading of a name; kept, since texts repeat their phrases."""
    likelihood, surname = name_likelihood(name)
    if not surname:
        return 0.0, 0, 0.0, 0.0
    get = tables().words.get
    plain = sum([get(char, UNSEEN_WORD) for char in name])
    return likelihood, surname, _floor(name, surname), max(plain, get(name, -99.0))


def _may_be(name: str, prior: float) -> tuple[float, int]:
    """Likelihood and surname of a name that could win against the plainest reading of its characters."""
    likelihood, surname, floor, plain = _candidate(name)
    if not surname or (prior < VOUCHED and likelihood < floor) or likelihood + prior <= plain:
        return 0.0, 0
    return likelihood, surname


def weigh(text: str, start: int, end: int, *, prior: float, fixed_left: bool = False) -> Found | None:
    """The name `text[start:end]` against words; None if it is none, or hopeless.

    `fixed_left`: what stands before is known to end there (a role word, a label), so a word may not
    reach over that border.
    """
    if text[start] in NOT_WRITTEN:
        return None
    base = based(text)
    left = start if fixed_left else left_of(base, start)
    best = _best(base[left : right_of(base, end)], start - left, end - start, end - start, prior)
    return _NEW(Found, (start, start + best[1], best[2], best[0])) if best else None


@lru_cache(maxsize=16384)
def _best(window: str, lead: int, least: int, most: int, prior: float) -> tuple[float, int, int] | None:
    """Margin, size and surname of the best name of `least` to `most` characters behind the first `lead` of `window`.

    `window` reaches as far as the words that matter. Kept: people are named again and again.
    """
    fit = [(size, *may) for size in range(least, most + 1) if (may := _may_be(window[lead : lead + size], prior))[1]]
    if not fit:
        return None
    right = around(window, lead, lead + fit[-1][0])[1]
    before = prefixes(window[:right])
    offset = before[lead] + prior - before[-1]
    return max((offset + likelihood + words_cost(window[lead + size : right]), size, surname) for size, likelihood, surname in fit)


def name_at(text: str, start: int, *, prior: float, fixed_left: bool = False, longest: int = 4) -> Found | None:
    """The best name of two to four characters that begins at `start`, None if none could win.

    >>> found = name_at("患者王小明今日回診", 2, prior=-1, fixed_left=True)
    >>> (found.end, found.margin > 0)
    (5, True)
    >>> name_at("高血壓二十年", 0, prior=-1) is None
    True
    """
    if start >= len(text) or text[start] in NOT_WRITTEN:
        return None
    return name_in(based(text), start, prior=prior, fixed_left=fixed_left, longest=longest)


def name_in(base: str, start: int, *, prior: float, fixed_left: bool = False, longest: int = 4) -> Found | None:
    """`name_at` in a text of base characters."""
    if bound(base[start : start + 3]) + prior <= 0:
        return None
    left = start if fixed_left else left_of(base, start)
    behind = right_of(base, start + 1, longest - 1 + AROUND)
    most = min(longest, behind - start)
    best = _best(base[left : min(behind, start + most + AROUND)], start - left, 2, most, prior)
    return _NEW(Found, (start, start + best[1], best[2], best[0])) if best else None


def name_before(text: str, end: int, *, prior: float) -> Found | None:
    """The best name of two to four characters that ends at `end`."""
    base = based(text)
    best: Found | None = None
    for start in range(end - 2, max(end - 5, -1), -1):
        if not is_han(base[start]) or not is_han(base[start + 1]):
            break
        found = weigh(text, start, end, prior=prior) if bound(base[start : start + 3]) + prior > 0 else None
        if found and (best is None or found.margin > best.margin):
            best = found
    return best
