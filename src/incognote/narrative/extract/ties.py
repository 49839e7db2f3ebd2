"""What clinical knowledge says of two names: a usual mechanism, adverse effect, criterion or indication (data/ties.tsv).

A tie alone is no edge: it says which of the facts that stand together in a text can belong together.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from incognote.errors import ConfigError
from incognote.narrative import lexicon

KINDS: Final = ("causes", "makes", "effect", "event", "brings", "supports", "treats")


class _Tie(NamedTuple):
    kind: str
    source: re.Pattern[str]
    target: re.Pattern[str]
    groups: frozenset[str]


def tied(kind: str, source: str, target: str) -> bool:
    """Whether `source` is known to do that to `target`; both are English names.

    >>> tied("effect", "risperidone", "akathisia"), tied("causes", "akathisia", "bereavement")
    (True, False)
    """
    return not _of(kind, source, 0).isdisjoint(_of(kind, target, 1))


@cache
def _of(kind: str, name: str, end: int) -> frozenset[int]:
    """The numbers of the ties of that kind that `name` may stand at the source (0) or target (1) of."""
    plain = name.lower()
    group = _groups().get(plain, "")
    return frozenset(
        number
        for number, tie in enumerate(_ties())
        if tie.kind == kind and ((tie.source, tie.target)[end].search(plain) or (not end and group in tie.groups))
    )


@cache
def _groups() -> dict[str, str]:
    return {concept.name.lower(): concept.group for concept in lexicon.concepts() if concept.file == "drugs"}


@cache
def _ties() -> tuple[_Tie, ...]:
    text = files("incognote.narrative").joinpath("data", "ties.tsv").read_text("utf-8")
    return tuple(_tie(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))


def _tie(number: int, line: str) -> _Tie:
    columns = line.split("\t")
    if len(columns) != 3 or columns[0] not in KINDS:
        raise ConfigError(f"narrative/data/ties.tsv line {number}: not a kind and two lists of words")
    words = columns[1].split("|")
    groups = frozenset(word[1:] for word in words if word.startswith("@"))
    return _Tie(columns[0], _beginning([w for w in words if not w.startswith("@")]), _beginning(columns[2].split("|")), groups)


def _beginning(words: list[str]) -> re.Pattern[str]:
    return re.compile(r"(?<![a-z])(?:" + "|".join(map(re.escape, words)) + ")" if words else "(?!)")
