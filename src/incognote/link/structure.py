"""What a report's layout says: sections, tables and fields, as stretches of its text, never copies.

The words come from layouts (`layout.py`), the shapes of tables from `tables.py` and `flattened.py`. Nothing is
looked up and nobody is named: a cell says where a name stands, not whose it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from incognote.labels import roles
from incognote.link.fields import read_fields
from incognote.link.flattened import flattened_at
from incognote.link.layout import Layout, Vocabulary, vocabulary
from incognote.link.lines import Line, lines_of
from incognote.link.paired import paired_at, tied_at
from incognote.link.parts import Cell, Field, Row, Section, Structure, Table
from incognote.link.sections import read_sections
from incognote.link.tables import table_at

__all__ = ["Cell", "Field", "Row", "Section", "Structure", "Table", "names_people", "read_structure"]

_KNOWN_BEST: Final = frozenset(("au-intake", "tw-intake"))
_LONGEST: Final = 200_000
"""Characters of a text that are read as a report; what is behind them is narrative."""


def read_structure(text: str, layouts: Sequence[Layout]) -> Structure:
    """Sections, tables and fields of `text` in order, by the words of `layouts`; linear in its length.

    >>> from incognote.link.layout import load_layout
    >>> text = "Family network\\nName | Rel | DOB\\nMaree Costa | Mo | 12/12/1987"
    >>> found = read_structure(text, [load_layout("au-intake")])
    >>> [(cell.column, text[cell.start:cell.end]) for row in found.tables[0].rows for cell in row.cells]
    [('name', 'Maree Costa'), ('role', 'Mo'), ('dob', '12/12/1987')]
    """
    words = vocabulary(tuple(layouts))
    lines = lines_of(text[:_LONGEST])
    lower = text.lower()
    if len(lower) != len(text):  # U+0130 is the one letter that grows
        lower = text.replace("\u0130", "i").lower()
    sections = read_sections(lower, lines, words)
    tables = _tables(text, lines, sections, words)
    return Structure(sections, tables, read_fields(text, lower, lines, tables, words), _own_roles(tuple(layouts)))


def names_people(structure: Structure) -> bool:
    """Whether a table or a label says who anybody is; a heading alone says nothing, nor does the narrative."""
    in_rows = any(c.column == "name" and c.end > c.start for table in structure.tables for row in table.rows for c in row.cells)
    return in_rows or any(field.kind in roles() and field.end > field.start for field in structure.fields)


@lru_cache(maxsize=16)
def _own_roles(layouts: tuple[Layout, ...]) -> Mapping[str, str]:
    """The words for people that a form adds; those of the intake reports are known in finer ways (`role_words`)."""
    return MappingProxyType(dict(pair for layout in layouts[::-1] if layout.name not in _KNOWN_BEST for pair in layout.roles))


def _tables(text: str, lines: Sequence[Line], sections: Sequence[Section], words: Vocabulary) -> tuple[Table, ...]:
    found: list[Table] = []
    at = 0
    while at < len(lines):
        read = table_at(text, lines, at, words) or flattened_at(text, lines, at, words) or paired_at(text, lines, at, words) or tied_at(text, lines, at)
        if read is None:
            at += 1
            continue
        rows, stop = read
        start, end = lines[at].start, lines[stop - 1].end
        found.append(Table(_kind(start, rows, sections), start, end, rows))
        at = stop
    return tuple(found)


def _kind(start: int, rows: Sequence[Row], sections: Sequence[Section]) -> str:
    """The section a table stands in; a table that says who is whose is one of the family wherever it stands."""
    kind = next((s.kind for s in reversed(sections) if s.start <= start < s.end), "other")
    if kind in {"report", "narrative", "other", "child"} and any(c.column == "role" for row in rows for c in row.cells):
        return "family_network"
    return kind
