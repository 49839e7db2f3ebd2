"""A class one level up: what a job, a home or a family is called when no more is said than its kind (data/life_classes.tsv)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.narrative.lexicon import folded
from incognote.narrative.perturb.fits import spoken
from incognote.narrative.perturb.ontology import exact, explained
from incognote.narrative.render.words import rows

_GROWN: Final = 40
_PLAIN: Final = 4
_HAN: Final = 2
_DECIDES: Final = 9
_ENOUGH: Final = 0.34
_SCRIPTS: Final[Mapping[Script, int]] = {"zh-TW": 0, "zh-CN": 1, "en": 2}


class Kind(NamedTuple):
    """A class of a field: the ages it is of, the words that speak for it, what it is called one level up by script."""

    field: str
    name: str
    ages: tuple[int, int]
    zh: re.Pattern[str] | None
    en: re.Pattern[str] | None
    up: tuple[tuple[str, ...], ...]

    def spans(self, age: int | None) -> bool:
        """Whether one of that age may be of this class; who is of no known age is an adult."""
        return self.ages[0] <= (_GROWN if age is None else age) <= self.ages[1] or bool(self.name and age is None)


def kind_of(field: str, value: str) -> str | None:
    """The class that `value` is of: by the words that speak for a class, else by what it shares with the lists.

    >>> kind_of("occupation", "國中三年級"), kind_of("occupation", "the town's clock winder"), kind_of("hobby", "xyz")
    ('pupil and student', 'craft and trades', None)
    """
    plain = folded(value).strip(" ,.;:，。；：、")
    if known := exact(field, plain):
        return known
    told: dict[str, float] = explained(field, plain)
    for kind in _kinds():
        if kind.field == field:
            told[kind.name] = told.get(kind.name, 0.0) + sum(_weight(cue) for p in (kind.zh, kind.en) if p for cue in set(p.findall(plain)))
    best = max(told, key=lambda name: told[name], default="")
    return best if told.get(best, 0.0) >= _ENOUGH else None


def _weight(cue: str) -> float:
    """How much a word of a class speaks for it: a long one more, and one that decides (退休, student) more than all others."""
    return _DECIDES if cue in _deciding() else len(cue) / (_PLAIN if cue.isascii() else _HAN)


def upward(field: str, kind: str | None, script: Script, *, age: int | None = None) -> tuple[str, ...]:
    """What to call a thing of that class when only its kind is told; a class that is not known, or that the age does not
    fit, is called as anything of that field is. Empty where there is no such word.

    >>> upward("occupation", "office clerk", "en"), upward("occupation", None, "zh-TW", age=70)
    (('office work', 'a clerical job'), ('已不再工作', '已放下工作'))
    """
    for known in _kinds():
        if known.field == field and known.name == (kind or "") and known.spans(age):
            return known.up[_SCRIPTS[script]]
    return upward(field, None, script, age=age) if kind else ()


def ages(field: str, kind: str) -> tuple[int, int]:
    return next((known.ages for known in _kinds() if known.field == field and known.name == kind), (0, 120))


@cache
def _deciding() -> frozenset[str]:
    """The words that are marked with ! in the list."""
    marked = (word.strip() for row in rows("life_classes", 8) for cell in row[3:5] for word in cell.split(" | "))
    return frozenset(folded(word[1:]) for word in marked if word.startswith("!"))


@cache
def _kinds() -> tuple[Kind, ...]:
    found = []
    for field, name, years, zh, en, *up in rows("life_classes", 8):
        first, last = (int(n) for n in years.split("-"))
        said = tuple(tuple(cell.split(" | ")) for cell in up)
        found.append(Kind(field, name, (first, last), spoken(zh.replace("!", ""), latin=False), spoken(en.replace("!", ""), latin=True), said))
    return tuple(found)
