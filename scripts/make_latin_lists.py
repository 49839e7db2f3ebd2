"""Writes the Latin word lists under `src/incognote/detect/data/` and `src/incognote/names/data/`: everyday English, given names, surnames.

Run by hand: `python scripts/make_latin_lists.py`; needs `pip install faker pyspellchecker english-words names`.
"""

from __future__ import annotations

import gzip
import json
import re
from datetime import date
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from english_words import get_english_words_set

ROOT = Path(__file__).resolve().parents[1] / "src" / "incognote"
HEAD = "# SOURCE: {}\n# LICENCE: {}\n# DATE: {}\n"
COMMON = 250
"""Least count in the word frequencies for a word of the dictionary to be everyday English."""
# In the dictionary, but as a capitalised word of a chart it is a name.
NAMES_FIRST = frozenset(
    ("chang", "chi", "dong", "han", "hong", "kan", "lam", "lee", "lei", "lew", "lien", "lin", "loo", "tam", "tao", "wang", "wen", "wong", "yang", "yen", "yin", "yip", "yuan")
)
ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"),
           ("ly", ""), ("ally", ""), ("est", ""), ("est", "e"))  # fmt: skip
LOCALES = {
    "surnames": ("en_US", "en_GB", "en_IE", "en_IN", "es_ES", "es", "fr_FR", "de_DE", "it_IT", "nl_NL", "nl_BE", "pl_PL", "pt_BR", "id_ID", "sv_SE", "no_NO", "da_DK"),
    "given": ("en_US", "en_GB", "en_IE", "en_IN", "es_ES", "fr_FR", "de_DE", "it_IT", "nl_NL", "id_ID", "pl_PL"),
}  # fmt: skip
WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'-]{2,15}\Z")


def frequencies() -> dict[str, int]:
    with files("spellchecker").joinpath("resources", "en.json.gz").open("rb") as packed:
        table: dict[str, int] = json.loads(gzip.decompress(packed.read()))
    return table


def everyday() -> list[str]:
    """Words that dictionaries write in lower case, with their inflected forms, if frequent."""
    dictionary = {w for name in ("web2", "gcide") for w in get_english_words_set([name]) if w.islower()}
    proper = {w.lower() for name in ("web2", "gcide") for w in get_english_words_set([name]) if not w.islower()}

    def known(word: str) -> bool:
        if word in dictionary:
            return True
        return word not in proper and any(word.endswith(e) and word[: -len(e)] + put in dictionary for e, put in ENDINGS)

    return sorted(w for w, n in frequencies().items() if n >= COMMON and len(w) > 2 and w.isalpha() and known(w))


def names(kind: str) -> set[str]:
    found: set[str] = set()
    for locale in LOCALES[kind]:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        fields = [f for f in dir(provider) if (f.startswith("last_names") if kind == "surnames" else f.startswith("first_names"))]
        for field in fields:
            value = getattr(provider, field)
            if not isinstance(value, str) and not callable(value):
                found |= {str(v) for v in value if WORD.match(str(v))}
    return found


def write(folder: str, name: str, source: str, licence: str, lines: list[str]) -> None:
    target = ROOT / folder / "data"
    target.mkdir(exist_ok=True)
    (target / f"{name}.tsv").write_text(HEAD.format(source, licence, date.today()) + "\n".join(lines) + "\n", "utf-8")


def census() -> set[str]:
    """American given names of 1990; some of them are few people's and stand with less weight."""
    lines = [line for sex in ("female", "male") for line in files("names").joinpath(f"dist.{sex}.first").read_text("utf-8").splitlines()]
    return {line.split()[0].lower() for line in lines if len(line.split()[0]) > 2}


def main() -> None:
    rows = [line.split("\t") for line in (ROOT / "names" / "data" / "first_names.tsv").read_text("utf-8").splitlines() if line[0] != "#"]
    own = {row[0] for row in rows}
    sure = {row[0] for row in rows if len(row) == 1 or float(row[1]) >= 0.9}
    words = [w for w in everyday() if w not in NAMES_FIRST | sure]
    source = f"frequent words of pyspellchecker {version('pyspellchecker')} that english-words {version('english-words')} lists in lower case"
    write("names", "english_words", source, "MIT", words)
    common = set(words)
    faker = f"person names of Faker {version('Faker')}; 0.2: an everyday word too"
    found = sorted({n.lower() for n in names("surnames")})
    write("detect", "latin_surnames", faker, "MIT", [f"{n}\t0.2" if n in common else n for n in found if len(n) > 2])
    given = {n.lower() for n in names("given") if len(n) > 2}
    stops = {line.split("\t")[0] for line in (ROOT / "detect" / "data" / "latin_stops.tsv").read_text("utf-8").splitlines()}
    rare = census() - given - stops
    more = f"{faker}; names {version('names')} (census of the United States, 1990): 0.6"
    lines = [f"{n}\t0.2" if n in common else n + "\t0.6" * (n in rare) for n in sorted((given | rare) - own)]
    write("detect", "latin_given", more, "MIT", lines)


if __name__ == "__main__":
    main()
