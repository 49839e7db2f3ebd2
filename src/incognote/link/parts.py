"""The parts of a report's layout, as stretches of its text, never copies."""

from __future__ import annotations

from typing import NamedTuple


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

    def __bool__(self) -> bool:
        return bool(self.sections or self.tables or self.fields)
