"""The texts that measure a tagger, as prints that come with the package: they are held out wherever a training runs.

`data/held_out.txt` has a line `[set]` before the prints of each set; `scripts/make_held_out.py` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from typing import Final

from incognote.lab.train.config import Source

OWN: Final = "corpora"
"""The folder of the sets that are named as their files are."""


@cache
def held_out_sets() -> Mapping[str, frozenset[str]]:
    """The prints of each set, by its name.

    >>> "tw-clinic.test.jsonl.xz" in held_out_sets()
    True
    """
    found: dict[str, set[str]] = {}
    held: set[str] = set()
    for line in files("incognote.lab.train").joinpath("data", "held_out.txt").read_text("ascii").splitlines():
        if line.startswith("["):
            held = found.setdefault(line[1:-1], set())
        elif not line.startswith("#"):
            held.add(line)
    return {name: frozenset(prints) for name, prints in found.items()}


@cache
def held_out_prints() -> frozenset[str]:
    """The prints of all sets together."""
    return frozenset().union(*held_out_sets().values())


def stands_in(source: Source) -> bool:
    """Whether prints that come with the package stand in for the files of a source, where these are not there.

    >>> stands_in(Source("corpora/*.valid.jsonl.xz", "any")), stands_in(Source("mine/*.valid.jsonl.xz", "any"))
    (True, False)
    """
    pattern = PurePath(source.files)
    return str(pattern.parent) == OWN and any(fnmatchcase(name, pattern.name) for name in held_out_sets())
