"""Invented places: institutions by stems and suffixes, addresses by a grammar."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from incognote.lab.synth.pools import Pools, table, words
from incognote.lab.synth.skeleton import Somewhere

_FLOOR_TW: Final = ("", "", "2樓", "3樓", "5樓之1", "12樓之3", "4F", "8F-2")


@dataclass(frozen=True, slots=True)
class Institution:
    full: str
    short: str


@dataclass(frozen=True, slots=True)
class Home:
    """An address in its levels, largest first in Han scripts, smallest first in English."""

    city: str
    district: str
    street: str
    postcode: str
    country: str

    def text(self, form: str) -> str:
        if self.country in ("tw", "cn"):
            if form == "street":
                return self.street
            if form == "partial":
                return self.city + self.district
            return self.city + self.district + self.street
        match form:
            case "street":
                return self.street
            case "partial":
                return f"{self.district} {self.city}" if self.country == "au" else f"{self.district}, {self.city}"
        return f"{self.street}, {self.district} {self.city} {self.postcode}" if self.country == "au" else f"{self.street}, {self.district}, {self.city} {self.postcode}"


def institution(pools: Pools, country: str, place: Somewhere) -> Institution:
    """A name for `place`: a stem of this split in a pattern of its kind.

    Patterns are rows `country group type full short`, with `{}` for the stem; `@` as the short pattern asks
    for initials (Kestrel Flat Primary School, KFPS).
    """
    rows = [row for row in table("institutions") if row[:3] == (country, place.group, place.type)]
    if not rows:
        rows = [row for row in table("institutions") if row[:2] == (country, place.group)]
    row = pools.rng.choice(rows)
    stem = pools.draw(lambda: pools.rng.choice(words("stems", country)), key=str)
    full = row[3].format(stem)
    if row[4] == "@":
        return Institution(full, "".join(word[0] for word in full.split() if word[0].isupper()))
    return Institution(full, row[4].format(stem))


def misspelt(name: str, rng: random.Random) -> str:
    """One slip in a name: a letter out of place in a Latin one, one character left out of a Han one."""
    if name.isascii():
        spots = [i for i in range(1, len(name) - 1) if name[i].isalpha() and name[i + 1].isalpha()]
        if not spots:
            return name
        at = rng.choice(spots)
        return rng.choice([name[:at] + name[at + 1 :], name[:at] + name[at + 1] + name[at] + name[at + 2 :]])
    at = rng.randrange(1, max(2, len(name) - 2))
    return name[:at] + name[at + 1 :] if len(name) > 4 else name


def landmark(pools: Pools, country: str, kind: str) -> str:
    """A single-level place of `kind`: city, district, village, country or landmark."""
    if kind in ("city", "district"):
        city, districts = pools.rng.choice([(row[1], row[2].split()) for row in table("places") if row[0] == country])
        name = city if kind == "city" else pools.rng.choice(districts)
        return name.replace("_", " ")
    return pools.pick(words("landmarks", country, kind))


def home(pools: Pools, country: str) -> Home:
    """An address: a real city and district, an invented street of this split, a number."""
    rng = pools.rng
    row = rng.choice([row for row in table("places") if row[0] == country])
    city, district, postcode = row[1].replace("_", " "), rng.choice(row[2].split()).replace("_", " "), row[3]
    road = pools.pick(words("roads", country))
    match country:
        case "tw":
            lane = rng.choice(["", "", f"{rng.randrange(1, 400)}巷", f"{rng.randrange(1, 300)}巷{rng.randrange(1, 60)}弄"])
            section = rng.choice(["", "", "一段", "二段", "三段"]) if road.endswith("路") else ""
            number = f"{rng.randrange(1, 500)}{rng.choice(['', '', '之' + str(rng.randrange(1, 9))])}號"
            prefix = rng.choice(["", "", "", postcode])
            return Home(prefix + city, district, f"{road}{section}{lane}{number}{rng.choice(_FLOOR_TW)}", postcode, country)
        case "cn":
            if road.endswith("村"):
                return Home(city, district, f"{road}{rng.randrange(1, 13)}组{rng.choice(['', f'{rng.randrange(1, 60)}号'])}", postcode, country)
            flat = rng.choice(["", f"{rng.randrange(1, 30)}栋{rng.randrange(101, 3300)}室", f"{rng.randrange(1, 9)}单元{rng.randrange(101, 1900)}室"])
            return Home(city, district, f"{road}{rng.randrange(1, 900)}号{flat}", postcode, country)
        case "us":
            flat = rng.choice(["", "", f", Apt {rng.randrange(1, 40)}{rng.choice('ABC')}", f" #{rng.randrange(1, 300)}"])
            return Home(city, district, f"{rng.randrange(10, 9900)} {road}{flat}", digits_for(postcode, rng), country)
        case "uk":
            flat = rng.choice(["", "", f"Flat {rng.randrange(1, 30)}, "])
            return Home(city, district, f"{flat}{rng.randrange(1, 200)} {road}", digits_for(postcode, rng), country)
    unit = rng.choice(["", "", f"{rng.randrange(1, 20)}/", f"Unit {rng.randrange(1, 20)}, "])
    return Home(city, district, f"{unit}{rng.randrange(1, 300)} {road}", digits_for(postcode, rng), country)


def digits_for(shape: str, rng: random.Random) -> str:
    """A postcode of a shape: `#` is a digit, `@` a letter."""
    return "".join(rng.choice("0123456789") if c == "#" else rng.choice("ABDEFGHJLNPQRSTUWXYZ") if c == "@" else c for c in shape)
