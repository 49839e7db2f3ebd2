"""The types of other schemes as labels of ours, by a table."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from incognote.errors import FormatError


class Meant(NamedTuple):
    """The label of a type, None where it is scored by nobody; `kind` as in our gold."""

    label: str | None
    kind: str | None = None

    def __repr__(self) -> str:
        return "Meant(...)"


def meant(name: str, allowed: frozenset[str], where: str) -> Meant:
    """What a type means: itself where it is a label that may be there (any, if `allowed` is empty), else by the table.

    >>> meant("MEDICALRECORD", frozenset({"MRN"}), "tag P1").label, meant("FAX", frozenset({"PHONE"}), "tag P1").kind
    ('MRN', 'fax')
    """
    if not allowed or name in allowed:
        return Meant(name)
    found = _table().get(name.upper().replace("_", "-"))
    if found is None:
        raise FormatError(f"{where}: its type stands neither in our labels nor in lab/evaluate/data/phi_types.tsv")
    return found


@cache
def _table() -> dict[str, Meant]:
    lines = files("incognote.lab.evaluate").joinpath("data", "phi_types.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {name: Meant(None if label == "-" else label, None if kind == "-" else kind) for name, label, kind in rows}
