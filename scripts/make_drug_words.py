"""Writes names/data/drug_words.tsv: the plain Han and Latin forms of the drugs that the reader of narratives knows.

Forms that need a word beside them (`望優(片/膠囊/牌)`) are left out: alone they may be a person.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src/incognote"
INPUT = PACKAGE / "narrative/data/drugs.tsv"
OUTPUT = PACKAGE / "names/data/drug_words.tsv"
HEAD = "# SOURCE narrative/data/drugs.tsv, its plain forms (scripts/make_drug_words.py)\n# LICENCE Apache-2.0\n# DATE 2026-11-30\n"
LEAST_LATIN = 4


def forms(cell: str) -> list[str]:
    """The plain forms of a cell of `|`."""
    parts = (part.strip() for part in cell.split("|"))
    return [part for part in parts if part and "(" not in part and "/" not in part]


def main() -> None:
    han: set[str] = set()
    latin: set[str] = set()
    for line in INPUT.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            cells = line.split("\t")
            han.update(form for form in forms(cells[2]) if len(form) > 1 and not form.isascii())
            latin.update(form.lower() for form in forms(cells[3]) if len(form) >= LEAST_LATIN and " " not in form and form.isascii())
    rows = [f"han\t{form}\n" for form in sorted(han)] + [f"latin\t{form}\n" for form in sorted(latin)]
    OUTPUT.write_text(HEAD + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
