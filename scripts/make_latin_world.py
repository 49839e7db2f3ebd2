"""Writes `latin_census.tsv` under `src/incognote/detect/data/`: surnames of the census of the United States, by rank.

Run by hand: `python scripts/make_latin_world.py`; needs `pip install names`. Words, eponyms and terms are left out:
as a surname beside a given name they are rare, as a word of a chart they are not. The lists `latin_world_given.tsv`
and `latin_world_surnames.tsv` are the project's own and are kept by hand.
"""

from __future__ import annotations

from datetime import date
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from incognote.detect.latin import CLINICAL_END, brands, english, eponyms, places, stops, surname_weights
from incognote.gazetteer.loader import read_list

TARGET = Path(__file__).resolve().parents[1] / "src" / "incognote" / "detect" / "data" / "latin_census.tsv"
RANKS = 30_000
LEAST = 4
TERMS = frozenset(("purpura", "netherland", "chol", "levin", "colon", "media", "aorta", "sella", "stoma", "ulna", "costa", "plica"))
"""Words of a chart that the census has as surnames too."""


def main() -> None:
    lines = files("names").joinpath("dist.all.last").read_text("utf-8").splitlines()[:RANKS]
    ranked = [line.split()[0].lower() for line in lines if line.strip()]
    known = set(surname_weights()) - set(read_list("incognote.detect", "latin_census"))
    left_out = known | {word for word in ranked if word + "s" in places()} | english() | stops() | set(eponyms()) | brands() | TERMS
    kept = sorted(word for word in ranked if len(word) >= LEAST and word not in left_out and not CLINICAL_END.search(word))
    head = f"# SOURCE: names {version('names')}: surnames of the census of the United States, 1990, ranks 1 to {RANKS}\n# LICENCE: MIT\n# DATE: {date.today()}\n"
    TARGET.write_text(head + "\n".join(kept) + "\n", "utf-8")


if __name__ == "__main__":
    main()
