"""How concepts are called in a retold text (data/said.tsv) and how sentences are built (data/plans.tsv), by script.

In both lists the columns are a key, zh-TW, zh-CN, English; alternatives stand between ` | `. A concept that is not listed goes by
its English name, which notes in Chinese do as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from incognote.document import Script
from incognote.narrative.lexicon import canonical
from incognote.narrative.render.reading import tells
from incognote.narrative.tables import rows

_COLUMNS: Final[Mapping[Script, int]] = {"zh-TW": 1, "zh-CN": 2, "en": 3}


_SORTS: Final = ("Symptom", "LifeEvent", "Treatment", "VisitEvent")


@cache
def calls(name: str, script: Script, kind: str = "") -> tuple[str, ...]:
    """The noun phrases that `name` goes by and is read from, the technical term first.

    A name of two kinds has a line for each (rash/Symptom).

    >>> calls("insomnia", "zh-TW"), calls("no such illness", "en")
    (('失眠',), ('no such illness',))
    """
    said = _said()
    sort = kind if kind in _SORTS else "Diagnosis"
    for known in dict.fromkeys((name.casefold(), canonical(name))):
        if row := said.get(known) or said.get(f"{known}/{sort}"):
            ways = row[_COLUMNS[script] - 1]
            return tuple(way for way in ways if tells(way, name)) or ways
    return (name,)


def plans(key: str, script: Script) -> tuple[str, ...]:
    """The sentence plans of that key; KeyError where there is none."""
    return _plans()[key][_COLUMNS[script] - 1]


@cache
def _said() -> dict[str, tuple[tuple[str, ...], ...]]:
    return _table("said")


@cache
def _plans() -> dict[str, tuple[tuple[str, ...], ...]]:
    return _table("plans")


def _table(name: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {row[0]: tuple(tuple(cell.split(" | ")) for cell in row[1:]) for row in rows(name, 4)}
