"""The sex that a Chinese given name tells, where its characters do."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from incognote.names.tables import to_base


@cache
def _characters() -> dict[str, str]:
    text = files("incognote.link").joinpath("data", "given_han_sex.tsv").read_text("utf-8")
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            sex, _, characters = line.partition("\t")
            found |= dict.fromkeys(characters.translate(to_base()), sex)
    return found


@lru_cache(maxsize=2048)
def han_sex(given: str) -> str | None:
    """F or M where the characters of a given name (in base form) are of one sex alone; None where they tell nothing.

    >>> han_sex("雅婷"), han_sex("志豪"), han_sex("志玲"), han_sex("子安")
    ('F', 'M', None, None)
    """
    said = {sex for char in given if (sex := _characters().get(char))}
    return said.pop() if len(said) == 1 else None
