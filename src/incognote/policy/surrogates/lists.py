"""What surrogates are drawn from: the lists under `policy/data`, read once.

Words are in traditional characters where a list has one column; `written` turns them into the script asked for.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from incognote.names.tables import rows, to_base
from incognote.policy.surrogates.stream import Stream

BANDS: Final = (4.0, 0.4, 0.0)
"""Least share in per mille of common, uncommon and rare surnames: a surrogate is as common as what it stands for."""


_SHARPER: Final = 1.25
"""Power of the shares of given-name characters: the list was made from many names that nobody bears any more."""


_FEW: Final = 12
"""Ranks of a list of names that are about as frequent."""


class Weighted(NamedTuple):
    """Choices with their running sums of weights."""

    choices: tuple[str, ...]
    totals: tuple[float, ...]

    def __repr__(self) -> str:
        return f"Weighted({len(self.choices)})"

    def draw(self, stream: Stream) -> str:
        return stream.weighted(self.choices, self.totals)


def weighted(pairs: list[tuple[str, float]]) -> Weighted:
    return Weighted(tuple(word for word, _ in pairs), tuple(accumulate(weight for _, weight in pairs)))


@cache
def table(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `policy/data/surrogate_<name>.tsv`."""
    return tuple(map(tuple, rows(f"surrogate_{name}", package="incognote.policy")))


@cache
def words(key: str) -> tuple[str, ...]:
    """The words of one row of the list written by hand."""
    return next(tuple(row[1].split()) for row in table("words") if row[0] == key)


@cache
def word_set(key: str) -> frozenset[str]:
    """The same in base characters, to look words up in."""
    return frozenset(base(word) for word in words(key))


def base(text: str) -> str:
    """`text` in base characters."""
    return text.translate(to_base())


def written(text: str, *, traditional: bool) -> str:
    """A word of a list in the script asked for."""
    return text if traditional else base(text)


@cache
def _surrows() -> dict[str, tuple[str, float]]:
    return {row[1]: (row[0], max(float(row[2]), float(row[3]))) for row in table("surnames")}


def band_of(surname: str) -> int:
    """How common a surname is: 0 common, 1 uncommon, 2 rare or in no list."""
    share = _surrows().get(base(surname), ("", 0.0))[1]
    return next(band for band, least in enumerate(BANDS) if share >= least)


@cache
def surnames(region: str, band: int, size: int) -> Weighted:
    """Traditional surnames of `size` characters in one band, by their share in a region (`tw`, `cn`)."""
    column = 2 if region == "tw" else 3
    found = [(row[0], float(row[column]) or 0.02) for row in table("surnames") if len(row[0]) == size and (size > 1 or band_of(row[1]) == band)]
    return weighted(found)


@cache
def given_names(region: str, sex: str, cohort: str) -> tuple[str, ...]:
    """Usual given names, as the region writes them."""
    return next(tuple(row[3].split()) for row in table("given") if row[:3] == (region, sex, cohort))


@cache
def usual_names(region: str, sex: str, cohort: str, size: int, is_called: bool) -> Weighted:
    """Usual given names of one length, the first ones of a list more often; `is_called`: those that begin with 阿."""
    names = [n for n in given_names(region, sex, cohort) if len(n) == size and (n[0] == "阿") == is_called]
    return weighted([(name, 1 / (_FEW + rank)) for rank, name in enumerate(names)])


@cache
def cohorts_of() -> dict[str, tuple[tuple[str, str], ...]]:
    """Given name in base characters -> the sexes and cohorts that use it."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for _, sex, cohort, names in table("given"):
        for name in map(base, names.split()):
            if (sex, cohort) not in found.get(name, ()):
                found[name] = (*found.get(name, ()), (sex, cohort))
    return found


@cache
def characters(sex: str, place: int) -> Weighted:
    """Traditional characters of given names that `sex` may bear, first (0) or last (1), by their share."""
    rows = table("characters")
    return weighted([(row[1], 10 ** (-int(row[2 + place]) * _SHARPER / 100) * (1.0 if row[4] == sex else 0.6)) for row in rows if row[4] in (sex, "-")])


@cache
def sex_of_character() -> dict[str, str]:
    return {row[0]: row[4] for row in table("characters") if row[4] != "-"}


@cache
def latin(group: str, part: str) -> tuple[str, ...]:
    """Names in Latin letters: `part` is family, F or M."""
    return next(tuple(name.replace("_", " ") for name in row[2].split()) for row in table("latin") if row[:2] == (group, part))


@cache
def groups_of(part: str) -> dict[str, str]:
    """Name in lower case -> the first group whose it is; names of English speakers last."""
    found: dict[str, str] = {}
    english = ("us", "uk", "au")
    for row in sorted(table("latin"), key=lambda row: row[0] in english):
        if row[1] == part or (part == "given" and row[1] in "FM"):
            for name in row[2].split():
                found.setdefault(name.replace("_", " ").lower(), row[0])
    return found


@cache
def sexes() -> dict[str, str]:
    """Given name in lower case -> the one sex that bears it."""
    found = {row[0]: row[1] for row in rows("given_sex") if len(row) > 1}
    for row in table("latin"):
        if row[1] in "FM":
            for name in row[2].split():
                found.setdefault(name.lower(), row[1])
    return found


@cache
def _by_base() -> dict[str, str]:
    listed = (row[1] if len(row) > 1 else "" for name in ("words", "characters") for row in table(name))
    names = (row[0] for row in table("surnames"))
    return {base(char): char for text in (*names, *listed) for char in text if base(char) != char}


def traditional(text: str) -> str:
    """A word of a list of base characters in traditional ones, as the other lists write them."""
    return "".join(_by_base().get(char, char) for char in text)


class County(NamedTuple):
    """A county, city or state with its districts or towns and the postcode it begins with."""

    name: str
    districts: tuple[str, ...]
    postcode: str

    def __repr__(self) -> str:
        return f"County({len(self.districts)})"


@cache
def counties(country: str) -> tuple[County, ...]:
    return tuple(County(row[1], tuple(d.replace("_", " ") for d in row[2].split()), row[3]) for row in table("places") if row[0] == country)


@cache
def table_surnames() -> frozenset[str]:
    """All surnames of the lists, in base characters."""
    return frozenset(row[1] for row in table("surnames"))
