"""Writes `src/incognote/policy/data/*.tsv`, what surrogates are drawn from, out of the project's own lists.

Run by hand: `python scripts/make_surrogate_lists.py`; needs `pip install opencc-python-reimplemented`. The operator
may not read the folders of other stages, and the lists of `lab/` are not needed to scrub a note; so what it needs
of them is written here, in the form that it reads. `surrogate_words.tsv` beside them is written by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from opencc import OpenCC

from incognote.lab.synth.pools import table
from incognote.names.tables import rows, to_base

DATA = Path(__file__).resolve().parents[1] / "src" / "incognote" / "policy" / "data"
HEAD = "# SOURCE: {}\n# LICENCE: {}\n# DATE: 2026-11-30\n# {}\n"
OWN = "the project's own lists ({}), by scripts/make_surrogate_lists.py"
_TRADITIONAL = OpenCC("s2tw")
TILT = 4


def base(text: str) -> str:
    return text.translate(to_base())


def write(name: str, source: str, licence: str, columns: str, lines: Iterable[Sequence[str]]) -> None:
    body = "".join("\t".join(line) + "\n" for line in lines)
    (DATA / f"{name}.tsv").write_text(HEAD.format(source, licence, columns) + body, "utf-8")


def given_names() -> list[tuple[str, ...]]:
    return [tuple(row) for row in table("han_given") if row[0] in ("tw", "cn")]


def given_characters() -> list[tuple[str, ...]]:
    counts: dict[str, Counter[str]] = {"M": Counter(), "F": Counter()}
    for row in given_names():
        counts[row[1]].update(base(row[3].replace(" ", "")))
    found = []
    for char, first, second in rows("han_given"):
        men, women = counts["M"][char], counts["F"][char]
        sex = "M" if men >= TILT * max(1, women) else "F" if women >= TILT * max(1, men) else "-"
        if min(int(first), int(second)) <= 380:
            found.append((char, _TRADITIONAL.convert(char), first, second, sex))
    return found


def surnames() -> list[tuple[str, ...]]:
    found = {row[1]: (row[0], row[1], row[2], row[3]) for row in table("han_surnames")}
    for char, weight in rows("surnames"):
        found.setdefault(char, (_TRADITIONAL.convert(char), char, weight, weight))
    return list(found.values())


def main() -> None:
    lab = OWN.format("lab/synth/data")
    write("surrogate_given", lab, "Apache-2.0", "region, sex, cohort, given names", given_names())
    write("surrogate_characters", OWN.format("names/data/han_given.tsv"), "MIT", "base character, traditional, -100 log10 of its share first and last in a given name, the sex that uses it", given_characters())
    write("surrogate_surnames", OWN.format("lab/synth/data, names/data"), "Apache-2.0", "traditional, simplified, share in Taiwan and on the mainland in per mille", surnames())
    write("surrogate_latin", lab, "Apache-2.0", "group, part (family, F, M), names", [tuple(row) for row in table("latin_names")])
    write("surrogate_places", lab, "Apache-2.0", "country, county or city or state, districts or towns, postcode", [tuple(row) for row in table("places")])


if __name__ == "__main__":
    main()
