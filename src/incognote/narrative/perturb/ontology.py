"""The classes of circumstances: which job is like which other job, which misfortune weighs what which other weighs.

The lists are `narrative/data/{occupations,places,hobbies,educations,families,institutions,swaps}.tsv`: a class and the same
thing said in zh-Hant, zh-Hans and English. What stands in no list belongs to the class whose words it shares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from incognote.document import Script
from incognote.narrative.lexicon import folded
from incognote.narrative.tables import rows

FILES: Final[Mapping[str, str]] = {
    "occupation": "occupations", "place": "places", "hobby": "hobbies", "education": "educations", "family": "families",
    "institution": "institutions", "event": "swaps", "stressor": "swaps",
}  # fmt: skip
"""Field of a node -> the list of what it may be."""
_COLUMN: Final[Mapping[Script, int]] = {"zh-TW": 1, "zh-CN": 2, "en": 3}
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_LATIN: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_APART: Final = re.compile(r"\W+")
_EMPTY: Final = frozenset(
    "a an the of in on at to for and or by with from as is was were his her their its he she they it who that which when where after before "
    "not no near above below behind beside over under into out up down off then than very own has had have been be".split()
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a class, `said` in zh-Hant, zh-Hans and English."""

    kind: str = field(repr=False)
    said: tuple[str, str, str] = field(repr=False)

    def in_script(self, script: Script) -> str:
        return self.said[_COLUMN[script] - 1]


def entries(name: str) -> tuple[Entry, ...]:
    return _entries(FILES[name])


def of_class(name: str, kind: str) -> tuple[Entry, ...]:
    """What of the field `name` is of that class, in the order of the list."""
    return _by_class(FILES[name]).get(kind, ())


def exact(name: str, plain: str) -> str | None:
    """The class of the entry that `plain`, folded, is.

    >>> exact("occupation", "灯塔看守员"), exact("occupation", "a lamplighter")
    ('sea and fishing', None)
    """
    return _exact(FILES[name]).get(plain)


def explained(name: str, plain: str) -> dict[str, float]:
    """Class -> the share of the words of `plain` that its entries explain.

    >>> explained("occupation", "retired sailmaker")
    {'retired': 0.5}
    """
    own, weights, told = list(dict.fromkeys(_words(plain))), _weights(FILES[name]), dict[str, float]()
    for word in own:
        for kind, weight in weights.get(word, {}).items():
            told[kind] = told.get(kind, 0.0) + weight / len(own)
    return told


def words(value: str) -> tuple[str, ...]:
    """What a value is compared by: pairs of Han characters (one alone, if there is but one) and stems of Latin words.

    >>> words("守燈塔"), words("the keepers of a lighthouse")
    (('守灯', '灯塔'), ('keeper', 'lighthouse'))
    """
    return tuple(_words(folded(value)))


def _words(plain: str) -> Iterator[str]:
    for run in _HAN.findall(plain):
        yield from (run[n : n + 2] for n in range(max(1, len(run) - 1)))
    yield from (stem(word) for word in _LATIN.findall(plain) if word not in _EMPTY)


def stem(word: str) -> str:
    """An English word without its ending, the same for all its forms as far as one needs to see that it is the same.

    >>> [stem(w) for w in ("farming", "farmers", "farmed", "farm", "bakeries", "bakery", "glass")]
    ['farm', 'farmer', 'farm', 'farm', 'bakery', 'bakery', 'glass']
    """
    word = word.removesuffix("'s").removesuffix("’s")
    for ending, instead, least in (("ies", "y", 5), ("sses", "ss", 6), ("ing", "", 6), ("ed", "", 5), ("s", "", 4)):
        if word.endswith(ending) and len(word) >= least and not (ending == "s" and word.endswith(("ss", "us", "is"))):
            return word.removesuffix(ending) + instead
    return word


@cache
def _entries(name: str) -> tuple[Entry, ...]:
    return tuple(Entry(row[0], (row[1], row[2], row[3])) for row in rows(name, 4))


@cache
def _by_class(name: str) -> Mapping[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    for entry in _entries(name):
        found.setdefault(entry.kind, []).append(entry)
    return {kind: tuple(members) for kind, members in found.items()}


@cache
def _exact(name: str) -> Mapping[str, str]:
    return {folded(said): entry.kind for entry in reversed(_entries(name)) for said in entry.said}


@cache
def _weights(name: str) -> Mapping[str, Mapping[str, float]]:
    """Word -> class -> how much the word speaks for the class: the share of the class among all that have the word."""
    counts: dict[str, Counter[str]] = {}
    for entry in _entries(name):
        for word in {word for said in entry.said for word in words(said)}:
            counts.setdefault(word, Counter())[entry.kind] += 1
    return {word: {kind: n / sum(by.values()) for kind, n in by.items()} for word, by in counts.items()}


@dataclass(frozen=True, slots=True)
class Shape:
    """A value as it is compared with another: its letters, the stems of its Latin words, its runs of four Han characters."""

    plain: str = field(repr=False)
    is_han: bool
    stems: frozenset[str] = field(repr=False)
    runs: frozenset[str] = field(repr=False)


def shape(value: str) -> Shape:
    plain = _APART.sub(" ", folded(value)).strip()
    runs = _HAN.findall(plain)
    stems = frozenset(stem(word) for word in _LATIN.findall(plain) if word not in _EMPTY)
    return Shape(plain.replace(" ", "") if runs else f" {plain} ", bool(runs), stems, frozenset(r[n : n + 4] for r in runs for n in range(len(r) - 3)))


@cache
def listed(value: str) -> Shape:
    """`shape` of what stands in a list: kept, as no word of a note is."""
    return shape(value)


def shares(one: Shape, other: Shape) -> bool:
    """Whether one value says the other again: whole, in another form of its words, or by a run of four Han characters.

    >>> shares(shape("a fishing village"), shape("two villages where one fished")), shares(shape("漁港"), shape("北部的渔港小镇"))
    (True, True)
    >>> shares(shape("公車司機"), shape("貨車司機"))
    False
    """
    if not one.plain.strip() or not other.plain.strip():
        return False
    if _within(one, other) or _within(other, one):
        return True
    if one.stems and other.stems and (one.stems <= other.stems or other.stems <= one.stems):
        return True
    return not one.runs.isdisjoint(other.runs)


def _within(small: Shape, large: Shape) -> bool:
    return small.plain in large.plain and (not small.is_han or len(small.plain) > 1)
