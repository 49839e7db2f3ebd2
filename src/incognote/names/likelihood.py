"""How much more likely a stretch of Han text is a name than words.

A name is weighed against the best way to read the same characters, and three on both sides, as words:
log P(surname) + log P(given characters | name) + prior against the sum of log P(word) of a unigram
model. So 黃疸指數 is 黃疸 and 指數, never the name 黃疸指; 王子睿 is a name although 王子 is a word. All
logarithms are decimal. Characters are compared in their base form, so both scripts share one table.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log10
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
_NOTHING: Final = (UNSEEN_GIVEN, UNSEEN_GIVEN)
# Variants that are everyday words of their own and hardly anybody's surname: 於, 餘, 後, 乾 ...
NOT_WRITTEN: Final = frozenset("於餘後乾幹薑穀鬱鞦瀋徵鑑鉅裏係繫範遊慾錶颳甦囌籤薴豔")


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


@lru_cache(maxsize=8)
def based(text: str) -> str:
    """`text` with every variant turned into its base character; of equal length. The last few are kept,
    since several rules ask for the text of one page.

    >>> based("陳醫師")
    '陈医师'
    """
    return text.translate(to_base())


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


def surname_weight(surname: str) -> float | None:
    """The logarithm of the surname's share of people, None if it is in no list.

    >>> surname_weight("陳") > surname_weight("時"), surname_weight("歐陽") is not None, surname_weight("腰")
    (True, True, None)
    """
    if len(surname) == 1:
        return _written_surnames().get(surname)
    return tables().compound.get(surname.translate(to_base()))


def given_weight(char: str) -> float:
    """The logarithm of the character's share in given names, in its better place."""
    return max(tables().given.get(char.translate(to_base()), _NOTHING))


def words_cost(base: str) -> float:
    """The logarithm of the likeliest reading of `base` as words.

    >>> words_cost("高血压") > words_cost("血高压")
    True
    """
    return _prefixes(base)[-1]


def _prefixes(base: str) -> list[float]:
    """The cost of the likeliest reading of every prefix."""
    get = tables().words.get
    best = [0.0]
    for end in range(1, len(base) + 1):
        top = best[end - 1] + get(base[end - 1], UNSEEN_WORD)
        for start in range(end - 2, max(end - 5, -1), -1):
            weight = get(base[start:end])
            if weight is not None and best[start] + weight > top:
                top = best[start] + weight
        best.append(top)
    return best


def _suffixes(base: str) -> list[float]:
    """The cost of the likeliest reading of every suffix."""
    get = tables().words.get
    size = len(base)
    best = [0.0] * (size + 1)
    for start in range(size - 1, -1, -1):
        top = best[start + 1] + get(base[start], UNSEEN_WORD)
        for end in range(start + 2, min(start + 4, size) + 1):
            weight = get(base[start:end])
            if weight is not None and best[end] + weight > top:
                top = best[end] + weight
        best[start] = top
    return best


def strangeness(text: str) -> float:
    """Minus the cost a character of reading `text` as words: above 4 no words explain it.

    >>> strangeness("芷涵") > 4 > strangeness("發燒")
    True
    """
    return -words_cost(text.translate(to_base())) / len(text)


def stands_alone(text: str, at: int) -> bool:
    """Whether no word that ends at or crosses `at` from the left explains the character there better.

    >>> stands_alone("找王", 1), stands_alone("檢查", 1)
    (True, False)
    """
    base = based(text)
    left = at
    while left > 0 and at - left < _AROUND and is_han(base[left - 1]):
        left -= 1
    costs = _prefixes(base[left : at + 1])
    return costs[-1] <= costs[-2] + tables().words.get(base[at], UNSEEN_WORD) + 0.01


def _given(name: str) -> float:
    given = tables().given
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
        best, surname = single + _given(name[1:]), 1
    if 3 <= size <= 4:
        double = table.compound.get(name[:2])
        if double is None and single is not None and size == 4:
            other = table.surnames.get(name[1], -9.0)
            if min(single, other) > -2.6:
                double = single + other + DOUBLE
        if double is not None and double + _given(name[2:]) > best:
            best, surname = double + _given(name[2:]), 2
    return best, surname


def _floor(name: str, surname: int) -> float:
    """The least likelihood of a name that no label vouches for: else any unknown word (利福昔) would be one.

    Of 1,000 names in encyclopedia prose 97 % lie above; rare surnames that are words need usual given names.
    """
    if surname == 2:
        return -11.5
    rare = tables().surnames[name[0]] < RARE
    return (-7.6 if rare else -9.0) if len(name) == 2 else (-9.2 if rare else -10.4)


