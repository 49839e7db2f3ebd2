"""Han names in Latin letters: Hanyu Pinyin, Wade-Giles with and without apostrophe, Taiwanese passports.

Given names in Cantonese and Min Nan cannot be computed from the table; their surnames are known to
`tables.roman_surnames`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from incognote.names.parse import parse
from incognote.names.tables import readings, to_base

MOST_READINGS = 4
"""Combinations of readings that are tried for one name."""


class Roman(NamedTuple):
    """`surname` and the syllables of the given name, lower case."""

    surname: str
    given: tuple[str, ...]

    def __repr__(self) -> str:
        return "Roman(...)"


def romanised(name: str) -> tuple[Roman, ...]:
    """The ways to romanise a Han name, each in one system throughout.

    >>> [tuple(r) for r in romanised("蔡曉明") if r.surname.startswith("t")][:2]
    [("ts'ai", ('hsiao', 'ming')), ('tsai', ('hsiao', 'ming'))]
    """
    parsed = parse(name)
    if not parsed.han or not parsed.surname:
        return ()
    surname, given = parsed.surname.translate(to_base()), parsed.given.translate(to_base())
    return tuple(dict.fromkeys(_systems(surname, given)))


def _systems(surname: str, given: str) -> Iterator[Roman]:
    table = readings()
    of_surname = [table.of.get(c, ())[:1] for c in surname]
    of_given = [table.of.get(c, ())[:2] for c in given]
    if not all(of_surname) or not all(of_given):
        return
    for said in islice(product(*of_surname, *of_given), MOST_READINGS):
        told = [table.wade[s] for s in said]
        plain = [s.replace("'", "") for s in told]
        passport = ["yi" if p == "i" else "szu" if p == "ssu" else p for p in plain]
        for spelt in (list(said), told, plain, passport):
            yield Roman("".join(spelt[: len(surname)]), tuple(spelt[len(surname) :]))


def orders(roman: Roman) -> tuple[str, ...]:
    """The orders and joints a romanised name is written in.

    >>> orders(Roman("wang", ("ta", "ming")))[:4]
    ('wang ta ming', 'wang ta-ming', 'wang taming', 'wang, ta ming')
    """
    if not roman.given:
        return (roman.surname,)
    s = roman.surname
    joints = dict.fromkeys(joint.join(roman.given) for joint in (" ", "-", ""))
    forms = [f"{s}{gap}{g}" for gap in (" ", ", ", ",") for g in joints] + [f"{g}{gap}{s}" for g in joints for gap in (" ", ", ")]
    return tuple(dict.fromkeys(forms))
