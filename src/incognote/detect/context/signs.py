"""The lists behind the marks: reasons with their words, signs that begin or accompany a mark, rare diseases, occupations of few.

`context_reasons.tsv` says what makes a mark: a sign alone, or a sign with another near it. A sign that begins a mark is a cue
(found in the one pass over the page); what accompanies it is looked for only where a cue stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.errors import ConfigError

PREFIX: Final = "context_"
"""Cue categories of this layer begin so."""
_LISTS: Final = {"rare_disease": "rare_diseases", "rare_occupation": "rare_occupations"}
_RAW: Final = re.compile(r"/(.+)/\Z")


class Reason(NamedTuple):
    """Why a stretch of a text may tell who it is: `words` say it in the three scripts, `weight` is its share of the score."""

    code: str
    label: str
    weight: float
    words: Mapping[Script, str]


class Constellation(NamedTuple):
    """A sign that begins a mark, and one of `near` that must stand beside it (none: the sign is enough)."""

    code: str
    head: str
    near: tuple[str, ...]


@cache
def reasons() -> Mapping[str, Reason]:
    """Every reason by its code.

    >>> reasons()["office"].words["en"]
    'only one person holds this office'
    """
    return {row[0]: Reason(row[0], row[1], float(row[2]), {"zh-TW": row[4], "zh-CN": row[5], "en": row[6]}) for row in _rows("context_reasons", 7)}


@cache
def constellations() -> tuple[Constellation, ...]:
    found = []
    for row in _rows("context_reasons", 7):
        head, _, near = row[3].partition("+")
        found.append(Constellation(row[0], head, tuple(near.split("/")) if near else ()))
    return tuple(found)


@cache
def cues() -> dict[str, tuple[str, ...]]:
    """Category -> words of every sign that begins a mark."""
    heads = dict.fromkeys(c.head for c in constellations())
    return {PREFIX + head: tuple(dict.fromkeys(form.lower() for form in _forms()[head])) for head in heads}


@cache
def companion(signs: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for all forms of `signs`, for text in lower case; English forms are whole words."""
    parts = []
    for form in dict.fromkeys(form for sign in signs for form in _forms()[sign]):
        if raw := _RAW.match(form):
            parts.append(raw[1].lower() if "\\" not in raw[1] else raw[1].replace("A-Z", "a-z"))
        elif form.isascii():
            parts.append(rf"(?<![a-z]){re.escape(form.lower())}(?![a-z])")
        else:
            parts.append(re.escape(form.lower()))
    return re.compile("|".join(parts))


@cache
def _forms() -> Mapping[str, tuple[str, ...]]:
    table = {row[0]: tuple(form for cell in row[1:] for form in _cell(cell)) for row in _rows("context_signs", 3)}
    for sign, name in _LISTS.items():
        table[sign] = tuple(form for row in _rows(name, 3) for cell in row for form in _cell(cell))
    return table


def _cell(cell: str) -> Iterator[str]:
    return filter(None, (form.strip() for form in cell.split(" | ")))


def _rows(name: str, cells: int) -> Iterator[list[str]]:
    for number, line in enumerate(files("incognote.detect").joinpath("data", f"{name}.tsv").read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) != cells:
            raise ConfigError(f"incognote.detect/data/{name}.tsv line {number}: {cells} cells are needed")
        yield row