def _may_be(name: str, prior: float) -> tuple[float, int]:
    """Likelihood and surname of a name that could win against the plainest reading of its characters."""
    likelihood, surname = name_likelihood(name)
    if not surname or (prior < VOUCHED and likelihood < _floor(name, surname)):
        return 0.0, 0
    get = tables().words.get
    plain = sum([get(char, UNSEEN_WORD) for char in name])
    whole = get(name)
    if whole is not None and whole > plain:
        plain = whole
    return (likelihood, surname) if likelihood + prior > plain else (0.0, 0)


class _Odds(NamedTuple):
    """How much likelier each character is in a name than alone: as surname, first and last given character."""

    surname: dict[str, float]
    first: dict[str, float]
    last: dict[str, float]


@cache
def _odds() -> _Odds:
    table = tables()
    get = table.words.get
    return _Odds(
        {char: share - get(char, UNSEEN_WORD) for char, share in table.surnames.items()},
        {char: shares[0] - get(char, UNSEEN_WORD) + TWO_CHARACTERS for char, shares in table.given.items()},
        {char: shares[1] - get(char, UNSEEN_WORD) for char, shares in table.given.items()},
    )


def hopeful(text: str, start: int, prior: float) -> bool:
    """Whether `name_at` may find a name of one surname character at `start`: a quick bound, never too low.

    >>> hopeful("王小明說", 0, -1), hopeful("高血壓二", 0, -1)
    (True, False)
    """
    base = based(text)
    odds = _odds()
    pair = base[start : start + 2]
    if pair in tables().compound:
        return True
    family = odds.surname.get(base[start])
    if family is None:
        return False
    get = tables().words.get
    plain = get(base[start], UNSEEN_WORD) + get(base[start + 1], UNSEEN_WORD)
    bound = family + prior
    bound -= max(0.0, get(pair, -99.0) - plain)
    if bound + ONE_CHARACTER + odds.last.get(pair[1], UNSEEN_GIVEN - UNSEEN_WORD) > 0:
        return True
    third = base[start + 2 : start + 3]
    most = odds.last.get(third, UNSEEN_GIVEN - UNSEEN_WORD)
    if bound + odds.first.get(pair[1], UNSEEN_GIVEN - UNSEEN_WORD) + most > 0:
        return True
    return tables().surnames.get(pair[1], -9.0) > -2.6 and tables().surnames[pair[0]] > -2.6  # 王黃阿滿


def is_han(char: str) -> bool:
    """Whether `char` is an ideograph."""
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` with up to three Han characters more on each side."""
    left, right = start, end
    while left > 0 and start - left < _AROUND and is_han(text[left - 1]):
        left -= 1
    while right < len(text) and right - end < _AROUND and is_han(text[right]):
        right += 1
    return left, right


def weigh(text: str, start: int, end: int, *, prior: float, fixed_left: bool = False) -> Found | None:
    """The name `text[start:end]` against words; None if it is none, or hopeless.

    `fixed_left`: what stands before is known to end there (a role word, a label), so a word may not
    reach over that border.
    """
    if text[start] in NOT_WRITTEN:
        return None
    return _best(based(text), start, (end,), prior, fixed_left=fixed_left)


def _best(base: str, start: int, ends: tuple[int, ...] | range, prior: float, *, fixed_left: bool) -> Found | None:
    fit = [(end, *may) for end in ends if (may := _may_be(base[start:end], prior))[1]]
    if not fit:
        return None
    left, right = around(base, start, fit[-1][0])
    if fixed_left:
        left = start
    window = base[left:right]
    before, behind = _prefixes(window), _suffixes(window)
    offset = before[start - left] + prior - before[-1]
    margin, end, surname = max((offset + likelihood + behind[end - left], end, surname) for end, likelihood, surname in fit)
    return Found(start, end, surname, margin)


def name_at(text: str, start: int, *, prior: float, fixed_left: bool = False, longest: int = 4) -> Found | None:
    """The best name of two to four characters that begins at `start`, None if none could win.

    >>> found = name_at("患者王小明今日回診", 2, prior=-1, fixed_left=True)
    >>> (found.end, found.margin > 0)
    (5, True)
    >>> name_at("高血壓二十年", 0, prior=-1) is None
    True
    """
    base = based(text)
    if start >= len(base) or base[start] not in _first() or text[start] in NOT_WRITTEN:
        return None
    limit = start + 1
    while limit < len(base) and limit - start < longest and is_han(base[limit]):
        limit += 1
    return _best(base, start, range(start + 2, limit + 1), prior, fixed_left=fixed_left)


@cache
def _first() -> frozenset[str]:
    return frozenset(name[0] for name in (*tables().surnames, *tables().compound))


def name_before(text: str, end: int, *, prior: float) -> Found | None:
    """The best name of two to four characters that ends at `end`."""
    base = based(text)
    best: Found | None = None
    for start in range(end - 2, max(end - 5, -1), -1):
        if not is_han(base[start]) or not is_han(base[start + 1]):
            break
        found = weigh(text, start, end, prior=prior) if base[start] in _first() else None
        if found and (best is None or found.margin > best.margin):
            best = found
    return best
