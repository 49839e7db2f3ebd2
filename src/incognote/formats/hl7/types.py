"""What the standard says of a field of HL7 v2: its name, its type, its table. Only `hl7apy` is asked, and only here.

Its parser is not used (see `hl7_message`); its tables are those of each version from 2.1 to 2.8.2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from incognote.errors import UsageError

NAMES: Final = frozenset({"PN", "XPN"})
STAFF: Final = frozenset({"CN", "XCN", "PPN", "CNN", "NDL"})
ADDRESSES: Final = frozenset({"AD", "XAD", "SAD"})
PHONES: Final = frozenset({"TN", "XTN"})
LOCATIONS: Final = frozenset({"PL", "CM_INTERNAL_LOCATION", "CM_PL"})
NUMBERS: Final = frozenset({"CK", "CX", "CM_PAT_ID"})
CODED: Final = frozenset({"CE", "CWE", "CNE", "CF", "CSU"})
DATES: Final = frozenset({"DT", "DTM", "TS", "TSCOMPONENTONE", "CM_DTM"})
TEXTS: Final = frozenset({"TX", "FT", "ST"})
_SYSTEM: Final = re.compile(r"(?:99[A-Z0-9]{1,8}|HL7\d{4}|IHE\d*|[A-Z][A-Z0-9+.-]{0,14})\Z")
_CODE: Final = re.compile(r"(?=[A-Za-z0-9])(?=(?:[^0-9]*[0-9]){0,6}[^0-9]*\Z)[A-Za-z0-9._:/%*+^{}\[\]-]{1,10}\Z")
"""A code of a site's own: with more digits it could be somebody's number."""
_STANDARD: Final = {
    "LN": re.compile(r"\d{1,6}-\d\Z"), "LOINC": re.compile(r"\d{1,6}-\d\Z"), "SCT": re.compile(r"\d{6,18}\Z"),
    "SNM": re.compile(r"[A-Z0-9-]{3,12}\Z"), "RXNORM": re.compile(r"\d{2,8}\Z"), "NDC": re.compile(r"[\d-]{10,13}\Z"),
    "CVX": re.compile(r"\d{1,3}\Z"), "ATC": re.compile(r"[A-Z]\d\d[A-Z]{0,2}\d{0,2}\Z"),
}  # fmt: skip
_SHAPES: Final = {
    "SI": re.compile(r"\d{1,4}\Z"),
    "NM": re.compile(r"[+-]?\d{1,4}(?:\.\d{1,4})?\Z"),
    "TM": re.compile(r"\d\d(?:\d\d(?:\d\d(?:\.\d{1,4})?)?)?(?:[+-]\d{4})?\Z"),
    "ID": re.compile(r"(?:[A-Za-z0-9]{1,3}|[A-Z]{3}_[A-Z]\d\d|2\.\d(?:\.\d)?|Internet|X\.400|UNICODE UTF-8|BIG-5|GB 18030-2000|8859/\d{1,2})\Z"),
    "IS": re.compile(r"[A-Za-z0-9]{1,3}\Z"),
}
_OID: Final = re.compile(r"[0-2](?:\.\d{1,6}){2,14}\Z")
_COMMON: Final = ("2.5", "2.8.2")
"""Where a version knows a field not, another does: messages say one version and hold fields of another."""


class Type(NamedTuple):
    """A field or a part of one; `parts` are the types of its components by position."""

    name: str
    type: str
    table: str
    parts: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"Type({len(self.parts)} parts)"


UNKNOWN: Final = Type("", "", "")


def check_installed() -> None:
    """UsageError where the tables of the standard are not there."""
    if find_spec("hl7apy") is None:
        raise UsageError("reading HL7 needs one more package: pip install 'incognote[documents]'")


def field_type(version: str, segment: str, number: int) -> Type:
    for one in (version, *_COMMON):
        found = _fields(one, segment)
        if number <= len(found):
            return found[number - 1]
    return UNKNOWN


@cache
def data_type(version: str, name: str) -> Type:
    """The type that OBX-2 names."""
    for one in (version, *_COMMON):
        library = _library(one)
        if name in library.DATATYPES_STRUCTS:
            return Type("", name, "", _parts(name, library.DATATYPES_STRUCTS[name]))
    return Type("", name, "")


@cache
def is_in_table(version: str, table: str, value: str) -> bool:
    """Whether a table of the standard holds `value`. 2.1 to 2.3 are asked of 2.5: hl7apy has no tables of theirs."""
    return any(value in getattr(_library(one), "TABLES", {}).get(table, ("", ()))[1] for one in (version, *_COMMON))


def is_structural(value: str, of: Type, version: str) -> bool:
    """Whether a value says nothing of anybody: proven by its type's shape or its table, never by its place alone."""
    if of.table and is_in_table(version, of.table, value):
        return True
    shape = _SHAPES.get(of.type)
    return shape is not None and shape.match(value) is not None


def is_code(value: str, system: str) -> bool:
    """Whether `value` is a code of the coding system beside it.

    >>> is_code("718-7", "LN"), is_code("CBC", "L"), is_code("09005C", "99NHI"), is_code("0912345678", "L"), is_code("CBC", "")
    (True, True, True, False, False)
    """
    if not _SYSTEM.match(system):
        return False
    return (_STANDARD.get(system) or _CODE).match(value) is not None


def is_system(value: str, version: str) -> bool:
    """Whether `value` names a coding system: one of table 0396, or a site's own."""
    return (value.startswith(("99", "HL7", "IHE")) and bool(_SYSTEM.match(value))) or value in _STANDARD or is_in_table(version, "HL70396", value)


def is_oid(value: str) -> bool:
    return _OID.match(value) is not None


def part(of: Type, place: int) -> Type:
    """The type of a component; a simple type is its own first."""
    if place < len(of.parts):
        found: Type = of.parts[place]
        return found
    return of if place == 0 and not of.parts else UNKNOWN


@cache
def _fields(version: str, segment: str) -> tuple[Type, ...]:
    try:
        rows = _library(version).SEGMENTS[segment][1]
    except (KeyError, IndexError):
        return ()
    return tuple(_type(row) for row in rows)


def _type(row: Sequence[Any]) -> Type:
    """`row`: name, (`leaf` or `sequence`, parts, type, long name, table, length), how often, what it is."""
    if not row[1]:
        return UNKNOWN
    kind, parts, name, words, table = row[1][:5]
    inner = _parts(name, parts) if kind == "sequence" and parts else ()
    return Type((words or "").replace("_", " ").capitalize(), name or "", table or "", inner)


def _parts(name: str, rows: Sequence[Any]) -> tuple[Type, ...]:
    """The components of a type. Up to 2.4 the tables call those of a time text: a date, and how exact it is."""
    inner = tuple(_type(row) for row in rows)
    return tuple(part._replace(type=kind) for part, kind in zip(inner, ("DTM", "ID"), strict=False)) if name == "TS" else inner


@cache
def _library(version: str) -> Any:
    import hl7apy

    return hl7apy.load_library(version if version in hl7apy.SUPPORTED_LIBRARIES else _COMMON[0])
