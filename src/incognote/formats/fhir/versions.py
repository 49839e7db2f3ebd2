"""Which version of FHIR a resource is written in, where its shape tells; only R4 (and R4B) is read.

DSTU2 and STU3 put names and codes into other shapes, R5 moved elements: what is walked by the rules of R4 would be
misread without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from incognote.errors import FormatError


class _Sign(NamedTuple):
    """A row of the table."""

    element: str
    shape: str
    version: str

    def __repr__(self) -> str:
        return "_Sign(...)"


def check(resource: Mapping[str, Any]) -> None:
    """FormatError where a resource is not of R4: it says which element tells so."""
    kind = str(resource.get("resourceType"))
    for sign in (*_signs().get(kind, ()), *_signs().get("*", ())):
        if not sign.element:
            raise FormatError(f"the resource {kind} is of FHIR {sign.version}: R4 is read")
        if sign.element in resource and _has_shape(resource[sign.element], sign.shape):
            raise FormatError(f"{kind}.{sign.element} is written as in FHIR {sign.version}: R4 is read")


def _has_shape(value: Any, shape: str) -> bool:
    match shape:
        case "text":
            return isinstance(value, str)
        case "list":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
        case "family-list":
            return any(isinstance(name, dict) and isinstance(name.get("family"), list) for name in (value if isinstance(value, list) else [value]))
        case _:
            return True


@cache
def _signs() -> dict[str, list[_Sign]]:
    table: dict[str, list[_Sign]] = {}
    for line in files("incognote.formats").joinpath("data", "fhir_versions.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, element, shape, version = line.split("\t")
            table.setdefault(kind, []).append(_Sign(element.strip("-"), shape, version))
    return table
