"""Reads the lists that the package ships.

A list is a TSV file under some `data/` folder of the package: lines `word<TAB>weight` (the weight may be
left out), `#` starts a comment. The first comment lines say SOURCE, LICENCE and DATE; a test reads them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from incognote.errors import ConfigError


@cache
def read_list(package: str, name: str) -> dict[str, float]:
    """The list `data/<name>.tsv` of `package` as word -> weight (1.0 where the file gives none)."""
    table: dict[str, float] = {}
    for number, line in enumerate(files(package).joinpath("data", f"{name}.tsv").read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word, _, weight = line.partition("\t")
        try:
            table[word] = float(weight) if weight else 1.0
        except ValueError:
            raise ConfigError(f"{package}/data/{name}.tsv line {number}: the weight is not a number") from None
    return table
