"""Official lists of institutions become registers: one compact TSV each, in one folder.

A column map (TOML) says what a list's columns are:

    [register]
    name = "schools"            # a file schools.tsv in the folder
    label = "SCHOOL"            # SCHOOL, EARLYLEARN, HOSPITAL, PRISON or ORG; or a column, below
    licence = "..."             # kept with it; source, sheet and encoding may be said too
    [columns]
    name = "School Name"        # needed
    other = ["Former Name"]     # further names
    place = "Suburb"            # where it lies: a suburb's name alone is then no institution
    label = "Type"              # with [labels]
    [labels]
    "Preschool" = "EARLYLEARN"  # what the column says -> the label; rows that say another thing are left out
    [only]
    Status = ["Open"]           # rows that say another thing in these columns are left out
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import ConfigError
from incognote.gazetteer.kinds import REGISTERED
from incognote.gazetteer.sheets import rows

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_BREAKS: Final = re.compile(r"[\t\r\n|]+")
_SECTIONS: Final[Mapping[str, frozenset[str]]] = {
    "register": frozenset(("name", "label", "licence", "source", "sheet", "encoding")),
    "columns": frozenset(("name", "other", "place", "label")),
}
_SHORTEST: Final = 2


class ColumnMap(NamedTuple):
    """What the columns of a list are, checked."""

    register: Mapping[str, str]
    name: str
    other: tuple[str, ...]
    place: str
    label: str
    labels: Mapping[str, str]
    only: Mapping[str, tuple[str, ...]]


class Imported(NamedTuple):
    """What came of an import: the register's name, how many institutions it holds, and rows left out."""

    register: str
    institutions: int
    left_out: int


def read_map(path: Path) -> ColumnMap:
    """The column map in a TOML file; a key, label or column that cannot be is an error."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"the column map cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the column map is not TOML: {error}") from None
    for section, known in _SECTIONS.items():
        for key in _table(table, section):
            if key not in known:
                raise ConfigError(f"the column map: unknown key {section}.{key}; there are {', '.join(sorted(known))}")
    register = {key: str(value) for key, value in _table(table, "register").items()}
    columns, labels = _table(table, "columns"), {k: str(v) for k, v in _table(table, "labels").items()}
    if not columns.get("name"):
        raise ConfigError("the column map: columns.name is missing")
    if bool(register.get("label")) == bool(columns.get("label")):
        raise ConfigError("the column map: say register.label, or columns.label and [labels], not both")
    for label in (*labels.values(), *filter(None, [register.get("label")])):
        if label not in REGISTERED:
            raise ConfigError(f"the column map: labels are {', '.join(REGISTERED)}")
    if not _NAME.fullmatch(register.get("name", "")):
        raise ConfigError("the column map: register.name is needed: letters, digits, - and _")
    only = {key: tuple(map(str, _listed(value))) for key, value in _table(table, "only").items()}
    other = tuple(map(str, _listed(columns.get("other", []))))
    return ColumnMap(register, str(columns["name"]), other, str(columns.get("place", "")), str(columns.get("label", "")), labels, only)


def _table(table: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    found = table.get(section, {})
    if not isinstance(found, Mapping):
        raise ConfigError(f"the column map: [{section}] must be a table")
    return found


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def import_register(path: Path, columns: ColumnMap, *, folder: Path) -> Imported:
    """The list at `path` as a register in `folder`; one of that name is replaced whole, or not at all."""
    table = rows(path, sheet=columns.register.get("sheet", ""), encoding=columns.register.get("encoding"))
    heading = [cell.strip() for cell in next(table, [])]
    places = _places(heading, columns)
    kept: dict[tuple[str, str, str], None] = {}
    left_out = 0
    for row in table:
        institution = _institution(row, places, columns)
        if institution is None:
            left_out += any(cell.strip() for cell in row)
        else:
            kept[institution] = None
    if not kept:
        raise ConfigError("the list holds no institution: see the column map's columns, [labels] and [only]")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    name = columns.register["name"]
    _write(folder, name, [*_head(columns, digest), *("\t".join(row) for row in kept)])
    return Imported(name, len(kept), left_out)


def _head(columns: ColumnMap, digest: str) -> Iterator[str]:
    yield f"# SOURCE: {_plain(columns.register.get('source', 'an official list'))}, sha256 {digest}"
    yield f"# LICENCE: {_plain(columns.register.get('licence', 'not said'))}"
    yield "# label, names, place"


def _places(heading: Sequence[str], columns: ColumnMap) -> Mapping[str, int]:
    """Column -> its place; all that the map names must be there."""
    places = {name: at for at, name in reversed(list(enumerate(heading)))}
    for column in filter(None, (columns.name, *columns.other, columns.place, columns.label, *columns.only)):
        if column not in places:
            raise ConfigError(f"the list has no column {column!r}")
    return places


def _institution(row: Sequence[str], places: Mapping[str, int], columns: ColumnMap) -> tuple[str, str, str] | None:
    """Label, names and place of a row; None where it is none of those asked for."""

    def cell(column: str) -> str:
        at = places[column] if column else len(row)
        return _plain(row[at]) if at < len(row) else ""

    if any(cell(column) not in allowed for column, allowed in columns.only.items()):
        return None
    label = columns.labels.get(cell(columns.label), "") if columns.label else columns.register["label"]
    names = dict.fromkeys(name for name in map(cell, (columns.name, *columns.other)) if len(name) >= _SHORTEST)
    if not label or not cell(columns.name) or not names:
        return None
    return label, "|".join(names), cell(columns.place)


def _plain(cell: str) -> str:
    return " ".join(_BREAKS.sub(" ", cell).split())


def _write(folder: Path, name: str, lines: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{name}.tsv.{os.getpid()}"
    try:
        part.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
        part.replace(folder / f"{name}.tsv")
    finally:
        part.unlink(missing_ok=True)
