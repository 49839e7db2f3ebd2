"""The parts of a report's layout, as stretches of its text, never copies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

_NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


class Section(NamedTuple):
    """A part under a heading. `kind`: family_network, alleged, notifier, narrative, report, child ..."""

    kind: str
    start: int
    end: int


class Cell(NamedTuple):
    """One cell; `column`: name, role, dob, age, sex, address, phone, other."""

    start: int
    end: int
    column: str


class Row(NamedTuple):
    """The cells of one row: one person in a table of people."""

    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """A table of the section `kind`."""

    kind: str
    start: int
    end: int
    rows: tuple[Row, ...]


class Field(NamedTuple):
    """The value behind a label: `kind` is a role of `roles.tsv`, or report_date, report_number, phone, address ..."""

    kind: str
    start: int
    end: int


class Structure(NamedTuple):
    """All that was read of the layout; empty where the text has none."""

    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    fields: tuple[Field, ...] = ()
    roles: Mapping[str, str] = _NO_WORDS
    """The words for people of the layouts it was read by."""

    def __bool__(self) -> bool:
        """Whether anything stands apart from what is told: a narrative and a date are no structure."""
        is_headed = any(section.kind != "narrative" for section in self.sections)
        return bool(self.tables) or is_headed or any(field.kind != "report_date" for field in self.fields)
