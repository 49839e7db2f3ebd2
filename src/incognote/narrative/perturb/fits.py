"""Who a circumstance may belong to: what its words ask of sex and age, and which relatives are named in it (data/life_fits.tsv)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from incognote.gazetteer.matcher import Matcher
from incognote.narrative.lexicon import folded
from incognote.narrative.perturb.signs import shown, signs
from incognote.narrative.tables import rows

EVER: Final = (0, 120)
_FEMALE: Final = frozenset(("f", "female", "woman", "girl", "女", "女性", "女生"))
_MALE: Final = frozenset(("m", "male", "man", "boy", "男", "男性", "男生"))


@dataclass(frozen=True, slots=True)
class Person:
    """Whose circumstances they are; None where it is not known."""

    sex: str | None = field(default=None, repr=False)
    age: int | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Needs:
    """`sex` is F, M or "" for either; `ages` the first and last that fit."""

    sex: str = field(default="", repr=False)
    ages: tuple[int, int] = EVER
    kin: frozenset[str] = field(default=frozenset(), repr=False)

    def met_by(self, person: Person) -> bool:
        """Whether `person` may be one of whom this is true; an unknown sex meets only what asks for none.

        >>> Needs("F", (20, 50)).met_by(Person("F", 34)), Needs("F").met_by(Person(None, 34))
        (True, False)
        """
        if self.sex and self.sex != person.sex:
            return False
        return person.age is None or self.ages[0] <= person.age <= self.ages[1]


def sex_of(value: object) -> str | None:
    """F, M or None, of what a graph says.

    >>> sex_of("女性"), sex_of("M"), sex_of("")
    ('F', 'M', None)
    """
    said = str(value).strip().casefold()
    return "F" if said in _FEMALE else "M" if said in _MALE else None


def needs(*said: str) -> Needs:
    """What the same thing, said in one or more languages, asks for.

    >>> needs("先生在國外工作", "husband works abroad").sex, needs("大一新生").ages
    ('F', (18, 30))
    """
    sexes: dict[str, set[str]] = {"sex": set(), "pronoun": set()}
    study: list[tuple[int, int]] = []
    bounds, kin = [EVER], set()
    for ask, what in {meant for one in said for _, meant in shown(_rules(), folded(one))}:
        if ask in sexes:
            sexes[ask].add(what)
        elif ask == "kin":
            kin.add(what)
        else:
            first, last = (int(n) for n in what.split("-"))
            (bounds if ask == "ages" else study).append((first, last))
    told = sexes["sex"] or sexes["pronoun"]
    bounds += study if "child" not in kin else []
    ages = max(first for first, _ in bounds), min(last for _, last in bounds)
    return Needs(next(iter(told)) if len(told) == 1 else "", ages, frozenset(kin))


def kin_in(*said: str) -> frozenset[str]:
    """The relatives that are named.

    >>> sorted(kin_in("與母親和弟弟同住"))
    ['mother', 'sibling']
    """
    return needs(*said).kin


@cache
def _rules() -> Matcher[tuple[tuple[str, str], ...]]:
    return signs(((ask.partition(" ")[0], ask.partition(" ")[2]), words) for ask, *lists in rows("life_fits", 3) for words in lists)
