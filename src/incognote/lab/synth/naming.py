"""Invented names: of every kind that wards meet, true to sex, cohort and origin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from incognote.lab.synth.pools import Country, Pools, table, words
from incognote.names.tables import to_base

Sex = Literal["M", "F"]
_COHORTS: Final = (1930, 1950, 1970, 1990, 2010)
_LATIN_BY_COUNTRY: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "us": (("us", 60), ("hispanic", 14), ("african", 6), ("indian", 4), ("viet", 3), ("filipino", 3), ("polish", 3), ("arabic", 3), ("korean", 2), ("japanese", 2)),
    "uk": (("uk", 66), ("indian", 12), ("african", 6), ("polish", 6), ("arabic", 5), ("pacific", 1), ("viet", 2), ("filipino", 2)),
    "au": (("au", 66), ("aboriginal", 8), ("african", 5), ("viet", 5), ("filipino", 4), ("indian", 4), ("arabic", 4), ("pacific", 4)),
}  # fmt: skip
_GROUPS: Final = frozenset("hispanic african indian viet filipino indonesian thai polish arabic korean japanese pacific aboriginal".split())
"""Origins that name their own list of Latin names."""
_BLOCK: Final = 12
_UNSAID: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "tw": (("local", 79), ("compound", 4), ("rare", 5), ("single_given", 4), ("indigenous", 3), ("wordlike", 2), ("mainland", 2), ("hongkong", 1)),
    "cn": (("local", 80), ("compound", 4), ("rare", 5), ("single_given", 4), ("minority", 5), ("wordlike", 2)),
    **dict.fromkeys(("us", "uk", "au"), (("local", 94), ("wordlike", 2), ("compound", 1), ("mainland", 2), ("taiwanese", 1))),
}  # fmt: skip
"""Where a skeleton does not say it: one in five has a name of a kind that tools are weak on."""
_MIGRANTS: Final = ("viet", "indonesian", "filipino", "thai")
_WESTERN: Final = ("us", "uk", "au", "hispanic", "polish")
HAN_COUNTRIES: Final = frozenset({"tw", "cn"})


@dataclass(frozen=True, slots=True)
class Naming:
    """A person's name in parts. `latin` is (family, given ...), in the script of the other world for a Han name.

    `whole` names (indigenous, minority, transliterated) have no surname; `given` is then their first part.
    """

    surname: str
    given: str
    is_han: bool
    latin: tuple[str, ...] = ()
    middle: str = ""
    english: str = ""
    whole: str = ""
    origin: str = "local"
    rarity: str = "common"
    people: str = ""
    """Whose custom the name follows (a list of the pools), so that relatives follow it too."""

    @property
    def full(self) -> str:
        if self.whole:
            return self.whole
        if self.is_han:
            return self.surname + self.given
        return " ".join(filter(None, (self.given, self.middle, self.surname)))


def name(
    pools: Pools, country: Country, *, sex: Sex, born: int, origin: str | None = None, surname: str | None = None, people: str = "",
) -> Naming:  # fmt: skip
    """A name for somebody of `country` born in the year `born`; relatives hand on their `surname` and their `people`."""
    origin = origin or ("local" if surname or people else pools.weighted(_UNSAID[country]))
    if surname and not surname.isascii() and country not in HAN_COUNTRIES and origin not in ("mainland", "hongkong", "taiwanese"):
        surname = None  # a Han surname in a text of Latin names
    if country in HAN_COUNTRIES or origin in ("mainland", "hongkong", "taiwanese"):
        if origin in _GROUPS:
            return _latin_of(pools, origin, sex=sex, origin=origin, surname=surname)
        if origin in ("indigenous", "minority", "migrant", "western"):
            made = _foreign_in_han(pools, country, sex=sex, origin=origin, people=people)
            if made is not None:
                return made
        return _han(pools, country, sex=sex, born=born, origin=origin, surname=surname)
    if origin in ("compound", "single_given"):
        return _han(pools, "cn", sex=sex, born=born, origin=origin, surname=None)
    return _latin(pools, country, sex=sex, origin=origin, surname=surname, people=people)


def _cohort(born: int) -> str:
    return str(max((c for c in _COHORTS if c <= born + 10), default=_COHORTS[0]))


def _surname(pools: Pools, column: int, wanted: str | None) -> tuple[str, str]:
    rows = table("han_surnames")
    if wanted in ("compound", "rare"):
        rows = tuple(row for row in rows if row[4] == wanted)
    row = pools.rng.choices(rows, [float(r[column]) or 0.02 for r in rows])[0]
    return row[0 if column == 2 else 1], row[4]


def _han(pools: Pools, country: Country, *, sex: Sex, born: int, origin: str, surname: str | None) -> Naming:
    region = {"mainland": "cn", "hongkong": "hk", "taiwanese": "tw"}.get(origin, "tw" if country == "tw" else "cn")
    column = 3 if region == "cn" else 2
    given_words = words("han_given", region, sex, _cohort(born))

    def make() -> tuple[str, str, str]:
        if origin == "wordlike":
            whole = pools.rng.choice(words("wordlike", region if region != "hk" else "tw"))
            return whole[0], whole[1:], "uncommon"
        family, rarity = (surname, _rarity(surname)) if surname else _surname(pools, column, origin)
        if origin == "single_given":
            return family, pools.rng.choice(words("han_given", region, sex, "single")), rarity
        return family, pools.rng.choice(given_words), rarity

    family, given, rarity = pools.draw(make, key=lambda made: (made[0] + made[1]).translate(to_base()))
    english = pools.rng.choice(words("latin_names", "us", sex)) if pools.rng.random() < 0.4 else ""
    latin = _romanised(pools, family, given, region)
    if country == "cn" and region != "cn":  # a mainland text writes everybody simplified
        family, given = family.translate(to_base()), given.translate(to_base())
    elif country == "tw" and region == "cn":
        family, given = _traditional(family), _traditional(given)
    return Naming(family, given, True, latin, english=english, origin=origin, rarity=rarity)


@lru_cache(maxsize=1)
def _by_simplified() -> dict[str, str]:
    """Traditional characters of the pools by their simplified form."""
    used = {c for row in table("han_given") if row[0] in ("tw", "hk") for word in row[-1].split() for c in word}
    used |= {c for row in table("han_surnames") for c in row[0]}
    return {c.translate(to_base()): c for c in sorted(used) if c.translate(to_base()) != c}


def _traditional(text: str) -> str:
    return "".join(_by_simplified().get(c, c) for c in text)


def _rarity(surname: str) -> str:
    return next((row[4] for row in table("han_surnames") if surname in row[:2]), "rare")


def _romanised(pools: Pools, family: str, given: str, region: str) -> tuple[str, ...]:
    """(Family, given) in Latin letters: Wade-Giles with a hyphen in Taiwan, joined pinyin on the mainland."""
    from incognote.names.romanise import romanised

    told = romanised(family + given)
    if not told:
        return ()
    if region == "cn" or pools.rng.random() < 0.2:
        roman = told[0]
        return roman.surname.title(), "".join(roman.given).capitalize()
    roman = told[min(2, len(told) - 1)]
    return roman.surname.title(), "-".join(part.capitalize() for part in roman.given)


def _foreign_in_han(pools: Pools, country: Country, *, sex: Sex, origin: str, people: str) -> Naming | None:
    """Names of people who are not Han as a Han text writes them: whole, or in Latin letters for some."""
    if (people and not people.isdigit()) or (not people and origin in ("migrant", "western") and pools.rng.random() < 0.4):
        group = people or pools.rng.choice(_MIGRANTS if origin == "migrant" else _WESTERN)
        return _latin_of(pools, group, sex=sex, origin=origin, surname=None)
    numbered = list(enumerate(row for row in table("whole_names") if row[0] == country and row[1] == origin))
    if people:  # rows stand in blocks of one people: relatives come from near by
        numbered = [(n, row) for n, row in numbered if abs(n - int(people)) <= _BLOCK and pools.holds(row[3].translate(to_base()))] or numbered
    numbered = [(n, row) for n, row in numbered if row[2] == sex]
    if not numbered:
        return None
    number, row = pools.draw(lambda: pools.rng.choice(numbered), key=lambda r: r[1][3].translate(to_base()))
    latin = tuple(reversed(row[4].replace("_", " ").rsplit(" ", 1))) if row[4] != "-" else ()
    whole = row[3]
    first = whole.split("·")[0] if "·" in whole else whole
    return Naming("", first, True, latin, whole=whole, origin=origin, rarity="none", people=people or str(number))


def _latin(pools: Pools, country: Country, *, sex: Sex, origin: str, surname: str | None, people: str) -> Naming:
    if origin == "wordlike":
        return _wordlike(pools, sex)
    return _latin_of(pools, people or _group(pools, country, origin), sex=sex, origin=origin, surname=surname)


def _group(pools: Pools, country: Country, origin: str) -> str:
    """The list that a name of this origin comes from."""
    if origin in _GROUPS:
        return origin
    if origin == "indigenous":
        return "aboriginal" if country == "au" else "us"
    if origin == "western":
        return pools.rng.choice(_WESTERN)
    rows = _LATIN_BY_COUNTRY[country]
    return pools.weighted([row for row in rows if row[0] != country] if origin in ("migrant", "minority") else rows)


def _latin_of(pools: Pools, group: str, *, sex: Sex, origin: str, surname: str | None) -> Naming:
    families = words("latin_names", group, "family")

    def make() -> tuple[str, str]:
        return surname or pools.rng.choice(families), pools.rng.choice(words("latin_names", group, sex))

    family, given = pools.draw(make, key=lambda made: f"{made[1]} {made[0]}")
    if group == "polish" and sex == "F" and family.endswith(("ski", "cki", "dzki")):
        family = family[:-1] + "a"
    chance = pools.rng.random()
    middle = ""
    if group in ("us", "uk", "au") and chance < 0.25:
        middle = pools.rng.choice(words("latin_names", group, sex))
        middle = middle[0] + "." if chance < 0.12 else middle
    return Naming(family, given, False, (family, given), middle=middle, origin=origin, rarity="none", people=group)


def _wordlike(pools: Pools, sex: Sex) -> Naming:
    whole = pools.draw(lambda: pools.rng.choice(words("wordlike", f"en_{sex}")), key=str)
    given, _, family = whole.partition(" ")
    return Naming(family, given, False, (family, given), origin="wordlike", rarity="none")
