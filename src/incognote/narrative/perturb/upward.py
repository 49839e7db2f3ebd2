"""A class one level up: what a job, a home or a family is called when no more is said than its kind (data/life_classes.tsv)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.narrative.lexicon import folded
from incognote.narrative.perturb.fits import spoken
from incognote.narrative.perturb.ontology import class_of
from incognote.narrative.render.words import rows

_GROWN: Final = 40
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
    plain = folded(value)
    told: Counter[str] = Counter()
    for kind in _kinds():
        if kind.field == field:
            told[kind.name] += sum(len(set(p.findall(plain))) for p in (kind.zh, kind.en) if p)
    return class_of(field, value) or max((name for name in told if told[name]), key=lambda name: told[name], default=None)


def upward(field: str, kind: str | None, script: Script, *, age: int | None = None) -> tuple[str, ...]:
    """What to call a thing of that class when only its kind is told; a class that is not known, or that the age does not
    fit, is called as anything of that field is. Empty where there is no such word.

    >>> upward("occupation", "office clerk", "en"), upward("occupation", None, "zh-TW", age=70)
    (('works in an office', 'does clerical work'), ('已退休', '不再工作'))
    """
    for known in _kinds():
        if known.field == field and known.name == (kind or "") and known.spans(age):
            return known.up[_SCRIPTS[script]]
    return upward(field, None, script, age=age) if kind else ()


def ages(field: str, kind: str) -> tuple[int, int]:
    return next((known.ages for known in _kinds() if known.field == field and known.name == kind), (0, 120))


@cache
def _kinds() -> tuple[Kind, ...]:
    found = []
    for field, name, years, zh, en, *up in rows("life_classes", 8):
        first, last = (int(n) for n in years.split("-"))
        said = tuple(tuple(cell.split(" | ")) for cell in up)
        found.append(Kind(field, name, (first, last), spoken(zh, latin=False), spoken(en, latin=True), said))
    return tuple(found)
