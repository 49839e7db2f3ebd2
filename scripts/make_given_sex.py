"""Writes names/data/given_sex.tsv: given names in Latin letters that are a woman's or a man's alone, from faker."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from pathlib import Path

LOCALES = (
    "en_US", "en_GB", "en_NZ", "en_IN", "vi_VN", "pl_PL", "it_IT", "es_ES", "de_DE", "fr_FR",
    "id_ID", "tr_TR", "nl_NL", "pt_PT", "sv_SE", "ro_RO", "hr_HR", "cs_CZ",
)  # fmt: skip
OUTPUT = Path(__file__).parent.parent / "src/incognote/names/data/given_sex.tsv"
HEAD = "# SOURCE: faker {version}, first names of {count} locales, those of one sex only (scripts/make_given_sex.py)\n# LICENCE: MIT\n# DATE: 2026-11-30\n"


def plain(name: str) -> str:
    letters = unicodedata.normalize("NFD", name.lower().replace("đ", "d").replace("ł", "l"))
    return "".join(c for c in letters if not unicodedata.combining(c))


def main() -> None:
    import faker

    sexes: dict[str, dict[str, int]] = {}
    for locale in LOCALES:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for sex, attribute in (("F", "first_names_female"), ("M", "first_names_male")):
            for name in {plain(n) for n in getattr(provider, attribute, ())}:
                if name.isalpha() and name.isascii() and len(name) > 2:
                    counts = sexes.setdefault(name, {})
                    counts[sex] = counts.get(sex, 0) + 1
    kept = sorted((name, next(iter(c))) for name, c in sexes.items() if len(c) == 1)
    lines = "".join(f"{name}\t{sex}\n" for name, sex in kept)
    OUTPUT.write_text(HEAD.format(version=faker.VERSION, count=len(LOCALES)) + lines, "utf-8")


if __name__ == "__main__":
    main()
