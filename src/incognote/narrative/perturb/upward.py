"""A class one level up: what a job, a home or a family is called when no more is said than its kind (data/life_classes.tsv)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.gazetteer.matcher import Matcher
from incognote.narrative.lexicon import folded
from incognote.narrative.perturb.ontology import exact, explained
from incognote.narrative.perturb.signs import shown, signs
from incognote.narrative.tables import rows

_GROWN: Final = 40
_PLAIN: Final = 4
_HAN: Final = 2
"""So many letters speak for a class as much as a word in common with its entries does; more speak more."""
_DECIDES: Final = 9
_ENOUGH: Final = 0.34
_SCRIPTS: Final[Mapping[Script, int]] = {"zh-TW": 0, "zh-CN": 1, "en": 2}


class Kind(NamedTuple):
    """A class of a field: the ages it is of, what it is called one level up by script."""

    field: str
    name: str
    ages: tuple[int, int]
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
    for cue, (of, name, decides) in set(shown(_cues(), plain)):
        if of == field:
            told[name] = told.get(name, 0.0) + (_DECIDES if decides else len(cue) / (_PLAIN if cue.isascii() else _HAN))
    best = max(told, key=lambda name: told[name], default="")
    return best if told.get(best, 0.0) >= _ENOUGH else None


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
def _cues() -> Matcher[tuple[tuple[str, str, bool], ...]]:
    """The words that speak for a class, with its field and name and whether they decide alone (those marked with !)."""
    cells = ((row[0], row[1], cell) for row in rows("life_classes", 8) if row[1] for cell in row[3:5])
    words = ((field, name, word.strip()) for field, name, cell in cells for word in cell.split(" | "))
    return signs(((field, name, word.startswith("!")), word.removeprefix("!")) for field, name, word in words)


@cache
def _kinds() -> tuple[Kind, ...]:
    found = []
    for field, name, years, _, _, *up in rows("life_classes", 8):
        first, last = (int(n) for n in years.split("-"))
        found.append(Kind(field, name, (first, last), tuple(tuple(cell.split(" | ")) for cell in up)))
    return tuple(found)
